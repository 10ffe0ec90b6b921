//! The order in which results arrive, and whether the run is saved in between, change nothing.

use super::scenarios;
use crate::checkpoint;
use crate::machine::testing::*;
use crate::machine::*;

/// Feeds one pending step at a time, every one that could be next, and says how many ways there are.
fn every_order(run: &Run, script: &Script, expected: &RunReport, ways: &mut usize) {
    let steps = run.next();
    if steps.is_empty() {
        *ways += 1;
        assert_eq!(&run.report(), expected);
        return;
    }
    for step in steps {
        let (mut run, mut script) = (run.clone(), script.clone());
        let event = script.act(&step.kind);
        run.feed(step.id, event).unwrap();
        every_order(&run, &script, expected, ways);
    }
}

#[test]
fn results_in_every_order_give_the_same_end() {
    let mut most = 0;
    for mut scenario in scenarios::all() {
        // What is shown differs in nothing but time; without the observer the tree is smaller.
        scenario.run.settings.observe = false;
        let expected = finish(&mut scenario.run.clone(), &mut scenario.script.clone());
        let mut ways = 0;
        every_order(&scenario.run, &scenario.script, &expected, &mut ways);
        most = most.max(ways);
    }
    assert!(
        most > 500,
        "lanes that run side by side can meet in many ways: {most}"
    );
}

#[test]
fn saved_and_loaded_at_every_step_the_end_is_the_same() {
    for scenario in scenarios::all() {
        let expected = finish(&mut scenario.run.clone(), &mut scenario.script.clone());
        let (mut run, mut script) = (scenario.run, scenario.script);
        loop {
            let saved = checkpoint::to_json(&run).unwrap();
            let loaded = checkpoint::from_json(&saved, "run.json").unwrap();
            assert_eq!(loaded, run, "{}", scenario.name);
            run = loaded;
            let Some(step) = run.next().pop() else { break };
            let event = script.act(&step.kind);
            run.feed(step.id, event).unwrap();
        }
        assert_eq!(run.report(), expected, "{}", scenario.name);
    }
}

#[test]
fn no_step_is_given_out_twice() {
    for scenario in scenarios::all() {
        let (mut run, mut script) = (scenario.run, scenario.script);
        let mut fed = std::collections::BTreeSet::new();
        while let Some(step) = run.next().first().cloned() {
            assert!(fed.insert(step.id), "{}: {} again", scenario.name, step.id);
            let event = script.act(&step.kind);
            run.feed(step.id, event.clone()).unwrap();
            assert_eq!(
                run.feed(step.id, event),
                Err(MachineError::UnknownStep(step.id))
            );
        }
    }
}
