//! The reading of personal data for an export, with a bound of its size that loses no row silently.

/// The statement that answers the rows of another one as a JSON list of at most `$2` bytes, from the first row on, and the
/// number of the rows after them. `$1` is for the other statement.
pub fn bounded_list(rows: &str) -> String {
    // Between two rows of the list there are at most four bytes.
    format!(
        "SELECT coalesce(json_agg(item) FILTER (WHERE size <= $2), '[]')::text,
                count(*) FILTER (WHERE size > $2)
         FROM (
             SELECT item, sum(octet_length(item::text) + 4) OVER (ROWS UNBOUNDED PRECEDING) AS size
             FROM (SELECT row_to_json(listed) AS item FROM ({rows}) AS listed) AS items
         ) AS sized"
    )
}
