//! What a note and a question of one person cost with many others in the same database:
//! `FSYNC=on scripts/postgres.sh cargo run --release -p quilto-postgres --example many -- 20 1000 100000`
//! (so many persons with so many notes each, and one with so many more).

#![allow(clippy::print_stdout, reason = "it prints figures")]

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chrono::{Days, NaiveDate, NaiveTime};
use quilto_model::{DateRange, EntryKind, Parsed};
use quilto_postgres::{Address, Limits, PostgresStores};
use quilto_store::{NewEntry, Store, Stores, UserId};

type Done<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Ten notes a day.
const A_DAY: usize = 10;

fn day(number: usize) -> NaiveDate {
    NaiveDate::default() + Days::new(17_000 + number as u64)
}

fn note(number: usize) -> NewEntry {
    let data = serde_json::json!({"polishes": [{"stone": "granite", "minutes": number % 60}]});
    NewEntry {
        date: day(number / A_DAY),
        time: NaiveTime::from_num_seconds_from_midnight_opt(36_000, 0).unwrap_or_default(),
        kind: EntryKind::Note,
        raw: format!("granite polished for {} minutes, felt fine", number % 60),
        payload: None,
        parsed: Some(Parsed::of("rocks", data)),
    }
}

fn fill(store: &dyn Store, notes: usize) -> Done<()> {
    let numbers: Vec<usize> = (0..notes).collect();
    for some in numbers.chunks(1000) {
        store.append(some.iter().copied().map(note).collect())?;
    }
    Ok(())
}

/// The middle and the last but few of what work takes.
fn times(count: usize, work: impl Fn(usize) -> Done<()>) -> Done<String> {
    let mut times = Vec::with_capacity(count);
    for number in 0..count {
        let begun = Instant::now();
        work(number)?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let at = |part: usize| times.get(count * part / 100).copied().unwrap_or_default();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    Ok(format!("{:.1} / {:.1}", ms(at(50)), ms(at(95))))
}

fn measure(name: &str, store: &dyn Store, notes: usize) -> Done<()> {
    let last = notes / A_DAY;
    let month = DateRange::new(day(last.saturating_sub(30)), day(last));
    let all = DateRange::new(day(0), day(last));
    let of_note = times(200, |number| {
        store.append(vec![note(notes - 1 - number % 50)])?;
        Ok(())
    })?;
    let question = |range: &DateRange, count| {
        times(count, |_| {
            store.entries_by_date_range(range)?;
            Ok(())
        })
    };
    let (of_month, of_all) = (question(&month, 100)?, question(&all, 5)?);
    println!("| {name} | {of_note} | {of_month} | {of_all} |");
    Ok(())
}

fn main() -> Done<()> {
    let mut arguments = std::env::args()
        .skip(1)
        .map_while(|argument| argument.parse().ok());
    let mut next = |default| arguments.next().unwrap_or(default);
    let (persons, notes, most): (usize, usize, usize) = (next(20), next(1000), next(0));
    let address = Address::read(&std::env::var("QUILTO_POSTGRES")?)?;
    let stores = PostgresStores::open(&address, Limits::default())?;
    let of = |name: String| -> Done<Arc<dyn Store>> { Ok(stores.of(&UserId::new(name)?)?) };

    println!("ms, middle / 95 of 100 | a note | a question over a month | over all");
    println!("|---|---|---|---|");
    let one = of("one".into())?;
    fill(&*one, notes)?;
    measure("one person, alone in the database", &*one, notes)?;
    let begun = Instant::now();
    let others = (0..persons)
        .map(|number| of(format!("p{number}")))
        .collect::<Done<Vec<_>>>()?;
    for other in &others {
        fill(&**other, notes)?;
    }
    let rate = (persons * notes) as f64 / begun.elapsed().as_secs_f64();
    let large = of("large".into())?;
    fill(&*large, most)?;
    let fresh = of("fresh".into())?;
    fill(&*fresh, notes)?;
    measure(&format!("with {persons} others there"), &*fresh, notes)?;
    if most > 0 {
        measure(&format!("one with {most} notes"), &*large, most)?;
    }
    let (done, count) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| -> Done<()> {
        for hand in 0..4 {
            let (others, done, count) = (&others, &done, &count);
            scope.spawn(move || {
                for (number, other) in others.iter().enumerate().cycle().skip(hand) {
                    if done.load(Ordering::Relaxed) || other.append(vec![note(number)]).is_err() {
                        break;
                    }
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let begun = Instant::now();
        let busy = of("busy".into())?;
        fill(&*busy, notes)?;
        let measured = measure("while 4 hands write for others", &*busy, notes);
        done.store(true, Ordering::Relaxed);
        let rate = count.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64();
        println!("others wrote {rate:.0} notes a second meanwhile");
        measured
    })?;
    println!("filled at {rate:.0} notes a second");
    Ok(())
}
