// The picture of charts, which the app loads on demand: tests of charts have it from the first render.
import { loadTimeBody } from "@/charts/time/loadTimeBody";
import { preloadPart } from "@/lib/loading/useOnDemand";

await preloadPart(loadTimeBody);
