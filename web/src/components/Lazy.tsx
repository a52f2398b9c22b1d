import { useIsRestoring } from "@tanstack/react-query";
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";
import { afterPaint } from "@/lib/loading/afterPaint";
import { onTurn } from "@/lib/loading/renderQueue";
import { Card } from "./Card";
import { ErrorState } from "./states/ErrorState";

type LazyProps<Props> = {
  /** Fetches the part; written once, outside of the component. */
  load: () => Promise<ComponentType<Props>>;
  /** The props of the part. */
  give: Props;
  /** Stands in its room until then; the exported page has it. */
  fallback: ReactNode;
  /** The name of the part in the message of a failure. */
  what?: string;
  /** It stands below the window, and comes once a visitor comes near, or has moved and nothing else is to do. */
  below?: boolean;
};

const failure = { code: "NETWORK", reason: null, message: "", traceId: null };

// Keyed by the function that fetches it: what was fetched once is not fetched again.
const loaded = new WeakMap<object, unknown>();

/** A part whose script is fetched, and which is drawn, once the page around it has been painted. */
export function Lazy<Props extends object>(props: LazyProps<Props>) {
  const { load, give, fallback, what = "This section", below = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [failed, setFailed] = useState(false);
  // A page whose feature is not known to be on loads no scripts, as it requests no data.
  const held = useIsRestoring();
  useEffect(() => {
    if (failed || held) return;
    let awaited = true;
    const arrive = (part: ComponentType<Props>) => {
      loaded.set(load, part);
      if (awaited) startTransition(() => setLoaded(() => part));
    };
    const fetch = () => {
      const known = loaded.get(load) as ComponentType<Props> | undefined;
      if (known) arrive(known);
      else load().then(arrive, () => awaited && setFailed(true));
    };
    let leave: (() => void) | undefined;
    const leavePaint = afterPaint(() => {
      if (place.current) leave = onTurn(place.current, fetch);
      else fetch();
    });
    return () => {
      awaited = false;
      leavePaint();
      leave?.();
    };
  }, [load, failed, held]);
  if (Loaded) return <Loaded {...give} />;
  if (!failed) return below ? <div ref={place}>{fallback}</div> : fallback;
  return (
    <Card>
      <ErrorState failure={failure} what={what} onRetry={() => setFailed(false)} />
    </Card>
  );
}
