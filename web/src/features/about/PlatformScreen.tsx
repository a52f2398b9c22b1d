import { useConfig } from "@/api/config";
import { Link } from "@/components/ui/Link";
import { brand } from "@/lib/brand";
import { Section } from "./Section";

const link = "rounded-sm text-accent underline";

export function PlatformScreen() {
  const { version } = useConfig();
  return (
    <>
      <Section id="platform" title="One set of figures, several ways to it">
        <p>
          The pages, the API, the downloads and saved views speak one query language: the same
          filters, the same sorting, the same fields. What a page shows, a program can ask for.
        </p>
        <p>
          Keys for programs and the description of every endpoint stand under{" "}
          <Link href="/tools/api/api-keys" className={link}>
            API tools
          </Link>
          , whole data sets under{" "}
          <Link href="/downloads" className={link}>
            Downloads
          </Link>
          . {brand} is open source: you can run all of it yourself.
        </p>
      </Section>
      <Section id="method" title="Method">
        <p>
          Every number can be explained: its inputs, its formula, its checks and its versions stand
          one click away. Corrections add a version and never overwrite one, so a page can be read
          as it was on any day.
        </p>
        <p>
          Days are UTC. Unknown is not zero: a value without a basis is shown as a dash with its
          reason, and a total says what it covers. A value that fails its check is withheld rather
          than shown wrong.
        </p>
      </Section>
      <Section id="status" title="Status">
        <p>
          How old a figure is stands beside it. As long as no data is connected to this
          installation, its pages show their structure and no figures.
        </p>
        {version && (
          <p className="text-text-2">
            Site version <code className="font-mono text-sm">{version}</code>
          </p>
        )}
      </Section>
    </>
  );
}
