import { useMemo } from "react";
import type { TimeData } from "../types";
import { entityOrder } from "./bands";

/** A stack keeps its order as long as the page lives, whatever the range shows as largest. */
const orders = new Map<string, readonly string[]>();

export function useSessionOrder(chartId: string, data: TimeData): readonly string[] {
  return useMemo(() => {
    const order = entityOrder(data, orders.get(chartId));
    if (order.length > 0) orders.set(chartId, order);
    return order;
  }, [chartId, data]);
}
