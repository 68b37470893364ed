/**
 * Positions that were opened and settled before the wallet's ledger began, and for which the service wrote no settlement: the books have them from
 * the history of fills, and the account no longer has them. Once their markets have ended they are settled in the books, as computed: at the known
 * settlement price, or, after waiting for one in vain, at an unknown price. A price that becomes known later replaces it.
 */

import type { AccountView, Family, Position } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import {
  APART,
  BUCKET_MS,
  type ClosedPosition,
  createBooks,
  type Held,
  type Ledger,
  type OpenTrade,
  type SettlementEntry,
  unrealised,
  unrealisedAt,
} from '../../contract/books/index.ts'
import type { Collateral } from '../../contract/collateral.ts'
import { absolute, compare, divide, ONE, type Price, signOf, trimZeros, ZERO } from '../../contract/decimal.ts'
import { hasBuckets, heldPrice, tradesShares } from '../../contract/family-rules.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { shareFeesOf } from '../../contract/shares.ts'
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import type { BookStore, PastOf, PositionCloseStore } from '../storage/index.ts'
import { computedSettlement, feeOfSettlement, RECENT_FILLS } from './cause-of-close.ts'
import { hasCompleteBuckets } from './evidence.ts'
import type { PositionClosesFeed, PositionClosesOptions, PositionClosesTrading } from './ports.ts'
import { closeText } from './texts.ts'

/** A position of the books that ended with its market. */
interface UnseenEnd {
  readonly held: Held
  readonly trade: OpenTrade
  /** When its market ended; null where unknown. */
  readonly end: Millis | null
}

interface BooksAndAccount {
  /** The books, computed up to the last entry. */
  readonly books: readonly Held[]
  readonly trades: Readonly<Record<string, OpenTrade>>
  /** The positions in an account read. */
  readonly positions: readonly Pick<Position, 'asset' | 'size'>[]
  /** Positions whose ends the ledger shows, with the service time since when each is held. */
  readonly watched: readonly { readonly asset: string; readonly since: Millis }[]
  /** The service's time. */
  readonly now: number
  /** Whether, and when, the market of a coin ended; `no` also while that is unknown. */
  readonly coinEnd: (coin: string) => CoinEnd
}

/** `at`: null where unknown. */
export type CoinEnd = 'no' | { readonly at: Millis | null }

/** A settlement takes this long to show in the account, ms. */
const SETTLES = 120_000

/** Positions of the books that cannot be held any longer: their markets ended, and the account does not have them. Pure. */
export function settledUnseen({
  books,
  trades,
  positions,
  watched,
  now,
  coinEnd,
}: BooksAndAccount): readonly UnseenEnd[] {
  return books.flatMap((held): UnseenEnd[] => {
    const { asset, family, size } = held
    const trade = trades[asset]
    if (trade === undefined || signOf(size) === 0) return []
    const ended = hasBuckets(family) ? bucketEnd(trade, now) : coinEnd(asset)
    if (ended === 'no') return []
    const there = positions.find((one) => one.asset === asset && signOf(one.size) !== 0)
    // A bucket asset trades again: its current position is not the earlier one.
    const isGone = there === undefined || (hasBuckets(family) && compare(there.size, size) !== 0)
    const isWatched = watched.some((one) => one.asset === asset && (ended.at === null || one.since <= ended.at))
    return isGone && !isWatched ? [{ held, trade, end: ended.at }] : []
  })
}

function bucketEnd({ bucket }: OpenTrade, now: number): CoinEnd {
  if (bucket === null || now < bucket + BUCKET_MS + SETTLES) return 'no'
  return { at: millis(bucket + BUCKET_MS) }
}

interface UnseenOptions {
  readonly store: PositionCloseStore
  readonly books: Pick<BookStore, 'due' | 'endBefore' | 'entriesOf' | 'payouts' | 'conversionsNotBooked'>
  readonly profile: string
  readonly trading: Pick<PositionClosesTrading, 'fills' | 'ledger'>
  readonly facts: Pick<PositionClosesFeed, 'outcome' | 'outcomesView' | 'outcomeCollateral' | 'bucket'>
  readonly ends: Pick<PositionClosesOptions['ends'], 'settledAt'>
  readonly nameOf: (asset: string) => string
  readonly clock: Pick<Clock, 'monotonic'>
  /** Fires when some ended. */
  readonly onEnded: () => void
}

/** How long an unknown price is awaited, ms: the past is read back one bucket at a time. */
const PRICE_LATE = 600_000
/** Number of ends searched for one that was reported. */
const RECENT = 1_000
/** Decimals of an average entry. */
const PLACES = 9

export function createComputedSettlements(options: UnseenOptions) {
  const { store, books, profile, trading, facts, ends, nameOf, clock, onEnded } = options
  /** Missing positions, and since when: monotonic ms, and the service's time. */
  const missing = new Map<string, { readonly since: number; readonly at: Millis }>()
  let who: Address | null = null
  let waits = false

  function coinEnd(coin: string): CoinEnd {
    const outcome = facts.outcome(coin)
    if (outcome !== null) return outcome.market.expired ? { at: outcome.market.expiry } : 'no'
    // An ended market stays listed only for a while; before the list was read nothing is known.
    return facts.outcomesView().markets.length > 0 ? { at: null } : 'no'
  }

  function priceOf(family: Family, asset: string, end: number): Price | null {
    if (hasBuckets(family)) return ends.settledAt(family, asset, end)
    const outcome = facts.outcome(asset)
    const winner = outcome?.market.winner ?? null
    if (outcome !== null && winner !== null) return winner === outcome.side.index ? ONE : (ZERO as Price)
    return books.payouts(profile).get(asset) ?? null
  }

  /** A conversion that could not be booked may have taken the shares: their payout is then unknown. */
  const mayBeConverted = (of: PastOf, { held, trade }: UnseenEnd): boolean =>
    tradesShares(held.family) &&
    books.conversionsNotBooked(of).some(({ time }) => trade.openedAt === null || time >= trade.openedAt)

  /** Whether the ledger showed its end, without the settlement. */
  const isReported = (of: PastOf, { held, trade, end }: UnseenEnd): boolean =>
    store
      .newest(of, RECENT)
      .some(
        ({ asset, at, part }) =>
          asset === held.asset && part === undefined && at >= (trade.openedAt ?? at) && at <= (end ?? at),
      )

  /** The position at the end of its bucket: the asset may have traded again since. */
  function heldAtEnd(of: PastOf, { held, trade, end }: UnseenEnd): Held | null {
    if (end === null || trade.openedAt === null || !hasBuckets(held.family)) return held
    const then = createBooks()
    for (const entry of books.entriesOf(of, held.asset, trade.openedAt, end + 1)) then.apply(entry)
    return then.of(held.asset)
  }

  function settle(of: PastOf, one: UnseenEnd, at: Millis, price: Price | null): void {
    const { trade } = one
    const held = heldAtEnd(of, one)
    if (held === null) return
    const { asset, family, size, cost } = held
    const id = `${asset}/unseen/${one.end ?? trade.id}`
    const since = trade.openedAt ?? at
    const end = { id, kind: 'settled', asset, family, price, size, at } as const
    const settlement = computedSettlement(
      end,
      { isExplained: false },
      { since },
      shareFeesOf(trading.fills.newest(RECENT_FILLS)),
    )
    if (settlement === null) return
    const own = cost === null ? null : (trimZeros(divide(absolute(cost), absolute(size), PLACES)) as string as Price)
    const entryPx = own === null ? null : heldPrice({ family, size }, own)
    const reported = {
      ...end,
      entryPx,
      result: price === null ? null : unrealisedAt(held, price),
      fee: feeOfSettlement(settlement),
    }
    const ending =
      reported.entryPx === null || isReported(of, one)
        ? null
        : endingOf(
            { ...reported, entryPx: reported.entryPx, name: trade.name ?? nameOf(asset) },
            facts.outcomeCollateral(),
          )
    if (store.settle(of, ending, settlement)) onEnded()
  }

  /** Whether everything is known that may have closed it before it was settled. */
  const wasReported = (of: PastOf, { family, time }: SettlementEntry): boolean =>
    hasBuckets(family) ? trading.fills.knownSince() <= time - BUCKET_MS : books.conversionsNotBooked(of).length === 0

  /** An end that was computed without a price, and has one now. */
  function priceLate(of: PastOf): boolean {
    let isAny = false
    for (const one of store.unpriced(of)) {
      const price = wasReported(of, one) ? priceOf(one.family, one.asset, one.time) : null
      if (price === null) {
        isAny = true
        continue
      }
      store.price(of, { ...one, price }, (ending) => {
        const known = { ...ending, price, result: unrealised(ending, price) }
        return { ...known, text: closeText(known, facts.outcomeCollateral()) }
      })
      onEnded()
    }
    return isAny
  }

  return {
    /** Whether something is pending that only time resolves. */
    get waits(): boolean {
      return waits
    },
    /** Compares an account read with the books. True where another look should follow soon. */
    async look(account: Address, read: AccountView, now: Millis): Promise<boolean> {
      const of: PastOf = { profile, account }
      if (account !== who) missing.clear()
      who = account
      const ledger = trading.ledger.current(account)
      waits = priceLate(of) || ledger === null
      // Incomplete books are not conclusive.
      const lastBooked = ledger !== null && books.due(of) === null ? books.endBefore(of, Number.MAX_SAFE_INTEGER) : null
      if (ledger === null || lastBooked === null || !hasCompleteBuckets(facts)) return false
      const found = settledUnseen({
        books: lastBooked.books,
        trades: lastBooked.open,
        positions: read.positions,
        watched: watchedBy(ledger, trading.ledger.closed(account)),
        now,
        coinEnd,
      })
      const keys = new Set(found.map(keyOf))
      for (const key of missing.keys()) if (!keys.has(key)) missing.delete(key)
      let isSoon = false
      for (const one of found) {
        const { held, trade, end } = one
        const first = missing.get(keyOf(one)) ?? { since: clock.monotonic(), at: now }
        missing.set(keyOf(one), first)
        const age = clock.monotonic() - first.since
        const knows = trade.openedAt !== null && trading.fills.knownSince() <= trade.openedAt
        const at = end ?? first.at
        const isConverted = mayBeConverted(of, one)
        const price = knows && !isConverted ? priceOf(held.family, held.asset, at) : null
        if (age < APART) isSoon = true
        else if (price === null && age < PRICE_LATE && !(knows && isConverted)) waits = true
        else {
          // The service may have reported a settlement after all.
          await trading.fills.sync()
          if (books.due(of) !== null) return true
          settle(of, one, at, price)
        }
      }
      return isSoon
    },
  }
}

/** What the ledger holds, or reports the end of. */
const watchedBy = ({ books, heldSince }: Ledger, closed: readonly ClosedPosition[]) => [
  ...books.flatMap(({ asset }) => {
    const since = heldSince[asset]
    return since === undefined ? [] : [{ asset, since }]
  }),
  ...closed.map(({ asset, openedAt }) => ({ asset, since: openedAt })),
]

const keyOf = ({ held, trade }: UnseenEnd): string => `${held.asset} ${trade.id}`

const endingOf = (
  reported: Omit<PositionClose, 'text' | 'isPutAway' | 'lapsed' | 'isCertain' | 'trigger'>,
  outcomes: Collateral,
): PositionClose => {
  const whole = { ...reported, lapsed: 0, isCertain: true, trigger: null }
  // It ended long ago: it is listed, but gets no row among the positions.
  return { ...whole, text: closeText(whole, outcomes), isPutAway: true }
}
