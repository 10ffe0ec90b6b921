//! Tables as the apps write them.

mod fitnotes;
mod garmin;
mod google_fit;
mod hevy;
mod strong;
