import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Query } from "@/api/contract";
import { sampleNetwork } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { restatement } from "@/testing/timeseriesFixtures";
import { useMarks } from "./useMarks";

const data = { days: ["2026-11-02"], series: [] };
const restatements = [
  restatement({ id: 1, series_id: 1, network_slug: "zksync-era" }),
  restatement({ id: 2, series_id: 2, network_slug: "polygon" }),
];

function Sentences() {
  const options = { events: null, hasRoom: false, isShown: true } as const;
  const { data: marked } = useMarks(data, { interval: "day", restatements, ...options });
  return marked.marks?.map(
    (mark) => mark.shape === "disc" && <p key={mark.sentence}>{mark.sentence}</p>,
  );
}

it("names the networks of restated parts, in one request for all of them", async () => {
  const requests: Query[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "networks.list": (query) => {
        requests.push(query);
        const results = [
          sampleNetwork({ slug: "zksync-era", name: "ZKsync Era" }),
          sampleNetwork({ slug: "polygon", name: "Polygon PoS" }),
        ];
        const pagination = { page: 1, perPage: 100, pageCount: 1, resultCount: 2 };
        return { results, pagination: { ...pagination, nextCursor: null } };
      },
    }),
  );
  render(<Sentences />);
  expect(await screen.findByText(/^Alder Fund \(sample\) on ZKsync Era restated on/)).toBeVisible();
  expect(screen.getByText(/^Alder Fund \(sample\) on Polygon PoS restated on/)).toBeVisible();
  expect(requests.map(({ filter }) => filter)).toEqual([
    { operator: "in", field: "slug", value: ["polygon", "zksync-era"] },
  ]);
});
