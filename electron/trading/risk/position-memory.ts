/** What is held as far as limits go: a position that one read leaves out counts on, until it stays out for a while. */
import type { AccountView } from '../../../contract/account.ts'
import { type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import type { Clock } from '../../../contract/time.ts'

interface PositionMemory {
  /** Takes what a read shows. */
  saw(account: AccountView): void
  /** Signed size of what is held in an asset, by this read and those before it. */
  in(account: AccountView, asset: string): Size
}

/** A position that stays out of the reads this long is gone, ms. */
const GONE = 3_000

export function createPositionMemory(clock: Pick<Clock, 'monotonic'>): PositionMemory {
  const known = new Map<string, { readonly size: Size; readonly missingSince: number | null }>()
  let of = ''

  function saw({ address, positions }: AccountView): void {
    if (address !== of) known.clear()
    of = address
    const now = clock.monotonic()
    for (const { asset, size } of positions) if (signOf(size) !== 0) known.set(asset, { size, missingSince: null })
    const held = new Set(positions.filter(({ size }) => signOf(size) !== 0).map(({ asset }) => asset))
    for (const [asset, { size, missingSince }] of known) {
      if (held.has(asset)) continue
      const since = missingSince ?? now
      if (now - since >= GONE) known.delete(asset)
      else known.set(asset, { size, missingSince: since })
    }
  }

  return {
    saw,
    in(account, asset) {
      saw(account)
      return known.get(asset)?.size ?? (ZERO as Size)
    },
  }
}
