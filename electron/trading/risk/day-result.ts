/** The day's result since 00:00 UTC by the service's time: realized net of fees from the ledger, and unrealized from positions. */
import type { AccountView, Position } from '../../../contract/account.ts'
import { type Held, profitOf, unrealisedAt } from '../../../contract/books/index.ts'
import { add, compare, type Money, type Price, subtract, ZERO } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { FillRecords } from '../../records/index.ts'
import type { WalletLedger } from '../ledger/index.ts'

interface DayResultOptions {
  readonly fills: Pick<FillRecords, 'sync' | 'syncedAt' | 'since'>
  readonly ledger: Pick<WalletLedger, 'day' | 'current'>
  /** Starts the wallet's ledger if it has not started, with reads that begin now. @throws ServiceError */
  readonly beginLedger: () => Promise<void>
  /** Positions, from a read that is recent enough to refuse an order on. @throws ServiceError */
  readonly account: () => Promise<AccountView>
  /** Live mark of a scalar asset; null while unknown. */
  readonly mark: (asset: string) => Price | null
  /** Monotonic time of the last account change: fills that were read earlier may be incomplete. */
  readonly changedAt: () => number
  readonly serverTime: () => Millis
}

/** USDC; 1 USDH counts as 1. */
interface DayResult {
  readonly realised: Money
  readonly unrealised: Money
  readonly total: Money
}

const DAY = 86_400_000

/** 00:00 UTC of the day that contains `at`. */
const dayStart = (at: number): Millis => millis(Math.floor(at / DAY) * DAY)

/**
 * The day's result. Fills are read again when the account has changed since the last read; positions are valued at the live mark. A missing figure
 * never counts as zero: the result is then unknown.
 */
export function createDayResult(options: DayResultOptions): {
  /** @throws ServiceError when a read fails, Error when the day's fills are incomplete or a figure is missing. */
  read(): Promise<DayResult>
} {
  const { fills, ledger, mark } = options

  async function readFills(): Promise<void> {
    const start = dayStart(options.serverTime())
    const changedAt = options.changedAt()
    if (fills.syncedAt() < changedAt) await fills.sync(start, changedAt)
    if (!fills.since(start).complete) await fills.sync(start)
    if (!fills.since(start).complete) throw new Error('not all fills of today could be read')
  }

  return {
    async read() {
      const [, { address, positions }] = await Promise.all([readFills(), options.account()])
      if (ledger.current(address) === null) await options.beginLedger()
      const { realised, fees, books } = ledger.day(address, options.serverTime())
      const done = subtract(add(realised.USDC, realised.USDH), add(fees.USDC, fees.USDH))
      const unrealised = unrealisedOf(positions, books, mark)
      return { realised: done, unrealised, total: add(done, unrealised) }
    },
  }
}

/**
 * Unrealized result of all positions: scalar ones at the live mark, others by the service's own figure. Where a read lags behind the fills, position
 * sizes come from the fills.
 */
function unrealisedOf(positions: readonly Position[], books: readonly Held[], mark: DayResultOptions['mark']): Money {
  let total: Money = ZERO
  for (const held of books) {
    const { asset, family, size } = held
    const position = positions.find((one) => one.asset === asset)
    const live = FAMILY_RULES[family].isMark ? (mark(asset) ?? position?.markPx ?? null) : null
    const shown = position !== undefined && compare(position.size, size) === 0 ? profitOf(position, live) : null
    const profit = shown ?? byBooks(held, live ?? position?.markPx ?? null)
    if (profit === null) throw new Error(`neither a price nor a P&L of the position in ${asset} is known`)
    total = add(total, profit)
  }
  return total
}

const byBooks = (held: Held, mark: Price | null): Money | null => (mark === null ? null : unrealisedAt(held, mark))
