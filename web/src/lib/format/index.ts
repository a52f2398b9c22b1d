/** How figures and dates are written: the one place for all screens. */
export {
  formatAmountExact,
  formatCount,
  formatCountChange,
  formatCountFull,
  splitCount,
} from "./formatCount";
export {
  formatAge,
  formatDay,
  formatDays,
  formatInstant,
  formatMonth,
  formatTime,
} from "./formatDate";
export {
  type ColumnUnit,
  columnUnitLabel,
  formatMoney,
  formatMoneyExact,
  formatMoneyIn,
  formatPrice,
  formatPriceExact,
  type SplitFigure,
  sayMoney,
  splitMoney,
} from "./formatMoney";
export { dash, isKnown, type NullableNumber } from "./formatNumber";
export {
  directionOf,
  formatBasisPoints,
  formatChange,
  formatFraction,
  formatPercent,
  formatPointChange,
  formatYield,
  type PointKind,
  percentOf,
  pointPlaces,
} from "./formatRatio";
