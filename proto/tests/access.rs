//! The access table as a whole.

use proto::rpcs::{PROGRAMS, RPCS, RequiredPerson, admits_persons};

#[test]
fn every_write_of_an_administrator_needs_a_fresh_sign_in() {
    let writes: Vec<_> = RPCS
        .iter()
        .filter(|rpc| rpc.person == RequiredPerson::Administrator)
        .filter(|rpc| {
            let name = rpc.path.rsplit('/').next().unwrap();
            !["Get", "List", "Read", "Export"].iter().any(|read| name.starts_with(read))
        })
        .collect();
    let stale: Vec<_> = writes.iter().filter(|rpc| !rpc.fresh).map(|rpc| rpc.path).collect();
    assert_eq!(stale, Vec::<&str>::new());
    assert!(writes.len() >= 15, "the table is complete");
}

#[test]
fn all_services_answer_for_persons_and_no_other_program_does() {
    let programs = PROGRAMS.iter().copied();
    let (admitting, others): (Vec<&str>, Vec<&str>) = programs.partition(|one| admits_persons(one));
    assert_eq!(others, ["gateway", "sample"]);
    assert_eq!(admitting, ["identity", "profiles", "catalog", "timeseries", "access"]);
}
