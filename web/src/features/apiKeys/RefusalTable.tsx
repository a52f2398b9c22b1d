import { Card } from "@/components/Card";

/** The refusals of requests with a key: status, reason in the answer, cause and remedy. */
const refusals = [
  [
    "401",
    "key_invalid",
    "The key is mistyped, unknown, expired or revoked.",
    "Check the state of the key.",
  ],
  [
    "400",
    "key_in_address",
    "The key is in the address, which others can read. It is revoked.",
    "Send another key in the header.",
  ],
  ["400", "two_credentials", "The request has the cookie of a session, too.", "Send one of them."],
  [
    "403",
    "key_address",
    "The request comes from outside of the networks of the key.",
    "Add the network to the key.",
  ],
  ["403", "key_not_allowed", "The procedure is not about data.", "Sign in to the site."],
  [
    "403",
    "access.denied",
    "The data is outside of the scopes of the key, or of the plan.",
    "Widen the scopes, or change the plan.",
  ],
  ["403", "access.scope", "Only a part of the data is allowed.", "Select that part with a filter."],
] as const;

/** Why requests with a key are refused, and what to do. */
export function RefusalTable() {
  return (
    <Card
      title="Refused requests"
      lead="The answer states the status and, in the field reason, the cause."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
      <section aria-label="Refused requests" tabIndex={0} className="overflow-x-auto">
        <table className="w-full min-w-[600px] text-start text-sm">
          <thead>
            <tr className="border-line border-b text-start text-text-2 text-xs">
              {["Status", "Reason", "Cause", "What to do"].map((header) => (
                <th
                  key={header}
                  scope="col"
                  className="px-(--card-pad) py-1.5 text-start font-medium"
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {refusals.map(([status, reason, cause, remedy]) => (
              <tr key={reason} className="border-line border-b align-top last:border-b-0">
                <td className="num px-(--card-pad) py-2">{status}</td>
                <td className="px-(--card-pad) py-2">
                  <code className="font-mono text-xs">{reason}</code>
                </td>
                <td className="px-(--card-pad) py-2">{cause}</td>
                <td className="px-(--card-pad) py-2 text-text-2">{remedy}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
