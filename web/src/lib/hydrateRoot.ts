import { startTransition } from "react";
import client, { type Root } from "react-dom/client";

// Takes the place of react-dom's own where Next brings a page to life, by an alias in next.config.ts: as a transition
// that is done in pieces, between which the browser paints and answers. Next does it in one piece, which holds a slow
// phone up for a quarter of a second.
function hydrateRoot(...asked: Parameters<typeof client.hydrateRoot>): Root {
  let root: Root | undefined;
  startTransition(() => {
    root = client.hydrateRoot(...asked);
  });
  if (!root) throw new Error("React did not begin");
  return root;
}

export default { ...client, hydrateRoot };
