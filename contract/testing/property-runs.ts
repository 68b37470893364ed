/** Number of runs of property tests: few in `npm test`, more in `npm run test:all`, most in `npm run soak sessions`. */

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** Seed of every random choice; override with `ISOTHERM_SEED`. */
export const SEED = Number(process.env.ISOTHERM_SEED ?? 2611)

/** Whether `npm test` runs: a test of many sizes then checks the extremes, and `npm run test:all` the others. */
export const IS_CORE = process.env.ISOTHERM_TESTS === 'core'

/** `npm run test:all` runs at most this many times as many as `npm test`. */
const ALL = 5

/**
 * Size of a property test, scaled by `ISOTHERM_TESTS`.
 * @param short for `npm test` and single test files.
 * @param long for `npm run soak sessions`; below `short` for a step width.
 */
export function runs(short: number, long: number): number {
  if (process.env.ISOTHERM_TESTS === 'soak') return long
  if (process.env.ISOTHERM_TESTS !== 'all') return short
  return short < long ? Math.min(long, short * ALL) : Math.max(long, Math.round(short / ALL))
}
