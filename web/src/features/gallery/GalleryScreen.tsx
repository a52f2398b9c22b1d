import { LinkList } from "@/components/LinkList";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { families } from "./families";
import { type Stage, useStage } from "./useStage";

const address = "/developer/visualization";

const places = families.map(({ key, label, about }) => ({
  id: key,
  href: `${address}?family=${key}`,
  label,
  text: about,
}));

type ControlsProps = { stage: Stage; change: (part: Partial<Stage>) => void };

function Controls({ stage, change }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SegmentedControl
        label="Theme"
        value={stage.theme}
        onChange={(theme) => change({ theme })}
        segments={[
          { value: "system", label: "Chosen" },
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
      <SegmentedControl
        label="Density"
        value={stage.density}
        onChange={(density) => change({ density })}
        segments={[
          { value: "comfortable", label: "Comfortable" },
          { value: "compact", label: "Compact" },
        ]}
      />
      <SegmentedControl
        label="Direction"
        value={stage.direction}
        onChange={(direction) => change({ direction })}
        segments={[
          { value: "ltr", label: "Left to right" },
          { value: "rtl", label: "Right to left" },
        ]}
      />
      <SegmentedControl
        label="Width of the cards"
        value={stage.width}
        onChange={(width) => change({ width })}
        segments={[
          { value: "full", label: "Full" },
          { value: "1024", label: "1024" },
          { value: "768", label: "768" },
          { value: "390", label: "390" },
        ]}
      />
    </div>
  );
}

/** The components of the product by family, each in every state, with figures that are made up. */
export function GalleryScreen() {
  const { stage, family, ready, change } = useStage();
  const shown = families.find(({ key }) => key === family);
  if (!shown) {
    return (
      <div data-awaits-query={ready ? undefined : ""}>
        <LinkList entries={places} />
      </div>
    );
  }
  const width = stage.width === "full" ? undefined : Number(stage.width);
  return (
    <>
      <nav aria-label="Families" className="flex gap-5 overflow-x-auto border-line border-b">
        {families.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-current={key === shown.key ? "page" : undefined}
            onClick={() => change({ family: key })}
            className="-mb-px flex h-9 flex-none items-center border-transparent border-b-2 text-text-2 hover:text-text aria-[current]:border-text aria-[current]:font-semibold aria-[current]:text-text pointer-coarse:h-11"
          >
            {label}
          </button>
        ))}
      </nav>
      <Controls stage={stage} change={change} />
      <section
        aria-label={shown.label}
        data-gallery={shown.key}
        className="@container min-w-0"
        style={{ maxWidth: width }}
      >
        <shown.Gallery />
      </section>
    </>
  );
}
