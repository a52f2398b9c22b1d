/**
 * Whether the installation under test has the sample universe, as the command that started it says. Only the configuration
 * and journeys that are walked in both cases read it: all others need the universe, and fail without it.
 */
export const hasSamples = process.env.SAMPLE_DATA !== "off";
