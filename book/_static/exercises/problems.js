/** What went wrong, in words. */

/** @param {unknown} problem that was thrown @returns {string} */
export const messageOf = (problem) =>
  problem instanceof Error ? problem.message : String(problem);
