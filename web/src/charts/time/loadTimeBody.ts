export const loadTimeBody = async () => (await import("./TimeBody")).TimeBody;
