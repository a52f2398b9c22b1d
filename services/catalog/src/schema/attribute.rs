//! The attributes of records by which scopes of policies select them, as expressions of their ids.

use std::fmt::Write as _;

use proto::access::v1::TokenType;
use proto::catalog::v1::Region;
use proto::codec::Text;

/// The attribute of a record in a dimension; the statements are those of the kind's list.
#[derive(Clone, Copy, Debug)]
pub enum Attribute {
    /// The id of a record.
    Id(&'static str),
    /// The ids of several records, `bigint[]`.
    Ids(&'static str),
    /// The networks that have these slugs.
    Networks(&'static str),
    /// A region, by its word.
    Region(&'static str),
    /// The region of the country that has this id.
    RegionOfCountry(&'static str),
    /// A type of token, by its word.
    TokenType(&'static str),
}

impl Attribute {
    /// Whether a record may have several ids.
    pub fn is_list(self) -> bool {
        matches!(self, Self::Ids(_) | Self::Networks(_))
    }

    /// The expression of the id, or of the list of ids.
    pub fn sql(self) -> String {
        match self {
            Self::Id(sql) | Self::Ids(sql) => sql.to_owned(),
            Self::Networks(slugs) => format!(
                "(SELECT array_agg(of_slug.id) FROM networks AS of_slug WHERE of_slug.slug = ANY({slugs}))"
            ),
            Self::Region(word) => number_of::<Region>(word),
            Self::RegionOfCountry(id) => {
                let region = number_of::<Region>("of_id.region");
                format!("(SELECT {region} FROM countries AS of_id WHERE of_id.id = {id})")
            }
            Self::TokenType(word) => number_of::<TokenType>(word),
        }
    }
}

/// The number of a value that the database has as a word.
fn number_of<T: Text + Into<i32>>(word: &str) -> String {
    let mut sql = format!("(CASE {word}");
    for (value, text) in T::VALUES {
        let number: i32 = (*value).into();
        let _ = write!(sql, " WHEN '{text}' THEN {number}");
    }
    sql + " END)::bigint"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_the_numbers_of_conditions() {
        assert_eq!(
            Attribute::TokenType("t.token_type").sql(),
            "(CASE t.token_type WHEN 'fungible' THEN 1 WHEN 'book_entry' THEN 2 END)::bigint"
        );
        let region = Attribute::RegionOfCountry("t.country_id").sql();
        assert!(region.contains("WHEN 'oceania' THEN 7 END"), "{region}");
    }
}
