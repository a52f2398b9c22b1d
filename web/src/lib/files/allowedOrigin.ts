import { showToast } from "@/lib/toasts";
import type { Origin } from "./origin";

function refuse(message: string): null {
  showToast({ variant: "danger", id: "download", message });
  return null;
}

/** The provenance that a file or picture states; null where none may be made, and then the user is shown why. */
export async function allowedOrigin(
  origin: Origin | (() => Promise<Origin>),
): Promise<Origin | null> {
  const loaded = typeof origin === "function" ? await origin().catch(() => null) : origin;
  if (!loaded)
    return refuse(
      "Not downloaded: the sources and licences of these values could not be loaded. Try again.",
    );
  if (!loaded.isRestricted) return loaded;
  const sources = loaded.sources?.join(", ");
  return refuse(
    `Not for redistribution: the licence of a source (${sources}) allows these values on pages, but not in files.`,
  );
}
