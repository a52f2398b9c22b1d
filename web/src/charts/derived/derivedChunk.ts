// One script for all that a chart loads when it shows anything but the answered values: each script of its own makes the
// list of scripts longer that every page carries.
export { BenchmarkChoice } from "../benchmarks/BenchmarkChoice";
export { CurrencyChoice } from "./CurrencyChoice";
export { calculatedOf, withCalculated } from "./calculatedSeries";
export { conversionOf, convertChart } from "./conversion";
export { dayAmounts, planOf } from "./conversionPlan";
