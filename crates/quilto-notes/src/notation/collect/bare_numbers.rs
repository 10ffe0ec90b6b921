//! Which slot a number fills that has no unit and no word that names it: rules in order, the first that has an
//! answer holds.

use super::super::compiled_notation::Meaning;
use super::super::cues::Cue;
use super::super::endings::{self, Ending, begins};
use super::super::groups::{Group, Item, Level};
use super::super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::super::slot_values;
use super::super::spans::within;
use super::Collector;
use quilto_domain::{MarkEffect, SlotRole};
use quilto_text::Symbol;

/// What a bare number fills.
enum Fill {
    /// The slot of a role, if the domain has one.
    Role(SlotRole),
    Slot(usize),
}

const LEVEL: Option<Fill> = Some(Fill::Role(SlotRole::Level));
const AMOUNT: Option<Fill> = Some(Fill::Role(SlotRole::Amount));
const REPEAT: Option<Fill> = Some(Fill::Role(SlotRole::Repeat));

/// The first rule that has an answer holds.
const RULES: &[fn(&BareNumber) -> Option<Fill>] = &[
    held_in_each_hand,
    counts_the_name,
    amount_by_particle,
    level_by_particle,
    as_put_right,
    rows_of_one,
    only_number_of_its_name,
    added_to_nothing,
    amount_at_a_level,
    amount_by_word_before,
    managed,
    several,
    level_by_word_before,
    failed,
    amount_of_what_is_light,
    amount_before_a_level,
    far_below_level_before,
    first_of_its_row,
    alone_behind_level,
    another_level,
    first_usual_amount,
    rows_behind_amount,
    another_amount,
];

impl Collector<'_, '_> {
    /// The slot of a number without unit or naming word.
    pub(super) fn bare_slot(&self, value: &NumericValue) -> Option<usize> {
        let slot_of_role = |role| self.domain.slot_of_role(role);
        let number = BareNumber {
            told: self,
            value,
            item: self.current.map(|at| &self.items[at])?,
            group: self.open_group(value.tokens.start),
            level: slot_of_role(SlotRole::Level),
            amount: slot_of_role(SlotRole::Amount),
            repeat: slot_of_role(SlotRole::Repeat),
        };
        match RULES.iter().find_map(|rule| rule(&number)) {
            Some(Fill::Slot(slot)) => Some(slot),
            Some(Fill::Role(role)) => slot_of_role(role),
            None => number
                .level
                .filter(|_| !number.item.light)
                .or(number.amount),
        }
    }
}

/// A number without unit or naming word, and what was told of its item so far.
struct BareNumber<'c, 'a, 't> {
    told: &'c Collector<'a, 't>,
    value: &'c NumericValue,
    item: &'c Item,
    /// The rows that it could be told of.
    group: Option<&'c Group>,
    level: Option<usize>,
    amount: Option<usize>,
    repeat: Option<usize>,
}

impl BareNumber<'_, '_, '_> {
    fn start(&self) -> usize {
        self.value.tokens.start
    }

    fn end(&self) -> usize {
        self.value.tokens.end
    }

    /// What sticks to it.
    fn tail(&self) -> &str {
        self.told.note.tail(self.end())
    }

    /// The word before it.
    fn prior(&self) -> &str {
        self.told.note.tokens.norm(self.start().wrapping_sub(1))
    }

    fn is_behind(&self, cue: Cue) -> bool {
        let before = self.told.note.before(self.start(), 2);
        self.told.note.cue_in(before, cue)
    }

    fn level_said(&self) -> bool {
        self.group.is_some_and(|group| group.level.is_said())
    }

    fn amount_said(&self) -> bool {
        self.group.is_some_and(|group| !group.amounts.is_empty())
    }

    fn count_said(&self) -> bool {
        self.group.is_some_and(|group| group.count.is_some())
    }

    /// Whether it is usual for a slot.
    fn is_usual(&self, slot: Option<usize>) -> bool {
        self.usual_of(slot, self.value)
    }

    fn usual_of(&self, slot: Option<usize>, value: &NumericValue) -> bool {
        let told = self.told;
        slot.is_some_and(|slot| {
            slot_values::usual(
                told.domain,
                told.note.tokens,
                told.units,
                &self.item.traits,
                slot,
                value,
            )
        })
    }

    /// Whether a bare number follows right behind that is usual for a slot.
    fn is_followed_by(&self, slot: Option<usize>) -> bool {
        let next = self.told.note.pieces_in(self.end()..self.end() + 1).first();
        let next = next
            .and_then(NumericExpression::plain)
            .filter(|next| next.unit.is_none());
        next.is_some_and(|next| next.one().is_some() && self.usual_of(slot, next))
    }

    fn is_whole(&self) -> bool {
        self.value.one().is_some_and(|one| one.fract() == 0.0)
    }
}

/// "12.5씩 들고 15개": what is held in each hand, where the amount is told apart.
fn held_in_each_hand(number: &BareNumber) -> Option<Fill> {
    let held = begins(number.tail(), &[Ending::Each])
        && !number.level_said()
        && !number.item.light
        && (number.value.one().is_some_and(|one| one.fract() != 0.0)
            || number
                .told
                .next_fills(number.end())
                .contains(&SlotRole::Amount));
    LEVEL.filter(|_| held)
}

/// "50 granites 150 slabs": a whole number right before its name in the plural, with nothing more told
/// of it, is how many.
fn counts_the_name(number: &BareNumber) -> Option<Fill> {
    let (told, name) = (number.told, &number.item.tokens);
    let plural = name.end > name.start && told.note.tokens.norm(name.end - 1).ends_with('s');
    let clause = told.note.clause_of(number.start());
    let rest = name.end..clause.end.max(name.end);
    let of_another = told.note.pieces_in(rest).first().is_none_or(|next| {
        let at = next.tokens.end;
        next.tokens.len() == 1 && told.names.iter().any(|name| name.tokens.start == at)
    });
    let counts = number.end() == name.start && plural && number.is_whole() && of_another;
    AMOUNT.filter(|_| counts)
}

fn amount_by_particle(number: &BareNumber) -> Option<Fill> {
    AMOUNT.filter(|_| begins(number.tail(), &[Ending::Only, Ending::Each]))
}

fn level_by_particle(number: &BareNumber) -> Option<Fill> {
    const OF_LEVELS: [Ending; 5] = [
        Ending::From,
        Ending::To,
        Ending::By,
        Ending::When,
        Ending::Subject,
    ];
    LEVEL.filter(|_| !number.item.light && begins(number.tail(), &OF_LEVELS))
}

/// "35, no, 40 kg": what is put right says what it is.
fn as_put_right(number: &BareNumber) -> Option<Fill> {
    let (told, end) = (number.told, number.end());
    let corrected = told.note.cue_in(told.note.after(end, 2), Cue::Correct);
    let next = told.note.pieces_in(told.note.after(end, 4)).first();
    let right = next.filter(|_| corrected)?.plain()?;
    told.slot_by_unit(right).map(Fill::Slot)
}

/// "3 singles": so many rows of one.
fn rows_of_one(number: &BareNumber) -> Option<Fill> {
    let (told, end) = (number.told, number.end());
    let mut hits = within(told.hits, end..end + 1).iter();
    let single = hits.any(|hit| {
        matches!(hit.meaning, Meaning::Mark(mark) if told.domain.effect(mark) == MarkEffect::Single)
    });
    REPEAT.filter(|_| single && !number.count_said())
}

/// "15 swings": so many of them, where nothing else is told beside it.
fn only_number_of_its_name(number: &BareNumber) -> Option<Fill> {
    let (told, end) = (number.told, number.end());
    let tokens = told.note.tokens;
    let counted = within(told.names, end..end + 1).iter().any(|name| {
        let last = tokens.norm(name.tokens.end - 1);
        last.is_ascii() && last.ends_with('s') && !last.ends_with("ss")
    });
    let is_figure = |piece: &&NumericExpression| {
        let heads = tokens.get(piece.tokens.end);
        let heads = heads.is_some_and(|token| token.is(Symbol::Colon));
        !(heads && piece.led) && told.told_rounds(piece).is_none()
    };
    let clause = told.note.clause_of(number.start());
    let lone = counted
        && told.note.pieces_in(clause).iter().filter(is_figure).count() == 1
        && told.ahead.is_some()
        && number.is_whole();
    AMOUNT.filter(|_| lone && number.is_usual(number.amount))
}

/// "+10" of what has no level of its own.
fn added_to_nothing(number: &BareNumber) -> Option<Fill> {
    let before = number.start().checked_sub(1);
    let added = before.is_some_and(|at| number.told.note.tokens[at].is(Symbol::Plus));
    LEVEL.filter(|_| added && number.item.light && !number.level_said())
}

/// "5 at 110": what follows the word is the level.
fn amount_at_a_level(number: &BareNumber) -> Option<Fill> {
    let (told, end) = (number.told, number.end());
    let spaced = told.note.tokens.get(end).is_some_and(|token| token.spaced);
    let next = told.note.pieces_in(end + 1..end + 2).first();
    let is_level = |next: &NumericValue| match next.unit {
        None => number.usual_of(number.level, next),
        Some(_) => told.slot_by_unit(next) == number.level,
    };
    let at_level = spaced
        && told.note.cue_in(end..end + 1, Cue::At)
        && next
            .and_then(NumericExpression::plain)
            .is_some_and(is_level);
    let row_is_told = number.count_said() && number.amount_said();
    AMOUNT.filter(|_| at_level && number.is_usual(number.amount) && !row_is_told)
}

/// "sets of 12", "for 12".
fn amount_by_word_before(number: &BareNumber) -> Option<Fill> {
    let prior = number.prior();
    let counts =
        endings::is(prior, Ending::Of) || endings::is(prior, Ending::Counts) && number.level_said();
    AMOUNT.filter(|_| counts && !number.amount_said())
}

/// "only 4", "got 4".
fn managed(number: &BareNumber) -> Option<Fill> {
    let managed = number.is_behind(Cue::Only) || endings::is(number.prior(), Ending::Managed);
    match managed {
        true if number.is_usual(number.amount) => AMOUNT,
        true => LEVEL,
        false => None,
    }
}

/// "12/10/8", "60 → 80 → 100".
fn several(number: &BareNumber) -> Option<Fill> {
    let ValueKind::Several { values, arrow } = &number.value.what else {
        return None;
    };
    let light = number.item.light;
    let (level_said, amount_said) = (number.level_said(), number.amount_said());
    let all_level = number.is_usual(number.level);
    let all_amount = number.is_usual(number.amount);
    // "100, then 120, 140 for 5 each": the levels go on.
    let goes_on = all_level && !all_amount && !light;
    if !arrow && !goes_on && (light || (level_said && !amount_said)) {
        return AMOUNT;
    }
    let falling = values.windows(2).all(|pair| pair[0] >= pair[1]);
    let rises = || !falling && !level_said && number.told.list_follows(number.end());
    if all_level && (*arrow || !all_amount || rises()) {
        LEVEL
    } else {
        AMOUNT
    }
}

/// "started at 60", "up to 90".
fn level_by_word_before(number: &BareNumber) -> Option<Fill> {
    const OF_LEVELS: [Cue; 6] = [
        Cue::Start,
        Cue::To,
        Cue::At,
        Cue::Up,
        Cue::Down,
        Cue::Settle,
    ];
    let moved = OF_LEVELS.into_iter().any(|cue| number.is_behind(cue));
    let counts = endings::is(number.prior(), Ending::Counts);
    LEVEL.filter(|_| moved && !number.item.light && !counts)
}

/// "190 failed".
fn failed(number: &BareNumber) -> Option<Fill> {
    let note = number.told.note;
    let failed = note.cue_in(note.after(number.end(), 2), Cue::Fail);
    LEVEL.filter(|_| failed && !number.item.light)
}

fn amount_of_what_is_light(number: &BareNumber) -> Option<Fill> {
    let next = number.told.next_fills(number.end());
    let open = !next.contains(&SlotRole::Amount) && !number.amount_said();
    AMOUNT.filter(|_| number.item.light && open)
}

/// "12 60 kg".
fn amount_before_a_level(number: &BareNumber) -> Option<Fill> {
    let next = number.told.next_fills(number.end());
    let leads = next.first() == Some(&SlotRole::Level);
    AMOUNT.filter(|_| leads && !number.level_said() && !number.amount_said())
}

/// "30 kg, 10 a side, 3 rounds": a number far below the level that the clause before told alone.
fn far_below_level_before(number: &BareNumber) -> Option<Fill> {
    let told = number.told;
    let open = !number.level_said() && !number.amount_said();
    let sentence = told.note.sentence[number.start()];
    let below = number.item.groups.last().is_some_and(|group| {
        group.sentence == sentence
            && group.amounts.is_empty()
            && group.count.is_none()
            && told.position == group.position
            && is_far_below(group, number.value)
    });
    AMOUNT.filter(|_| open && below && number.is_usual(number.amount))
}

/// The first number of a row of what has a level: the level, unless only what follows can be it ("5 100").
fn first_of_its_row(number: &BareNumber) -> Option<Fill> {
    if number.level_said() || number.item.light {
        return None;
    }
    let (level, amount) = (number.level, number.amount);
    let could_be_level = number.is_usual(level);
    let turned = !could_be_level && number.is_followed_by(level) && !number.is_followed_by(amount);
    if !number.amount_said()
        && number.is_usual(amount)
        && (turned || number.told.usually_turned(number.value))
    {
        return AMOUNT;
    }
    let more_numbers = || !number.told.next_fills(number.end()).is_empty();
    if could_be_level || more_numbers() || !number.is_usual(amount) {
        LEVEL
    } else {
        AMOUNT
    }
}

fn alone_behind_level(number: &BareNumber) -> Option<Fill> {
    let open = number.level_said() && !number.amount_said() && !number.count_said();
    AMOUNT.filter(|_| open && number.is_usual(number.amount))
}

/// A level behind a row that is told: unless it is far below the one before and no unusual amount ("30kg 15 15 12").
fn another_level(number: &BareNumber) -> Option<Fill> {
    let below = number
        .group
        .is_some_and(|group| is_far_below(group, number.value));
    let another = number.level_said()
        && number.amount_said()
        && number.is_usual(number.level)
        && !number.item.light
        && !(below && number.is_usual(number.amount));
    LEVEL.filter(|_| another)
}

fn first_usual_amount(number: &BareNumber) -> Option<Fill> {
    AMOUNT.filter(|_| !number.amount_said() && number.is_usual(number.amount))
}

/// "80 5 5": how many rows, where neither more rows nor more numbers are told beside it.
fn rows_behind_amount(number: &BareNumber) -> Option<Fill> {
    let told = number.told;
    let clause = told.note.clause[number.start()];
    let groups = number.item.groups.iter();
    let rows_here = groups.filter(|group| group.clause == clause).count();
    let run = told.next_fills(number.end()).first() == Some(&SlotRole::Value);
    let open = number.amount_said() && !number.count_said();
    REPEAT.filter(|_| open && !run && number.is_usual(number.repeat) && rows_here < 2)
}

fn another_amount(number: &BareNumber) -> Option<Fill> {
    AMOUNT.filter(|_| number.amount_said() && number.is_usual(number.amount))
}

fn is_far_below(group: &Group, value: &NumericValue) -> bool {
    match (&group.level, value.one()) {
        (Level::Of(level, _), Some(number)) => number < level * 0.7,
        _ => false,
    }
}
