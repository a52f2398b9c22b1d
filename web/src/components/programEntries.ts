import { copyText } from "@/lib/browser/clipboard";
import type { Language, ProgramRequest } from "@/lib/files/programs";
import { toastLoadFailure } from "@/lib/loading/useOnDemand";
import { showToast } from "@/lib/toasts";
import type { MenuEntry } from "./ui/overlays/menuEntry";

const languages: readonly Language[] = ["curl", "Python", "Rust"];

/** The request of a view as programs to copy. */
export function programEntries(request: ProgramRequest | null): readonly MenuEntry[] {
  return languages.map((language) => ({
    label: `Copy as ${language}`,
    icon: "copy",
    disabled: request === null,
    onSelect: () => {
      if (request) void copyProgram(language, request);
    },
  }));
}

async function copyProgram(language: Language, request: ProgramRequest): Promise<void> {
  const programs = await import("@/lib/files/programs").catch(() => null);
  if (!programs) {
    toastLoadFailure("The code example");
    return;
  }
  const text = programs.programOf(language, request, window.location.origin);
  const done = await copyText(text);
  showToast({
    id: "program",
    variant: done ? "success" : "danger",
    message: done
      ? `Query copied as ${language}.`
      : "Could not copy: the browser blocked access to the clipboard.",
  });
}
