//! An e-mail address, as a form, a provider or a link has it.

use identity::fuzzing::normalise;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "email_addresses",
    run,
    tokens: &[
        "@",
        ".",
        ",",
        ";",
        "<",
        ">",
        "\"",
        " ",
        "\r\n",
        "\u{0}",
        "\u{ff20}",
        "\u{ff0c}",
        "\u{2024}",
        "\u{130}",
        "\u{1e9e}",
        "\u{a0}",
        "\u{202e}",
        "a",
        "Z",
        "example.com",
        "xn--",
        "(c)",
        "+tag",
    ],
    rounds: 3000,
};

fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Some(address) = normalise(text) else { return };
    assert!(address.len() <= 254, "{address:?}");
    assert_eq!(address.matches('@').count(), 1, "{address:?}");
    // A mail has one recipient, and none of its headers comes from an address.
    let breaks = |letter: char| {
        letter.is_control() || letter.is_whitespace() || ",;:<>()[]\"\\".contains(letter)
    };
    assert!(!address.contains(breaks), "{address:?}");
    // One person has one account: the spelling that is kept stays as it is.
    assert_eq!(normalise(&address).as_deref(), Some(&*address));
}
