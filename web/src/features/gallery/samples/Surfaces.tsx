import { Specimen, Specimens } from "../Specimen";

const surfaces = ["bg", "surface", "surface-2", "surface-3", "raised"] as const;

const texts = [
  ["text", "Primary figures and names, 7:1"],
  ["text-2", "Labels and figures beside the point, 7:1"],
  ["text-3", "Captions and axes, 4.5:1"],
] as const;

const tones = [
  ["accent", "Can be acted on"],
  ["pos", "Rose, done"],
  ["neg", "Fell, failed"],
  ["warn", "Late, careful"],
] as const;

const spaces = ["0-5", "1", "1-5", "2", "3", "4", "5", "6", "8", "10", "12", "16"] as const;
const radii = ["xs", "sm", "md", "lg", "full"] as const;

const motions = [
  ["instant", "hover"],
  ["fast", "popover"],
  ["base", "panel"],
  ["toast", "toast that goes"],
] as const;

const sizes = ["row-h", "control-h", "control-h-sm", "field-h", "option-h"] as const;

function Name({ children }: { children: string }) {
  return <code className="font-mono text-text-2 text-xs">{children}</code>;
}

function Colours() {
  return (
    <Specimens title="Surfaces, text, and colours with a meaning" span="half">
      <Specimen label="Surfaces" width="full">
        <ul className="flex flex-wrap gap-2">
          {surfaces.map((name) => (
            <li
              key={name}
              className="flex h-10 min-w-20 items-center rounded-sm border border-line px-2.5"
              style={{ background: `var(--${name})` }}
            >
              <Name>{name}</Name>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen label="Text">
        <ul className="flex flex-col gap-0.5">
          {texts.map(([name, about]) => (
            <li key={name} style={{ color: `var(--${name})` }}>
              {about}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen label="Always with a sign, a shape or a word">
        <ul className="grid gap-1 sm:grid-cols-2">
          {tones.map(([name, about]) => (
            <li
              key={name}
              className="rounded-xs px-2 py-0.5 text-sm"
              style={{ background: `var(--${name}-soft)`, color: `var(--${name})` }}
            >
              {about}
            </li>
          ))}
        </ul>
      </Specimen>
    </Specimens>
  );
}

function Shapes() {
  return (
    <Specimens title="Spacing, shape, elevation" span="half">
      <Specimen label="Spacing, on a grid of 4 px" width="full">
        <ul className="flex flex-wrap items-end gap-3">
          {spaces.map((step) => (
            <li key={step} className="flex flex-col items-center gap-1">
              <span
                className="block bg-text-3 forced-color-adjust-none"
                style={{ width: `var(--space-${step})`, height: `var(--space-${step})` }}
              />
              <Name>{step}</Name>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen label="Radii" width="full">
        <ul className="flex flex-wrap gap-3">
          {radii.map((step) => (
            <li
              key={step}
              className="grid h-10 w-14 place-items-center border border-control-line"
              style={{ borderRadius: `var(--radius-${step})` }}
            >
              <Name>{step}</Name>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen label="Elevation: cards have a border, floating layers a shadow" width="full">
        <ul className="flex flex-wrap gap-6 py-2">
          <li className="rounded-md border border-line bg-surface px-3 py-2">Card</li>
          <li className="rounded-md bg-raised px-3 py-2 shadow-raised">Popover</li>
          <li className="rounded-lg bg-raised px-3 py-2 shadow-dialog">Dialog</li>
        </ul>
      </Specimen>
    </Specimens>
  );
}

function Motion() {
  return (
    <Specimens title="Motion: off when reduced motion is preferred" span="half">
      <ul className="flex w-full flex-col gap-1.5">
        {motions.map(([name, use]) => (
          <li key={name} className="group grid grid-cols-[120px_1fr] items-center gap-3">
            <span>
              {use} <Name>{name}</Name>
            </span>
            <span className="flex h-5 items-center rounded-xs bg-surface-2 px-1">
              <span
                className="block size-3 rounded-xs bg-ink transition-[margin] ease-(--ease-out) group-hover:ms-[calc(100%-12px)] forced-color-adjust-none"
                style={{ transitionDuration: `var(--duration-${name})` }}
              />
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-text-3">
        Each mark moves for its duration while the pointer is over it.
      </p>
    </Specimens>
  );
}

function Density() {
  return (
    <Specimens title="Density: heights of rows and controls" span="half">
      <ul className="flex w-full flex-col gap-1">
        {sizes.map((name) => (
          <li
            key={name}
            className="flex items-center rounded-xs bg-surface-2 px-2.5"
            style={{ height: `var(--${name})` }}
          >
            <Name>{name}</Name>
          </li>
        ))}
      </ul>
    </Specimens>
  );
}

/** The materials of the components, beside charts and type. */
export function Surfaces() {
  return (
    <>
      <Colours />
      <Shapes />
      <Motion />
      <Density />
    </>
  );
}
