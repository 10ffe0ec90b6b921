//! Runs that wait, and jobs.

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

use quilto_model::RunId;

use super::day;
use crate::{Checkpoint, StorageError, Stores, UserId};

/// A second hand does not get a run before the first lets go.
pub fn a_run_is_worked_on_by_one_at_a_time(stores: &impl Stores) {
    let store = &*stores.of(&UserId::default()).unwrap();
    let elsewhere = &*stores.of(&UserId::default()).unwrap();
    let (run, other) = (RunId("20261121-103000-1".into()), RunId("other".into()));
    let claim = store.claim(&run).unwrap();
    elsewhere.clear_dead_claims().unwrap();
    for store in [store, elsewhere] {
        let error = store.claim(&run).unwrap_err();
        assert!(matches!(error, StorageError::Claimed(id) if id == run));
        drop(store.claim(&other).unwrap());
    }
    drop(claim);
    drop(elsewhere.claim(&run).unwrap());
    assert_eq!(
        store.checkpoints().unwrap(),
        [],
        "a claim alone keeps nothing"
    );
    for name in ["", "..", "a/b", "a\\b", ".hidden", "a b"] {
        let error = store.claim(&RunId(name.into())).unwrap_err();
        assert!(matches!(error, StorageError::BadName(_)), "{name}");
    }
}

/// What was saved is there, for every handle, until the run is finished.
pub fn runs_wait_until_they_are_finished(stores: &impl Stores) {
    let store = &*stores.of(&UserId::default()).unwrap();
    let run = RunId("20261121-103000-1".into());
    let claim = store.claim(&run).unwrap();
    assert_eq!(claim.load().unwrap(), None);
    claim.save(b"{\"first\": 1}").unwrap();
    claim.save(b"second").unwrap();
    assert_eq!(
        store.checkpoints().unwrap()[0].bytes,
        b"second",
        "seen while it is claimed"
    );
    drop(claim);
    let elsewhere = &*stores.of(&UserId::default()).unwrap();
    let waiting = elsewhere.checkpoints().unwrap();
    assert_eq!(waiting.len(), 1);
    assert_eq!(
        (&waiting[0].run, &waiting[0].bytes[..]),
        (&run, &b"second"[..])
    );
    let claim = elsewhere.claim(&run).unwrap();
    assert_eq!(claim.load().unwrap().as_ref(), waiting.first());
    claim.finish().unwrap();
    assert_eq!(store.checkpoints().unwrap(), []);
    assert_eq!(store.claim(&run).unwrap().load().unwrap(), None);
}

/// A request is a run under names of its own: neither is among the others, nor in their way.
pub fn requests_are_kept_apart_from_runs(stores: &impl Stores) {
    let store = &*stores.of(&UserId::default()).unwrap();
    let elsewhere = &*stores.of(&UserId::default()).unwrap();
    let name = RunId("5d1f0c".into());
    let (run, request) = (
        store.claim(&name).unwrap(),
        store.claim_request(&name).unwrap(),
    );
    run.save(b"run").unwrap();
    request.save(b"begun").unwrap();
    request.save(b"answer").unwrap();
    let taken = elsewhere.claim_request(&name).unwrap_err();
    assert!(matches!(taken, StorageError::Claimed(id) if id == name));
    let bytes = |kept: Vec<Checkpoint>| {
        kept.into_iter()
            .map(|kept| (kept.run, kept.bytes))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        bytes(elsewhere.checkpoints().unwrap()),
        [(name.clone(), b"run".to_vec())]
    );
    assert_eq!(
        bytes(elsewhere.requests().unwrap()),
        [(name.clone(), b"answer".to_vec())]
    );
    run.finish().unwrap();
    drop(request);
    let request = elsewhere.claim_request(&name).unwrap();
    assert_eq!(request.load().unwrap().unwrap().bytes, b"answer");
    request.finish().unwrap();
    assert_eq!(store.requests().unwrap(), []);
}

/// Of many that ask at once, one does what is to be done once a day.
pub fn a_daily_job_is_taken_by_one(stores: &impl Stores) {
    const HANDS: usize = 4;
    let taken = |job: &str, date: &str| {
        let (count, together) = (AtomicUsize::new(0), Barrier::new(HANDS));
        std::thread::scope(|scope| {
            for _ in 0..HANDS {
                scope.spawn(|| {
                    let store = stores.of(&UserId::default()).unwrap();
                    together.wait();
                    let first = store.take_job(job, day(date)).unwrap();
                    count.fetch_add(usize::from(first), Ordering::Relaxed);
                });
            }
        });
        count.into_inner()
    };
    for round in 0..50 {
        assert_eq!(taken(&format!("job-{round}"), "2026-11-21"), 1);
    }
    assert_eq!(taken("job-1", "2026-11-21"), 0);
    assert_eq!(taken("job-1", "2026-11-22"), 1);
}
