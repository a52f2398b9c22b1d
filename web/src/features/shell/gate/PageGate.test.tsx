import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Lazy } from "@/components/Lazy";
import { everyFeature, member } from "@/testing/records";
import { render } from "@/testing/render";
import { procedures, server, session, unavailable } from "@/testing/server";
import { signInMember } from "@/testing/signInMember";
import { ScreenPage } from "../ScreenPage";
import { GatedQueries } from "./GatedQueries";

function page(pathname: string) {
  return render(
    <ScreenPage title="Some page">
      <p>content</p>
    </ScreenPage>,
    { pathname },
  );
}

it("shows a page that no feature gates at once", () => {
  page("/treasuries");
  expect(screen.getByText("content")).toBeVisible();
});

it("names the feature to a visitor without it, and offers to sign in", async () => {
  page("/assets/[assetSlug]");
  expect(await screen.findByRole("heading", { name: "Not enabled: Asset pages" })).toBeVisible();
  expect(screen.getByText("enable-asset-entity-pages")).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  expect(screen.queryByText("content")).not.toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Some page");
});

it("names the feature to a user without it", async () => {
  signInMember({});
  page("/downloads");
  expect(await screen.findByRole("heading", { name: "Not enabled: Data downloads" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Sign in" })).not.toBeInTheDocument();
});

it("shows the page to a visitor where the installation switches it on", async () => {
  const defaultFeatures = ["enable-data-downloads"];
  server.use(http.get("*/config.json", () => HttpResponse.json({ defaultFeatures })));
  page("/downloads");
  const drawn = screen.getByText("content");
  expect(drawn.parentElement).toHaveAttribute("data-flag", "enable-data-downloads");
  await vi.waitFor(() => expect(drawn.parentElement).not.toHaveAttribute("data-flag"));
  expect(drawn).toBeVisible();
});

it("tells somebody with the feature and another role that the page is for administrators", async () => {
  signInMember({ features: everyFeature });
  page("/admin/users");
  expect(await screen.findByRole("heading", { name: "For administrators only" })).toBeVisible();
  expect(screen.queryByText("content")).not.toBeInTheDocument();
});

it("sends an administrator without the required passkey to the settings", async () => {
  signInMember({ passkeyRequired: true });
  page("/admin/users");
  const heading = { name: "Administration requires a passkey" };
  expect(await screen.findByRole("heading", heading)).toBeVisible();
  const link = screen.getByRole("link", { name: "Passkeys and sessions" });
  expect(link).toHaveAttribute("href", "/settings/sessions");
  expect(screen.queryByText("content")).not.toBeInTheDocument();
});

it("shows an administrator the page", async () => {
  signInMember({ features: everyFeature, role: "ADMIN" });
  page("/admin/users");
  await vi.waitFor(() =>
    expect(screen.getByText("content").parentElement).not.toHaveAttribute("data-flag"),
  );
  expect(screen.getByText("content")).toBeVisible();
});

it("does not call a feature off when the account cannot be loaded", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(
    session(member.email),
    procedures({
      "users.getProfile": () => unavailable,
      "search.getInitialSearchGroups": () => [],
    }),
  );
  page("/downloads");
  expect(await screen.findByRole("alert")).toHaveTextContent("Your account could not be loaded");
});

const fetchData = vi.fn(async () => "fetched");
const load = vi.fn(async () => () => <p>lazy part</p>);

function Data() {
  const { data } = useQuery({ queryKey: ["some data"], queryFn: fetchData });
  return <p>data: {data ?? "none"}</p>;
}

/** Requests the same data above the gate, as pages of records do for their title, and behind it. */
function RecordPage() {
  const { data } = useQuery({ queryKey: ["some data"], queryFn: fetchData });
  return (
    <ScreenPage title={data ?? "Some page"}>
      <Data />
      <Lazy load={load} give={{}} fallback={null} />
    </ScreenPage>
  );
}

describe("a page with data", () => {
  afterEach(() => vi.clearAllMocks());

  function open(defaultFeatures: string[]) {
    server.use(http.get("*/config.json", () => HttpResponse.json({ defaultFeatures })));
    return render(
      <GatedQueries>
        <RecordPage />
      </GatedQueries>,
      { pathname: "/assets/[assetSlug]" },
    );
  }

  it("requests nothing and loads no scripts when its feature is off", async () => {
    open([]);
    expect(await screen.findByRole("heading", { name: /^Not enabled/ })).toBeVisible();
    expect(fetchData).not.toHaveBeenCalled();
    expect(load).not.toHaveBeenCalled();
  });

  it("requests its data once its feature is known to be on", async () => {
    open(["enable-asset-entity-pages"]);
    expect(screen.getByText("data: none")).toBeInTheDocument();
    expect(fetchData).not.toHaveBeenCalled();
    expect(await screen.findByText("data: fetched")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "fetched" })).toBeVisible();
    expect(await screen.findByText("lazy part")).toBeVisible();
  });

  it("requests its data at once when its feature was on at the last visit", async () => {
    document.documentElement.dataset.flags = "enable-asset-entity-pages";
    open(["enable-asset-entity-pages"]);
    await vi.waitFor(() => expect(fetchData).toHaveBeenCalledOnce());
    expect(await screen.findByText("data: fetched")).toBeVisible();
  });
});
