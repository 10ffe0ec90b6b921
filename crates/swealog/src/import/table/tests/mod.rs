//! Tables as the apps write them.

mod fitnotes;
mod garmin;
mod hevy;
mod strong;
