import type { TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import { excludesSamples } from "@/lib/browser/display";

const load = () => import("./withoutSamples");

/** Leaves sample data out of every request while this browser excludes them. */
export function samplesLink<Router extends AnyTRPCRouter>(): TRPCLink<Router> {
  return () =>
    ({ op, next }) =>
      excludesSamples()
        ? observable((observer) => {
            const inner = load().then(({ withoutSamples }) =>
              next({ ...op, input: withoutSamples(op.path, op.input) }).subscribe(observer),
            );
            inner.catch(observer.error);
            return () => void inner.then((request) => request.unsubscribe());
          })
        : next(op);
}
