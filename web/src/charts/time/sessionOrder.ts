import { useMemo } from "react";
import type { TimeData } from "../types";
import { entityOrder } from "./bands";

/** Keeps the order of a stack for the session, although another range may have another largest series. */
const orders = new Map<string, readonly string[]>();

export function useSessionOrder(chartId: string, data: TimeData): readonly string[] {
  return useMemo(() => {
    const order = entityOrder(data, orders.get(chartId));
    if (order.length > 0) orders.set(chartId, order);
    return order;
  }, [chartId, data]);
}
