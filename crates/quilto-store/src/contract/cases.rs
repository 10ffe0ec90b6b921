//! The cases, each over stores that nobody has written to.

pub use super::changing::{
    a_section_without_its_target_is_refused, corrections_change_the_parse_only,
    forgotten_words_are_gone_everywhere, moved_notes_stand_under_their_new_day,
    undoing_a_move_moves_back, undone_notes_are_left_out,
};
pub use super::concurrency::{many_write_at_once, persons_see_nothing_of_each_other};
pub use super::keeping::{
    context_is_replaced_whole, names_are_unique, offsets_from_utc_are_kept_where_they_change,
    parses_are_saved, payloads_are_kept, spooled_text_waits, the_import_ledger_is_replaced_whole,
    words_come_back_as_typed,
};
pub use super::reading::{
    an_empty_store_has_nothing, patterns_choose_days, reads_by_range, recent_is_the_newest,
    search_finds_words,
};
pub use super::runs::{
    a_daily_job_is_taken_by_one, a_run_is_worked_on_by_one_at_a_time,
    requests_are_kept_apart_from_runs, runs_wait_until_they_are_finished,
};
pub use super::texts::{
    a_day_is_edited_as_text, sections_move_to_another_store,
    what_stands_outside_of_sections_is_kept,
};
