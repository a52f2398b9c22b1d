// A certificate for this machine that is valid for one run, and that its clients must be configured to trust.
import selfsigned from "selfsigned";

export async function makeCertificate() {
  const names = [
    { type: 2, value: "localhost" },
    { type: 7, ip: "127.0.0.1" },
  ];
  const made = await selfsigned.generate([{ name: "commonName", value: "localhost" }], {
    keySize: 2048,
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: names }],
  });
  return { key: made.private, cert: made.cert };
}
