//! The rules for the values of a role.

use proto::access::v1::{AccessRole, RoleInput};

use super::RESERVED_PREFIXES;
use crate::error::{AccessError, Refusal};
use crate::input::Checks;
use crate::limits::{LONGEST_DESCRIPTION, LONGEST_NAME};

const NAME_LENGTH: std::ops::RangeInclusive<usize> = 3..=64;

/// The role with the values of the input.
pub fn checked(input: Option<RoleInput>, role: AccessRole) -> Result<AccessRole, AccessError> {
    let input = input.ok_or_else(|| AccessError::field("role", "is required"))?;
    if RESERVED_PREFIXES.iter().any(|prefix| input.name.starts_with(prefix)) {
        return Err(Refusal::ReservedName.into());
    }
    let mut checks = Checks::default();
    let is_allowed = |letter: char| {
        letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '.' | '_' | '-')
    };
    if !NAME_LENGTH.contains(&input.name.len()) || !input.name.chars().all(is_allowed) {
        let message = "must have 3 to 64 lower-case letters, digits, dots, dashes and underscores";
        checks.refuse("name", message);
    }
    let display_name = checks.required_text("display_name", &input.display_name, LONGEST_NAME);
    let description = checks.text("description", &input.description, LONGEST_DESCRIPTION);
    checks.finish(AccessRole { name: input.name, display_name, description, ..role })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &str) -> Result<AccessRole, AccessError> {
        let input = RoleInput {
            name: name.to_owned(),
            display_name: " Analysts ".to_owned(),
            description: String::new(),
        };
        checked(Some(input), AccessRole::default())
    }

    #[test]
    fn a_name_has_few_letters_and_no_reserved_beginning() {
        assert_eq!(outcome("desk-1.fixed_income").unwrap().display_name, "Analysts");
        for name in ["ab", "Desk", "a b", "é-é", &"x".repeat(65)] {
            assert!(matches!(outcome(name), Err(AccessError::Invalid(_))), "{name}");
        }
        for name in ["plan.gold", "internal.root"] {
            let refused = AccessError::Refused(Refusal::ReservedName).to_string();
            assert_eq!(outcome(name).unwrap_err().to_string(), refused);
        }
        assert!(matches!(checked(None, AccessRole::default()), Err(AccessError::Invalid(_))));
    }
}
