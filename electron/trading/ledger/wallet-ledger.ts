/**
 * Keeps the ledger of the signed-in wallet: books every entry once, in the transaction that stores the result, and compares each read of the account
 * with it. A difference that no entry explains is classified once. The day's P&L, equity, closes and the alarm about other clients use this ledger.
 */
import type { AccountView, Fill, Position } from '../../../contract/account.ts'
import {
  APART,
  adjustPosition,
  agreesWith,
  atRest,
  type BalanceChange,
  bookEntries,
  causeOf,
  collateralOf,
  type DaySums,
  type Difference,
  dayOf,
  daySums,
  dayUnknownReason,
  expectedIn,
  expireAdjustments,
  familyOfFill,
  type Held,
  isAtRest,
  type Ledger,
  openLedger,
  reconcileMoney,
  seenAgain,
  settleAgain,
  type Terms,
} from '../../../contract/books/index.ts'
import { absolute, add, compare, type Price, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import { type Listen, Listeners } from '../../../contract/listeners.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { type Clock, type Millis, millis } from '../../../contract/time.ts'
import type { FillRecords } from '../../records/index.ts'
import type { LedgerStore, PastOf, TransferStore } from '../../storage/index.ts'
import type { Own } from './own.ts'

/** A read of the account. */
export interface Look {
  readonly account: string
  /** Service time at which the read began; 0 while unknown: then nothing is concluded. */
  readonly began: Millis
  /** The same, monotonic ms. */
  readonly beganHere: number
  readonly read: Pick<AccountView, 'positions' | 'money'>
}

/** A change of a position by another client, without a fill. */
export interface ExternalChange {
  readonly asset: string
  /** The position now, signed. */
  readonly size: Size
  /** The change, signed. */
  readonly by: Size
}

export interface WalletLedger {
  /** Books new entries and compares a read with the ledger. Returns changes by other clients, each once. */
  look(look: Look): readonly ExternalChange[]
  /** Whether the next look may find something, so that fills should be read for it. */
  isInDoubt(): boolean
  /** The ledger of a wallet; null before its first look. */
  current(account: string): Ledger | null
  /**
   * P&L of the UTC day and open positions, by all known entries.
   * @param now service time @throws Error with the reason while the P&L is unknown
   */
  day(account: string, now: Millis): DaySums & Pick<Ledger, 'books'>
  /** Open positions by all known entries: reads may not show them yet. */
  openPositions(account: string): readonly Held[]
  /** Whether a fill closes a position at its liquidation price. */
  isAtLiquidation(fill: Fill): boolean
  /** Whether a fill is from after the end of the held market, when only its settlement trades. */
  isAfterEnd(fill: Pick<Fill, 'asset' | 'time'>): boolean
  /** Called when the stored ledger changes. */
  readonly onChange: Listen
}

export interface WalletLedgerOptions {
  readonly store: Pick<LedgerStore, 'state' | 'unbooked' | 'begin' | 'keep' | 'thin'>
  readonly profile: string
  /** Origin of the service; ledgers of another origin are not used. */
  readonly origin: string
  readonly own: Pick<Own, 'isInDoubt' | 'isUnlisted' | 'hasConverted'>
  readonly fills: Pick<FillRecords, 'since' | 'knownSince' | 'isWhole' | 'newest' | 'syncedAt'>
  /** End of the market of an asset, service time; null when unknown. */
  readonly endOf: (position: Pick<Position, 'family' | 'asset'>) => Millis | null
  readonly markOf: (asset: string) => Price | null
  readonly transfers: Pick<TransferStore, 'all'>
  /** The service's clock less the terminal's, ms. */
  readonly clockOffset: () => number
  readonly clock: Pick<Clock, 'monotonic'>
}

/** A fill this close to the opening of the ledger may be in the opening read or not, ms. */
const NEAR = 60_000
const DAY = 86_400_000
/** A market has ended at its end, as far as two clocks agree on it, ms. */
const CLOCKS = 2_000
/** A position still open this long after its end belongs to a market that goes on, ms. */
const SETTLED_WITHIN = 60_000
/** A conversion is booked within this time after its request, ms. */
const CONVERTED_WITHIN = 600_000
/** Number of fills examined when a ledger is opened. */
const RECENT = 500
/** Entries booked at once. */
const MOST_ENTRIES = 500
/** Interval of stored equity samples: without and with news, ms. */
const SAMPLE_EVERY = 60_000
const NEWS_EVERY = 10_000
/** A transfer of the terminal's shows in the balances within this of when it was asked for, ms. */
const MOVED_WITHIN = 10 * 60_000
const NO_TERMS: Terms = { end: null, liquidationPx: null, isReached: false }

export function createWalletLedger(options: WalletLedgerOptions): WalletLedger {
  const { store, profile, origin, own, fills, endOf, markOf, clock } = options
  const changed = new Listeners()
  let whose = ''
  let ledger: Ledger | null = null
  /** By asset, in this run. */
  const differences = new Map<string, Difference>()
  /** Each position as last held in this run: its fills may be listed after it is gone. */
  const lastHeld = new Map<string, Terms & { readonly size: Size }>()
  let lastSample = Number.NEGATIVE_INFINITY
  /** Whether an entry was booked, or a difference resolved, since the last stored sample. */
  let hasNews = false
  let wasAgreed = true

  const of = (): PastOf => ({ profile, account: whose })

  function begin(account: string): void {
    if (whose === account) return
    whose = account
    differences.clear()
    lastHeld.clear()
    lastSample = Number.NEGATIVE_INFINITY
    hasNews = false
    const kept = store.state(of())
    ledger = kept?.origin === origin ? kept : null
  }

  function open({ began, beganHere, read }: Look): Ledger | null {
    if (fills.syncedAt() < beganHere) return null
    const known = fills.knownSince()
    const newest = fills.newest(1)[0]?.time ?? 0
    const mark = Math.max(began - DAY, newest, Number.isFinite(known) ? known : 0)
    const near = fills.newest(RECENT).filter(({ time }) => mark - time <= NEAR)
    const opened = openLedger(read.positions, {
      origin,
      since: millis(mark + 1),
      settling: near.map(({ asset }) => asset),
    })
    store.begin(of(), opened)
    return opened
  }

  /** Books all unbooked entries, and returns the number of the last. */
  function booked(before: Ledger): { readonly after: Ledger; readonly upTo: number | null } {
    let after = before
    let upTo: number | null = null
    for (;;) {
      const some = store.unbooked(of(), upTo ?? 0, MOST_ENTRIES)
      if (some.entries.length === 0) return { after, upTo }
      after = bookEntries(after, some.entries)
      upTo = some.upTo
    }
  }

  /** End and liquidation price by a read. The next bucket of the asset may have begun before this one is settled. */
  function termsOf(before: Terms, position: Position | undefined, asset: string, began: Millis): Terms {
    const mark = markOf(asset)
    if (position === undefined) return before
    const { size, liquidationPx } = position
    const isEnding = before.end !== null && before.end <= began && began < before.end + SETTLED_WITHIN
    const wasReached = before.isReached && before.liquidationPx === liquidationPx
    return {
      end: isEnding ? before.end : (endOf(position) ?? before.end),
      liquidationPx,
      isReached: wasReached || (mark !== null && isThrough(size, liquidationPx, mark)),
    }
  }

  /** Compares one position with the entries. */
  function lookAt(
    draft: Ledger,
    asset: string,
    position: Position | undefined,
    look: Look,
    found: ExternalChange[],
  ): Ledger {
    const now = clock.monotonic()
    const { account, began, beganHere } = look
    const shown = position?.size ?? (ZERO as Size)
    const expected = expectedIn(draft, asset)
    const difference = seenAgain(differences.get(asset), shown, expected, now)
    differences.set(asset, difference)
    const terms = draft.terms[asset] ?? NO_TERMS
    const wasAtLiquidation = remember(asset, position, terms)
    if (signOf(difference.by) === 0) {
      const next = signOf(shown) === 0 ? null : termsOf(terms, position, asset, began)
      const rested = isAtRest(difference, now) && fills.syncedAt() >= beganHere ? atRest(draft, asset) : draft
      return withTerms(rested, asset, next)
    }
    const cause = causeOf({
      ...{ shown, expected, difference, now, wasAtLiquidation },
      isSettling:
        draft.settling.includes(asset) ||
        (draft.terms[asset] === undefined && began - draft.since < DAY && isNearBegin(draft, asset)),
      areFillsRead: fills.syncedAt() >= beganHere,
      isComplete: fills.isWhole(draft.since),
      isInDoubt: own.isInDoubt(account, asset) || own.isUnlisted(account, asset, began),
      hasEnded: terms.end !== null && terms.end <= began,
      mayBeConverted: isCoin(asset) && own.hasConverted(account, began - CONVERTED_WITHIN),
    })
    if (cause === 'lagging') return draft
    differences.delete(asset)
    if (cause === 'external') found.push({ asset, size: shown, by: difference.by })
    const adjusted = adjustPosition(draft, asset, position ?? null, cause, began)
    const settled =
      cause === 'settling' ? atRest(adjusted, asset) : cause === 'external' ? adjusted : settleAgain(adjusted, asset)
    return withTerms(settled, asset, position === undefined ? null : termsOf(NO_TERMS, position, asset, began))
  }

  /**
   * Whether a position was at its liquidation price. The mark may leap there and take it between two reads: the one that lacks it first sees it
   * there.
   */
  function remember(asset: string, position: Position | undefined, terms: Terms): boolean {
    const mark = markOf(asset)
    const before = lastHeld.get(asset)
    if (position !== undefined && signOf(position.size) !== 0) {
      const { size, liquidationPx } = position
      const wasReached = (before ?? terms).isReached && (before ?? terms).liquidationPx === liquidationPx
      const isReached = wasReached || (mark !== null && isThrough(size, liquidationPx, mark))
      lastHeld.set(asset, { end: terms.end, size, liquidationPx, isReached })
      return isReached
    }
    const last = before ?? null
    if (last === null) return terms.isReached
    const isReached = last.isReached || (mark !== null && isThrough(last.size, last.liquidationPx, mark))
    lastHeld.set(asset, { ...last, isReached })
    return isReached
  }

  /** Adds fills of the day from before the ledger was opened, by the P&L that the service reports. */
  function withBefore(day: DaySums, since: Millis): DaySums {
    if (since <= day.start) return day
    let { realised, fees } = day
    for (const fill of fills.since(day.start).rows) {
      if (fill.time >= since) continue
      const collateral = collateralOf(familyOfFill(fill))
      if (fill.realizedPnl === null || fill.fee === null)
        throw new Error(`the service does not say what a fill of ${fill.asset} realised`)
      realised = { ...realised, [collateral]: add(realised[collateral], fill.realizedPnl) }
      fees = { ...fees, [collateral]: add(fees[collateral], fill.fee) }
    }
    return { ...day, realised, fees }
  }

  const isNearBegin = ({ since }: Ledger, asset: string): boolean =>
    fills.since(since - NEAR).rows.some((fill) => fill.asset === asset && fill.time - since <= NEAR)

  /** Reconciles the money, and stores everything in one transaction. */
  function keep(draft: Ledger, before: Ledger, upTo: number | null, { read, began: at }: Look): void {
    const agrees = agreesWith(draft, read.positions)
    const { ledger: next, sample, changes } = reconcileMoney(expireAdjustments(draft, at), read, agrees, at)
    const rows = changes.map((change, i) => ({ ...change, id: `${at}-${i}`, as: null }))
    const own = rows.filter((row) => row.cause !== 'moved' || !isOwnTransfer(row))
    const isNewDay = lastSample < dayOf(at)
    const isFirst = before.money === null && next.money !== null
    hasNews ||= upTo !== null || (sample?.agrees === true && !wasAgreed)
    wasAgreed = sample?.agrees ?? true
    const isDue = sample !== null && isSampleDue(at, isNewDay || own.length > 0 || isFirst)
    if (!isDue && upTo === null && isSame(next, before)) {
      ledger = next
      return
    }
    store.keep(of(), {
      state: next,
      upTo,
      sample: isDue ? sample : null,
      stays: own.length > 0 || isFirst,
      changes: own,
    })
    // Only once it is on disk: otherwise the entries are booked again by the next look.
    ledger = next
    if (isDue && isNewDay) store.thin(of(), at)
    if (isDue) {
      lastSample = at
      hasNews = false
    }
    changed.notify()
  }

  /** Whether a move between the classes of USDH is a transfer from the journal. */
  const isOwnTransfer = ({ at, amount }: Pick<BalanceChange, 'at' | 'amount'>): boolean =>
    options.transfers
      .all(of())
      .some(
        (one) =>
          Math.abs(one.at + options.clockOffset() - at) < MOVED_WITHIN &&
          one.state !== 'refused' &&
          one.state !== 'rejected' &&
          signOf(amount) < 0 &&
          compare(one.amount, absolute(amount)) === 0,
      )

  const isSampleDue = (at: Millis, isForced: boolean): boolean =>
    isForced || at - lastSample >= (hasNews ? NEWS_EVERY : SAMPLE_EVERY)

  return {
    look(look) {
      if (look.began <= 0) return []
      begin(look.account)
      const before = ledger ?? open(look)
      if (before === null) return []
      ledger = before
      const { after, upTo } = booked(before)
      const held = new Map(look.read.positions.map((position) => [position.asset, position]))
      const assets = new Set([...held.keys(), ...after.books.map(({ asset }) => asset), ...after.settling])
      for (const asset of differences.keys()) if (!assets.has(asset)) differences.delete(asset)
      const found: ExternalChange[] = []
      let draft = after
      for (const asset of assets) draft = lookAt(draft, asset, held.get(asset), look, found)
      keep(draft, before, upTo, look)
      return found
    },
    isInDoubt: () =>
      ledger === null || ledger.settling.length > 0 || [...differences.values()].some(({ by }) => signOf(by) !== 0),
    current(account) {
      begin(account)
      return ledger
    },
    day(account, now) {
      begin(account)
      if (ledger === null) throw new Error('the account has not been read yet')
      const at = clock.monotonic()
      const differing = [...differences].find(
        ([, { by, reads, since }]) => signOf(by) !== 0 && reads > 1 && at - since >= APART,
      )
      if (differing !== undefined) {
        const [asset, { since }] = differing
        const seconds = Math.floor((at - since) / 1000)
        throw new Error(`the position in ${asset} has differed from its fills for ${seconds} s`)
      }
      // Entries since the last look count; the next look stores them.
      const { after } = booked(ledger)
      const unknown = dayUnknownReason(after, now)
      if (unknown !== null) throw new Error(unknown)
      return { ...withBefore(daySums(after, now), after.since), books: after.books }
    },
    openPositions(account) {
      begin(account)
      return ledger === null ? [] : booked(ledger).after.books
    },
    isAtLiquidation({ asset, side, price }) {
      const last = lastHeld.get(asset)
      if (last === undefined || signOf(last.size) > 0 !== (side === 'sell')) return false
      return last.isReached || isThrough(last.size, last.liquidationPx, price)
    },
    isAfterEnd({ asset, time }) {
      const end = ledger?.terms[asset]?.end ?? null
      return end !== null && time >= end - CLOCKS
    },
    onChange: changed.on,
  }
}

const withTerms = (ledger: Ledger, asset: string, terms: Terms | null): Ledger => {
  const before = ledger.terms[asset]
  if (terms === null && before === undefined) return ledger
  const { [asset]: _, ...others } = ledger.terms
  return { ...ledger, terms: terms === null ? others : { ...others, [asset]: terms } }
}

/** Equality except for the time of the last reconciliation. */
const isSame = (a: Ledger, b: Ledger): boolean => textOf(a) === textOf(b)
const textOf = (ledger: Ledger): string =>
  JSON.stringify({ ...ledger, money: ledger.money === null ? null : { ...ledger.money, at: 0 } })

function isThrough(size: Size, liquidationPx: Price | null, price: Price): boolean {
  if (liquidationPx === null || signOf(size) === 0) return false
  return signOf(size) > 0 ? compare(price, liquidationPx) <= 0 : compare(price, liquidationPx) >= 0
}
