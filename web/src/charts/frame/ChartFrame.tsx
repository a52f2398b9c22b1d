import { type ReactNode, type RefObject, useId } from "react";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { FreshnessDot } from "@/components/ui/marks/FreshnessDot";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Menu } from "@/components/ui/overlays/Menu";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";
import type { CommonProps } from "../chartProps";
import { legendRooms, placeRooms, rooms } from "./cardHeights";
import { FullScreenButton } from "./FullScreenButton";

type FrameFacts = Pick<
  CommonProps,
  "title" | "unitLine" | "sample" | "freshness" | "headingLevel" | "size"
>;

/** The properties of a chart that its frame shows. */
export function frameOf(chart: CommonProps): FrameFacts {
  const { title, unitLine, sample, freshness, headingLevel, size } = chart;
  return { title, unitLine, sample, freshness, headingLevel, size };
}

type ChartFrameProps = FrameFacts & {
  frame: RefObject<HTMLElement | null>;
  full: boolean;
  onFull: () => void;
  busy: boolean;
  controls: ReactNode;
  menu: readonly (readonly MenuEntry[])[];
  /** The legend stands beside the plot where there is room, or always below it. */
  legendBeside: boolean;
  /** A `ChartBody`. */
  body: ReactNode;
};

type ChartHeadingProps = Pick<CommonProps, "title" | "unitLine" | "headingLevel"> & { id: string };

export function ChartHeading({ id, title, unitLine, headingLevel = 2 }: ChartHeadingProps) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <>
      <Heading id={id} className="font-semibold text-md tracking-[-0.003em]">
        <bdi>{title}</bdi>
      </Heading>
      <p className="text-sm text-text-3">{unitLine}</p>
    </>
  );
}

function Header(props: ChartFrameProps & { titleId: string }) {
  const { title, titleId, unitLine, sample, busy, freshness, headingLevel, full, onFull } = props;
  return (
    <header className="flex min-h-11 flex-none items-start gap-2.5 px-(--card-pad) pt-3 pb-2">
      <div className="min-w-0 flex-1">
        <ChartHeading {...{ title, unitLine, headingLevel }} id={titleId} />
        {freshness && (
          <p className="mt-0.5 flex items-center gap-1.5 text-sm text-text-2">
            <FreshnessDot freshness={freshness.state} />
            <bdi>{freshness.text}</bdi>
          </p>
        )}
      </div>
      <div className="flex flex-none items-center gap-2">
        {sample && <SampleTag />}
        {/* Its room, as long as it is not known: a title that wraps when it comes would move all below it. */}
        {!sample && busy && (
          <span className="invisible">
            <SampleTag />
          </span>
        )}
        <FullScreenButton full={full} onPress={onFull} />
        <Menu
          label={`${title}: more`}
          trigger={<IconButton icon="more" label="More" />}
          groups={props.menu}
        />
      </div>
    </header>
  );
}

/** The card around a chart: every part has its place before anything has loaded. */
export function ChartFrame(props: ChartFrameProps) {
  return (
    <>
      {/* Keeps the room of a full-screen chart, so that the content below it does not move. */}
      {props.full && (
        <div aria-hidden="true" className="@container border border-transparent">
          <div className={placeRooms[props.size ?? "main"]} />
        </div>
      )}
      <Card {...props} />
    </>
  );
}

function Card(props: ChartFrameProps) {
  const { frame, full, busy, controls, legendBeside, body, size = "main" } = props;
  const titleId = useId();
  const waiting = busy && legendBeside ? legendRooms[size] : undefined;
  return (
    <section
      ref={frame}
      aria-labelledby={titleId}
      aria-busy={busy || undefined}
      // Not a flex container: with containment Chromium does not let one grow with its content.
      className={
        full
          ? "@container fixed inset-0 z-(--z-panel) flex flex-col overflow-y-auto bg-surface"
          : `offscreen-free @container min-w-0 rounded-md border border-line bg-surface ${rooms[size]}`
      }
    >
      <div className={full ? "contents" : waiting}>
        <Header {...props} titleId={titleId} />
        {controls}
        {body}
      </div>
    </section>
  );
}
