/** Which markets' prices are watched for the books: those of positions, and of what was filled a moment ago and is in no read yet. */
import type { Fill } from '../../contract/account.ts'
import type { Clock } from '../../contract/time.ts'
import type { SeenPrices } from './seen-prices.ts'

export interface Followed {
  /** Fills came in. @param now the service's time */
  filled(fills: readonly Pick<Fill, 'asset' | 'time'>[], now: number): void
  /** A read of the account shows positions in these. */
  held(assets: readonly string[]): void
}

/** A fill is that of a position which a read may not show yet for so long, ms. */
const NEW = 30_000
/** More are not watched: a wallet with more positions has the history of prices. */
const MOST = 60

export function createFollowed(seen: Pick<SeenPrices, 'follow'>, clock: Pick<Clock, 'monotonic'>): Followed {
  let held: readonly string[] = []
  /** When each was filled last, monotonic ms. */
  const filled = new Map<string, number>()

  function follow(): void {
    const oldest = clock.monotonic() - NEW
    for (const [asset, at] of filled) if (at < oldest) filled.delete(asset)
    seen.follow([...new Set([...filled.keys(), ...held])].slice(0, MOST))
  }

  return {
    filled(fills, now) {
      for (const { asset, time } of fills) if (now - time < NEW) filled.set(asset, clock.monotonic())
      follow()
    },
    held(assets) {
      held = assets
      follow()
    },
  }
}
