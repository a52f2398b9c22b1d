import type { Filter, GetExplanationRequest } from "./contract";

const real: Filter = { operator: "equals", field: "is_sample", value: false };

/** A filter that also excludes sample records. */
function onlyReal(filter: Filter | null | undefined): Filter {
  if (!filter) return real;
  const parts = filter.operator === "and" ? (filter.filters ?? []) : [filter];
  return { operator: "and", filters: [...parts, real] };
}

type Filtered = { filter?: Filter | null };

function withoutSampleRows<Input extends Filtered>(input: Input): Input {
  return { ...input, filter: onlyReal(input?.filter) };
}

/** Lists, groups and sums; lists of accounts, sessions and datasets have no such records. */
const filtered = /^(?!admin|datasets|sessions)\w+\.(list|aggregate|origins)$/;

/** The request to a procedure without sample data. Requests for single records and series stay as they are. */
export function withoutSamples(procedure: string, input: unknown): unknown {
  if (filtered.test(procedure)) return withoutSampleRows(input as Filtered);
  if (procedure !== "timeseries.explain") return input;
  const { aggregate, ...request } = input as GetExplanationRequest;
  return aggregate ? { ...request, aggregate: withoutSampleRows(aggregate) } : input;
}

type FileRequest = { file: string; query: object; numbers?: Filtered | null };

/** The request of a file without sample data. */
export function fileWithoutSamples<Request extends FileRequest>(request: Request): Request {
  const { file, query, numbers } = request;
  // Lists are named by their rows, other files by their procedure.
  const procedure = file.includes(".") ? file : `${file}.list`;
  return {
    ...request,
    query: withoutSamples(procedure, query),
    ...(numbers && { numbers: withoutSampleRows(numbers) }),
  };
}
