import { longestFileMinutes } from "@/api/contract";
import { Card } from "@/components/Card";
import { CodeBlock } from "@/components/ui/text/CodeBlock";
import { DateText } from "@/components/ui/text/Figure";

const folder = "/api/download/datasets";

const files = [
  { name: "manifest.json", what: "all files with rows, size, columns, licences and SHA-256" },
  { name: "manifest.json.sig", what: "the Ed25519 signature of the manifest" },
  { name: "public_key.pem", what: "the key that verifies the signature" },
] as const;

const verify = `openssl pkeyutl -verify -pubin -inkey public_key.pem \\
  -rawin -in manifest.json -sigfile manifest.json.sig
# The output must equal the SHA-256 of the file in the manifest:
sha256sum series.parquet`;

/** The signature of the files, and how to verify it. */
export function ManifestCard({ madeAt, publicKey }: { madeAt: string; publicKey: string }) {
  return (
    <Card
      title="Manifest and signature"
      lead={
        <>
          Signed <DateText value={madeAt} time />. A download may take {longestFileMinutes} minutes.
          One that was broken off can be resumed: the address of a file always refers to the same
          bytes.
        </>
      }
    >
      <div className="flex flex-col gap-4 px-(--card-pad) py-4">
        <ul className="flex flex-col gap-1.5">
          {files.map(({ name, what }) => (
            <li key={name}>
              <a
                href={`${folder}/${name}`}
                download={name}
                className="target rounded-xs font-mono text-accent text-sm hover:underline"
              >
                {name}
              </a>
              <span className="text-sm text-text-2">: {what}</span>
            </li>
          ))}
        </ul>
        <CodeBlock
          label="How to verify the manifest and a file"
          language="Shell, with OpenSSL 3"
          code={verify}
        />
        <CodeBlock label="The public key" language="PEM" code={publicKey.trim()} />
      </div>
    </Card>
  );
}
