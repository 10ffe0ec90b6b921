//! Reading a question into an [`Intent`].

use std::ops::Range;

use crate::engine::builtin::language::cues::{is_hangul, past_tense};
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::{Bucket, Cues, Language, Words};
use crate::facts::units_over;
use crate::model::{DateRange, GroupBy, RowFilter};
use crate::text;

use super::context_reference::lean;
use super::counted_periods;
use super::day_parts::{self, DayPartScope};
use super::domain_words::{DomainWords, KindReference};
use super::filter;
use super::intent::{Intent, QuestionKind};
use super::measure::{self, MeasureMention, Naming};
use super::measure_choice::{also, counts_matter, measures, per_row, pick_measure};
use super::operation::{OperationContext, OperationCues, decide};
use super::periods::{periods, same_part, sides};
use super::question_form::{after_auxiliary, way_asked, whether};
use super::reading_context::{Marks, ReadingContext};
use super::relative_figures::{self, Against};
use super::shared;
use super::spelling;
use super::subjects::{topics, unknown};
use super::summary_questions::{self, QuestionContext, SummaryQuestion};
use super::topic_roles;
use super::units;

/// Reads one question.
pub fn read(question: &str, ground: ReadingContext<'_>) -> Intent {
    let cues = words();
    let tokens = text::read(question);
    let line = Words::read(question)
        .ended()
        .opened_by(&cues.asking.openers);
    let mut marks = Marks {
        taken: vec![false; line.len()],
        line,
    };
    // Its words may name other things ("back").
    let break_words = cues.since_break.find(&marks.line).map(|hit| hit.words);
    let after_break = break_words.is_some();
    marks.take(break_words.unwrap_or_default());
    let unit = units::asked(&marks.line).map(|(unit, at)| {
        let start = marks.line.at(at.start).span.start;
        let end = marks.line.at(at.end - 1).span.end;
        marks.take(at);
        (
            unit,
            question.get(start..end).unwrap_or_default().to_owned(),
        )
    });
    let preferred = units_over(ground.units, unit.as_ref().map(|(unit, _)| unit.as_str()));
    let ground = ReadingContext {
        units: &preferred,
        ..ground
    };
    let periods = periods(&tokens, ground.today, &mut marks);
    let own = DomainWords::of(ground.domains);
    let mut topics = topics(&tokens, ground.domains, &own, &mut marks);
    spelling::mend(&mut marks.line, &marks.taken, ground.domains, &own);
    // "one rep max" is a name, not a value of one.
    let named = measure::named(&ground.domains.modules, &marks.line, &marks.free());
    // A time of day may be another domain's word.
    let timeless = |i: usize| marks.free()(i) && !day_parts::is_part(&marks.line.at(i).text);
    let spoken = own
        .meant(&marks.line, &timeless)
        .or_else(|| own.meant(&marks.line, &marks.free()))
        .map(|(domain, _)| domain);
    topic_roles::special(&mut topics, ground.domains, &named, spoken.as_deref());
    let counted = counted_periods::asked(&tokens, &marks.line, &own).map(|(counted, said)| {
        said.into_iter().for_each(|at| marks.take(at));
        counted
    });
    let way = cues.operations.get(&QuestionKind::Took).and_then(|took| {
        took.find(&marks.line)?;
        relative_figures::took(&tokens, ground, &topics, &marks.line, &marks.free())
    });
    if let Some((_, values)) = &way {
        values.iter().for_each(|at| marks.take(at.clone()));
    }
    let against = match way {
        Some((way, _)) => Some(way),
        None => relative_figures::ratio(&marks.line, &topics, &named),
    };
    let open = |i: usize| {
        let in_name =
            |named: &MeasureMention| named.hit.words.len() > 1 && named.hit.words.contains(&i);
        marks.free()(i) && !named.iter().any(in_name)
    };
    let plain = named.iter().filter(|named| named.naming == Naming::Plain);
    let measured: Vec<&str> = plain.map(|named| named.measure.domain.as_str()).collect();
    let (filter, filter_words, filter_domain): (Option<RowFilter>, Range<usize>, _) =
        match filter::read(
            &tokens,
            ground,
            &topics,
            spoken.as_deref(),
            &measured,
            &marks.line,
            &open,
        ) {
            Some(found) if against.is_none() && counted.is_none() => {
                (Some(found.filter), found.words, Some(found.domain))
            }
            _ => (None, 0..0, None),
        };
    // Of several measures with the unit, the one that is named.
    let filter = filter.map(|found| {
        let domain = filter_domain.as_deref().unwrap_or_default();
        RowFilter {
            field: measure::of_day_named(&found.field, domain, &named, ground.domains),
            ..found
        }
    });
    let filter_said = filter.as_ref().and_then(|_| {
        let start = marks.line.at(filter_words.start).span.start;
        let end = marks.line.at(filter_words.end - 1).span.end;
        question.get(start..end).map(str::to_owned)
    });
    marks.take(filter_words.clone());
    let other = filter.as_ref().and_then(|filter| {
        let other = filter::other(
            &tokens,
            ground,
            &topics,
            spoken.as_deref(),
            &measured,
            &marks,
        )?;
        let field =
            filter_domain.as_ref() == Some(&other.domain) && other.filter.field == filter.field;
        (field && other.filter != *filter).then_some(other)
    });
    let other_filter = other.map(|other| {
        let start = marks.line.at(other.words.start).span.start;
        let end = marks.line.at(other.words.end - 1).span.end;
        marks.take(other.words);
        (
            other.filter,
            question.get(start..end).unwrap_or_default().to_owned(),
        )
    });
    let mut filter_strict = false;
    if filter.is_some() || counted.is_some() || topic_roles::values(&topics, ground) {
        for (bound, strict) in [
            (&cues.above, true),
            (&cues.below, true),
            (&cues.at_least, false),
            (&cues.at_most, false),
        ] {
            // A bound may begin with what hangs on its number.
            let reach = |i: usize| marks.free()(i) || filter_words.contains(&i);
            let hit = bound.find_where(&marks.line, &reach);
            if let Some(hit) = hit {
                marks.take(hit.words);
                filter_strict = strict;
                break;
            }
        }
    }
    let cued = OperationCues::find(&marks.line, &marks.free());
    let mut measures = measures(&marks, ground.domains, &cued);
    let per = per_row(&marks, ground.domains, &measures);
    if let Some((_, per)) = &per {
        measures
            .retain(|named| named.hit.words.end <= per.start || named.hit.words.start >= per.end);
    }
    let sorted = topic_roles::sort(topics, ground);
    let (topics, whole) = (sorted.subjects, sorted.whole);
    let mut values = sorted.values.into_iter();
    let (filter, filter_said, other_filter) = match values.next() {
        Some((value, said)) if filter.is_none() => {
            let other = values.find(|(other, _)| other.field == value.field && *other != value);
            let (value, strict) = filter::bounded(value, &marks.line);
            filter_strict = strict;
            (Some(value), Some(said), other)
        }
        _ => (filter, filter_said, other_filter),
    };
    let known: Vec<String> = topics
        .iter()
        .map(|t| &t.domain)
        .chain(whole.iter().map(|(domain, _)| domain))
        .chain(sorted.measure.iter().map(|m| &m.domain))
        .chain(&filter_domain)
        .chain(spoken.iter().filter(|_| topics.is_empty()))
        .cloned()
        .collect();
    // With its own value fixed ("5 km"), the best is that of another measure.
    let of_value = |found: &&MeasureMention| {
        let fixed = filter
            .as_ref()
            .filter(|f| f.min.is_some() && f.max.is_some());
        found.naming == Naming::Best
            && filter_domain.as_ref() == Some(&found.measure.domain)
            && fixed.is_some_and(|f| found.field.as_ref() != Some(&f.field))
    };
    let picked = pick_measure(&measures, &known);
    // "What is the record over 5 km, how many minutes": the record's own measure tells it.
    let of_value = named.iter().find(of_value);
    let measure = match (picked, of_value) {
        (Some(picked), Some(record)) if picked.weak && !record.weak => Some(record),
        (picked, record) => picked.or(record),
    };
    let measure_words: Vec<Range<usize>> = measures
        .iter()
        .map(|named| named.hit.words.clone())
        .collect();
    let coloured: Vec<Range<usize>> = measures
        .iter()
        .filter(|named| named.naming != Naming::Plain)
        .map(|named| named.hit.words.clone())
        .collect();
    let cued = cued.outside(&coloured);
    // A word that is said twice means the same both times.
    let in_measure = |i: usize| {
        let text = &marks.line.at(i).text;
        let mut all = measure_words.iter().flat_map(Clone::clone);
        all.any(|at| at == i || marks.line.at(at).text == *text)
    };
    let free_of_cues = |i: usize| marks.free()(i) && !cued.covers(i);
    let sums = measure.is_some_and(|m| m.adds_up && !m.counts);
    let extreme = measure.is_some_and(|m| !m.adds_up && m.naming == Naming::Plain);
    let of_kind = own
        .of_kind(&marks.line)
        .filter(|kind| sums || extreme && *kind == KindReference::Per);
    let of_night = measure
        .map(|m| &m.measure)
        .or(sorted.measure.as_ref())
        .is_some_and(|of| measure::of_night(of, ground.domains));
    let hold_all = |list: &Cues| list.hold(&marks.line);
    let around = day_parts::DayPartContext {
        cued: &cued,
        measured: measures.iter().any(|named| !named.counts) || sorted.measure.is_some(),
        // Nights that are counted are no time of day.
        of_night: of_night || hold_all(&cues.count_days),
        when: asks_when(&marks.line),
    };
    let part = day_parts::meant(&marks.line, &marks.free(), &around);
    let (only, apart, part_words) = match part {
        Some((DayPartScope::Only(part), at)) => (Some(part), None, at),
        Some((DayPartScope::Sides(by), at)) => (None, Some(by), at),
        None => (None, None, Vec::new()),
    };
    let in_part = |i: usize| part_words.iter().any(|words| words.contains(&i));
    let free_of_cues = |i: usize| free_of_cues(i) && !in_part(i);
    let by = apart
        .or_else(|| bucket(&cues.by, &marks.line, &free_of_cues))
        .or_else(|| of_kind.map(|_| GroupBy::Subject));
    let bucket_noun = bucket(&cues.bucket_nouns, &marks.line, &free_of_cues);
    let hold = |list: &Cues| list.find_where(&marks.line, &marks.free()).is_some();
    let says = |i: usize| {
        // A Korean verb carries its noun (연마했어).
        let verb = marks.line.at(i).text.chars().any(is_hangul);
        marks.free()(i) && (verb || !cued.covers(i))
    };
    let timeless = |i: usize| says(i) && !day_parts::is_part(&marks.line.at(i).text);
    let meant = own
        .meant(&marks.line, &timeless)
        .or_else(|| own.meant(&marks.line, &says));
    let meant_words = meant.as_ref().map_or(0..0, |(_, hit)| hit.words.clone());
    let of_one = whole.is_some();
    let meant: Option<(String, String)> = whole.or_else(|| {
        meant.map(|(domain, hit)| {
            let typed = hit.words.map(|i| marks.line.at(i).text.as_str());
            (domain, typed.collect::<Vec<_>>().join(" "))
        })
    });
    let domain_word = meant.as_ref().map(|(_, word)| word.clone());
    let when = asks_when(&marks.line);
    let without = without(&marks.line, &marks.free());
    let days = hold(&cues.count_days);
    // "What rock": a name is asked for, too.
    let what_thing = (1..marks.line.len()).any(|i| {
        let what = cues.asking.wh.is(&marks.line.at(i - 1).text);
        what && marks.free()(i) && own.know(&marks.line.at(i).text)
    });
    let which = what_thing && cued.has(QuestionKind::Trend) || hold(&cues.which);
    // The particle that says it may hang on the days themselves.
    let against_days = topics.len() < 2
        && match periods.as_slice() {
            [then] => then.end < ground.today,
            [one, other] => {
                let now = |period: &DateRange| period.contains(ground.today);
                let alike = |then: &DateRange, of: &DateRange| {
                    same_part(then, ground.today).is_some_and(|(now, _)| now.start == of.start)
                };
                now(one) && !now(other) && alike(other, one)
                    || now(other) && !now(one) && alike(one, other)
            }
            _ => false,
        };
    let than =
        filter.is_none() && (against_days || topics.len() >= 2) && cues.than.hold(&marks.line);
    let opens = marks
        .line
        .iter()
        .nth(marks.line.opened())
        .is_some_and(|word| cues.asking.auxiliaries.is(&word.text));
    let chooses = opens || which || when || Language::of(question) == Language::Korean;
    let mut with = OperationContext {
        place: hold(&cues.place),
        either: periods.len() == 2 && chooses && hold(&cues.either),
        than,
        topics: topics.len(),
        terms: topics.iter().filter(|t| !t.group).count(),
        periods: periods.len(),
        previous: !than && cued.has(QuestionKind::Compare) && hold(&cues.previous_period),
        by,
        bucket_noun,
        domain: meant.is_some(),
        measure: measure.is_some() || sorted.measure.is_some(),
        amount: measures.iter().any(|m| m.weak),
        adds_up: measure.is_some_and(|m| m.adds_up),
        counts: measure.is_some_and(|m| m.counts),
        days,
        entries: measure.is_some_and(|m| m.entries),
        measure_best: measures.iter().any(|m| m.naming == Naming::Best),
        measure_worst: measures.iter().any(|m| m.naming == Naming::Worst),
        filter: filter.is_some(),
        asks_verb: Language::of(question) == Language::Korean
            && marks.line.last().is_some_and(|word| past_tense(&word.text)),
        wh: marks
            .line
            .first()
            .is_some_and(|word| cues.asking.wh.is(&word.text))
            || Language::of(question) == Language::Korean && hold(&cues.asking.wh),
        which,
        most_often: hold(&cues.most_often),
        least_often: hold(&cues.least_often),
        how_went: hold(&cues.how_went) && !cued.has(QuestionKind::Trend),
        when,
        one_day: periods.len() == 1 && periods[0].days() == 1,
        plain: measure.is_some_and(|m| m.naming == Naming::Plain),
        latest: measure.is_some_and(|m| m.latest),
        ratio: matches!(against, Some(Against::Ratio(..))),
        took: matches!(against, Some(Against::Took(..))),
        without: without.is_some(),
        stretches: counted.is_some(),
    };
    let limit = limit(&tokens, &marks, &own);
    let spoken_of = topics
        .first()
        .map(|topic| topic.domain.as_str())
        .or(measure.map(|m| m.measure.domain.as_str()))
        .or(meant.as_ref().map(|(domain, _)| domain.as_str()));
    let overall = summary_questions::asked(&QuestionContext {
        line: &marks.line,
        free: &marks.free(),
        cued: &cued,
        with,
        domains: ground.domains,
        of: spoken_of,
        days: periods.first().map(DateRange::days),
    });
    if days && !with.measure_best && !with.measure_worst {
        (with.measure, with.adds_up, with.counts) = (false, false, false);
    }
    let valued = measure
        .filter(|m| !m.counts)
        .map(|m| &m.measure)
        .or(sorted.measure.as_ref());
    let sums_up = valued.is_none_or(|of| measure::has_total(of, ground.domains));
    // "when is the next one": what is to be done, not what was.
    let to_come = when && hold(&cues.next_time);
    let ask = match (decide(&cued, with), limit) {
        _ if to_come => QuestionKind::Should,
        (QuestionKind::Last, Some(_)) => QuestionKind::List,
        // Values that do not add up have no sum: of one day the value is meant, else the usual one.
        (QuestionKind::Total, _) if !sums_up => {
            if with.one_day {
                QuestionKind::Best
            } else {
                QuestionKind::Average
            }
        }
        (ask, _) => ask,
    };
    // "which rock got the most water": the sums of all of them, the largest first.
    let ask = match (of_kind, ask) {
        (Some(KindReference::Which), QuestionKind::Best | QuestionKind::Which) => {
            QuestionKind::Total
        }
        (Some(KindReference::Per), QuestionKind::Overview | QuestionKind::List) if extreme => {
            QuestionKind::Best
        }
        _ => ask,
    };
    let sum = measure
        .map(|m| m.measure.clone())
        .filter(|m| measure::is_sum(m, ground.domains))
        .or_else(|| {
            measure::sum_of(&topics, ground.domains)
                .filter(|_| ask == QuestionKind::Total && measure.is_none() && filter.is_none())
        })
        .or_else(|| {
            let nothing = topics.is_empty() && meant.is_none() && periods.is_empty();
            let nothing = nothing && measure.is_none() && filter.is_none() && by.is_none();
            let asked = nothing && ask == QuestionKind::Total;
            let sum = asked.then(|| measure::alone(ground.domains, &marks.line))??;
            let understood = |i: usize| cued.covers(i);
            unknown(question, &marks, &understood)
                .is_empty()
                .then_some(sum)
        });
    let ask = sum.as_ref().map_or(ask, |_| QuestionKind::Total);
    // "my granite records": one for each value that has its own.
    let by_value = measure::by_value(&topics, ground.domains).filter(|_| {
        let plain = measure.is_none_or(|m| m.naming != Naming::Plain);
        let hit = cues.records.find_where(&marks.line, &marks.free());
        let asked = hit.is_some_and(|hit| match ask {
            QuestionKind::List => periods.is_empty(),
            QuestionKind::Best => cued.is_just(QuestionKind::Best, &hit),
            _ => false,
        });
        asked && plain && filter.is_none() && limit.is_none()
    });
    let ask = by_value.as_ref().map_or(ask, |_| QuestionKind::Best);
    // What a day came to, or days came to on average, is set against the target.
    let aim_words = cues
        .aim
        .find_where(&marks.line, &|_| true)
        .map_or(0..0, |hit| hit.words);
    // "Enough" is asked of what a domain tells per day, and over more days than today.
    let per_day = measure.filter(|m| measure::told_per_day(&m.measure, ground.domains));
    let enough = per_day.is_some() && cues.enough.hold(&marks.line);
    let aims = (enough || !aim_words.is_empty()) && with.measure && with.adds_up && !with.counts;
    let today = aims && periods.is_empty() && !enough;
    let ask = match aims {
        true if today || with.one_day => QuestionKind::Total,
        true => QuestionKind::Average,
        false => ask,
    };
    // "when do I usually polish": the weekdays on which it was done.
    let weekly = by == Some(GroupBy::Weekday);
    let days_noun = bucket_noun == Some(GroupBy::Day) && !days && measures.is_empty();
    let usually = cued.has(QuestionKind::Average) && (when || weekly || days_noun);
    let on_days = weekly && !when && ask == QuestionKind::Overview;
    let (ask, by, when) = match periods.is_empty() && (usually || on_days) {
        true => (QuestionKind::Count, Some(GroupBy::Weekday), false),
        false => (ask, by, when),
    };
    // A word that nothing explains may be what it is really about.
    let strange = |said: &Range<usize>| {
        let understood = |i: usize| {
            said.contains(&i)
                || meant_words.contains(&i)
                || cued.covers(i)
                || in_measure(i)
                || own.know(&marks.line.at(i).text)
        };
        topics.is_empty() && !unknown(question, &marks, &understood).is_empty()
    };
    let overall = overall.filter(|(_, hit)| !strange(&hit.words));
    let (overall, overall_words) =
        overall.map_or((None, 0..0), |(what, hit)| (Some(what), hit.words));
    let stretches = !periods.is_empty() || than || with.previous;
    let (ask, by) = match &overall {
        Some(SummaryQuestion::Summary) => (QuestionKind::Summary, None),
        Some(SummaryQuestion::Load) => (QuestionKind::Load, None),
        Some(SummaryQuestion::Progress(_, each)) if stretches => {
            (QuestionKind::Compare, each.then_some(GroupBy::Subject))
        }
        Some(SummaryQuestion::Progress(..))
            if matches!(
                ask,
                QuestionKind::Overview | QuestionKind::Trend | QuestionKind::Ever
            ) =>
        {
            (QuestionKind::Trend, None)
        }
        Some(SummaryQuestion::Progress(..)) | None => (ask, by),
    };
    let outstanding = matches!(
        ask,
        QuestionKind::Best | QuestionKind::Worst | QuestionKind::Which
    );
    if !(outstanding && (which || cued.has(QuestionKind::Best) || with.most_often)) {
        with.bucket_noun = None;
    }
    // "top 3 granite days": each record has its day.
    let records = !topics.is_empty() && !with.most_often && !with.adds_up && limit.is_some();
    let extreme = (with.measure_best || with.measure_worst) && !with.adds_up;
    if with.bucket_noun == Some(GroupBy::Day) && (records || extreme) {
        with.bucket_noun = None;
    }
    let spread = matches!(
        ask,
        QuestionKind::Average
            | QuestionKind::Often
            | QuestionKind::Count
            | QuestionKind::Total
            | QuestionKind::Overview
            | QuestionKind::List
    );
    let (ask, by) = match &per {
        Some((per, _)) if spread => (QuestionKind::Average, Some(*per)),
        _ => (ask, by),
    };
    let (mut period, mut other_period) = sides(&periods, ask, with.previous);
    let so_far = than && against_days && ask == QuestionKind::Compare;
    let past = periods.iter().find(|period| period.end < ground.today);
    let mut whole = None;
    if so_far
        && let Some(past) = past
        && let Some((now, then)) = same_part(past, ground.today)
    {
        whole = (then.end < past.end).then(|| past.clone());
        (period, other_period) = (Some(now), Some(then));
    }
    if today {
        period = Some(DateRange::day(ground.today));
    } else if enough && period.is_none() {
        period = summary_questions::last_week(ground.today);
    }
    if ask == QuestionKind::Summary && period.is_none() {
        period = summary_questions::days(bucket_noun.or(with.by), ground.today);
    }
    // What is noted in the morning tells of the night before.
    if of_night && cues.last_night.hold(&Words::read(question)) {
        let next = period.as_ref().filter(|p| p.days() == 1);
        period = next
            .and_then(|p| p.end.succ_opt())
            .map(DateRange::day)
            .or(period);
    }
    if matches!(overall, Some(SummaryQuestion::Progress(..)))
        && ask == QuestionKind::Compare
        && other_period.is_none()
    {
        other_period = period
            .as_ref()
            .and_then(|named| summary_questions::against(named, ground.today));
    }
    // "Lately", where what is asked is how often or how much.
    let spread_out = matches!(
        ask,
        QuestionKind::Often
            | QuestionKind::Total
            | QuestionKind::Average
            | QuestionKind::Count
            | QuestionKind::Which
    );
    if spread_out && period.is_none() && cues.lately.hold(&marks.line) {
        period = summary_questions::days(None, ground.today);
    }
    // What is to be done has no days yet: the days that were tell it.
    if ask == QuestionKind::Should && period.as_ref().is_some_and(|p| p.end >= ground.today) {
        period = None;
    }
    let understood = |i: usize| {
        meant_words.contains(&i)
            || overall_words.contains(&i)
            || cued.covers(i)
            || in_part(i)
            || without.as_ref().is_some_and(|words| words.contains(&i))
            || cues.lately.is(&marks.line.at(i).text)
            || aims && aim_words.contains(&i)
            || to_come && cues.next_time.is(&marks.line.at(i).text)
            || aims
                && (cues.aim.begin(&marks.line.at(i).text)
                    || cues.at_least.is(&marks.line.at(i).text))
            || in_measure(i)
            || own.know(&marks.line.at(i).text)
            || of_kind.is_some() && cues.each_suffix.before(&marks.line.at(i).text).is_some()
    };
    let together = shared::asked(&marks.line, &says, ground.domains, &own).or_else(|| {
        // A day off is one without any of it.
        let days_off = ask == QuestionKind::Off && meant_words.is_empty();
        let whole = || shared::whole(Language::of(question), ground.domains);
        Some((days_off.then(whole)??, 0..0))
    });
    let counted_only = measure.is_none_or(|m| m.counts) && sorted.measure.is_none();
    let alone = topics.is_empty() && !of_one && filter.is_none() && counted_only;
    let of_entries = shared::of_entries(ask, other_period.is_some());
    let (together, ask) = match (together, of_entries) {
        (Some((together, words)), Some(of_entries)) if alone && !strange(&words) => {
            (Some(together), of_entries)
        }
        _ => (None, ask),
    };
    let mut unknown = unknown(question, &marks, &understood);
    // "how many grains did I sieve": the measure is asked for, and the verb is no name.
    // Nor is it one beside a name ("how many pebbles did I drop").
    let verb = |i: usize| after_auxiliary(&marks.line, i);
    if measure.is_some() || unknown.iter().any(|(i, _)| !verb(*i)) {
        unknown.retain(|(i, _)| !verb(*i));
    }
    let topics = topic_roles::lengthened(topics, &marks.line, &unknown);
    let (topics, unknown) = topic_roles::stemmed(topics, unknown, &marks.line, ground.domains);
    // A summary of several domains is one of everything.
    let mut spoken = own.spoken(&marks.line, &says);
    spoken.extend(measures.iter().map(|named| named.measure.domain.clone()));
    let outside = |name: &String| {
        let mut members = together.iter().flat_map(|together| &together.of);
        members.all(|of| of.domain != *name)
    };
    let several = ask == QuestionKind::Summary && spoken.len() > 1 && spoken.iter().any(outside);
    let together = together.filter(|_| !several);
    let domain = measure
        .map(|m| m.measure.domain.clone())
        .or(meant.map(|(domain, _)| domain))
        .filter(|_| !several);
    let said = measure.filter(|m| {
        // "how long … between" asks for days, too.
        let colours = (m.naming != Naming::Plain || m.weak)
            && matches!(ask, QuestionKind::Gap | QuestionKind::Streak);
        let colours = colours || with.ranks(&cued);
        // "how much did I polish" asks for the amount, not for how many polishes.
        let amount = m.counts
            && ask == QuestionKind::Total
            && cued.has(QuestionKind::Amount)
            && !cued.has(QuestionKind::Count);
        let regular = days && matches!(ask, QuestionKind::Count | QuestionKind::Often);
        // "Did I roll more than …": a verb, though a noun that counts is spelled alike.
        let verb = m.counts
            && matches!(ask, QuestionKind::Compare | QuestionKind::Average)
            && verb(m.hit.words.start);
        // "the month I did most": days are counted, not entries of a day.
        let often = m.entries && with.bucket_noun.is_some() && with.most_often;
        !colours
            && !amount
            && !regular
            && !often
            && !verb
            && (!m.counts || counts_matter(ask, &with))
    });
    // Where everything is asked about, a measure is none of the question.
    let of_all = matches!(ask, QuestionKind::Summary | QuestionKind::Load);
    let said = said.filter(|_| !of_all && together.is_none());
    let better = match &overall {
        Some(SummaryQuestion::Progress(measure, _)) if topics.is_empty() => Some(measure.clone()),
        _ => None,
    };
    // "How much do I roll on average": the amount of what the verb says, by the domain's default.
    let amount = measure.filter(|m| {
        ask == QuestionKind::Average
            && m.counts
            && cued.has(QuestionKind::Amount)
            && verb(m.hit.words.start)
    });
    let amount = amount.and_then(|m| measure::default_of(&m.measure.domain, ground.domains));
    let better = better.or(amount);
    let ranked = with.ranks(&cued)
        || ask == QuestionKind::Trend
            && matches!(overall, Some(SummaryQuestion::Progress(_, true)));
    // "How many days between": the usual time, unless the longest is asked for.
    let longest = words()
        .operations
        .get(&QuestionKind::Best)
        .is_some_and(|best| best.hold(&marks.line));
    let between = ask == QuestionKind::Gap && cues.between.hold(&marks.line) && !longest;
    let mut lean = lean(&Words::read(question), period.is_some());
    lean.days_only &= ask == QuestionKind::List;
    Intent {
        language: Language::of(question),
        ask,
        measure_said: better.is_some()
            || sum.is_some()
            || by_value.is_some()
            || said.map_or(sorted.measure.is_some(), |m| m.naming == Naming::Plain),
        measure: better
            .filter(|_| !ranked)
            .or(sum)
            .or(by_value)
            .or(said.map(|m| m.measure.clone()))
            .or(sorted.measure),
        domain,
        domain_word,
        together,
        sides: day_parts::all(&marks.line),
        period,
        other_period,
        only,
        after_break,
        stretches: counted,
        unit,
        against,
        by: by.or(with.bucket_noun).filter(|by| fits(*by, ask, when)),
        filter_quoted: filter_said.clone().filter(|said| {
            filter
                .as_ref()
                .is_none_or(|filter| filter::reads_well(said, filter))
        }),
        filter,
        filter_said,
        filter_strict,
        other_filter,
        also: said.map_or_else(Vec::new, |m| also(&measures, m, &known)),
        when,
        limit: limit.filter(|_| {
            matches!(
                ask,
                QuestionKind::Best | QuestionKind::Worst | QuestionKind::List
            )
        }),
        least: with.least_often,
        ranked,
        stuck: cues.stuck.hold(&marks.line),
        usual: cued.has(QuestionKind::Average) || between,
        progress: cued.has(QuestionKind::Trend)
            || ask == QuestionKind::Compare && cues.faster.hold(&marks.line),
        factor: named
            .iter()
            .find(|named| {
                ask == QuestionKind::Why
                    && named.naming == Naming::Plain
                    && topics.iter().all(|t| t.domain != named.measure.domain)
                    // Without a subject the figure that may follow from it is of another domain.
                    && (!topics.is_empty()
                        || measure.is_some_and(|m| m.measure.domain != named.measure.domain))
            })
            .map(|named| named.measure.clone()),
        now: cues.now.hold(&marks.line),
        often: with.most_often || with.least_often || cued.has(QuestionKind::Often),
        so_far,
        whole,
        whether: whether(&marks.line)
            || ask == QuestionKind::First && cued.has(QuestionKind::Ever) && !when,
        way: way_asked(&marks.line),
        how_went: with.how_went,
        figures: Vec::new(),
        unread: unknown.clone(),
        elsewhere: Vec::new(),
        unknown: if topics.is_empty() {
            unknown
        } else {
            Vec::new()
        },
        topics,
        left_out: Vec::new(),
        lean,
        places: None,
    }
}

/// "which day did I last …" asks for a date, not for weekdays.
fn fits(by: GroupBy, ask: QuestionKind, when: bool) -> bool {
    !(by == GroupBy::Weekday && (when || matches!(ask, QuestionKind::Last | QuestionKind::First)))
}

/// How many are wanted: a small bare number right before a word for what is counted ("last 3
/// polishes").
fn limit(tokens: &text::Tokens, marks: &Marks, own: &DomainWords) -> Option<u32> {
    const MOST: u32 = 50;
    tokens.iter().find_map(|token| {
        let over = marks.line.touching(&(token.span.start..token.span.end));
        let counter = |i: usize| words().counters.is(&marks.line.at(i).text);
        let number = match &token.kind {
            text::TokenKind::Number(number) => *number,
            // "3번", in one.
            text::TokenKind::Quantity(quantity) if over.len() == 2 && counter(over.end - 1) => {
                quantity.number
            }
            _ => return None,
        };
        let next = over.end;
        let counted = counter(next - 1)
            || next < marks.line.len()
                && (own.know(&marks.line.at(next).text) || marks.taken[next] || counter(next));
        let free = over.clone().all(|i| !marks.taken[i]);
        number
            .whole()
            .filter(|n| free && counted && !over.is_empty() && (1..=MOST).contains(n))
    })
}

fn asks_when(line: &Words) -> bool {
    words().when.hold(line)
}

fn bucket(
    lists: &std::collections::BTreeMap<Bucket, Cues>,
    line: &Words,
    free: &dyn Fn(usize) -> bool,
) -> Option<GroupBy> {
    let (bucket, _) = lists
        .iter()
        .filter_map(|(bucket, cues)| Some((bucket, cues.find_where(line, free)?)))
        .max_by_key(|(_, hit)| hit.weight)?;
    Some(match bucket {
        Bucket::Day => GroupBy::Day,
        Bucket::Week => GroupBy::Week,
        Bucket::Month => GroupBy::Month,
        Bucket::Year => GroupBy::Year,
        Bucket::Weekday => GroupBy::Weekday,
        Bucket::TimeOfDay => GroupBy::TimeOfDay,
        Bucket::Subject => GroupBy::Subject,
        Bucket::Group => GroupBy::Group,
    })
}

/// The words by which days are spoken of that had no such thing: "안 한 날", a verb between the two.
fn without(line: &Words, free: &dyn Fn(usize) -> bool) -> Option<Range<usize>> {
    let day = words().bucket_nouns.get(&Bucket::Day)?;
    (0..line.len()).find_map(|i| {
        let starts = free(i) && words().negations.is(&line.at(i).text);
        let at = (i + 2 < line.len()).then_some(i + 2)?;
        let noun = day.begin(&line.at(at).text);
        (starts && noun).then_some(i..at + 1)
    })
}
