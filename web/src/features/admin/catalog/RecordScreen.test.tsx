import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure, unavailable } from "@/testing/server";
import { mockServer, page } from "../adminFixtures";
import {
  box,
  Create,
  calls,
  entry,
  first,
  issuer,
  none,
  open,
  save,
  second,
} from "./recordFixtures";

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

  it("asks for the source of a change to an imported record", async () => {
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

  it("keeps the form if the record cannot be read again after it was saved", async () => {
    let reads = 0;
    mockServer({
      ...calls,
      "issuers.get": () => {
        reads += 1;
        return reads === 1 ? issuer() : unavailable;
      },
      "catalog.save": () => ({
        results: [{ id: 1, slug: "quay", action: "updated", updated_at: second }],
      }),
    });
    const { user } = open();
    const name = await box("Legal name");
    await user.type(name, " SA");
    await user.click(save());
    expect(await screen.findByText(/^Saved$/)).toBeInTheDocument();
    await waitFor(() => expect(reads).toBeGreaterThan(2));
    expect(name).toHaveValue("Quay Limited SA");
    expect(name).toBeInTheDocument();
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
  it("shows who changed what, and pages by cursor", async () => {
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

  it("leads to all records that refer to it when the catalog refuses its removal", async () => {
    let used = false;
    const asset = { slug: "gold", name: "Gold" };
    mockServer({
      ...calls,
      "assets.list": () =>
        used ? { results: [asset as never], pagination: { ...page, resultCount: 1234 } } : none,
      "catalog.remove": () => {
        used = true;
        return new CallFailure("PRECONDITION_FAILED", 412, "record_needed");
      },
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Remove issuer" }));
    const dialog = screen.getByRole("dialog", { name: "Remove Quay?" });
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    const more = await screen.findByRole("link", { name: "1,233 more" });
    expect(more).toHaveAttribute("href", "/admin/catalog/assets?filter=issuer_slug:is:quay");
    expect(screen.getByRole("alert")).toHaveTextContent("Cannot be removed while other records");
    await waitFor(() => expect(more.closest("[tabindex='-1']")).toHaveFocus());
  });

  it("says that older changes could not be loaded", async () => {
    mockServer({
      ...calls,
      "catalog.changes": ({ cursor }) =>
        cursor === "2" ? unavailable : { results: [entry], next_cursor: "2" },
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Older changes" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/Part of the service is/);
    expect(screen.getByRole("button", { name: "Older changes" })).toBeEnabled();
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
