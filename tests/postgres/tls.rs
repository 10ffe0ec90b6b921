//! A database over TLS: who is believed to be it, and who is not.

use super::{alone, variable};
use crate::common::environment::Environment;

#[test]
fn a_database_is_believed_by_the_authority_and_the_name_of_its_certificate() {
    let _alone = alone();
    let found = (
        variable("QUILTO_POSTGRES_TLS"),
        variable("QUILTO_POSTGRES_CA"),
    );
    let (Some(address), Some(authorities)) = found else {
        return;
    };
    let run = |address: &str, authority: &str, args: &[&str]| {
        let mut env = Environment::new();
        env.set("SWEALOG_STORE", address);
        env.set("SWEALOG_USER", "ciphered");
        env.set("SSL_CERT_FILE", &format!("{authorities}/{authority}.pem"));
        env.run(args)
    };
    // the server lets nobody in over the network without TLS
    let said = run(&address, "authority", &["log", "squat 100kg 5x5"]);
    assert!(said.ends_with("--- exit 0\n"), "{said}");
    let said = run(&address, "authority", &["history"]);
    assert!(said.contains("squat"), "{said}");
    let elsewhere = address.replace("localhost", "127.0.0.1");
    for (address, authority, why) in [
        (&address, "stranger", "UnknownIssuer"),
        (&elsewhere, "authority", "not valid for name"),
    ] {
        let said = run(address, authority, &["log", "bench 80kg 5x5"]);
        assert!(
            said.contains("cannot be trusted") && said.contains(why),
            "{said}"
        );
        assert!(
            said.contains("SSL_CERT_FILE") && !said.contains("exit 0"),
            "{said}"
        );
    }
    let said = run(&address, "authority", &["history"]);
    assert!(!said.contains("bench"), "{said}");
}
