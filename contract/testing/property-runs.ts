/** How property tests run: from a fixed seed, and shorter in `npm test` than in `npm run soak sessions`. */

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** The seed of every random choice; `ISOTHERM_SEED` gives another. */
export const SEED = Number(process.env.ISOTHERM_SEED ?? 2611)

/**
 * The number of runs of a property whose worth grows with it.
 * @param short in `npm test`.
 * @param long in `npm run soak sessions`.
 */
export const runs = (short: number, long: number): number => (process.env.ISOTHERM_SOAK === '1' ? long : short)
