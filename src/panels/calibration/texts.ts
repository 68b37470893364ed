/** How shares of one are written here. */

/** Whole per cent: a share of a count. */
export const percent = (share: number): string => `${Math.round(100 * share)} %`

/** `10–20 %` */
export const bandText = (band: number): string => `${band * 10}–${band * 10 + 10} %`
