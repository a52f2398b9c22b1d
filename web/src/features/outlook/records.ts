import type { Outlook } from "./outlook";

export const transactions: Outlook = {
  title: "Transactions",
  description: "Mints, burns and transfers of tokenized assets, as the networks recorded them.",
  lead: "Mints, burns, transfers and bridges, as the networks recorded them.",
  table: {
    title: "Transactions",
    columns: ["Time", "Kind", "Asset", "Network", "From", "To", "Amount", "US$"],
  },
  shows: ["Filters by network, asset, kind, address and amount", "New ones as they arrive"],
  source: "The networks, read by the collector.",
};
