/** A position that ended, for tests. */
import type { ClosedPosition } from '../../../contract/books/index.ts'

export const heldOf = (change: Partial<ClosedPosition> = {}): ClosedPosition => ({
  id: 'NYCTMP2/1000',
  family: 'scalar',
  asset: 'NYCTMP2',
  size: '40' as never,
  entryPx: '553.19' as never,
  liquidationPx: '535.00' as never,
  openedAt: 1_000 as never,
  since: 1_000 as never,
  end: 7_200_000 as never,
  isReached: false,
  wasShown: true,
  at: 10_000 as never,
  cause: 'unknown',
  ...change,
})
