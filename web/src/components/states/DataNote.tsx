import { useEffect } from "react";
import { changeSetting, useSamples } from "@/lib/browser/display";

/** The kind of numbers on a page; undefined until that is known. */
export type DataKind = "sample" | "known" | "facts" | "none" | undefined;

const words = {
  sample: "names that end in “(sample)” are fictitious; hatched rows include them.",
  facts: "Every fact states its source.",
  known: "Select a number, or a day in a chart, to see its explanation.",
  // Reference rates and news on the page are no values of assets.
  none: "No values of assets or loans are available here yet.",
} as const;

const excluded = {
  facts: words.facts,
  known: words.known,
  none: "No values of assets or loans other than sample data are available here yet.",
} as const;

/** States above the content of a page whether its numbers are sample data; its room is reserved from the first paint. */
export function DataNote({ kind }: { kind: DataKind }) {
  const samples = useSamples();
  const sample = kind === "sample";
  const isExcluded = samples === "off" && !sample;
  useEffect(() => {
    // From now on the header offers to exclude them.
    if (sample && samples === "unseen") changeSetting("samples", "on");
  }, [sample, samples]);
  return (
    <p
      role={kind && "note"}
      className={`-mt-1 flex min-h-[26px] items-center max-md:min-h-10 gap-2.5 rounded-sm text-sm ${sample ? "bg-surface-3 px-2.5 text-sample-text" : "text-text-2"}`}
    >
      {sample && (
        <span aria-hidden="true" className="hatch h-2.5 w-[22px] flex-none rounded-[1px]" />
      )}
      {/* In two parts, neither of which is the largest text of its page. */}
      {kind && (
        <span className="flex items-baseline gap-1">
          {sample && <span className="flex-none">Sample data: </span>}
          {isExcluded && <span className="flex-none">Excluding sample data. </span>}
          <span>{isExcluded ? excluded[kind as keyof typeof excluded] : words[kind]}</span>
        </span>
      )}
    </p>
  );
}
