import { Lazy } from "@/components/Lazy";

const load = async () => (await import("./HolderCohorts")).HolderCohorts;

/** The holders of a token by when they came, whose script comes when they are chosen. */
export function LazyHolderCohorts(props: { token: string }) {
  return (
    <Lazy
      load={load}
      give={props}
      fallback={<div aria-hidden="true" className="min-h-[760px]" />}
    />
  );
}
