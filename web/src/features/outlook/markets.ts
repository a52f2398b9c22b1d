import type { Outlook } from "./outlook";

const measured =
  "The catalog says what belongs to the class; daily values come from the time series, each with its source, licence and method.";

export const overview: Outlook = {
  title: "Market overview",
  description:
    "Tokenized real-world assets at a glance: value, holders and flows by class, network and platform, and how each number was obtained.",
  lead: "Tokenized real-world assets, and how each number was obtained.",
  kpis: [
    "Distributed value",
    "Represented value",
    "Asset holders",
    "Net flow, 30 days",
    "Stablecoin value",
    "Stablecoin holders",
  ],
  chart: {
    title: "Distributed value by asset class",
    unit: "US$, end of day UTC, NAV-based. Without stablecoins and cryptocurrencies.",
  },
  shows: [
    "Key figures, each with its change, its age and its explanation",
    "Value by asset class, day by day",
    "League tables of networks, classes, platforms and managers",
    "Net flows, newest assets, news, and the corrections of the week",
  ],
  source: measured,
};

export const stablecoins: Outlook = {
  title: "Stablecoins",
  description:
    "Tokens that aim to hold a fixed value: market value, holders, transfer volume and deviation from the peg.",
  lead: "Tokens that aim to hold a fixed value against a currency or an index.",
  kpis: [
    "Market value",
    "Holders",
    "Monthly active addresses",
    "Transfer volume, 30 days",
    "Net mints, 30 days",
  ],
  chart: { title: "Market value by asset", unit: "US$, end of day UTC, price-based" },
  table: {
    title: "Assets",
    columns: ["Name", "Peg", "Backing", "Market value", "Price", "Off peg", "Holders", "Networks"],
  },
  shows: ["Deviation from the peg", "Value by pegged currency", "What backs each one"],
  source: measured,
};

export const treasuries: Outlook = {
  title: "U.S. Treasuries",
  description:
    "Tokenized U.S. government debt: value, holders, yields, fees and net flows of funds, bills and notes.",
  lead: "Short and long U.S. government debt as tokens: money-market funds, bill funds and notes.",
  kpis: [
    "Distributed value",
    "Represented value",
    "Holders",
    "7-day APY, by value",
    "Products",
    "Net flow, 30 days",
  ],
  chart: { title: "Distributed value by asset", unit: "US$, end of day UTC, NAV-based" },
  table: {
    title: "Assets",
    columns: ["Name", "Platform", "Manager", "Value", "NAV", "7-day APY", "Fee", "Holders"],
  },
  shows: [
    "Yield beside fees, and yield after fees",
    "Yields beside SOFR and the 3-month bill",
    "Value by domicile",
  ],
  source: measured,
};

export const globalBonds: Outlook = {
  title: "Global bonds",
  description:
    "Tokenized government, municipal and corporate bonds outside of U.S. Treasuries: value, yield to maturity and maturities.",
  lead: "Debt of other governments, of cities and of companies as tokens.",
  kpis: ["Value", "Yield to maturity, by value", "Holders", "Issuers", "Countries"],
  chart: { title: "Value by kind of bond", unit: "US$, end of day UTC" },
  table: {
    title: "Assets",
    columns: ["Name", "Kind", "Country", "Currency", "Value", "Yield to maturity", "Maturity"],
  },
  shows: ["Values in the bond's own currency and in dollars", "Maturities by year"],
  source: measured,
};

export const privateCredit: Outlook = {
  title: "Private credit",
  description:
    "On-chain lending to private borrowers: active loans, originations, rates, defaults and collateral by protocol.",
  lead: "Loans and lending pools to private borrowers, and the funds that hold them.",
  kpis: [
    "Active loans value",
    "Total originated",
    "Base APR, by value",
    "Defaulted amount",
    "Default rate",
    "Active loans",
  ],
  chart: { title: "Active loans value by platform", unit: "US$, end of day UTC" },
  table: {
    title: "Protocols",
    columns: ["Name", "Active", "Originated", "Average APR", "Average term", "Loans", "Networks"],
  },
  shows: [
    "Loans by status, sector, region and collateral",
    "Defaults by the year of origination",
    "New originations month by month",
  ],
  source:
    "Loans and pools come from the protocols' contracts, their terms from the catalog, daily values from the time series.",
};

export const commodities: Outlook = {
  title: "Commodities",
  description:
    "Tokens backed by physical goods: value, holders, units outstanding, and the premium over the spot price.",
  lead: "Tokens backed by physical goods such as gold, silver, energy or carbon units.",
  kpis: ["Value", "Holders", "Transfer volume, 30 days", "Units outstanding", "Gold price"],
  chart: { title: "Market value by asset", unit: "US$, end of day UTC" },
  table: {
    title: "Assets",
    columns: ["Name", "Commodity", "Per token", "Value", "Price", "Spot", "Premium", "Holders"],
  },
  shows: ["Supply in physical units", "Premium and discount to the spot price", "Custodians"],
  source: measured,
};

export const institutionalFunds: Outlook = {
  title: "Institutional funds",
  description:
    "Tokenized shares of funds for professional investors: value, net asset values and their age, returns and terms.",
  lead: "Shares of hedge, basis, venture and multi-strategy funds as tokens.",
  kpis: ["Value", "Funds", "Managers", "Holders", "Median age of the NAV"],
  chart: { title: "Value by manager", unit: "US$, end of day UTC, NAV-based" },
  table: {
    title: "Funds",
    columns: ["Fund", "Manager", "Strategy", "Domicile", "Value", "NAV", "NAV date", "Fee"],
  },
  shows: ["How old each net asset value is", "Feeder and master funds", "Terms and eligibility"],
  source: measured,
};

export const stocks: Outlook = {
  title: "Stocks",
  description:
    "Tokens that follow listed shares and exchange-traded funds: value, transfer volume, holders and premium to the market.",
  lead: "Tokens that follow listed shares or exchange-traded funds.",
  kpis: [
    "Distributed value",
    "Monthly transfer volume",
    "Monthly active addresses",
    "Holders",
    "Listed underlyings",
  ],
  chart: { title: "Distributed value by platform", unit: "US$, end of day UTC" },
  table: {
    title: "Assets",
    columns: ["Ticker", "Underlying", "Issuer", "Value", "Price", "Close", "Premium", "Holders"],
  },
  shows: ["Wrappers of the same share side by side", "Premium in and out of market hours"],
  source: measured,
};

export const realEstate: Outlook = {
  title: "Real estate",
  description:
    "Tokenized property and the companies that own it: value, yields, occupancy and the age of appraisals.",
  lead: "Claims on property, or on companies that own property, as tokens.",
  kpis: ["Value", "Properties and funds", "Holders", "Average yield", "Countries"],
  chart: { title: "Value by platform", unit: "US$, end of day UTC" },
  table: {
    title: "Assets",
    columns: ["Name", "Kind", "Location", "Value", "Price", "Rental yield", "Occupancy", "Holders"],
  },
  shows: ["Where the properties are", "How old each appraisal is"],
  source: measured,
};
