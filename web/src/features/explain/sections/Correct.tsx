import { useConfig } from "@/api/installation/config";
import { buttonLook } from "@/components/ui/buttons/buttonLook";
import { CopyButton } from "@/components/ui/buttons/CopyButton";

type CorrectProps = {
  /** The subject of the message: "Value of Alder Fund (sample), 19 Nov 2026". */
  about: string;
  /** The number as it is shown, so that a reader of the report can find it. */
  facts: readonly string[];
  /** The call that answers the number. */
  call: string;
};

function mailAddress(to: string, { about, facts }: CorrectProps): string {
  const page = typeof window === "undefined" ? "" : window.location.href;
  const question = "What is the correct value, and what is its source?";
  const body = [question, "", "", "---", about, ...facts, page].join("\r\n");
  const subject = `Correction: ${about}`;
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** Ways to take a number along and to have it corrected. */
export function Correct(props: CorrectProps) {
  const { contactDataEmail } = useConfig();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {contactDataEmail ? (
        <a href={mailAddress(contactDataEmail, props)} className={buttonLook("plain")}>
          Correct this number
        </a>
      ) : (
        <p className="min-w-0 flex-1 basis-40 text-sm text-text-2">
          This installation has no contact address for corrections.
        </p>
      )}
      <CopyButton text={props.call} what="API call" words />
    </div>
  );
}

/** The call that answers a request as the page got it. */
export function callOf(procedure: string, input: unknown): string {
  const origin = typeof window === "undefined" ? "" : window.location.origin;
  const parameter = encodeURIComponent(JSON.stringify(input)).replaceAll("'", "%27");
  return `curl '${origin}/api/trpc/${procedure}?input=${parameter}'`;
}
