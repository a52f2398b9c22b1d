//! The reader and the purpose of an answer, passed on from hop to hop and limited by the gateway's statement about the
//! person: licences allow some values only to some readers, or only on screens.

use std::future::Future;

use http::{HeaderMap, HeaderValue};
use proto::codec::Text as _;
use proto::identity::v1::Role;
use proto::timeseries::v1::Visibility;

const HEADER: &str = "assay-reader";

tokio::task_local! {
    static READER: Reader;
}

/// The audience and the purpose of an answer. The defaults are everybody and files, to which licences allow least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reader {
    pub audience: Audience,
    pub purpose: Purpose,
}

/// The readers of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Audience {
    /// Anybody, also without an account.
    #[default]
    Everybody,
    /// Somebody who is signed in.
    Members,
    Administrators,
}

impl Audience {
    /// The readers among whom somebody with this role is; without a role it is somebody who is not signed in.
    pub const fn from_role(role: Option<Role>) -> Self {
        match role {
            Some(Role::Admin) => Self::Administrators,
            Some(_) => Self::Members,
            None => Self::Everybody,
        }
    }
}

/// The use of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// A file or a feed, which can be passed on.
    #[default]
    File,
    Screen,
}

impl Reader {
    /// An administrator before a screen, who sees everything that is shown at all.
    pub const ADMINISTRATOR: Self =
        Self { audience: Audience::Administrators, purpose: Purpose::Screen };

    /// Every reader.
    pub const ALL: [Self; 6] = {
        let [everybody, members, administrators] =
            [Audience::Everybody, Audience::Members, Audience::Administrators];
        let [file, screen] = [Purpose::File, Purpose::Screen];
        [
            Self { audience: everybody, purpose: file },
            Self { audience: everybody, purpose: screen },
            Self { audience: members, purpose: file },
            Self { audience: members, purpose: screen },
            Self { audience: administrators, purpose: file },
            Self { audience: administrators, purpose: screen },
        ]
    };

    /// The same reader before a screen.
    #[must_use]
    pub const fn on_screen(self) -> Self {
        Self { purpose: Purpose::Screen, ..self }
    }

    /// Its place in [`Reader::ALL`].
    pub const fn place(self) -> usize {
        self.audience as usize * 2 + self.purpose as usize
    }

    /// Whether values with such a licence may be part of an answer.
    pub fn may_have(self, visible_to: Visibility, is_redistributable: bool) -> bool {
        self.may_see(visible_to) && (is_redistributable || self.purpose == Purpose::Screen)
    }

    /// Whether such values may be shown.
    pub fn may_see(self, visible_to: Visibility) -> bool {
        match visible_to {
            Visibility::Everybody => true,
            Visibility::Members => self.audience >= Audience::Members,
            Visibility::Administrators => self.audience >= Audience::Administrators,
            // A value of a newer release is as good as none.
            Visibility::Nobody | Visibility::Unspecified => false,
        }
    }

    /// The words of what may be shown.
    pub fn visible(self) -> impl Iterator<Item = &'static str> {
        let all = [Visibility::Everybody, Visibility::Members, Visibility::Administrators];
        all.into_iter().filter(move |visibility| self.may_see(*visibility)).map(Visibility::text)
    }
}

/// Runs work for a reader; calls within it say so.
pub async fn read_as<F: Future>(reader: Reader, work: F) -> F::Output {
    READER.scope(reader, work).await
}

/// The reader of the current request.
pub fn reader() -> Reader {
    READER.try_with(|reader| *reader).unwrap_or_default()
}

pub(super) fn write(headers: &mut HeaderMap) {
    headers.insert(HEADER, HeaderValue::from_static(words(reader())));
}

/// The reader whom a call names, for a verified person with this role. The header is no proof: it may name a smaller audience
/// than that of the person, but no greater one.
pub(super) fn read(headers: &HeaderMap, role: Option<Role>) -> Reader {
    let text = headers.get(HEADER).and_then(|value| value.to_str().ok());
    let named = Reader::ALL.into_iter().find(|reader| text == Some(words(*reader)));
    let named = named.unwrap_or_default();
    Reader { audience: named.audience.min(Audience::from_role(role)), ..named }
}

const fn words(reader: Reader) -> &'static str {
    match (reader.audience, reader.purpose) {
        (Audience::Everybody, Purpose::File) => "everybody; file",
        (Audience::Everybody, Purpose::Screen) => "everybody; screen",
        (Audience::Members, Purpose::File) => "members; file",
        (Audience::Members, Purpose::Screen) => "members; screen",
        (Audience::Administrators, Purpose::File) => "administrators; file",
        (Audience::Administrators, Purpose::Screen) => "administrators; screen",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reader_survives_the_wire() {
        for (place, reader) in Reader::ALL.into_iter().enumerate() {
            let mut headers = HeaderMap::new();
            read_as(reader, async { write(&mut headers) }).await;
            let administrator = Some(Role::Admin);
            assert_eq!((read(&headers, administrator), reader.place()), (reader, place));
        }
    }

    #[test]
    fn nobody_is_a_greater_audience_than_their_role() {
        let roles = [
            (None, Audience::Everybody),
            (Some(Role::Customer), Audience::Members),
            (Some(Role::Admin), Audience::Administrators),
        ];
        for (reader, (role, most)) in
            Reader::ALL.iter().flat_map(|reader| roles.map(|role| (reader, role)))
        {
            let mut headers = HeaderMap::new();
            headers.insert(HEADER, HeaderValue::from_static(words(*reader)));
            let found = read(&headers, role);
            assert_eq!(found.audience, reader.audience.min(most), "{reader:?} for {role:?}");
            assert_eq!(found.purpose, reader.purpose);
        }
    }

    #[test]
    fn without_a_statement_the_least_is_allowed() {
        assert_eq!(reader(), Reader::default());
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, HeaderValue::from_static("administrators"));
        let reader = read(&headers, Some(Role::Admin));
        assert!(reader.may_have(Visibility::Everybody, true));
        for (visible_to, is_redistributable) in [
            (Visibility::Everybody, false),
            (Visibility::Members, true),
            (Visibility::Administrators, true),
            (Visibility::Nobody, true),
        ] {
            assert!(!reader.may_have(visible_to, is_redistributable), "{visible_to:?}");
        }
    }

    #[test]
    fn nobody_sees_what_is_for_checks_alone() {
        assert!(Reader::ALL.iter().all(|reader| !reader.may_see(Visibility::Nobody)));
        let visible: Vec<&str> = Reader::ADMINISTRATOR.visible().collect();
        assert_eq!(visible, ["everybody", "members", "administrators"]);
    }
}
