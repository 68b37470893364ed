/** A position as it is kept, for tests. */
import type { HeldPosition } from '../../storage/index.ts'

export const heldOf = (change: Partial<HeldPosition> = {}): HeldPosition => ({
  family: 'scalar',
  asset: 'NYCTMP2',
  size: '40' as never,
  entryPx: '553.19' as never,
  liquidationPx: '535.00' as never,
  since: 1_000 as never,
  name: 'NYCTMP2',
  end: 7_200_000 as never,
  isReached: false,
  orders: [],
  ...change,
})
