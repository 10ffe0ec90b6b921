//! Plain data of the contracts: what agents, machine, storage and facts pass to each other.
//!
//! Everything here is `Serialize + Deserialize`, so that a run can be saved at any moment and
//! continued in another process. Nothing here does IO, reads a clock or knows a domain.

mod agent_name;
mod answer;
mod claim;
mod condition;
mod context_reference;
mod conversation;
mod data;
mod date_range;
mod domain_data;
mod entry;
mod exclusion;
mod expr;
mod expr_outcome;
mod fact;
mod fact_kind;
mod fact_query;
mod follow_up;
mod front_matter;
mod gap;
mod host;
mod id;
mod intent;
mod language;
mod query;
mod texts;
mod units;
mod usage;
mod when;

pub use agent_name::AgentName;
pub use answer::{
    Answer, Citation, ClarificationTarget, Confidence, Finding, Question, Sufficiency, Verdict,
};
pub use claim::Claim;
pub use condition::{Bounds, Condition, DaysCondition, RowCondition, Usual};
pub use context_reference::{ContextReference, Step};
pub use conversation::{Conversation, Turn};
pub use data::{Data, DataElements, DataFields};
pub use date_range::DateRange;
pub use domain_data::DomainData;
pub use entry::{Entry, EntryKind, NotDone, Parsed, UTC, Unread};
pub use exclusion::{Exclusion, ExclusionReason};
pub use expr::{
    Association, BestOf, Between, Change, Difference, Expr, Figure, Forecast, Number, Ratio, Sum,
};
pub use expr_outcome::{ExprOutcome, Refusal};
pub use fact::{Fact, FactBucket, FactValue, TrendVerdict};
pub use fact_kind::{AdvicePart, Bound, FactKind, Factor, Pair, Per, Quantity, Side, TargetPart};
pub use fact_query::{
    CombinedDomains, Comparison, FactOp, FactQuery, GroupBy, Part, RowFilter, RowsOf,
};
pub use front_matter::FrontMatter;
pub use gap::{EvaluationFeedback, Gap, GapStatus, GapType, Missing, Severity};
pub use host::is_loopback;
pub use id::{EntryId, RunId};
pub use intent::{
    ChangeDirection, CountedPeriods, DomainQuestion, Intent, MeasureRef, QuestionKind, RatioSide,
    RelativeTo, Topic,
};
pub use language::{Language, is_hangul};
pub use query::{
    DependencyType, InputType, QueryType, RetrievalAttempt, RetrievalInstruction, SubQuery,
    SubQueryDependency,
};
pub use quilto_acts::Act;
pub use quilto_pack::{Pack, Packer, Scalar};
pub use texts::Texts;
pub use units::UnitPreferences;
pub use usage::{AgentUse, WithoutModel};
pub use when::{EventDays, EventSide, When, Which};

/// A fingerprint of the sources of this crate: what a program keeps in the form of these types, and can
/// make again, is made again when it differs.
pub const SOURCES: &str = env!("SOURCES");
