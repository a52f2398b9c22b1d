import dynamic from "next/dynamic";

/** The holders of a token by when they came, whose script comes when they are chosen. */
export const LazyHolderCohorts = dynamic(
  async () => (await import("./HolderCohorts")).HolderCohorts,
  { ssr: false, loading: () => <div aria-hidden="true" className="min-h-[760px]" /> },
);
