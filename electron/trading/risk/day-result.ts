/** What the day has brought so far, since 00:00 UTC by the service's time: realised by fills, fees off, and unrealised by positions. */
import type { AccountView, Fill } from '../../../contract/account.ts'
import { add, type Money, multiply, type Price, subtract, ZERO } from '../../../contract/decimal.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { Page } from '../../service/index.ts'

interface DayResultOptions {
  /** Fills newest first. @throws ServiceError */
  readonly fills: (page: Page) => Promise<readonly Fill[]>
  /** Positions, from a read that is young enough to refuse an order on. @throws ServiceError */
  readonly account: () => Promise<AccountView>
  /** The live mark of a scalar asset, null while unknown. */
  readonly mark: (asset: string) => Price | null
  /** Changes whenever fills may have. */
  readonly version: () => number
  readonly serverTime: () => Millis
}

/** USDC. */
interface DayResult {
  readonly realised: Money
  readonly unrealised: Money
  readonly total: Money
}

const DAY = 86_400_000
const PAGE = 500
const MOST_PAGES = 40

/** 00:00 UTC of the day that holds `at`. */
const dayStart = (at: number): Millis => millis(Math.floor(at / DAY) * DAY)

/**
 * Reads the day's result. Fills are read once for every change of the account; positions are valued at the live mark.
 * @throws ServiceError when a read fails, Error when there are more fills than can be read.
 */
export function createDayResult(options: DayResultOptions): { read(): Promise<DayResult>; reset(): void } {
  let kept: { readonly key: string; readonly realised: Promise<Money> } | null = null

  async function sumSince(start: Millis): Promise<Money> {
    const seen = new Set<string>()
    let total: Money = ZERO
    let before: Millis | null = null
    for (let page = 0; page < MOST_PAGES; page++) {
      const rows: readonly Fill[] = await options.fills({ limit: PAGE, before })
      const known = seen.size
      let oldest = Number.MAX_SAFE_INTEGER
      for (const { tid, time, realizedPnl, fee } of rows) {
        oldest = Math.min(oldest, time)
        if (time < start || seen.has(tid)) continue
        seen.add(tid)
        total = subtract(add(total, realizedPnl ?? ZERO), fee ?? ZERO)
      }
      if (rows.length < PAGE || oldest < start) return total
      /** Fills of one millisecond may straddle two pages: the next page begins inside it while that gets further. */
      const overlapping: number = oldest + 1
      before = millis(seen.size === known || overlapping === before ? oldest : overlapping)
    }
    throw new Error('there are more fills today than can be read')
  }

  function realised(): Promise<Money> {
    const start = dayStart(options.serverTime())
    const key = `${start}/${options.version()}`
    if (kept?.key === key) return kept.realised
    const read = { key, realised: sumSince(start) }
    kept = read
    read.realised.catch(() => {
      if (kept === read) kept = null
    })
    return read.realised
  }

  return {
    async read() {
      const [done, account] = await Promise.all([realised(), options.account()])
      const unrealised = unrealisedOf(account, options.mark)
      return { realised: done, unrealised, total: add(done, unrealised) }
    },
    reset() {
      kept = null
    },
  }
}

/** Profit of all open positions; scalar ones at the live mark, others by the service's own figure. */
function unrealisedOf({ positions }: AccountView, mark: DayResultOptions['mark']): Money {
  let total: Money = ZERO
  for (const { family, asset, size, entryPx, markPx, unrealizedPnl } of positions) {
    const live = family === 'scalar' ? (mark(asset) ?? markPx) : null
    total = add(total, live === null ? (unrealizedPnl ?? ZERO) : multiply(subtract(live, entryPx), size))
  }
  return total
}
