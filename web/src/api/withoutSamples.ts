import type { Filter, GetExplanationRequest, Procedures } from "./contract";

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

type Domain = keyof Procedures;

/** The procedures that take a filter, whatever their domain. */
type FilteredVerb = {
  [Of in Domain]: {
    [Verb in keyof Procedures[Of]]: Procedures[Of][Verb] extends { input: infer Input }
      ? "filter" extends keyof Input
        ? Verb
        : never
      : never;
  }[keyof Procedures[Of]];
}[Domain];

/** The domains that list rows without a mark of samples, by which a filter could leave some out. */
type UnmarkedDomain = {
  [Of in Domain]: Procedures[Of] extends { list: { output: infer Rows } }
    ? Rows extends { results: ReadonlyArray<{ is_sample: boolean }> }
      ? never
      : Of
    : never;
}[Domain];

// Both follow from the contract: a name that is missing here, or one too many, does not compile.
const filtered: Readonly<Record<FilteredVerb, true>> = {
  list: true,
  aggregate: true,
  origins: true,
};
const unmarked: Readonly<Record<UnmarkedDomain, true>> = {
  adminHistory: true,
  adminOrganizations: true,
  adminUsers: true,
  datasets: true,
  linkedAccounts: true,
  passkeys: true,
  sessions: true,
};

function isFiltered(procedure: string): boolean {
  const [domain = "", verb = ""] = procedure.split(".");
  return verb in filtered && !(domain in unmarked);
}

/** The request to a procedure without sample data. Requests for single records and series stay as they are. */
export function withoutSamples(procedure: string, input: unknown): unknown {
  if (isFiltered(procedure)) return withoutSampleRows(input as Filtered);
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
