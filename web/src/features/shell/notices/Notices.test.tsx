import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { useLatest } from "@/api/series";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { Notices } from "./Notices";

function Numbers() {
  const { data, refetch } = useLatest({
    keys: [{ subject_kind: "asset", subject_slug: "alder", measure: "price_dollar" }],
  });
  return (
    <button type="button" onClick={() => void refetch()}>
      {data ? "Answered" : "Waiting"}
    </button>
  );
}

function versions(deployed: unknown, loaded: string | undefined) {
  vi.stubGlobal("__NEXT_DATA__", { buildId: loaded });
  server.use(http.get("*/config.json", () => HttpResponse.json({ version: deployed })));
}

it("stands in the page before it says anything, so that what comes is announced", () => {
  render(<Notices />);
  const region = screen.getAllByRole("status").find((each) => each.classList.contains("fixed"));
  expect(region).toBeEmptyDOMElement();
  expect(region).not.toHaveClass("empty:hidden");
});

describe("a new version", () => {
  it("is announced when the server has another site, and can wait", async () => {
    versions("two", "one");
    const { user } = render(<Notices />);
    expect(await screen.findByText("A new version of this site is available.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Later" }));
    expect(screen.queryByText("A new version of this site is available.")).not.toBeInTheDocument();
  });

  it("is announced on the return to a page that was current when it was left", async () => {
    versions("one", "one");
    const answered = vi.fn();
    server.events.on("response:mocked", ({ request }) => {
      if (request.url.endsWith("/config.json")) answered();
    });
    render(<Notices />);
    await waitFor(() => expect(answered).toHaveBeenCalled());
    await act(async () => {});
    versions("two", "one");
    act(() => void window.dispatchEvent(new Event("visibilitychange")));
    expect(await screen.findByText("A new version of this site is available.")).toBeVisible();
    server.events.removeAllListeners();
  });

  it.each([
    ["one", "one"],
    [undefined, "one"],
    ["", "one"],
    ["two", undefined],
  ])("is not announced for %j on a page of %j", async (deployed, loaded) => {
    const answered = vi.fn();
    versions(deployed, loaded);
    server.events.on("response:mocked", ({ request }) => {
      if (request.url.endsWith("/config.json")) answered();
    });
    render(<Notices />);
    await waitFor(() => expect(answered).toHaveBeenCalled());
    await act(async () => {});
    expect(screen.queryByText(/new version/)).not.toBeInTheDocument();
    server.events.removeAllListeners();
  });
});

describe("the age of numbers", () => {
  it("stays as long as the service cannot read newer ones, by the clock of the server", async () => {
    let age = 600_000;
    const now = Date.parse("2031-05-01T12:00:00Z");
    server.use(
      http.get("*/api/trpc/:names", ({ params }) => {
        const data = { results: [], current_at: new Date(now - age).toISOString() };
        const answers = String(params.names).split(",");
        const refused = { message: "", code: -32001, data: { code: "UNAUTHORIZED" } };
        return HttpResponse.json(
          answers.map((name) =>
            name === "timeseries.latest" ? { result: { data } } : { error: refused },
          ),
          { headers: { date: new Date(now).toUTCString() } },
        );
      }),
    );
    const { user } = render(
      <>
        <Numbers />
        <Notices />
      </>,
    );
    expect(await screen.findByText(/^Showing data as of/)).toBeVisible();
    age = 20_000;
    await user.click(await screen.findByRole("button", { name: "Answered" }));
    await waitFor(() => expect(screen.queryByText(/^Showing data as of/)).toBeNull());
  });
});

describe("the connection", () => {
  it("is reported as lost while the browser has no network", async () => {
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    render(<Notices />);
    expect(screen.getByText(/^You are offline/)).toBeVisible();
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument());
  });

  it("is reported as failing until the server answers", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let away = true;
    server.use(
      http.get("*/config.json", () => (away ? HttpResponse.error() : HttpResponse.json({}))),
    );
    const { user } = render(<Notices />);
    expect(await screen.findByText(/^The server is not responding/)).toBeVisible();
    away = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() =>
      expect(screen.queryByText(/^The server is not responding/)).not.toBeInTheDocument(),
    );
  });
});
