/** The most rows of a ranking, without those of its rest and its total. */
export const mostLeagueRows = 20;
