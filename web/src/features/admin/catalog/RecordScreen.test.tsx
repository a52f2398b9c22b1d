import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Issuer, RecordChangeEntry, ResourceMeta } from "@/api/contract";
import { fieldMeta } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { CallFailure, unavailable } from "@/testing/server";
import { mockServer, page, rootId } from "../adminFixtures";
import { NewRecordScreen, useSubjectKind } from "./NewRecordScreen";
import { RecordScreen, useSubjectRecord } from "./RecordScreen";

const first = "2026-11-20T10:00:00.000Z";
const second = "2026-11-20T11:00:00.000Z";

function issuer(part: Partial<Issuer> = {}): Issuer {
  return {
    id: 10001,
    slug: "quay",
    name: "Quay",
    legal_name: "Quay Limited",
    country_code: null,
    country_name: null,
    website: null,
    website_source: null,
    legal_form: null,
    lei: null,
    cik: null,
    regulator: null,
    licence_held: null,
    asset_count: 0,
    note: null,
    source: "a filing",
    licence: "CC0-1.0",
    retrieved_on: "2026-11-18",
    is_sample: false,
    updated_at: first,
    ...part,
  };
}

const meta: ResourceMeta = {
  resource: "issuers",
  key: "id",
  defaultSort: { field: "name", direction: "asc" },
  referencedBy: [
    { resource: "articles", field: "issuer_slugs" },
    { resource: "assets", field: "issuer_slug" },
    { resource: "investments", field: "issuer_slug" },
    { resource: "loans", field: "issuer_slug" },
    { resource: "reserve_reports", field: "issuer_slug" },
  ],
  fields: [
    fieldMeta("id", "id", { derived: true }),
    fieldMeta("slug", "slug", { nullable: false }),
    fieldMeta("name", "text", { nullable: false }),
    fieldMeta("legal_name", "text"),
    fieldMeta("country_code", "slug", { refersTo: "countries" }),
    fieldMeta("country_name", "text", { derived: true }),
    fieldMeta("website", "text"),
    fieldMeta("asset_count", "int", { unit: "count", nullable: false, derived: true }),
    fieldMeta("source", "text", { nullable: false }),
    fieldMeta("licence", "text", { nullable: false }),
    fieldMeta("retrieved_on", "date", { nullable: false }),
    fieldMeta("is_sample", "bool", { nullable: false, derived: true }),
    fieldMeta("updated_at", "instant", { nullable: false, derived: true }),
  ],
};

const entry: RecordChangeEntry = {
  id: 2,
  resource: "issuers",
  record_id: 10001,
  slug: "quay",
  action: "updated",
  changed_by: rootId,
  changed_at: first,
  columns: ["legal_name"],
  before: { name: "Quay" },
  after: { name: "Quay", legal_name: "Quay Limited" },
};

const none = { results: [], pagination: { ...page, resultCount: 0 } };

type Calls = NonNullable<Parameters<typeof mockServer>[0]>;

const calls: Calls = {
  "issuers.get": () => issuer(),
  "issuers.meta": () => meta,
  "catalog.changes": () => ({ results: [entry], next_cursor: null }),
  "assets.list": () => none,
  "investments.list": () => none,
  "reserveReports.list": () => none,
  "loans.list": () => none,
  "articles.list": () => none,
};

function Edit() {
  return <RecordScreen subject={useSubjectRecord()} />;
}

function Create() {
  return <NewRecordScreen subject={useSubjectKind()} />;
}

const open = (query: Record<string, string> = { kind: "issuers", slug: "quay" }) =>
  render(<Edit />, { query, pathname: "/admin/catalog/[kind]/[slug]/edit" });

const box = (name: string) => screen.findByRole("textbox", { name });
const save = () => screen.getByRole("button", { name: "Save changes" });

describe("the editor of a record", () => {
  it("sends what differs with the state it was made on, and shows what is kept", async () => {
    const sent: unknown[] = [];
    let kept = issuer();
    mockServer({
      ...calls,
      "issuers.get": () => kept,
      "catalog.save": (input) => {
        sent.push(input);
        kept = issuer({ legal_name: "Quay Holdings", updated_at: second });
        return { results: [{ id: 1, slug: "quay", action: "updated", updated_at: second }] };
      },
    });
    const { user } = open();
    const name = await box("Legal name");
    await user.click(save());
    expect(screen.getByText(/nothing was saved/)).toBeInTheDocument();
    await user.clear(name);
    await user.type(name, " Quay Holdings ");
    await user.click(save());
    expect(await screen.findByText(/^Saved$/)).toBeInTheDocument();
    expect(name).toHaveValue("Quay Holdings");
    expect(screen.getByText("No unsaved changes")).toBeInTheDocument();
    const record = { slug: "quay", updated_at: first, legal_name: "Quay Holdings" };
    expect(sent).toEqual([{ resource: "issuers", records: [record] }]);
    expect(sessionStorage).toHaveLength(0);
  });

  it("asks whoever changes an imported record where the change comes from", async () => {
    mockServer({ ...calls, "catalog.changes": () => ({ results: [], next_cursor: null }) });
    const { user } = open();
    await user.type(await box("Legal name"), "x");
    await user.click(save());
    const summary = screen.getByRole("region", { name: "2 fields need a change" });
    expect(within(summary).getByRole("link", { name: "Source" })).toBeInTheDocument();
    expect(await box("Source")).toHaveAccessibleDescription(/Before: a filing\./);
  });

  it("puts refusals beside their fields and keeps what was typed", async () => {
    const places = [{ path: "records[0].website", message: "expected another address" }];
    let answer = new CallFailure("BAD_REQUEST", 400, "record_invalid", places);
    mockServer({ ...calls, "catalog.save": () => answer });
    const { user } = open();
    const site = await box("Website");
    await user.type(site, "https://quay.example");
    await user.click(save());
    const summary = await screen.findByRole("region", { name: "1 field needs a change" });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(site).toHaveAccessibleDescription(/Expected another address\./);
    answer = unavailable;
    await user.type(site, "/");
    await user.click(save());
    expect(await screen.findByText(/Not saved. Part of the service is/)).toBeInTheDocument();
    expect(site).toHaveValue("https://quay.example/");
  });

  it("shows what somebody else saved beside one's own, and saves what was decided", async () => {
    const sent: Array<{ records: Array<Record<string, unknown>> }> = [];
    let kept = issuer();
    mockServer({
      ...calls,
      "issuers.get": () => kept,
      "catalog.save": (input) => {
        sent.push(input);
        if (sent.length > 1) {
          return { results: [{ id: 1, slug: "quay", action: "updated", updated_at: second }] };
        }
        kept = issuer({ name: "Quay Group", legal_name: "Quay plc", updated_at: second });
        return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
      },
    });
    const { user } = open();
    const name = await box("Legal name");
    await user.clear(name);
    await user.type(name, "Quay SA");
    await user.click(save());
    const card = await screen.findByRole("region", { name: "This record was changed meanwhile" });
    await waitFor(() => expect(card).toHaveFocus());
    expect(await within(card).findByText("ada@harbour.example")).toBeInTheDocument();
    expect(await box("Name")).toHaveValue("Quay Group");
    expect(within(card).getByText("Taken over")).toBeInTheDocument();
    const choice = within(card).getByRole("group", { name: "Legal name: which value to keep" });
    expect(within(choice).getByRole("radio", { name: "Keep yours" })).toBeChecked();
    await user.click(within(choice).getByRole("radio", { name: "Take theirs" }));
    expect(name).toHaveValue("Quay plc");
    await user.click(within(choice).getByRole("radio", { name: "Keep yours" }));
    await user.click(save());
    expect(await screen.findByText(/^Saved$/)).toBeInTheDocument();
    const record = { slug: "quay", updated_at: second, legal_name: "Quay SA" };
    expect(sent[1]?.records).toEqual([record]);
  });

  it("offers to create again what somebody removed meanwhile", async () => {
    let removed = false;
    const sent: Array<{ records: Array<Record<string, unknown>> }> = [];
    mockServer({
      ...calls,
      "issuers.get": () =>
        removed ? new CallFailure("NOT_FOUND", 404, "issuer_not_found") : issuer(),
      "catalog.save": (input) => {
        sent.push(input);
        removed = true;
        return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
      },
    });
    const { user } = open();
    await user.type(await box("Legal name"), "x");
    await user.click(save());
    await screen.findByRole("region", { name: "This record was removed meanwhile" });
    await user.click(save());
    await screen.findByRole("region", { name: "This record was removed meanwhile" });
    expect(sent[1]?.records[0]).toMatchObject({ updated_at: null, name: "Quay" });
  });

  it("gives back what was typed before the page was left without an answer", async () => {
    mockServer(calls);
    const before = open();
    await before.user.type(await box("Legal name"), " Inc");
    before.unmount();
    const { user } = open();
    expect(await box("Legal name")).toHaveValue("Quay Limited Inc");
    expect(screen.getByText(/Your unsaved changes are/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(await box("Legal name")).toHaveValue("Quay Limited");
  });
});

describe("beside the form", () => {
  it("tells who changed what, and pages by cursor", async () => {
    mockServer({
      ...calls,
      "catalog.changes": ({ cursor }) =>
        cursor === "2"
          ? { results: [{ ...entry, id: 1, action: "created" }], next_cursor: null }
          : { results: [entry], next_cursor: "2" },
    });
    const { user } = open();
    const list = await screen.findByRole("list", { name: "History" });
    expect(list).toHaveTextContent("Legal name: Empty→ changed to Quay Limited");
    expect(await within(list).findByRole("link", { name: "ada@harbour.example" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Older changes" }));
    expect(await screen.findByText("Created")).toBeInTheDocument();
  });

  it("removes what no other record needs, and says what does", async () => {
    const removed: unknown[] = [];
    let used = true;
    const asset = { slug: "gold", name: "Gold" };
    mockServer({
      ...calls,
      "assets.list": () =>
        used ? { results: [asset as never], pagination: { ...page, resultCount: 1 } } : none,
      "catalog.remove": (input) => {
        removed.push(input);
        return removed.length === 1
          ? new CallFailure("PRECONDITION_FAILED", 412, "record_needed")
          : {};
      },
    });
    const first = open();
    expect(await screen.findByRole("link", { name: "Gold" })).toHaveAttribute(
      "href",
      "/admin/catalog/assets/gold/edit",
    );
    expect(screen.queryByRole("button", { name: "Remove issuer" })).toBeNull();
    first.unmount();
    used = false;
    const { user, router } = open();
    const remove = async () => {
      await user.click(await screen.findByRole("button", { name: "Remove issuer" }));
      const dialog = screen.getByRole("dialog", { name: "Remove Quay?" });
      await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    };
    await remove();
    expect(await screen.findByText(/Not removed. Other records still refer/)).toBeInTheDocument();
    await remove();
    expect(await screen.findByText("Quay was removed.")).toBeInTheDocument();
    expect(router.push).toHaveBeenCalledWith("/admin/catalog/issuers");
  });

  it("leaves samples alone, and says what is not there", async () => {
    mockServer({ ...calls, "issuers.get": () => issuer({ is_sample: true }) });
    const first = open();
    expect(await screen.findByText("Sample data cannot be edited")).toBeInTheDocument();
    expect(screen.queryByRole("form")).toBeNull();
    first.unmount();
    mockServer({
      ...calls,
      "issuers.get": () => new CallFailure("NOT_FOUND", 404, "issuer_not_found"),
    });
    const second = open();
    expect(await screen.findByText("Issuer not found")).toBeInTheDocument();
    second.unmount();
    open({ kind: "weather", slug: "rain" });
    expect(await screen.findByText("Unknown kind of record")).toBeInTheDocument();
  });
});

describe("a new record", () => {
  it("must not exist yet, and opens once it does", async () => {
    const sent: Array<{ records: Array<Record<string, unknown>> }> = [];
    mockServer({
      ...calls,
      "catalog.save": (input) => {
        sent.push(input);
        if (sent.length === 1) return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
        return { results: [{ id: 1, slug: "pier", action: "created", updated_at: first }] };
      },
    });
    const { user, router } = render(<Create />, { query: { kind: "issuers" } });
    await user.type(await box("Name"), "Pier");
    await user.type(await box("Source"), "a filing");
    await user.type(await box("Licence"), "CC0-1.0");
    expect(await box("Slug")).toHaveValue("pier");
    await user.clear(await box("Slug"));
    await user.type(await box("Slug"), "quay");
    await user.click(screen.getByRole("button", { name: "Create issuer" }));
    expect(await screen.findByRole("region", { name: /1 field/ })).toHaveTextContent(
      "Slug: A record with this slug exists already.",
    );
    await user.clear(await box("Slug"));
    await user.type(await box("Slug"), "pier");
    await user.click(screen.getByRole("button", { name: "Create issuer" }));
    expect(await screen.findByText("Issuer created.")).toBeInTheDocument();
    const record = { name: "Pier", source: "a filing", licence: "CC0-1.0", updated_at: null };
    expect(sent.map(({ records }) => records[0])).toEqual([
      { ...record, slug: "quay" },
      { ...record, slug: "pier" },
    ]);
    expect(router.replace).toHaveBeenCalledWith("/admin/catalog/issuers/pier/edit");
  });
});
