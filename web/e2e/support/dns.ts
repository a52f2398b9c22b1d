import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Publishes a TXT record at the DNS server of the journeys. */
export function publishRecord(name: string, value: string): void {
  const folder = process.env.DNS_DIR;
  if (!folder) throw new Error("DNS_DIR names the folder of the DNS records");
  writeFileSync(join(folder, name), `${value}\n`);
}
