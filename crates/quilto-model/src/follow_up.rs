//! Filling what a follow-up leaves out from the question before it, as data.
//!
//! What a follow-up names stands; what it does not name is that of the question before. One that asks
//! for something of its own ("how often did I do it?") takes over what that was about and its days; one
//! that asks for nothing ("and granite?", "in october?") takes over everything but what it names. A day
//! it points at ("that day", "the day before that") is the one that the answer tells of.

use super::{
    ContextReference, DateRange, Expr, Intent, MeasureRef, QuestionKind, RatioSide, RelativeTo,
    Step, Topic,
};

impl Intent {
    /// Whether it leaves out what the question before it named.
    pub fn leans(&self) -> bool {
        let lean = &self.lean;
        let days_alone = self.ask == QuestionKind::List
            && self.period.is_some()
            && self.topics.is_empty()
            && self.domain.is_none()
            && self.unknown.is_empty();
        lean.goes_on
            || lean.step.is_some()
            || lean.day.is_some()
            || lean.short && (self.ask == QuestionKind::Overview || days_alone)
            || self.is_bare()
            || lean.points_back && self.topics.is_empty()
    }

    /// "Why?", "how often?", "when was the last one?": what is asked, and of nothing.
    fn is_bare(&self) -> bool {
        use QuestionKind::{List, Load, Overview, Should, Summary};
        !matches!(self.ask, List | Load | Overview | Should | Summary)
            && self.domains().is_empty()
            && self.unknown.is_empty()
    }

    /// Whether it points at a day of which nothing was told before: "how was my mood that day?"
    pub fn points_nowhere(&self) -> bool {
        self.lean.day.is_some() && self.period.is_none()
    }

    /// Whether what it is about may be what a note named: it says "it", or asks for a record of nothing.
    pub fn points_at_a_note(&self) -> bool {
        let bare_record = self.whether
            && self.ask == QuestionKind::Best
            && self.domain.is_none()
            && self.filter.is_none()
            && self.period.is_none()
            && self.unknown.is_empty();
        self.topics.is_empty() && (self.lean.points_back || bare_record)
    }

    /// What it means after the question before it, whose answer tells of the day `told`. A question that
    /// leaves nothing out stays as it is.
    #[must_use]
    pub fn after(self, earlier: &Self, told: Option<&DateRange>) -> Self {
        if !self.leans() {
            return self;
        }
        // "When was that?": the answer of a record says its day.
        let of_day = self.when && self.period.is_none() && self.lean.points_back;
        if of_day && self.topics.is_empty() && earlier.tells_a_day() {
            return Self {
                language: self.language,
                ..earlier.clone()
            };
        }
        let pointed = self.pointed_at(told);
        let stands = self.asks() && (pointed.is_some() || self.stepped(earlier, told).is_none());
        let elsewhere = pointed.is_some() && !self.domains().is_empty() && !self.may_be_of(earlier);
        let filled = if stands || elsewhere {
            self.about(earlier, pointed)
        } else {
            let days = pointed.or_else(|| self.stepped(earlier, told));
            self.instead(earlier, days)
        };
        Self {
            lean: ContextReference::default(),
            ..filled
        }
    }

    /// The same about the things of another question where it names none.
    #[must_use]
    pub fn with_things_of(mut self, earlier: &Self) -> Self {
        if self.topics.is_empty() && !earlier.topics.is_empty() {
            self.topics.clone_from(&earlier.topics);
            self.unknown.clear();
            let domains: Vec<String> = self.topics.iter().map(|t| t.domain.clone()).collect();
            self.measure_in(&domains);
        } else if self.topics.is_empty() && self.together.is_none() {
            let domains: Vec<String> = earlier.domain.iter().cloned().collect();
            self.measure_in(&domains);
            if self.domain.is_none() && self.measure.is_none() {
                self.domain.clone_from(&earlier.domain);
                self.together.clone_from(&earlier.together);
            }
            if self.domain == earlier.domain && self.domain_word.is_none() {
                self.domain_word.clone_from(&earlier.domain_word);
            }
        }
        self
    }

    /// The same about what an answer names, which says what it is about.
    #[must_use]
    pub fn with_subject_of(mut self, answer: Self) -> Self {
        let named = !answer.topics.is_empty() || !answer.domains().is_empty();
        for topic in answer.topics {
            if self.topics.iter().all(|known| known.name != topic.name) {
                self.topics.push(topic);
            }
        }
        if self.measure.is_none() {
            self.measure = answer.measure;
            self.measure_said = answer.measure_said;
            self.also = answer.also;
        }
        if self.ask == QuestionKind::Overview {
            self.ask = answer.ask;
        }
        self.domain = self.domain.or(answer.domain);
        self.domain_word = self.domain_word.or(answer.domain_word);
        self.together = self.together.or(answer.together);
        self.period = self.period.or(answer.period);
        self.unknown = match named {
            true => Vec::new(),
            false => answer.unknown,
        };
        self
    }

    /// The same of the days of another question where it names none. What is to be done has none.
    #[must_use]
    pub fn with_days_of(mut self, earlier: &Self) -> Self {
        if self.period.is_none() && self.ask != QuestionKind::Should {
            self.period.clone_from(&earlier.period);
        }
        self
    }

    /// Whether any of its things are those of another question.
    pub fn shares_things_with(&self, other: &Self) -> bool {
        let known = |topic: &Topic| other.topics.iter().any(|o| o.name == topic.name);
        self.topics.iter().any(known)
    }

    /// Whether what it names may be of what another question is about.
    pub(crate) fn may_be_of(&self, earlier: &Self) -> bool {
        let (own, theirs) = (self.domains(), earlier.domains());
        own.is_empty() || own.iter().any(|domain| theirs.contains(domain))
    }

    /// Whether it says itself what is asked.
    fn asks(&self) -> bool {
        let days_only = self.ask == QuestionKind::List && self.lean.days_only;
        self.ask != QuestionKind::Overview && !days_only
    }

    /// Whether its answer has a day of its own.
    fn tells_a_day(&self) -> bool {
        use QuestionKind::{Best, First, Gap, Last, Streak, Worst};
        matches!(self.ask, Best | Worst | First | Last | Gap | Streak)
    }

    /// The day that it points at in the answer before.
    fn pointed_at(&self, told: Option<&DateRange>) -> Option<DateRange> {
        let day = told?.start;
        let day = day.checked_add_signed(chrono::TimeDelta::try_days(self.lean.day?)?)?;
        self.period.is_none().then(|| DateRange::day(day))
    }

    /// The days that it names from those of the question before, or from the day its answer told.
    fn stepped(&self, earlier: &Self, told: Option<&DateRange>) -> Option<DateRange> {
        let days = earlier.period.as_ref();
        match self.lean.step? {
            Step::TimeBefore if earlier.tells_a_time() => {
                told?.start.pred_opt().map(DateRange::until)
            }
            Step::Before | Step::TimeBefore => days?.before(),
            Step::YearBefore => days?.year_before(),
            Step::Since => None,
        }
    }

    /// Whether its answer tells one time of several, before which there may be another: the last, or a
    /// record of all days.
    fn tells_a_time(&self) -> bool {
        let of_all = self.period.as_ref().is_none_or(DateRange::is_open);
        match self.ask {
            QuestionKind::Last => true,
            QuestionKind::Best | QuestionKind::Worst => of_all,
            _ => false,
        }
    }

    /// A question of its own, about what the one before was about.
    fn about(mut self, earlier: &Self, pointed: Option<DateRange>) -> Self {
        let names = !self.topics.is_empty();
        let same = match &pointed {
            // All of a day, but for what is of the same kind.
            Some(_) => !self.domains().is_empty() && self.may_be_of(earlier),
            None => self.ask == QuestionKind::Why || self.may_be_of(earlier),
        };
        self.period = self.period.or(pointed);
        if names {
            return self;
        }
        // A reason is asked for what was told.
        if self.ask == QuestionKind::Why && self.measure.is_none() {
            self.measure.clone_from(&earlier.measure);
            self.measure_said = earlier.measure_said;
        }
        let bare = self.domains().is_empty() && self.filter.is_none();
        let mut filled = if same {
            self.with_things_of(earlier)
        } else {
            self
        };
        if bare && filled.tells_a_day() {
            filled.same_figure_as(earlier);
        }
        let end = matches!(filled.ask, QuestionKind::Best | QuestionKind::Worst);
        if bare && end && earlier.ask == QuestionKind::Which {
            filled.least = filled.ask == QuestionKind::Worst;
            filled.ask = QuestionKind::Which;
        }
        filled.with_days_of(earlier)
    }

    /// The other end of what was told: of the same measure, under the same condition, for the same
    /// stretches of time.
    fn same_figure_as(&mut self, earlier: &Self) {
        if self.measure.is_none() {
            self.measure.clone_from(&earlier.measure);
            self.measure_said = earlier.measure_said;
            self.also.clone_from(&earlier.also);
        }
        self.by = self.by.or(earlier.by);
        self.filtered_like(earlier);
    }

    /// The condition of another question, and its words.
    fn filtered_like(&mut self, other: &Self) {
        self.filter.clone_from(&other.filter);
        self.filter_said.clone_from(&other.filter_said);
        self.filter_quoted.clone_from(&other.filter_quoted);
        self.filter_strict = other.filter_strict;
    }

    /// The same under no condition.
    fn unfiltered(&mut self) {
        (self.filter, self.filter_said, self.filter_quoted) = (None, None, None);
        self.filter_strict = false;
    }

    /// The question before it, with what this one names instead.
    fn instead(self, earlier: &Self, days: Option<DateRange>) -> Self {
        let mut meant = earlier.clone();
        meant.language = self.language;
        meant.unread.clone_from(&self.unread);
        meant.figures_of(&self.topics, days.as_ref().or(self.period.as_ref()));
        let named = self.period.is_some() || days.is_some();
        if !self.topics.is_empty() {
            meant.turn_to(&self.topics);
        } else {
            meant.turn_to_measure(&self);
            if self.filter.is_some() {
                meant.filtered_like(&self);
            }
        }
        if let Some(days) = days.or(self.period) {
            meant.period = Some(days);
            (meant.so_far, meant.whole, meant.after_break) = (false, None, false);
        }
        meant.unit = self.unit.or(meant.unit);
        meant.only = self.only.or(meant.only);
        meant.by = self.by.filter(|_| !named).or(meant.by);
        meant
    }

    /// The same figures of other things, on other days.
    fn figures_of(&mut self, topics: &[Topic], days: Option<&DateRange>) {
        for figure in self.figures.iter_mut().flat_map(Expr::figures_mut) {
            if let Some(days) = days {
                figure.when = Some(days.clone().into());
            }
            if let Some(topic) = topics.first() {
                figure.subjects = topics.iter().map(|topic| topic.name.clone()).collect();
                figure.domain.clone_from(&topic.domain);
            }
        }
    }

    /// Other things instead of its first one; what is no measure or value of theirs goes.
    fn turn_to(&mut self, topics: &[Topic]) {
        let Some(first) = topics.first() else {
            return;
        };
        if let Some(RelativeTo::Ratio(one, other)) = &mut self.against {
            for side in [one, other] {
                side.turn(self.topics.first(), first);
            }
        }
        if self.topics.is_empty() || topics.len() > 1 {
            self.topics = topics.to_vec();
        } else {
            self.topics[0] = first.clone();
        }
        self.unknown.clear();
        self.together = None;
        let other = |domain: &String| *domain != first.domain;
        if self.measure.as_ref().is_some_and(|m| other(&m.domain)) {
            self.measure = None;
            self.measure_said = false;
            self.also.clear();
        }
        if self.domain.as_ref().is_some_and(other) {
            self.domain = None;
            self.domain_word = None;
            self.unfiltered();
        }
    }

    /// Another measure, or the things of another domain.
    fn turn_to_measure(&mut self, now: &Self) {
        let measure = now.measure.as_ref().filter(|_| now.measure_said);
        if measure.is_none() && (now.domain.is_none() || now.may_be_of(self)) {
            return;
        }
        if !now.may_be_of(self) {
            self.topics.clear();
            self.unfiltered();
        }
        let domains: Vec<String> = self.domains().into_iter().map(str::to_owned).collect();
        self.measure = measure.cloned();
        self.measure_said = measure.is_some();
        self.also.clone_from(&now.also);
        self.domain.clone_from(&now.domain);
        self.domain_word.clone_from(&now.domain_word);
        self.together.clone_from(&now.together);
        self.unknown.clear();
        self.measure_in(&domains);
    }

    /// Of measures that go by the same words, the one of these domains.
    fn measure_in(&mut self, domains: &[String]) {
        let Some(measure) = self.measure.clone() else {
            return;
        };
        let fits = |measure: &&MeasureRef| domains.contains(&measure.domain);
        let all = std::iter::once(&measure).chain(&self.also);
        if let Some(own) = all.clone().find(fits).cloned() {
            self.domain = Some(own.domain.clone());
            self.measure = Some(own);
            self.also.clear();
        }
    }
}

impl RatioSide {
    fn turn(&mut self, from: Option<&Topic>, to: &Topic) {
        if let Self::Subject { domain, name } = self
            && from.is_some_and(|from| from.name == *name)
        {
            (*domain, *name) = (to.domain.clone(), to.name.clone());
        }
    }
}

#[cfg(test)]
mod tests;
