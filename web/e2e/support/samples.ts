/** Whether the installation under test has the sample universe, as the command that started it says. What it should have
 * and lacks fails a journey. */
export const hasSamples = process.env.SAMPLE_DATA !== "off";
