import type { ReactNode } from "react";
import { type Failure, isBeyondPlan } from "@/lib/failure";
import type { NullableNumber, PointKind, SplitFigure } from "@/lib/format";
import { Sparkline } from "../Sparkline";
import { explainFailure } from "../states/failureTexts";
import { Link } from "../ui/links/Link";
import { type Freshness, FreshnessDot } from "../ui/marks/FreshnessDot";
import { Hallmark, type HallmarkKind } from "../ui/marks/Hallmark";
import { Icon } from "../ui/marks/Icon";
import { SampleTag } from "../ui/marks/SampleTag";
import { Change, NoFigure } from "../ui/text/Figure";
import { footClass, LoadingTile, TileFrame } from "./KpiFrame";

export type KpiTileProps = {
  label: string;
  /** Compact, from `splitMoney` or `splitCount`; null with its reason when there is none. */
  value: SplitFigure | null;
  reason?: string;
  /** The value in full, as its title. */
  exact?: string;
  /** The value for those who listen: "29.14 billion dollars". */
  spoken?: string;
  change?: {
    value: NullableNumber;
    period: string;
    points?: PointKind;
    reason?: string;
    betterLow?: boolean;
  };
  /** In the place of a change: "as of 17 Nov", "Fails check 2". */
  note?: string;
  trend?: { values: ReadonlyArray<number | null>; label: string };
  freshness?: { state: Freshness; text: ReactNode };
  /** How the value was obtained; "sample" and "withheld" are such ways too. */
  origin?: HallmarkKind;
  /** The values of its sources, if they contradict each other. */
  differs?: string;
  explained?: boolean;
  onExplain?: () => void;
  status?: "ready" | "loading" | "failed";
  /** Why it failed. */
  failure?: Failure;
  onRetry?: () => void;
};

/** One figure with all it takes to trust it: change, course, age and how it was obtained. */
export function KpiTile(props: KpiTileProps) {
  const { label, status = "ready" } = props;
  const mark = props.origin === "sample" && <SampleTag short />;
  if (status === "loading") return <LoadingTile label={label} mark={mark} />;
  return (
    <TileFrame label={label} mark={mark}>
      <Outcome {...props} />
    </TileFrame>
  );
}

function Outcome(props: KpiTileProps) {
  const { status = "ready", label, failure } = props;
  if (status === "ready") return <Ready {...props} />;
  if (failure && isBeyondPlan(failure)) return <BeyondPlan label={label} failure={failure} />;
  return <Failed {...props} />;
}

function Ready(props: KpiTileProps) {
  const { label, value, reason, trend, freshness, origin, change, note } = props;
  const stale = freshness?.state === "stale";
  return (
    <>
      <div className="mt-1 flex h-7 items-end justify-between gap-1.5">
        {value ? (
          <span className="inline-flex min-w-0 items-center gap-1.5">
            <Value value={value} exact={props.exact} dim={stale} explained={props.explained} />
            {props.differs && (
              <span
                role="img"
                aria-label={props.differs}
                title={props.differs}
                className="flex-none text-warn"
              >
                <Icon name="warning" size={14} />
              </span>
            )}
          </span>
        ) : (
          <span className="text-[22px] leading-7">
            <NoFigure reason={reason ?? note ?? "No value"} />
          </span>
        )}
        {trend && (
          <Sparkline
            values={trend.values}
            label={trend.label}
            dim={stale}
            end={origin !== "withheld"}
            className="@max-[120px]:hidden @max-[180px]:w-10"
          />
        )}
      </div>
      <p className="mt-0.5 mb-2 h-4 truncate text-sm text-text-3">
        {change && !note && (
          <>
            <Change
              value={change.value}
              points={change.points}
              betterLow={change.betterLow}
              reason={change.reason}
              className="font-medium"
            />{" "}
            <bdi>{change.period}</bdi>
          </>
        )}
        {note && <bdi className="num">{note}</bdi>}
      </p>
      {!freshness && !origin && !props.onExplain ? (
        // As high as the foot of those that have one: no tile is lower than it was while it loaded.
        <div className="mt-auto min-h-6" />
      ) : (
        <div className={footClass}>
          {freshness && (
            <>
              <FreshnessDot freshness={freshness.state} />
              <bdi className="truncate">{freshness.text}</bdi>
            </>
          )}
          {props.onExplain ? (
            <ExplainButton {...props} label={label} />
          ) : (
            origin && (
              <span className="ms-auto">
                <Hallmark kind={origin} size={11} />
              </span>
            )
          )}
        </div>
      )}
    </>
  );
}

type ValueProps = {
  value: SplitFigure;
  exact: string | undefined;
  dim: boolean;
  explained: boolean | undefined;
};

/** Long figures take a smaller size: a figure is never cut. */
function sizeOf({ number, suffix }: SplitFigure): string {
  const length = number.length + suffix.length;
  if (length > 15) return "text-[13px]";
  if (length > 11) return "text-[16px] @max-[180px]:text-[13px]";
  if (length > 9) return "text-[19px] @max-[180px]:text-[16px]";
  return length > 8
    ? "text-[22px] @max-[162px]:text-[19px] @max-[144px]:text-[16px]"
    : "text-[22px]";
}

function Value({ value, exact, dim, explained = false }: ValueProps) {
  const tone = explained
    ? "rounded-xs bg-accent-soft text-accent shadow-[0_0_0_3px_var(--accent-soft)]"
    : dim
      ? "text-text-2"
      : "text-text";
  return (
    // The line is that of the largest size, so that figures of all sizes in a strip stand on one.
    <span className="whitespace-nowrap text-[22px] leading-7">
      <bdi
        dir="ltr"
        title={exact}
        className={`num font-semibold leading-none tracking-[-0.015em] ${sizeOf(value)} ${tone}`}
      >
        {value.number}
        {value.suffix && (
          <small
            className={`ms-px font-medium text-[13px] leading-none ${explained ? "" : "text-text-2"}`}
          >
            {value.suffix}
          </small>
        )}
      </bdi>
    </span>
  );
}

function ExplainButton(props: KpiTileProps) {
  const { label, value, spoken, reason, origin = "chain", explained = false, onExplain } = props;
  const words = value ? (spoken ?? `${value.number}${value.suffix}`) : (reason ?? "no value");
  const sample = origin === "sample" ? ", includes sample data" : "";
  // Its name begins with the visible word, so that voice control finds it.
  const verb = explained ? "Explained" : "Explain";
  return (
    <button
      type="button"
      aria-label={`${verb}, ${label}, ${words}${sample}`}
      aria-pressed={explained}
      onClick={onExplain}
      className="target ms-auto inline-flex flex-none items-center gap-1 rounded-sm text-text-2 [font-stretch:90%] hover:text-accent aria-pressed:text-accent"
    >
      <Hallmark kind={origin} size={11} decorative />
      <span className="@max-[128px]:hidden">{verb}</span>
    </button>
  );
}

function BeyondPlan({ label, failure }: { label: string; failure: Failure }) {
  const text = explainFailure(failure);
  return (
    <>
      <span className="mt-1 text-[22px] leading-7">
        <NoFigure reason={text} />
      </span>
      <p className="mt-0.5 mb-2 h-4 truncate text-sm text-text-3" title={text}>
        Not in your plan
      </p>
      <div className={footClass}>
        {failure.plans && (
          <Link
            href="/settings/plan"
            aria-label={`Compare plans, ${label}`}
            className="target rounded-sm text-accent hover:underline"
          >
            Compare plans
          </Link>
        )}
      </div>
    </>
  );
}

function Failed({ label, onRetry }: KpiTileProps) {
  return (
    <>
      <span className="mt-1 text-[22px] leading-7">
        <NoFigure reason={`${label} could not be loaded`} />
      </span>
      <p className="mt-0.5 mb-2 h-4 text-neg text-sm">Could not load</p>
      <div className={footClass}>
        {onRetry && (
          <button
            type="button"
            aria-label={`Try again, ${label}`}
            onClick={onRetry}
            className="target rounded-sm text-accent hover:underline"
          >
            Try again
          </button>
        )}
      </div>
    </>
  );
}
