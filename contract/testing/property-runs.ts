/** The number of runs of property tests: few in `npm test`, more in `npm run test:all`, most in `npm run soak sessions`. */

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** The seed of every random choice; `ISOTHERM_SEED` gives another. */
export const SEED = Number(process.env.ISOTHERM_SEED ?? 2611)

/** `npm run test:all` has at most this many times the runs of `npm test`. */
const ALL = 5

/**
 * A size of a property test that `ISOTHERM_TESTS` scales.
 * @param short in `npm test` and when a test file is run by hand.
 * @param long in `npm run soak sessions`; below `short` for a step width.
 */
export function runs(short: number, long: number): number {
  if (process.env.ISOTHERM_TESTS === 'soak') return long
  if (process.env.ISOTHERM_TESTS !== 'all') return short
  return short < long ? Math.min(long, short * ALL) : Math.max(long, Math.round(short / ALL))
}
