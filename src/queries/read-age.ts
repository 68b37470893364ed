/** How old is what reads brought, once one of them failed. Pure. */

/** Of a read: when it last brought something, ms by this machine's clock, 0 while it never did; and what its last try failed with. */
export interface ReadState {
  readonly dataUpdatedAt: number
  readonly error: unknown
}

/**
 * What dates reads that are shown together. A read that failed leaves what it brought before, which is old from then on; one that never
 * brought anything shows nothing that could be old.
 */
export function datedOf(reads: readonly ReadState[]): { readonly stale: boolean; readonly receivedAt: number } {
  const brought = reads.filter(({ dataUpdatedAt }) => dataUpdatedAt > 0)
  const failed = brought.filter(({ error }) => error !== null)
  const counted = failed.length > 0 ? failed : brought
  const receivedAt = counted.length === 0 ? 0 : Math.min(...counted.map(({ dataUpdatedAt }) => dataUpdatedAt))
  return { stale: failed.length > 0, receivedAt }
}
