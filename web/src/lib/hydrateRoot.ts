import { startTransition } from "react";
import client, { type Root } from "react-dom/client";

// Replaces the function of react-dom where Next hydrates a page, by replacements.mjs: as a transition, in steps between
// which the browser paints and responds. Next hydrates in one step, which blocks a slow phone for a quarter of a second.
function hydrateRoot(...args: Parameters<typeof client.hydrateRoot>): Root {
  let root: Root | undefined;
  startTransition(() => {
    root = client.hydrateRoot(...args);
  });
  if (!root) throw new Error("React did not start to hydrate");
  return root;
}

export default { ...client, hydrateRoot };
