//! Query plans of the most frequent queries.

use crate::support::World;
use crate::support::load_samples;
use catalog::import::{self, Prune};
use catalog::kinds::KINDS;
use catalog::{resources, seed};
use sqlx::{AssertSqlSafe, PgConnection};

const MANY: i64 = 20_000;
const SOME: i64 = 5_000;

/// Copies of the records of a table, until there are many.
async fn fill(conn: &mut PgConnection, table: &str, many: i64) {
    let statement = format!(
        "WITH one AS MATERIALIZED (SELECT row_number() OVER () - 1 AS place, * FROM {table})
         INSERT INTO {table}
         SELECT r.* FROM generate_series(1, $1) AS n
         JOIN one ON one.place = n % (SELECT count(*) FROM {table})
         CROSS JOIN LATERAL jsonb_populate_record(NULL::{table},
             to_jsonb(one) || jsonb_build_object(
                 'id', 1000000 + n, 'slug', one.slug || '-' || n, 'name', one.name || ' ' || n,
                 'sort_name', one.sort_name || ' ' || n, 'address', 'copy-' || n
             )) AS r"
    );
    sqlx::query(AssertSqlSafe(statement)).bind(many).execute(conn).await.unwrap();
}

#[tokio::test]
async fn the_default_query_is_answered_by_an_index() {
    let world = World::start().await;
    let (db, now) = (&world.test_db.db, world.clock.now());
    import::import(db, seed::files(), Prune::Keep, now).await.unwrap();
    load_samples(db, now).await;
    let mut conn = world.test_db.raw().await;
    for table in ["assets", "tokens"] {
        fill(&mut conn, table, MANY).await;
    }
    for table in ["issuers", "platforms", "loans", "articles"] {
        fill(&mut conn, table, SOME).await;
    }
    for name in ["issuers", "platforms", "protocols", "assets", "tokens", "loans", "articles"] {
        let resource = &resources::by_name(name).unwrap().resource;
        kit::testing::default_query_uses_an_index(&mut conn, resource).await;
    }
}

#[tokio::test]
async fn every_default_order_has_an_index() {
    let world = World::start().await;
    let indexes = world.texts("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'").await;
    for kind in KINDS {
        let sort = if kind.sort.0 == "name" { "sort_name" } else { kind.sort.0 };
        let of_table = format!(" ON public.{} USING btree ({sort}", kind.table);
        let found = indexes.iter().any(|index| index.replace('"', "").contains(&of_table));
        assert!(found, "{}: {sort}", kind.table);
    }
}
