const paths = {
  check: "M3.5 8.5 6.5 11.5 12.5 5",
  chevron: "M4.5 6.5 8 10l3.5-3.5",
  close: "M4.5 4.5l7 7M11.5 4.5l-7 7",
  key: "M9.5 6.5a2.5 2.5 0 1 1-.6 2.6L3.5 13v-2h2V9.5h1.6",
  mail: "M2.5 4h11v8.5h-11zM2.8 4.4 8 8.8l5.2-4.4",
  moon: "M12.8 9.8A5.3 5.3 0 0 1 6.2 3.2a5.3 5.3 0 1 0 6.6 6.6z",
  search: "M7 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zM10.5 10.5 13.5 13.5",
  sun: "M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1",
  user: "M8 8.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM3 13.5a5 5 0 0 1 10 0",
  warning: "M8 3 14 13H2zM8 7v2.8M8 11.5v.01",
  arrow: "M3.5 8h9M8.5 4 12.5 8l-4 4",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="block flex-none"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
