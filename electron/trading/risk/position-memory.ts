/** What is held as far as limits go: a position that one read leaves out counts on, until later reads leave it out too. */
import type { AccountView } from '../../../contract/account.ts'
import { type Size, signOf, ZERO } from '../../../contract/decimal.ts'

interface PositionMemory {
  /** Takes what a read shows, once. @param began monotonic time at which it began. */
  saw(account: AccountView, began: number): void
  /** Signed size of what is held in an asset, by this read and those before it. */
  in(account: AccountView, asset: string): Size
}

/** Reads that leave a position out this long apart prove that it is gone, ms. */
const APART = 3_000

export function createPositionMemory(): PositionMemory {
  const known = new Map<string, { readonly size: Size; readonly missingSince: number | null }>()
  let of = ''
  let last = Number.NEGATIVE_INFINITY

  return {
    saw({ address, positions }, began) {
      if (address !== of) known.clear()
      else if (began <= last) return
      of = address
      last = began
      const held = positions.filter(({ size }) => signOf(size) !== 0)
      for (const { asset, size } of held) known.set(asset, { size, missingSince: null })
      for (const [asset, { size, missingSince }] of known) {
        if (held.some((one) => one.asset === asset)) continue
        const since = missingSince ?? began
        if (began - since >= APART) known.delete(asset)
        else known.set(asset, { size, missingSince: since })
      }
    },
    in(account, asset) {
      const shown = account.positions.find((one) => one.asset === asset)?.size
      if (shown !== undefined && signOf(shown) !== 0) return shown
      return (account.address === of ? known.get(asset)?.size : undefined) ?? (ZERO as Size)
    },
  }
}
