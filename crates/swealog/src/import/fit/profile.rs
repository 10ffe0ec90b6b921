//! Of the profile of FIT, what the numbers of messages, fields and kinds of sport mean.

/// One recording.
pub const SESSION: u16 = 18;
/// The file as a whole, with the clock on the wall.
pub const ACTIVITY: u16 = 34;
/// What the watch was set to.
pub const SPORT: u16 = 12;
/// One moment of a recording.
pub const RECORD: u16 = 20;

/// A field of a message: its number, and what one unit is divided into.
#[derive(Clone, Copy)]
pub struct Field(pub u8, pub f64);

/// In every message.
pub const TIMESTAMP: Field = Field(253, 1.0);

/// Of [`SESSION`].
pub mod session {
    use super::Field;

    pub const START_TIME: Field = Field(2, 1.0);
    pub const SPORT: Field = Field(5, 1.0);
    pub const SUB_SPORT: Field = Field(6, 1.0);
    pub const TOTAL_ELAPSED_TIME: Field = Field(7, 1000.0);
    pub const TOTAL_TIMER_TIME: Field = Field(8, 1000.0);
    pub const TOTAL_DISTANCE: Field = Field(9, 100.0);
    pub const TOTAL_CALORIES: Field = Field(11, 1.0);
    pub const AVG_HEART_RATE: Field = Field(16, 1.0);
    pub const MAX_HEART_RATE: Field = Field(17, 1.0);
    pub const AVG_CADENCE: Field = Field(18, 1.0);
    pub const TOTAL_ASCENT: Field = Field(22, 1.0);
    pub const NUM_LENGTHS: Field = Field(33, 1.0);
    pub const POOL_LENGTH: Field = Field(44, 100.0);
    pub const POOL_LENGTH_UNIT: Field = Field(46, 1.0);
    pub const NUM_ACTIVE_LENGTHS: Field = Field(47, 1.0);
}

/// Of [`ACTIVITY`].
pub const LOCAL_TIMESTAMP: Field = Field(5, 1.0);
/// Of [`SPORT`].
pub const SPORT_SPORT: Field = Field(0, 1.0);
/// Of [`RECORD`].
pub const DISTANCE: Field = Field(5, 100.0);

/// The value of [`session::POOL_LENGTH_UNIT`] for yards.
pub const STATUTE: f64 = 1.0;

/// The name of a kind of sport; the number of one that is newer than this list.
pub fn sport(number: f64) -> String {
    name(SPORTS, number)
}

/// The name of a finer kind of sport, in the same way.
pub fn sub_sport(number: f64) -> String {
    name(SUB_SPORTS, number)
}

fn name(names: &str, number: f64) -> String {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most 255, and saturating"
    )]
    let at = number as usize;
    let mut names = names.split(' ');
    let known = names.nth(at).filter(|name| *name != "-");
    known.map_or_else(|| number.to_string(), str::to_owned)
}

/// By their numbers from 0; those that stand for nothing are a line.
const SPORTS: &str = "\
    generic running cycling transition fitness_equipment swimming basketball soccer tennis \
    american_football training walking cross_country_skiing alpine_skiing snowboarding \
    rowing mountaineering hiking multisport paddling flying e_biking motorcycling boating \
    driving golf hang_gliding horseback_riding hunting fishing inline_skating rock_climbing \
    sailing ice_skating sky_diving snowshoeing snowmobiling stand_up_paddleboarding surfing \
    wakeboarding water_skiing kayaking rafting windsurfing kitesurfing tactical jumpmaster \
    boxing floor_climbing baseball - - - diving - - shooting - winter_sport grinding - - \
    hiit video_gaming racket wheelchair_push_walk wheelchair_push_run meditation para_sport \
    disc_golf team_sport cricket rugby hockey lacrosse volleyball water_tubing wakesurfing \
    water_sport archery mixed_martial_arts motor_sports snorkeling dance jump_rope \
    pool_apnea mobility geocaching canoeing";

const SUB_SPORTS: &str = "\
    generic treadmill street trail track spin indoor_cycling road mountain downhill \
    recumbent cyclocross hand_cycling track_cycling indoor_rowing elliptical stair_climbing \
    lap_swimming open_water flexibility_training strength_training warm_up match exercise \
    challenge indoor_skiing cardio_training indoor_walking e_bike_fitness bmx casual_walking \
    speed_walking bike_to_run_transition run_to_bike_transition swim_to_bike_transition atv \
    motocross backcountry resort rc_drone wingsuit whitewater skate_skiing yoga pilates \
    indoor_running gravel_cycling e_bike_mountain commuting mixed_surface navigate track_me \
    map single_gas_diving multi_gas_diving gauge_diving apnea_diving apnea_hunting \
    virtual_activity obstacle - - breathing ccr_diving - sail_race expedition ultra \
    indoor_climbing bouldering hiit indoor_grinding hunting_with_dogs amrap emom tabata - \
    esport triathlon duathlon brick swim_run adventure_race trucker_workout pickleball padel \
    indoor_wheelchair_walk indoor_wheelchair_run indoor_hand_cycling - field ice ultimate \
    platform squash badminton racquetball table_tennis overland trolling_motor - - - - - - - \
    - - - fly_canopy fly_paraglide fly_paramotor fly_pressurized fly_navigate fly_timer \
    fly_altimeter fly_wx fly_vfr fly_ifr - dynamic_apnea - enduro rucking rally \
    pool_triathlon e_bike_enduro";
