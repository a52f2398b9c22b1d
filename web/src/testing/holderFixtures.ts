import type { GetHolderCohortsResponse, HolderDay, Load } from "@/api/contract";

export function holderDay(date: string, part: Partial<HolderDay> = {}): HolderDay {
  return {
    date,
    known_at: `${date}T23:59:59.000Z`,
    load_id: 7,
    known_count: 2,
    is_complete: false,
    circulating: 100,
    lack: null,
    other_units: 40,
    cohorts: [],
    changes: null,
    ...part,
  };
}

/** Days of the holders of a fictional token. */
export function cohortsAnswer(results: HolderDay[], loads: Load[] = []): GetHolderCohortsResponse {
  return {
    token_slug: "alder-fund-harbour",
    token_name: "Alder Fund (sample)",
    is_sample: true,
    results,
    has_earlier: false,
    loads,
  };
}
