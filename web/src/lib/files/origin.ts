/** The provenance of figures that a file states. */
export type Origin = {
  sources?: readonly string[];
  licence?: string;
  /** Texts that must be shown beside the figures. */
  attribution?: readonly string[];
  /** The instant of knowledge. */
  asOf?: string;
  /** The versions of how they were worked out. */
  method?: string;
  /** Whether a licence does not allow the figures in files. */
  isRestricted?: boolean;
};

/** Each text once, in order. */
export const uniqueSorted = (texts: readonly string[]) => [...new Set(texts)].toSorted();

/** The provenance of figures whose records each name a source and a licence. */
export function recordedOrigin(
  records: ReadonlyArray<{ source: string; licence: string; is_redistributable?: boolean }>,
): Origin {
  const licences = uniqueSorted(records.map(({ licence }) => licence));
  return {
    ...(records.some((record) => record.is_redistributable === false) && { isRestricted: true }),
    sources: uniqueSorted(records.map(({ source }) => source)),
    ...(licences.length > 0 && { licence: licences.join("; ") }),
  };
}

/** The provenance of figures that are made of several: it has the rules of all of them. */
export function mergedOrigin(origins: readonly Origin[]): Origin {
  const licence = uniqueSorted(origins.flatMap((one) => one.licence?.split("; ") ?? [])).join("; ");
  const method = uniqueSorted(origins.flatMap((one) => one.method?.split("; ") ?? [])).join("; ");
  // Data that became known after the first of them may be missing in it.
  const [asOf] = origins.flatMap((one) => one.asOf ?? []).toSorted();
  return {
    ...(origins.some((one) => one.isRestricted) && { isRestricted: true }),
    sources: uniqueSorted(origins.flatMap((one) => one.sources ?? [])),
    attribution: uniqueSorted(origins.flatMap((one) => one.attribution ?? [])),
    ...(licence && { licence }),
    ...(method && { method }),
    ...(asOf && { asOf }),
  };
}

/** The provenance as lines above the values of a file. */
export function originLines({ sources, licence, attribution, method, asOf }: Origin): string[] {
  return [
    ...(sources ?? []).map((source) => `Source: ${source}`),
    ...(licence ? [`Licence: ${licence}`] : []),
    ...(attribution ?? []).map((words) => `Attribution: ${words}`),
    ...(method ? [`Method: ${method}`] : []),
    ...(asOf ? [`As of: ${asOf}`] : []),
  ];
}

/** The provenance as columns of a file, with the names of the server's files. */
export function originCells({ sources, licence, attribution, method, asOf }: Origin) {
  const joined = (texts: readonly string[] = []) => (texts.length > 0 ? texts.join("; ") : null);
  return {
    load_sources: joined(sources),
    licence: licence ?? null,
    attribution: joined(attribution),
    method_version: method ?? null,
    as_of: asOf ?? null,
  };
}
