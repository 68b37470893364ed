/** How much of the known depth a chart shows. Pure. */

/** Parts of it, from all to the least. */
export const ZOOMS = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16] as const

/** What was kept, as a place among the parts. */
export const zoomFrom = (kept: unknown): number =>
  typeof kept === 'number' && Number.isInteger(kept) && kept >= 0 && kept < ZOOMS.length ? kept : 0

/** One more (−1) or one less (1) of the depth, as far as it goes. */
export const zoomed = (zoom: number, by: -1 | 1): number => Math.min(ZOOMS.length - 1, Math.max(0, zoom + by))
