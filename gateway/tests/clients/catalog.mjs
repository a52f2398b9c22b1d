// The genuine clients ask a catalog that holds the records of the test: node catalog.mjs <origin>
import assert from "node:assert/strict";

const [origin] = process.argv.slice(2);

async function failure(trpc, call) {
  const error = await call.then(
    (value) => assert.fail(`succeeded with ${JSON.stringify(value)}`),
    (error) => error,
  );
  assert(error instanceof trpc.TRPCClientError, String(error));
  return error;
}

const slugs = (answer) => answer.results.map(({ slug }) => slug);

/** Waits until the lists contain the import, which their service has to read first. */
async function listsFollow(api) {
  for (let tries = 0; tries < 200; tries += 1) {
    const { pagination } = await api.assets.list.query({ pagination: { page: 1, perPage: 1 } });
    if (pagination.resultCount > 0) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

async function listsByFilterSortAndPage({ api }) {
  const filter = { operator: "equals", field: "asset_class_slug", value: "stablecoins" };
  const sort = { field: "name", direction: "desc" };
  const first = await api.assets.list.query({ filter, sort, pagination: { page: 1, perPage: 2 } });
  assert.deepEqual(slugs(first), ["coin-c", "coin-b"]);
  const { nextCursor, ...pagination } = first.pagination;
  assert.deepEqual(pagination, { page: 1, perPage: 2, pageCount: 2, resultCount: 3 });
  const second = await api.assets.list.query({ filter, sort, pagination: { page: 2, perPage: 2 } });
  const behind = await api.assets.list.query({ filter, sort, pagination: { cursor: nextCursor, perPage: 2 } });
  assert.deepEqual(slugs(second), ["coin-a"]);
  assert.deepEqual(behind.results, second.results);
  assert.equal(behind.pagination.nextCursor, null);
  const [asset] = second.results;
  assert.deepEqual([asset.issuer_name, asset.management_fee_bps, asset.is_sample], ["Acme", 25, false]);
  assert.match(asset.updated_at, /^\d{4}-\d\d-\d\dT.*Z$/);

  const either = {
    operator: "or",
    filters: [
      { operator: "in", field: "slug", value: ["coin-a", "no-such"] },
      { operator: "startsWith", field: "name", value: "Coin C" },
    ],
  };
  assert.deepEqual(slugs(await api.assets.list.query({ filter: either })), ["coin-a", "coin-c"]);
  assert.equal((await api.assets.list.query({})).pagination.resultCount, 4);
}

async function getsOneByItsSlugOrNumber({ api, trpc }) {
  const asset = await api.assets.get.query({ slug: "coin-a" });
  assert.equal(asset.name, "Coin A");
  assert.deepEqual(await api.assets.get.query({ id: asset.id }), asset);
  assert.equal((await api.networks.get.query({ slug: "old-one" })).slug, "one");
  assert.equal((await api.tokens.get.query({ slug: "one:0xab" })).asset_slug, "coin-a");
  for (const input of [{ slug: "no-such" }, { slug: "" }, { slug: "💥" }, { id: 7 }]) {
    const error = await failure(trpc, api.assets.get.query(input));
    assert.deepEqual(
      [error.data.code, error.data.reason, error.data.path],
      ["NOT_FOUND", "asset_not_found", "assets.get"],
      JSON.stringify(input),
    );
  }
  for (const input of [{}, { slug: "coin-a", id: asset.id }, { slug: "x".repeat(321) }, { slug: 1 }, { name: "x" }]) {
    const error = await failure(trpc, api.assets.get.query(input));
    assert.equal(error.data.code, "BAD_REQUEST", JSON.stringify(input));
  }
}

async function listsFields({ api }) {
  const meta = await api.assetClasses.meta.query();
  assert.deepEqual([meta.resource, meta.key], ["asset_classes", "id"]);
  const name = meta.fields.find((field) => field.name === "name");
  assert(name.sortable && name.operators.includes("ilike"), JSON.stringify(name));
}

async function countsGroups({ api }) {
  const { results, groupCount } = await api.assets.aggregate.query({ aggregate: { groupBy: "asset_class_slug" } });
  assert.equal(groupCount, 2);
  assert.deepEqual(
    results.map(({ group, count }) => [group, count]).sort(),
    [["commodities", 1], ["stablecoins", 3]],
  );
  const fees = { aggregateFunction: "avg", field: "management_fee_bps" };
  const all = await api.assets.aggregate.query({ aggregate: fees });
  assert.deepEqual(
    all.results.map(({ group, count, covered, value }) => [group, count, covered, value]),
    [[null, 4, 1, 25]],
  );
}

async function refusesBadQueries({ api, trpc }) {
  const list = (filter) => api.assets.list.query({ filter });
  const part = { operator: "equals", field: "slug", value: "x" };
  const deep = (levels) =>
    levels === 0 ? part : { operator: "and", filters: [deep(levels - 1)] };
  for (const [call, reason, said] of [
    [() => list({ ...part, field: "password" }), "field_unknown", /^filter\.field: unknown field password/],
    [() => list({ operator: "and", filters: [part, { ...part, operator: "gt" }] }), "operator_not_allowed", /^filter\.filters\[1\]\.operator: slug supports/],
    [() => list({ operator: "and", filters: [{ ...part, operator: "; DROP" }] }), "input_invalid", /^filter\.filters\[0\]\.operator: /],
    [() => list({ ...part, extra: 1 }), "input_invalid", /^filter\.extra: not a known field/],
    [() => list(deep(20)), "filter_too_deep", /^filter/],
    [() => list({ operator: "and", filters: Array(65).fill(part) }), "too_many_conditions", /^filter/],
    [() => list("slug = 'x'"), "input_invalid", /^filter: must be an object/],
    [() => api.assets.list.query({ sort: { field: "nothing", direction: "asc" } }), undefined, /^sort\.field: /],
    [() => api.assets.list.query({ pagination: { perPage: 1001 } }), "number_out_of_bounds", /^pagination\.perPage: must be from 1 to 1000/],
    [() => api.assets.list.query({ pagination: { perPage: "50" } }), "input_invalid", /^pagination\.perPage: must be a whole number/],
    [() => api.assets.list.query({ pagination: { cursor: "made-up" } }), "cursor_invalid", /^pagination\.cursor: /],
    [() => api.assets.list.query({ page: 1 }), "input_invalid", /^page: not a known field/],
    [() => api.assets.aggregate.query({ aggregate: { groupBy: "description" } }), "field_not_groupable", /^aggregate\.groupBy: /],
  ]) {
    const error = await failure(trpc, call());
    assert.deepEqual([error.data.code, error.data.httpStatus], ["BAD_REQUEST", 400], error.message);
    assert.match(error.message, said);
    if (reason !== undefined) assert.equal(error.data.reason, reason, error.message);
    assert.match(error.data.path, /^assets\.(list|aggregate)$/);
  }
}

for (const line of ["trpc-v10", "trpc-v11"]) {
  const trpc = await import(`./${line}/index.mjs`);
  for (const link of ["httpLink", "httpBatchLink"]) {
    const api = trpc.createClient({ links: [trpc[link]({ url: `${origin}/api/trpc` })] });
    await listsFollow(api);
    for (const check of [
      listsByFilterSortAndPage,
      getsOneByItsSlugOrNumber,
      listsFields,
      countsGroups,
      refusesBadQueries,
    ]) {
      await check({ api, trpc });
      console.log(`${line}, ${link}: ${check.name}`);
    }
  }
}
