import { CopyButton } from "../buttons/CopyButton";

type CodeBlockProps = {
  code: string;
  /** "curl", "JSON" */
  language: string;
  /** Names the region by its purpose. */
  label: string;
};

/** Text for machines, to be copied; long lines scroll and the keyboard can scroll them. */
export function CodeBlock({ code, language, label }: CodeBlockProps) {
  return (
    <figure className="min-w-0 rounded-sm border border-line bg-surface-2" aria-label={label}>
      <figcaption className="flex h-7 items-center gap-2 border-line border-b ps-3 pe-1">
        <span className="cond flex-1 truncate text-text-3 text-xs">{language}</span>
        <CopyButton text={code} what="code" size="small" />
      </figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the tab order the keyboard cannot scroll it.
        tabIndex={0}
        dir="ltr"
        aria-label={`${label}, ${language}`}
        className="max-h-[360px] overflow-auto rounded-b-sm px-3 py-2.5 focus-visible:outline-offset-[-2px]"
      >
        <pre className="w-max font-mono text-[12px] leading-[19px]">
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
}
