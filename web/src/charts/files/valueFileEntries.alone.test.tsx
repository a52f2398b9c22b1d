import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { saveFile } from "@/lib/browser/saveFile";
import { showToast } from "@/lib/toasts";
import { server } from "@/testing/server";
import { valueFileEntries } from "./valueFileEntries";

vi.mock("@/lib/browser/saveFile", () => ({ saveFile: vi.fn() }));
vi.mock("@/lib/toasts", () => ({ showToast: vi.fn() }));

const fileQuery = { file: "timeseries.get", query: { keys: [] } } as const;

function choose(label: string) {
  const entry = valueFileEntries(fileQuery).find((one) => one.label.endsWith(label));
  if (!entry || !("onSelect" in entry)) throw new Error(`no entry ${label}`);
  entry.onSelect();
}

it.each([
  ["Excel (XLSX)", "xlsx"],
  ["Parquet", "parquet"],
])(
  "saves the file that the server made of the chart's own request, as %s",
  async (name, ending) => {
    const requests: URL[] = [];
    server.use(
      http.get(`*/api/download/timeseries.get.${ending}`, ({ request }) => {
        requests.push(new URL(request.url));
        const headers = {
          "assay-rows": "1",
          "content-disposition": `attachment; filename="series-2026-01-02.${ending}"`,
        };
        return new HttpResponse("binary", { headers });
      }),
    );
    choose(name);
    await vi.waitFor(() =>
      expect(vi.mocked(saveFile).mock.lastCall?.[1]).toBe(`series-2026-01-02.${ending}`),
    );
    expect(JSON.parse(requests[0]?.searchParams.get("query") ?? "")).toEqual(fileQuery.query);
  },
);

it("says why there is no file", async () => {
  const refusal = {
    error: {
      message: "At most 500000 values",
      code: -32600,
      data: { code: "BAD_REQUEST", httpStatus: 400, path: "timeseries.get" },
    },
  };
  server.use(
    http.get("*/api/download/timeseries.get.csv", () =>
      HttpResponse.json(refusal, { status: 400 }),
    ),
  );
  choose("CSV");
  await vi.waitFor(() =>
    expect(showToast).toHaveBeenCalledWith(expect.objectContaining({ variant: "danger" })),
  );
});

it("offers nothing as long as nothing was requested", () => {
  expect(valueFileEntries(null).every(({ disabled }) => disabled)).toBe(true);
});
