/** The buckets that come: those that the service tells, and those that its schedule lets expect after them. Pure. */

/** A bucket of a family that has buckets; `asset` null where nothing says which of the two it is. */
export interface ComingBucket {
  readonly asset: string | null
  /** The service's time. */
  readonly start: number
  readonly end: number
  /** By the schedule alone: the service has not told it. */
  readonly isExpected: boolean
}

/** No schedule is made out of anything shorter, ms. */
const SHORTEST = 60_000

/**
 * The buckets that end after `from` and no later than `until`, in order. After what is told, buckets of the same length follow one another, and the two
 * assets take turns (docs/service/buckets.md).
 * @param told as the service tells them, the live one first
 * @param partner the asset that takes turns with the one that is told last, where one alone is told
 */
export function bucketsBetween(
  told: readonly { readonly asset: string | null; readonly start: number; readonly end: number }[],
  partner: string | null,
  from: number,
  until: number,
): readonly ComingBucket[] {
  const ahead = ({ end }: { readonly end: number }): boolean => end > from && end <= until
  const found: ComingBucket[] = told.filter(ahead).map((bucket) => ({ ...bucket, isExpected: false }))
  const last = told.at(-1)
  if (last === undefined) return found
  const length = last.end - last.start
  if (length < SHORTEST) return found
  const other = told.length > 1 ? (told.at(-2)?.asset ?? null) : partner
  const skipped = Math.max(0, Math.floor((from - last.end) / length))
  for (let n = skipped + 1; last.end + n * length <= until; n += 1) {
    const end = last.end + n * length
    if (end > from) found.push({ asset: n % 2 === 1 ? other : last.asset, start: end - length, end, isExpected: true })
  }
  return found
}
