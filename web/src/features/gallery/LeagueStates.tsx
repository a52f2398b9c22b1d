import type { ComponentProps } from "react";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { LeagueTable } from "@/lists/table/LeagueTable";
import { Specimen } from "./Specimen";
import { leagueColumns, type SampleEntry, sampleRanking } from "./samples/sampleLeague";

const networks = sampleRanking("networks", 3).slice(0, 5);

const longNames: ReadonlyArray<SampleEntry> = [
  "Consolidated Larch and Rowan Institutional Liquidity Network (sample)",
  "Rundfunkfinanzierungsvereinbarungsabwicklung (sample)",
  "شبكة صندوق الميناء (sample)",
].map((name, at) => ({
  ...sampleRanking(`long-${at}`, 5 + at)[at],
  id: `long-${at}`,
  name,
  colour: null,
  assets: 1_840_270_000,
  valueUsd: 18_402_700_000_000_000 / (at + 1),
  change7d: 12.046,
  share: 0.5 / (at + 1),
  shareChange: -0.9999,
  holders: 271_800_000_000,
}));

const unknown: ReadonlyArray<SampleEntry> = networks.slice(0, 3).map((row) => ({
  ...row,
  change7d: null,
  shareChange: null,
}));

const failure = { code: "SERVICE_UNAVAILABLE", reason: null, message: "", traceId: "7f3a19c2" };

type LeagueProps = ComponentProps<typeof LeagueTable<SampleEntry, "networks", "all">>;
type FixedLeagueProps = Partial<LeagueProps> & { title: string };

function FixedLeague(part: FixedLeagueProps) {
  const { rows } = part;
  return (
    <LeagueTable<SampleEntry, "networks", "all">
      views={{
        label: "Ranked",
        options: [{ value: "networks", label: "Networks", ...(rows && { count: rows.length }) }],
        value: "networks",
        onChange: () => {},
      }}
      columns={leagueColumns}
      rows={undefined}
      facts={{ id: (row) => row.id, name: (row) => row.name }}
      rankedBy="value_usd"
      empty="No ranking available"
      expected={5}
      {...part}
    />
  );
}

const states: ReadonlyArray<{ label: string; dir?: "rtl"; part: FixedLeagueProps }> = [
  { label: "Loading", part: { title: "League, loading" } },
  { label: "Empty", part: { title: "League, empty", rows: [] } },
  {
    label: "Failed",
    part: { title: "League, failed", failure, onRetry: () => {} },
  },
  {
    label: "Sample row, unranked rows and a footnote; rows are not links",
    part: {
      title: "League of samples",
      mark: <SampleTag />,
      rows: networks.slice(0, 3),
      rest: networks.slice(3).map((row) => ({ ...row, name: `Others: ${row.name}` })),
      footer: "Holders on several networks are counted once on each.",
    },
  },
  { label: "Long names, huge numbers", part: { title: "League, long", rows: longNames } },
  { label: "Missing numbers", part: { title: "League, unknown", rows: unknown } },
  {
    label: "Right to left",
    dir: "rtl",
    part: { title: "جدول الترتيب (sample)", rows: longNames.toReversed() },
  },
];

/** League tables in every state. They have nothing to switch off. */
export function LeagueStates() {
  return (
    <div className="flex max-w-[1020px] flex-col gap-4">
      {states.map(({ label, dir, part }) => (
        <Specimen key={label} label={label} width="full">
          <div dir={dir}>
            <FixedLeague {...part} />
          </div>
        </Specimen>
      ))}
    </div>
  );
}
