import { mostCoverageGap } from "@/charts/figures/members";
import { formatPercent } from "@/lib/format";
import { thresholds, withThresholds } from "@/lib/format/thresholds";
import declared from "../../../../proto/declared/withheld_reasons.json";
import { anchor, Section } from "./Section";

const gap = formatPercent(mostCoverageGap, 0);

/** The topics by the fragment of their address, each with its paragraphs; thresholds stand by name. */
const topics = [
  {
    id: "yields",
    title: "Yields and APY",
    paragraphs: [
      "A yield is a simple annual rate (act/365), an APY compounds. The 7-day yield is annualized without compounding, like the SEC 7-day yield of money market funds. It measures the change of the net asset value and the distributions instead of net investment income: gains and losses count, while income that is neither paid out nor part of the net asset value does not.",
      "Yields and APYs compare the net asset values at both ends of the period in the currency of denomination, and divide by the actual number of days between them. The value at the start is the valuation nearest to the start: at most 1 day away for periods of 7 days, at most {valuation_days} days away for longer ones. Of two equally near valuations, the earlier one is used; a withheld valuation never is. A daily yield compares a valuation with the previous one, if that one is not out of date on the day before and the two are at most {daily_yield_days} days apart.",
      "Assets that are valued monthly have neither a daily nor a 7-day yield; their returns are over 1 and 12 calendar months. Stocks, commodities and currencies have no yield; stablecoins, real estate and institutional funds have one only if the catalog states that they bear a yield.",
    ],
  },
  {
    id: "distributions",
    title: "Distributions",
    paragraphs: [
      "A distribution is reinvested at the net asset value of its ex-date, in yields and in returns. An unchanged net asset value has a yield only if the period contains a reported distribution and the time between the last one and the one before is at most 1.25 times the period: a fund that pays income never shows a yield of 0%.",
      "Returns and growth are not annualized and require only one distribution in their period. Without one, they are not available for an unchanged value, unless the catalog states that the asset bears no yield or its class bears none, such as stablecoins and assets that follow a price.",
    ],
  },
  {
    id: "net-flows",
    title: "Net flows",
    paragraphs: [
      "A net flow is the dollar value of mints minus that of burns. A day on which only one of the two is reported has no net flow; weeks, months and running totals leave it out, are marked as partial and state their coverage.",
      "Net flows of 7 and 30 days are not available for an asset if only one of the two is reported on one of the days, or if one is withheld. A source that reports mints and burns as they happen therefore has to report a zero for the other one, or to state the period for which it lists every event: days of this period without an event count as zero. Single days with neither add nothing.",
      "Totals exclude such assets and state their coverage. Key figures, rankings, files and the API read these measures.",
    ],
  },
  {
    id: "turnover",
    title: "Turnover",
    paragraphs: [
      "The 30-day turnover divides the sum of the known transfer volumes of 30 days by the average market value of the circulating units on the days of this period that have one. Carried values count, so that the average is over calendar days. The turnover is not available if a volume is withheld.",
    ],
  },
  {
    id: "concentration",
    title: "Concentration",
    paragraphs: [
      "The Herfindahl-Hirschman index (HHI) is the sum of the squared shares in percent: 10,000 if one group holds everything, 10,000 divided by the number of groups if all are equal. The shares of the largest 1, 5 and 10 groups are shown beside it. Value whose group is not disclosed counts in the total but forms no group: these numbers are then lower bounds, and the upper bounds assume that the largest group holds all of it. A change of a share is in percentage points.",
    ],
  },
  {
    id: "holders",
    title: "Concentration among holders",
    paragraphs: [
      `Shares of holders are shares of the circulating units. Where only the largest holders are known, the HHI is between two bounds. The adjusted concentration leaves out contracts (bridges, escrows, burn addresses and others that hold for several) and balances under $${thresholds.dust_dollars} or {dust_units} units of the known holders: they count neither as holders nor as circulating units, so that its shares refer to the remaining units. It is not available if it is not known which addresses are contracts.`,
    ],
  },
  {
    id: "credit",
    title: "Credit",
    paragraphs: [
      "The cumulative default rate is the principal that ever went into default, as a share of all loans originated; recoveries and write-offs do not reduce it. Principal in default today is shown beside it and falls as it is recovered or written off.",
      "Utilization and cash drag divide outstanding principal in dollars by funding in the currency of the pool, and are calculated only where that currency is worth one dollar. Loss given default is write-offs as a share of the defaulted principal that was recovered or written off.",
      "A utilization, a cash drag or a default rate above 100% is not shown, because an input is wrong or the inputs cover different loans: averages, vintages and default curves leave such loans and pools out, and state their coverage.",
    ],
  },
  {
    id: "delinquency",
    title: "Delinquency",
    paragraphs: [
      "The whole outstanding principal of a loan is in one range, which depends on its oldest unpaid payment: 1 to 30, 31 to 60, 61 to 90 or more than 90 days past due, in default or not. After maturity, days to maturity count below zero, so that overdue loans shorten a weighted maturity.",
    ],
  },
  {
    id: "real-estate",
    title: "Real estate",
    paragraphs: [
      "The value of a property is before debt, and its units are worth this value less the debt. The rental yield is the annual rent, before costs and interest, as a share of the property value; loan to value is the debt as a share of it. Averages of several properties are weighted by property value: the loan to value of two is their debt as a share of their value. Rental yield, loan to value and occupancy hold for a property as a whole and have no network.",
    ],
  },
  {
    id: "like-for-like",
    title: "Like for like",
    paragraphs: [
      `A change may come from members that were added. Where the coverage at both ends of a change differs by more than ${gap}, more than ${gap} of the members began in between, or Like for like is switched on, the change is that of the members with a value at both ends, and is marked. A sum over days, such as a 30-day volume, is compared with the sum at the start of the change; both include only the members with a value on the first day of the earlier sum and on the last day of the newer one. Counts of the catalog and ages are not compared.`,
    ],
  },
  {
    id: "classes",
    title: "Changes of the asset class",
    paragraphs: [
      "An asset whose class changes on a date counts in its former class before that date and in the new class from then on. The totals of both classes change on that date; the total of all classes does not. Like for like, groups by class and their total leave out an asset whose class changes within the period. A class without a date applies to all days. Charts as of an earlier state use the classes that were known then. Lists show each asset in its present class.",
    ],
  },
  {
    id: "premiums",
    title: "Premiums and market hours",
    paragraphs: [
      "The premium to net asset value compares the market value of the circulating units with their net asset value of the same day; for assets that do not report both, it compares the price of a unit with its net asset value. Where an asset reports both, a day without one of them has no premium. A net asset value of zero ends the premium on its day.",
      "The premium to the underlying compares the price of a day (UTC) with the close of the same date, which is the last close before the day ends. The market of the underlying counts as open on each day with a close, including that of a shortened session. On weekends and holidays of its market this premium is not measured: the last one is carried and marked with its day, and a separate measure compares the price with the last close, which Explain names with its date.",
      "A session whose close is missing or not loaded yet counts as closed. Prices are daily: hours within a day are not distinguished, so that trading before the opening and after the close counts to the day.",
    ],
  },
  {
    id: "currencies",
    title: "Other currencies",
    paragraphs: [
      "Charts of US$ amounts can be shown in EUR, GBP, JPY and CHF, converted at the reference rates of the European Central Bank.",
      "A level, such as a value, is converted at the rate of the last day of its interval, and a sum of one day at the rate of that day. Days without a rate use the previous rate; the chart and the notes of its file name the day of that rate. The flags in the file are those of the values in US$.",
      "Sums over several days, over weeks, months, quarters and years, and running totals add up their days, each converted at its own rate. If the last of these days has no rate, the chart and the notes of its file state up to which day there are rates.",
      "A change is the level at the end of the interval at the rate of its last day, less the level before the interval at the rate of the day before. So days, weeks and months agree in each currency, and changes include the changes of the rate.",
      "A value is withheld if one of its days has no rate, or if its days do not add up to it in US$, because members may differ between the days.",
      "Like for like, changes and sums are converted only day by day, where the members at both ends are the same. For longer intervals, and for sums over 7 or 30 days, they are not shown in another currency.",
      "Key figures and their changes, tables, and files with all values and their sources are in US$.",
    ],
  },
  {
    id: "licences",
    title: "Licences",
    paragraphs: [
      "A licence states who may see values (everyone, members, administrators, or no one if they are used for checks only) and whether they may be in files. A total includes the members that its reader may see, and states how many are excluded. A file is refused if it would lack members that its page includes.",
    ],
  },
  {
    id: "feeders",
    title: "Feeder funds",
    paragraphs: [
      "A feeder fund invests nearly everything in a master fund. Totals of holdings, subscriptions and redemptions exclude feeder funds whose master fund is included, and name them. A single fund, the rows of a list and rankings of funds count each fund; so do holders, volumes and averages.",
    ],
  },
];

type Reason = {
  code: string;
  meaning: string;
  details?: string;
  /** The states of loans whose amounts a check treats in another way, each with its measures. */
  loan_states?: Readonly<Record<string, ReadonlyArray<string>>>;
};

/** Every reason for which a value is withheld; some have more to know than their meaning. */
const reasons: ReadonlyArray<Reason> = declared;

/** "late, defaulted and recovered" */
function listed(words: ReadonlyArray<string>): string {
  return words.join(", ").replace(/, (?=[^,]*$)/, " and ");
}

function reasonText({ meaning, details = "", loan_states = {} }: Reason): string {
  const text = `${meaning} ${details}`.trim();
  return withThresholds(text.replaceAll("{loan_states}", listed(Object.keys(loan_states))));
}

/** How the numbers of the product are to be read, by topic. */
export function Definitions() {
  return (
    <Section id="definitions" title="Definitions">
      {topics.map(({ id, title, paragraphs }) => (
        <div key={id} id={id} className={anchor}>
          <h3 className="font-semibold">{title}</h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="not-last:mb-3">
              {withThresholds(paragraph)}
            </p>
          ))}
        </div>
      ))}
      <div id="checks" className={anchor}>
        <h3 className="font-semibold">Checks</h3>
        <p>A value that fails a check is withheld, with one of these reasons:</p>
        <ul className="list-disc ps-5">
          {reasons.map((reason) => (
            <li key={reason.code}>{reasonText(reason)}</li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
