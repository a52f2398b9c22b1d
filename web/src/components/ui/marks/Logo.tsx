export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="block flex-none"
      width={size}
      height={size}
      viewBox="0 0 22 22"
    >
      <path d="M6.2 1.5h9.6l4.7 4.7v9.6l-4.7 4.7H6.2l-4.7-4.7V6.2z" fill="currentColor" />
      <path
        d="M5.6 15.4 10.2 6h1.6l4.6 9.4M8 13.2h6"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="1.7"
      />
    </svg>
  );
}
