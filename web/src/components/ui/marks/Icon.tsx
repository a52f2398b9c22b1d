import { iconPaths } from "./iconPaths";

export type IconName = keyof typeof iconPaths;

/** These point along the line of text and turn with it. */
const directional: ReadonlySet<IconName> = new Set([
  "arrow",
  "chevronEnd",
  "chevronStart",
  "collapse",
  "expand",
  "signIn",
  "signOut",
  "undo",
]);

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className={`block flex-none ${directional.has(name) ? "rtl:-scale-x-100" : ""}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
