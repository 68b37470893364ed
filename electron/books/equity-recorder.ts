/**
 * Equity over time with its explanation, and balance changes with the trader's names for them: data of the wallet's ledger
 * (`electron/trading/ledger`) for the windows.
 */
import type { Address } from '../../contract/address.ts'
import type { ChangeName, EquitySample, Ledger } from '../../contract/books/index.ts'
import { EVER, type PeriodInput, stretchOf } from '../../contract/books-view.ts'
import type { EquityTopic, EquityView, TransfersView } from '../../contract/equity.ts'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'
import { type Cancel, type Clock, millis } from '../../contract/time.ts'
import type { BookStore, LedgerStore, PastOf, TransferStore } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'

export type EquityRecorder = ReturnType<typeof createEquityRecorder>

interface EquityRecorderOptions {
  readonly store: Pick<LedgerStore, 'samples' | 'reconciledUpTo' | 'changes' | 'name'>
  readonly transfers: Pick<TransferStore, 'all'>
  readonly books: Pick<BookStore, 'conversions' | 'conversionsNotBooked'>
  readonly profile: string
  readonly address: () => Address | null
  readonly onIdentityChange: Listen
  readonly ledger: {
    /** Null before the wallet was first read. */
    current(account: string): Pick<Ledger, 'money'> | null
    readonly onChange: Listen
  }
  readonly markets: {
    /** All outcome markets that the service lists. */
    outcomes(): readonly OutcomeMarket[]
    /** The service's clock minus the terminal's, ms. */
    clockOffset(): number
  }
  readonly clock: Pick<Clock, 'now'>
}

const MAX_SAMPLES = 400

export function createEquityRecorder(options: EquityRecorderOptions) {
  const { store, transfers, books, profile, address, ledger, markets, clock } = options
  const listeners = new Listeners()
  let cancels: readonly Cancel[] = []
  let version = 0

  const mine = (): PastOf | null => {
    const account = address()
    return account === null ? null : { profile, account }
  }

  function publish(): void {
    version++
    listeners.notify()
  }

  const view = (): EquityTopic => ({ version })

  return {
    start(): void {
      cancels = [ledger.onChange(publish), options.onIdentityChange(publish)]
    },
    stop(): void {
      for (const cancel of cancels) cancel()
      cancels = []
    },
    /** Equity over a period, with the causes of its change. */
    equity(period: PeriodInput): EquityView {
      const of = mine()
      const money = of === null ? null : (ledger.current(of.account)?.money ?? null)
      if (of === null || money === null)
        return { since: null, from: null, latest: null, samples: [], changes: [], openSince: null }
      const { from: begin, to } = stretchOf(period, clock.now() + markets.clockOffset())
      const within = store.samples(of, begin, to)
      const from = store.reconciledUpTo(of, begin) ?? within.find(({ agrees }) => agrees) ?? null
      return {
        since: money.since,
        from,
        latest: store.reconciledUpTo(of, to === EVER ? EVER : to - 1),
        samples: spread(within),
        changes: from === null ? [] : store.changes(of, from.at).filter(({ at }) => at < to),
        openSince: money.adjustedSince ?? money.differsSince ?? money.waits?.at ?? null,
      }
    },
    /** Balance changes and conversions, newest first. */
    transfers(): TransfersView {
      const of = mine()
      if (of === null) return { changes: [], conversions: [], notBooked: [], transfers: [] }
      const listed = markets.outcomes()
      return {
        changes: store.changes(of, 0).toReversed(),
        conversions: books
          .conversions(of, 0, Number.MAX_SAFE_INTEGER)
          .toReversed()
          .map((one) => ({
            ...one,
            name: shareName(listed, one.gives[0] ?? one.takes[0] ?? ''),
          })),
        notBooked: books.conversionsNotBooked(of).toReversed(),
        transfers: transfers.all(of).map((one) => ({ ...one, at: millis(one.at + markets.clockOffset()) })),
      }
    },
    /** Names a balance change; null removes the name. Returns whether there is such a change. */
    nameChange(id: string, as: ChangeName | null): boolean {
      const of = mine()
      const isThere = of !== null && store.name(of, id, as)
      if (isThere) publish()
      return isThere
    },
    /** Conversions were booked, or could not be. */
    conversionsChanged: publish,
    topics: topicOf('equity', view, listeners.on),
  }
}

/** Thins them evenly to the maximum number, keeping the last. */
function spread(samples: readonly EquitySample[]): readonly EquitySample[] {
  const step = Math.ceil(samples.length / MAX_SAMPLES)
  return step <= 1 ? samples : samples.filter((_, i) => i % step === 0 || i === samples.length - 1)
}

/** `Yes, Rain`; null where the coin is in none of them. */
export function shareName(markets: readonly Pick<OutcomeMarket, 'name' | 'sides'>[], coin: string): string | null {
  for (const { name, sides } of markets) {
    const side = sides.find((one) => one.coin === coin)
    if (side !== undefined) return `${side.name}, ${name}`
  }
  return null
}
