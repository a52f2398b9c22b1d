//! The rules for a profile: known enumeration values, no repeated interest.

use proto::codec::Text as _;
use proto::profiles::v1::{AcquisitionChannel, AssetClassInterest, Occupation, Profile};

use crate::error::ProfilesError;

/// Refuses numbers on the wire that are not values of their enumeration.
pub fn profile(profile: &Profile) -> Result<(), ProfilesError> {
    if Occupation::try_from(profile.occupation).is_err() {
        return Err(ProfilesError::OccupationUnknown);
    }
    if AcquisitionChannel::try_from(profile.acquisition_channel).is_err() {
        return Err(ProfilesError::AcquisitionChannelUnknown);
    }
    let interests = &profile.asset_class_interests;
    if interests.len() > AssetClassInterest::VALUES.len() {
        return Err(ProfilesError::TooManyInterests);
    }
    for (at, interest) in interests.iter().enumerate() {
        let known = AssetClassInterest::try_from(*interest);
        if !known.is_ok_and(|known| known != AssetClassInterest::Unspecified) {
            return Err(ProfilesError::InterestUnknown);
        }
        if interests[..at].contains(interest) {
            return Err(ProfilesError::InterestRepeated);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::error::Problem;

    use super::*;

    fn profile(occupation: i32, acquisition_channel: i32, interests: &[i32]) -> Profile {
        Profile {
            occupation,
            acquisition_channel,
            asset_class_interests: interests.to_vec(),
            should_receive_marketing: true,
        }
    }

    #[test]
    fn refuses_unknown_and_repeated_values() {
        let refused =
            |profile: Profile| Problem::from(super::profile(&profile).unwrap_err()).reason;
        assert_eq!(refused(profile(99, 0, &[])), "occupation_unknown");
        assert_eq!(refused(profile(-1, 0, &[])), "occupation_unknown");
        assert_eq!(refused(profile(0, 99, &[])), "acquisition_channel_unknown");
        assert_eq!(refused(profile(0, 0, &[0])), "interest_unknown");
        assert_eq!(refused(profile(0, 0, &[6])), "interest_unknown");
        assert_eq!(refused(profile(0, 0, &[1, 2, 1])), "interest_repeated");
        assert_eq!(refused(profile(0, 0, &[1, 2, 3, 4, 5, 1])), "too_many_interests");
    }

    #[test]
    fn accepts_the_values_of_the_form_and_unset_ones() {
        assert!(super::profile(&profile(24, 11, &[1, 2, 3, 4, 5])).is_ok());
        assert!(super::profile(&Profile::default()).is_ok());
    }
}
