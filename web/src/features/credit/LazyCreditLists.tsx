import { Card } from "@/components/Card";
import { Lazy } from "@/components/Lazy";

const load = async () => (await import("./CreditLists")).CreditLists;

/** The newest loans and the pools; their script loads when a visitor comes near. */
export function LazyCreditLists() {
  return <Lazy below load={load} give={{}} fallback={<Card title="Loans">{null}</Card>} />;
}
