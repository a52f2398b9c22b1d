import { useState } from "react";
import { Change } from "@/components/ui/text/Figure";
import { LeagueTable } from "@/lists/table/LeagueTable";
import { leagueColumns, sampleRanking } from "./sampleLeague";

const lists = {
  networks: sampleRanking("networks", 3),
  platforms: sampleRanking("platforms", 9),
  managers: sampleRanking("managers", 27),
};
type View = keyof typeof lists;
type Bucket = "distributed" | "represented" | "all";

export function LeagueSample() {
  const [view, setView] = useState<View>("networks");
  const [bucket, setBucket] = useState<Bucket>("distributed");
  return (
    <div className="max-w-[1020px]">
      <LeagueTable
        title="League table"
        views={{
          label: "Ranked",
          options: [
            { value: "networks", label: "Networks", count: 20 },
            { value: "platforms", label: "Platforms", count: 41 },
            { value: "managers", label: "Managers", count: 68 },
          ],
          value: view,
          onChange: setView,
        }}
        buckets={{
          label: "Bucket",
          options: [
            { value: "distributed", label: "Distributed" },
            { value: "represented", label: "Represented" },
            { value: "all", label: "All" },
          ],
          value: bucket,
          onChange: setBucket,
        }}
        columns={leagueColumns}
        rows={lists[view]}
        facts={{
          id: (row) => row.id,
          name: (row) => row.name,
          href: (row) => `/developer/visualization?family=tables&of=${row.id}`,
        }}
        rankedBy="value_usd"
        empty="No ranking available"
        totals={{
          label: "All 20 networks",
          cells: {
            assets: "418",
            value_usd: "29,140",
            change_7d: <Change value={0.013} />,
            share: "100%",
            holders: "1,421,388",
          },
        }}
      />
    </div>
  );
}
