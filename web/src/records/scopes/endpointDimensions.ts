import { dimensionLabels, endpointDimensions } from "@/api/accessWords";
import type { Dimension, Endpoint } from "@/api/contract";

/** All dimensions, in the order in which a policy names them. */
export const allDimensions = Object.keys(dimensionLabels) as ReadonlyArray<Dimension>;

/** The dimensions that the records of all endpoints have. */
export function sharedDimensions(endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Dimension> {
  return allDimensions.filter((each) =>
    endpoints.every((endpoint) => endpointDimensions[endpoint].includes(each)),
  );
}

/** The first endpoint whose records lack a dimension. */
export function endpointWithout(
  dimension: Dimension,
  endpoints: ReadonlyArray<Endpoint>,
): Endpoint | undefined {
  return endpoints.find((endpoint) => !endpointDimensions[endpoint].includes(dimension));
}
