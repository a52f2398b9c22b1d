import { type Freshness, FreshnessDot, freshnessNames } from "@/components/ui/marks/FreshnessDot";
import { Hallmark, type HallmarkKind, hallmarkNames } from "@/components/ui/marks/Hallmark";
import { Icon, type IconName } from "@/components/ui/marks/Icon";
import { iconPaths } from "@/components/ui/marks/iconPaths";
import { Specimen, SpecimenGrid, Specimens } from "./Specimen";
import { Surfaces } from "./samples/Surfaces";

const origins: Record<HallmarkKind, string> = {
  chain: "supply, transfers, balances",
  blend: "supply from chain, price from issuer",
  issuer: "document or feed, not checked on chain",
  market: "exchange or oracle",
  estimate: "method named in the explanation",
  sample: "generated, for demonstration",
  withheld: "failed a check; never shown as 0",
};

const intervals: Record<Freshness, string> = {
  fresh: "within its interval",
  late: "past due, up to twice",
  stale: "beyond that, dimmed",
  paused: "stopped on purpose",
};

const typeScale = [
  ["30/36 600", "text-3xl font-semibold", "$2,314,908,127"],
  ["24/32 600", "text-2xl font-semibold", "Market overview"],
  ["20/28 600", "text-xl font-semibold", "Harbour Treasury (sample)"],
  ["14/20 600", "text-md font-semibold", "Value by network"],
  ["13/20 400", "text-base", "Each token is counted where it is held."],
  ["12/16 400", "text-sm", "1,804.2   688.4   −31.0   0.98%"],
  ["11/16 width 85", "text-xs cond text-text-3", "Net flow 30 days, US$ million"],
] as const;

function Ramp({ name, steps }: { name: string; steps: number }) {
  return (
    <div className="flex h-5 w-[260px] overflow-hidden rounded-xs forced-color-adjust-none">
      {Array.from({ length: steps }, (_, index) => `--${name}-${index + 1}`).map((token) => (
        <span key={token} className="flex-1" style={{ background: `var(${token})` }} />
      ))}
    </div>
  );
}

function Palette() {
  return (
    <div className="grid grid-cols-8 gap-1 sm:grid-cols-16">
      {Array.from({ length: 16 }, (_, index) => index + 1).map((step) => (
        <div key={step} className="cond w-8 text-center text-text-3 text-xs">
          <div
            className="h-10 rounded-xs forced-color-adjust-none"
            style={{ background: `var(--cat-${step})` }}
          />
          {step}
        </div>
      ))}
    </div>
  );
}

/** Colour, type, shape, motion, icons, and the marks that stand beside numbers. */
export function FoundationsGallery() {
  return (
    <SpecimenGrid>
      <Specimens
        title="Colour: 16 steps, 1 to 8 for charts, 9 to 16 only next to a label"
        span="half"
      >
        <Specimen label="Categorical">
          <Palette />
        </Specimen>
        <Specimen label="Sequential">
          <Ramp name="seq" steps={7} />
        </Specimen>
        <Specimen label="Diverging, outflow to inflow">
          <Ramp name="div" steps={9} />
        </Specimen>
      </Specimens>
      <Specimens title="Type: one family, tabular figures" span="half">
        <dl className="grid grid-cols-[86px_1fr] items-baseline gap-x-3 gap-y-1">
          {typeScale.map(([size, look, text]) => (
            <div key={size} className="contents">
              <dt className="cond text-text-3 text-xs">{size}</dt>
              <dd className={`num truncate ${look}`}>{text}</dd>
            </div>
          ))}
        </dl>
      </Specimens>
      <Specimens title="Provenance: how a number was obtained" span="half">
        <ul className="flex flex-col gap-1.5 text-sm">
          {(Object.keys(hallmarkNames) as HallmarkKind[]).map((kind) => (
            <li key={kind} className="grid grid-cols-[18px_140px_1fr] items-center gap-x-1.5">
              <span className="text-text-2">
                <Hallmark kind={kind} decorative />
              </span>
              <b className="font-medium">{hallmarkNames[kind]}</b>
              <span className="text-text-3">{origins[kind]}</span>
            </li>
          ))}
        </ul>
      </Specimens>
      <Specimens title="Freshness: shape and colour" span="half">
        <ul className="flex flex-col gap-1.5 text-sm">
          {(Object.keys(freshnessNames) as Freshness[]).map((freshness) => (
            <li key={freshness} className="grid grid-cols-[14px_64px_1fr] items-center">
              <FreshnessDot freshness={freshness} decorative />
              <b className="font-medium">{freshnessNames[freshness]}</b>
              <span className="text-text-3">{intervals[freshness]}</span>
            </li>
          ))}
        </ul>
        <div className="hatch h-2.5 w-full rounded-xs" />
      </Specimens>
      <Surfaces />
      <Specimens title="Icons">
        <ul className="grid w-full grid-cols-[repeat(auto-fill,minmax(84px,1fr))] gap-y-4">
          {(Object.keys(iconPaths) as IconName[]).map((name) => (
            <li key={name} className="flex flex-col items-center gap-1 text-text-2">
              <Icon name={name} />
              <span className="cond text-text-3 text-xs">{name}</span>
            </li>
          ))}
        </ul>
      </Specimens>
    </SpecimenGrid>
  );
}
