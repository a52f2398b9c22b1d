//! The quotas of each class of calls for a user, a browser and an address, and the settings that change them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use kit::config::{ConfigError, Env, items};
use kit::rate_limits::Quota;

use super::principal::Principal;

/// The classes of calls, each with limits of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RateClass {
    /// Everything that signs in: requests for links, visits of them, passkeys and second factors. Of a user, the further
    /// sign-ins that changes need.
    SignIn,
    /// The calls of a page about its session, and the forms around it. Data that others at the address read do not
    /// count here, so that no user looks signed out because of them.
    Session,
    /// The same calls of pages that visitors without a session read: a sign-in begins with them, so that no program at
    /// their address uses up theirs.
    SignInPage,
    /// Queries and feeds.
    Reading,
    /// Queries of pages that visitors without a session read, so that no program at their address uses up theirs.
    Page,
    /// Files.
    Downloading,
    /// Product events, and errors of the session client. Those beyond the limit are sampled, not refused.
    Tracking,
    /// Changes, and calls of administrators.
    Administration,
    /// Look-ups of session tokens that this process does not know to be valid: whoever sends forged ones does not get
    /// identity to look up each of them. Never of a user.
    SessionLookup,
    /// Cookies for browsers that load their first page. Always of an address.
    NewBrowser,
    /// All calls of known browsers without a session, so that a program with many cookies has a bound. Always of an address.
    Browsers,
    /// Calls of programs for data, in the short term, as the policies of their plan state. Always of the holder of a plan, like
    /// the next two, and in no setting.
    Plan,
    /// The same in a day.
    PlanDay,
    /// The rows of their answers in a day.
    PlanRows,
}

/// The quotas of all classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rates {
    /// `RATES_PER_USER`: `class=calls/seconds`, separated by commas; those that are not named keep the default. Classes that count
    /// addresses alone are refused.
    pub users: BTreeMap<RateClass, Quota>,
    /// `RATES_PER_BROWSER`: the same for a browser without a session that has loaded a page, in the classes of pages.
    pub browsers: BTreeMap<RateClass, Quota>,
    /// `RATES_PER_ADDRESS`: the same for everybody without a session at an address.
    pub addresses: BTreeMap<RateClass, Quota>,
}

impl RateClass {
    /// Its name in settings and headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in",
            Self::Session => "session",
            Self::SignInPage => "sign-in-page",
            Self::Reading => "reading",
            Self::Page => "page",
            Self::Downloading => "downloading",
            Self::Tracking => "tracking",
            Self::Administration => "administration",
            Self::SessionLookup => "session-lookup",
            Self::NewBrowser => "new-browser",
            Self::Browsers => "browsers",
            Self::Plan => "plan",
            Self::PlanDay => "plan-day",
            Self::PlanRows => "plan-rows",
        }
    }

    /// The class and the principal of a call in its rate. One that a page makes without a session has a class of its own, and
    /// counts for the browser if that is known.
    pub fn counted<'p>(
        self,
        principal: &'p Principal,
        is_from_page: bool,
        browser: Option<&str>,
    ) -> (Self, Cow<'p, Principal>) {
        let page = match self {
            Self::Session => Self::SignInPage,
            Self::Reading => Self::Page,
            _ => return (self, Cow::Borrowed(principal)),
        };
        match principal {
            Principal::Address(address) if is_from_page => {
                (page, Cow::Owned(Principal::without_session(browser, *address)))
            }
            _ => (self, Cow::Borrowed(principal)),
        }
    }
}

impl Rates {
    /// Reads the settings.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let per_user = env.text("RATES_PER_USER")?;
        let per_browser = env.text("RATES_PER_BROWSER")?;
        let per_address = env.text("RATES_PER_ADDRESS")?;
        Ok(Self {
            users: quotas_with_changes(&PER_USER, "RATES_PER_USER", per_user.as_deref())?,
            browsers: quotas_with_changes(
                &PER_BROWSER,
                "RATES_PER_BROWSER",
                per_browser.as_deref(),
            )?,
            addresses: quotas_with_changes(
                &PER_ADDRESS,
                "RATES_PER_ADDRESS",
                per_address.as_deref(),
            )?,
        })
    }

    /// The quota of a caller for a class of calls.
    pub fn quota(&self, class: RateClass, principal: &Principal) -> Quota {
        let own = match principal {
            // Each key of an organization; all of them together have the rates of its plan.
            Principal::User(_) | Principal::Key(_) => self.users.get(&class),
            Principal::Browser { .. } => self.browsers.get(&class),
            Principal::Address(_) => None,
        };
        *own.unwrap_or(&self.addresses[&class])
    }
}

/// Calls and seconds of a user in each class; the other classes count addresses alone. A page makes some dozens of calls when it
/// is first loaded: even many pages at once are far below the limits of reading.
const PER_USER: [(RateClass, u32, u64); 6] = [
    (RateClass::SignIn, 30, 300),
    (RateClass::Session, 600, 60),
    (RateClass::Reading, 1_200, 60),
    (RateClass::Downloading, 60, 60),
    (RateClass::Tracking, 120, 60),
    (RateClass::Administration, 300, 60),
];
/// The same of a browser without a session that has loaded a page.
const PER_BROWSER: [(RateClass, u32, u64); 3] = [
    (RateClass::SignInPage, 600, 60),
    (RateClass::Page, 1_200, 60),
    (RateClass::SessionLookup, 60, 60),
];
/// The same of an address, which may be that of a whole office.
const PER_ADDRESS: [(RateClass, u32, u64); 11] = [
    (RateClass::SignIn, 100, 300),
    (RateClass::Session, 3_000, 60),
    (RateClass::SignInPage, 3_000, 60),
    (RateClass::Reading, 3_000, 60),
    (RateClass::Page, 3_000, 60),
    (RateClass::Downloading, 60, 60),
    (RateClass::Tracking, 300, 60),
    (RateClass::Administration, 300, 60),
    (RateClass::SessionLookup, 3_000, 60),
    (RateClass::NewBrowser, 300, 60),
    (RateClass::Browsers, 30_000, 60),
];

fn quotas_with_changes(
    defaults: &[(RateClass, u32, u64)],
    name: &str,
    text: Option<&str>,
) -> Result<BTreeMap<RateClass, Quota>, ConfigError> {
    let quota = |uses, seconds| Quota { uses, window: Duration::from_secs(seconds) };
    let mut quotas: BTreeMap<_, _> =
        defaults.iter().map(|&(class, uses, seconds)| (class, quota(uses, seconds))).collect();
    let names = quotas.keys().map(|class| class.name()).collect::<Vec<_>>().join(", ");
    for item in items(text.unwrap_or_default()) {
        // A class that this setting does not have would be set without an effect.
        let known = |(name, quota): (&str, Quota)| {
            Some((quotas.keys().find(|class| class.name() == name)?, quota))
        };
        let (&class, quota) = parse(item).and_then(known).ok_or_else(|| {
            let problem = format!(
                "contains {item:?} (expected class=calls/seconds, both at least 1; classes of this setting: {names})"
            );
            ConfigError::new(name, problem)
        })?;
        quotas.insert(class, quota);
    }
    Ok(quotas)
}

fn parse(item: &str) -> Option<(&str, Quota)> {
    let (class, quota) = item.split_once('=')?;
    let (uses, seconds) = quota.split_once('/')?;
    let (uses, seconds): (u32, u32) = (uses.trim().parse().ok()?, seconds.trim().parse().ok()?);
    // A day at most: counters are no archive.
    if uses == 0 || !(1..=86_400).contains(&seconds) {
        return None;
    }
    Some((class.trim(), Quota { uses, window: Duration::from_secs(seconds.into()) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(per_user: &str) -> Result<Rates, ConfigError> {
        Rates::from_env(&mut Env::default().with("RATES_PER_USER", per_user))
    }

    #[test]
    fn settings_change_the_classes_that_they_name() {
        let usual = rates("").unwrap();
        let changed = rates("reading=5/10, tracking=1/86400,").unwrap();
        let reading = Quota { uses: 5, window: Duration::from_secs(10) };
        assert_eq!(changed.users[&RateClass::Reading], reading);
        assert_eq!(changed.users[&RateClass::Downloading], usual.users[&RateClass::Downloading]);
        assert_eq!(changed.addresses, usual.addresses);
        for wrong in ["reading", "reading=5", "reading=0/10", "reading=5/0", "writing=5/10", "5/10"]
        {
            let error = rates(wrong).unwrap_err().to_string();
            assert!(error.starts_with("setting RATES_PER_USER contains"), "{error}");
        }
    }

    #[test]
    fn a_class_that_counts_addresses_alone_is_none_of_a_user() {
        for class in ["sign-in-page", "page", "session-lookup", "new-browser", "browsers"] {
            let setting = format!("{class}=5/10");
            assert_eq!(
                rates(&setting).unwrap_err().to_string(),
                format!(
                    "setting RATES_PER_USER contains \"{setting}\" (expected class=calls/seconds, both at least 1; \
                     classes of this setting: sign-in, session, reading, downloading, tracking, administration)"
                )
            );
            let env = &mut Env::default().with("RATES_PER_ADDRESS", &setting);
            assert_ne!(Rates::from_env(env).unwrap(), rates("").unwrap(), "{class}");
        }
    }

    #[test]
    fn every_class_has_a_quota_of_an_address_and_those_of_a_user_are_their_own() {
        let usual = rates("").unwrap();
        let (user, address) =
            (Principal::User("u".to_owned()), Principal::at([192, 0, 2, 1].into()));
        let browser = Principal::without_session(Some("b"), [192, 0, 2, 1].into());
        for (class, uses, _) in PER_ADDRESS {
            assert_eq!(usual.quota(class, &address).uses, uses);
        }
        for (class, uses, _) in PER_USER {
            assert_eq!(usual.quota(class, &user).uses, uses);
        }
        for (class, uses, _) in PER_BROWSER {
            assert_eq!(usual.quota(class, &browser).uses, uses);
        }
    }

    #[test]
    fn no_first_load_of_a_page_reaches_the_limits_of_reading() {
        let usual = rates("").unwrap();
        for quotas in [&usual.users, &usual.addresses] {
            // Twenty of the largest batches at once, and a hundred pages with their session.
            assert!(quotas[&RateClass::Reading].uses >= 1_000);
            assert!(quotas[&RateClass::Session].uses >= 300);
        }
        for quotas in [&usual.browsers, &usual.addresses] {
            assert!(quotas[&RateClass::Page].uses >= 1_000);
            assert!(quotas[&RateClass::SignInPage].uses >= 300);
        }
    }
}
