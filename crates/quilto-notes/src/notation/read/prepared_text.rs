//! The text of a note as it is read: how much of it, what it spells out, its tokens and units.

use std::borrow::Cow;
use std::sync::Arc;

use super::super::checklist::without_open;
use super::super::compile_cache::units_of;
use super::super::compiled_notation::CompiledNotation;
use super::super::quotes::without_quotes;
use super::super::remarks::Remark;
use super::super::shorthand::spell_out;
use super::super::tables;
use super::super::text_analysis::TextAnalysis;
use super::super::text_limits::within_bounds;
use super::super::typed_units;
use super::super::write::Remarks;
use super::NoteText;
use quilto_domain::ActiveDomainContext;
use quilto_language::spacing;
use quilto_model::UnitPreferences;
use quilto_text::{Tokens, UnitTable, read_with};

/// A note's text, ready to be read.
pub(super) struct PreparedText<'t> {
    /// As typed, without lines that are too long.
    pub text: Cow<'t, str>,
    /// How those lines begin.
    pub too_long: Vec<String>,
    /// What is read in its place: without quotes, tables and shorthand spelled out.
    respelled: Option<String>,
    pub tokens: Cow<'t, Tokens>,
    /// What is known of it, where it is read as it was typed.
    pub laid: Option<&'t TextAnalysis>,
    /// The units of bare numbers.
    pub units: UnitPreferences,
}

impl<'t> PreparedText<'t> {
    pub fn of(
        domains: &ActiveDomainContext,
        units: &UnitPreferences,
        compiled: &[Option<Arc<CompiledNotation>>],
        typed: &NoteText<'t>,
        remarks: &mut Remarks,
    ) -> Self {
        let table = units_of(&domains.modules);
        let (text, too_long) = match within_bounds(typed.text) {
            Some((kept, beyond)) => (Cow::Owned(kept), beyond),
            None => (Cow::Borrowed(typed.text), Vec::new()),
        };
        let named = |word: &str| domains.vocabulary().canonical(word).is_some();
        let respelled = respell(&text, &table, compiled, &named, remarks);
        let as_typed = respelled.is_none() && too_long.is_empty();
        let laid = typed.laid.filter(|_| as_typed);
        let tokens = match laid {
            Some(laid) => Cow::Borrowed(&laid.tokens),
            None => {
                let text = respelled.as_deref().unwrap_or(&text);
                Cow::Owned(spacing::read(text, &table, domains))
            }
        };
        // What was spelled out is not what was typed.
        let typed = respelled.as_ref().map(|_| read_with(&text, &table));
        let units = typed_units::of_text(typed.as_ref().unwrap_or(&tokens), units);
        Self {
            text,
            too_long,
            respelled,
            tokens,
            laid,
            units,
        }
    }

    /// Whether another text is read than what was typed.
    pub fn is_respelled(&self) -> bool {
        self.respelled.is_some()
    }
}

/// The text as it is read: without what it only quotes, tables and shorthand spelled out. `None`
/// where it is read as it stands.
fn respell(
    text: &str,
    units: &UnitTable,
    compiled: &[Option<Arc<CompiledNotation>>],
    named: &dyn Fn(&str) -> bool,
    remarks: &mut Remarks,
) -> Option<String> {
    let mut own = without_quotes(text);
    if own.is_some() {
        remarks.tell(&Remark::Quoted);
    }
    if let Some(done) = without_open(own.as_deref().unwrap_or(text)) {
        remarks.tell(&Remark::NotTicked);
        own = Some(done);
    }
    let domains: Vec<&CompiledNotation> = compiled.iter().flatten().map(|arc| &**arc).collect();
    let patterns = || domains.iter().flat_map(|domain| &domain.shorthand);
    own = tables::told(own.as_deref().unwrap_or(text), units, &domains).or(own);
    spell_out(own.as_deref().unwrap_or(text), units, patterns(), named).or(own)
}
