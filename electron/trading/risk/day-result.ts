/** What the day has brought so far, since 00:00 UTC by the service's time: realised by fills, fees off, and unrealised by positions. */
import type { AccountView, Fill, Position } from '../../../contract/account.ts'
import { profitOf } from '../../../contract/books/index.ts'
import { add, type Money, type Price, subtract, ZERO } from '../../../contract/decimal.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { FillRecords } from '../../records/index.ts'

interface DayResultOptions {
  readonly fills: Pick<FillRecords, 'sync' | 'syncedAt' | 'since'>
  /** Positions, from a read that is young enough to refuse an order on. @throws ServiceError */
  readonly account: () => Promise<AccountView>
  /** The live mark of a scalar asset, null while unknown. */
  readonly mark: (asset: string) => Price | null
  /** Monotonic time of the last change of the account: fills that were read before it may lack some. */
  readonly changedAt: () => number
  readonly serverTime: () => Millis
}

/** USDC. */
interface DayResult {
  readonly realised: Money
  readonly unrealised: Money
  readonly total: Money
}

const DAY = 86_400_000

/** 00:00 UTC of the day that holds `at`. */
const dayStart = (at: number): Millis => millis(Math.floor(at / DAY) * DAY)

/**
 * The day's result. Fills are read when the account has changed since they were; positions are valued at the live mark. Nothing that the
 * service leaves out counts as nothing: a result of which a part is not known is not known.
 */
export function createDayResult(options: DayResultOptions): {
  /** @throws ServiceError when a read fails, Error when the day's fills are not all there, or a figure is missing. */
  read(): Promise<DayResult>
} {
  const { fills } = options

  async function realised(): Promise<Money> {
    const start = dayStart(options.serverTime())
    const changedAt = options.changedAt()
    if (fills.syncedAt() < changedAt) await fills.sync(start, changedAt)
    if (!fills.since(start).complete) await fills.sync(start)
    const { rows, complete } = fills.since(start)
    if (!complete) throw new Error('not all fills of today could be read')
    return realisedBy(rows)
  }

  return {
    async read() {
      const [done, account] = await Promise.all([realised(), options.account()])
      const unrealised = unrealisedOf(account, options.mark)
      return { realised: done, unrealised, total: add(done, unrealised) }
    },
  }
}

function realisedBy(fills: readonly Fill[]): Money {
  let total: Money = ZERO
  for (const { asset, realizedPnl, fee } of fills) {
    if (realizedPnl === null) throw new Error(`the service does not say what a fill of ${asset} realised`)
    total = subtract(add(total, realizedPnl), fee ?? ZERO)
  }
  return total
}

/** Profit of all open positions; scalar ones at the live mark, others by the service's own figure. */
function unrealisedOf({ positions }: AccountView, mark: DayResultOptions['mark']): Money {
  let total: Money = ZERO
  for (const position of positions) total = add(total, profitAt(position, mark))
  return total
}

function profitAt(position: Position, mark: DayResultOptions['mark']): Money {
  const { family, asset, markPx } = position
  const profit = profitOf(position, family === 'scalar' ? (mark(asset) ?? markPx) : null)
  if (profit === null) throw new Error(`neither a price nor a profit of the position in ${asset} is known`)
  return profit
}
