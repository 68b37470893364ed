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
  type ClosedPosition,
  causeOf,
  closedBefore,
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
  settledIn,
  takeClosed,
} from '../../../contract/books/index.ts'
import { type Collateral, collateralOf } from '../../../contract/collateral.ts'
import { absolute, add, compare, type Price, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import { Listeners } from '../../../contract/listeners.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { type Clock, type Millis, millis } from '../../../contract/time.ts'
import type { FillRecords } from '../../records/index.ts'
import type { LedgerStore, PastOf, TransferStore } from '../../storage/index.ts'
import type { Own } from './own.ts'
import { createTermsWatch, NO_TERMS, withTerms } from './terms.ts'

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

export type WalletLedger = ReturnType<typeof createWalletLedger>

export interface WalletLedgerOptions {
  readonly store: Pick<LedgerStore, 'state' | 'unbooked' | 'begin' | 'keep' | 'thin' | 'closed'>
  readonly profile: string
  /** Origin of the service; ledgers of another origin are not used. */
  readonly origin: string
  readonly own: Pick<Own, 'isInDoubt' | 'isUnlisted' | 'hasConverted'>
  readonly fills: Pick<FillRecords, 'since' | 'knownSince' | 'isWhole' | 'newest' | 'syncedAt'>
  /** End of the market of an asset, service time; null when unknown. */
  readonly endOf: (position: Pick<Position, 'family' | 'asset'>) => Millis | null
  readonly markOf: (asset: string) => Price | null
  readonly transfers: Pick<TransferStore, 'all'>
  /** The collateral of outcome markets; it may change when they are read. */
  readonly outcomeCollateral: () => Collateral
  /** The service's clock minus the terminal's, ms. */
  readonly clockOffset: () => number
  readonly clock: Pick<Clock, 'monotonic'>
}

/** A fill this close to the opening of the ledger may be in the opening read or not, ms. */
const NEAR = 60_000
const DAY = 86_400_000
/** Tolerance between the two clocks about the end of a market, ms. */
const CLOCKS = 2_000
/** A conversion is booked within this time after its request, ms. */
const CONVERTED_WITHIN = 600_000
/** Number of fills examined when a ledger is opened. */
const RECENT = 500
/** Entries booked at once. */
const MAX_ENTRIES = 500
/** Interval of stored equity samples: without and with news, ms. */
const SAMPLE_EVERY = 60_000
const NEWS_EVERY = 10_000
/** A transfer by the terminal shows in the balances within this time after its request, ms. */
const MOVED_WITHIN = 10 * 60_000

export function createWalletLedger(options: WalletLedgerOptions) {
  const { store, profile, origin, own, fills, clock } = options
  const changed = new Listeners()
  let whose = ''
  let ledger: Ledger | null = null
  /** By asset, in this run. */
  const differences = new Map<string, Difference>()
  const termsWatch = createTermsWatch(options)
  /** Positions that ended in looks that could not be stored. */
  let unstored: readonly ClosedPosition[] = []
  let lastSample = Number.NEGATIVE_INFINITY
  /** Whether an entry was booked, or a difference resolved, since the last stored sample. */
  let hasNews = false
  let wasAgreed = true

  const of = (): PastOf => ({ profile, account: whose })

  function begin(account: string): void {
    if (whose === account) return
    whose = account
    differences.clear()
    termsWatch.reset()
    unstored = []
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
      outcomes: options.outcomeCollateral(),
    })
    store.begin(of(), opened)
    return opened
  }

  /** Books all unbooked entries, and returns the number of the last. */
  function booked(before: Ledger): { readonly after: Ledger; readonly upTo: number | null } {
    let after = before
    let upTo: number | null = null
    for (;;) {
      const some = store.unbooked(of(), upTo ?? 0, MAX_ENTRIES)
      if (some.entries.length === 0) return { after, upTo }
      after = bookEntries(after, some.entries)
      upTo = some.upTo
    }
  }

  /** Compares one position with the entries. */
  function lookAt(
    draft: Ledger,
    asset: string,
    position: Position | undefined,
    look: Look,
    found: { readonly changes: ExternalChange[]; readonly closed: ClosedPosition[] },
  ): Ledger {
    const now = clock.monotonic()
    const { account, began, beganHere } = look
    const shown = position?.size ?? (ZERO as Size)
    const expected = expectedIn(draft, asset)
    const difference = seenAgain(differences.get(asset), shown, expected, now)
    differences.set(asset, difference)
    const terms = draft.terms[asset] ?? NO_TERMS
    const wasAtLiquidation = termsWatch.isReached(asset, position, terms)
    /** The read confirms the ends of positions in the asset. */
    const confirmed = (of: Ledger): Ledger => {
      const { ledger: rest, closed } = takeClosed(of, asset)
      for (const one of closed) {
        const isThis = one.wasShown && signOf(shown) === 0
        found.closed.push({ ...one, isReached: one.isReached || (isThis && wasAtLiquidation) })
      }
      return rest
    }
    const opened = ({ heldSince }: Ledger): Millis => heldSince[asset] ?? began
    if (signOf(difference.by) === 0) {
      const next =
        position === undefined || signOf(shown) === 0 ? null : termsWatch.of(terms, position, opened(draft), look)
      const rested = isAtRest(difference, now) && fills.syncedAt() >= beganHere ? atRest(draft, asset) : draft
      return withTerms(confirmed(rested), asset, next)
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
    if (cause === 'external') found.changes.push({ asset, size: shown, by: difference.by })
    const seenAt = millis(Math.round(began - (now - difference.since)))
    const adjusted = confirmed(adjustPosition(draft, asset, position ?? null, cause, began, seenAt))
    const settled =
      cause === 'settling' ? atRest(adjusted, asset) : cause === 'external' ? adjusted : settleAgain(adjusted, asset)
    return withTerms(
      settled,
      asset,
      position === undefined ? null : termsWatch.of(NO_TERMS, position, opened(settled), look),
    )
  }

  /** Adds fills of the day from before the ledger was opened, by the P&L that the service reports. */
  function withBefore(day: DaySums, { since, outcomes }: Pick<Ledger, 'since' | 'outcomes'>): DaySums {
    if (since <= day.start) return day
    let { realised, fees } = day
    for (const fill of fills.since(day.start).rows) {
      if (fill.time >= since) continue
      const collateral = collateralOf(familyOfFill(fill), outcomes)
      if (fill.realizedPnl === null || fill.fee === null)
        throw new Error(`the venue does not report the realized P&L of a fill in ${fill.asset}`)
      realised = { ...realised, [collateral]: add(realised[collateral], fill.realizedPnl) }
      fees = { ...fees, [collateral]: add(fees[collateral], fill.fee) }
    }
    return { ...day, realised, fees }
  }

  const isNearBegin = ({ since }: Ledger, asset: string): boolean =>
    fills.since(since - NEAR).rows.some((fill) => fill.asset === asset && fill.time - since <= NEAR)

  /** Reconciles the money, and stores everything in one transaction. */
  function keep(
    draft: Ledger,
    before: Ledger,
    { upTo, closed }: { readonly upTo: number | null; readonly closed: readonly ClosedPosition[] },
    { read, began: at }: Look,
  ): void {
    const agrees = agreesWith(draft, read.positions)
    const { ledger: next, sample, changes } = reconcileMoney(expireAdjustments(draft, at), read, agrees, at)
    const rows = changes.map((change, i) => ({ ...change, id: `${at}-${i}`, as: null }))
    const own = rows.filter((row) => row.cause !== 'moved' || !isOwnTransfer(row))
    const isNewDay = lastSample < dayOf(at)
    const isFirst = before.money === null && next.money !== null
    hasNews ||= upTo !== null || (sample?.agrees === true && !wasAgreed)
    wasAgreed = sample?.agrees ?? true
    const isDue = sample !== null && isSampleDue(at, isNewDay || own.length > 0 || isFirst)
    if (!isDue && upTo === null && closed.length === 0 && isSame(next, before)) {
      ledger = next
      return
    }
    store.keep(of(), {
      state: next,
      upTo,
      sample: isDue ? sample : null,
      stays: own.length > 0 || isFirst,
      changes: own,
      closed,
    })
    // Only once it is on disk: otherwise the entries are booked again by the next look.
    ledger = next
    unstored = []
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
    /** Books new entries and compares a read with the ledger. Returns changes by other clients, each once. */
    look(look: Look): readonly ExternalChange[] {
      if (look.began <= 0) return []
      begin(look.account)
      const before = ledger ?? open(look)
      if (before === null) return []
      ledger = before
      const { after, upTo } = booked(settledIn(before, options.outcomeCollateral()))
      const held = new Map(look.read.positions.map((position) => [position.asset, position]))
      const ofLedger = [...after.books, ...after.closing].map(({ asset }) => asset)
      const assets = new Set([...held.keys(), ...ofLedger, ...after.settling])
      for (const asset of differences.keys()) if (!assets.has(asset)) differences.delete(asset)
      const changes: ExternalChange[] = []
      const closed: ClosedPosition[] = []
      let draft = after
      for (const asset of assets) draft = lookAt(draft, asset, held.get(asset), look, { changes, closed })
      try {
        keep(draft, before, { upTo, closed }, look)
      } catch (error) {
        unstored = [...unstored.filter(({ id }) => !closed.some((one) => one.id === id)), ...closed]
        if (closed.length > 0) changed.notify()
        throw error
      }
      return changes
    },
    /** Whether the next look may find something, so that fills should be read for it. */
    isInDoubt: (): boolean =>
      ledger === null || ledger.settling.length > 0 || [...differences.values()].some(({ by }) => signOf(by) !== 0),
    /** The ledger of a wallet; null before its first look. */
    current(account: string): Ledger | null {
      begin(account)
      return ledger
    },
    /**
     * P&L of the UTC day and open positions, by all known entries.
     * @param now service time @throws Error with the reason while the P&L is unknown
     */
    day(account: string, now: Millis): DaySums & Pick<Ledger, 'books'> {
      begin(account)
      if (ledger === null) throw new Error(COMMON.accountUnread)
      const at = clock.monotonic()
      const differing = [...differences].find(
        ([, { by, reads, since }]) => signOf(by) !== 0 && reads > 1 && at - since >= APART,
      )
      if (differing !== undefined) {
        const [asset, { since }] = differing
        const seconds = Math.floor((at - since) / 1000)
        throw new Error(`the position in ${asset} has not matched its fills for ${seconds} s`)
      }
      // Entries since the last look count; the next look stores them.
      const { after } = booked(ledger)
      const unknown = dayUnknownReason(after, now)
      if (unknown !== null) throw new Error(unknown)
      return { ...withBefore(daySums(after, now), after), books: after.books }
    },
    /** Open positions by all known entries: reads may not show them yet. */
    openPositions(account: string): readonly Held[] {
      begin(account)
      return ledger === null ? [] : booked(ledger).after.books
    },
    /**
     * When fills closed the previous position in an asset; null where none is known, undefined where fills do not add up to the current
     * one.
     */
    closedBefore(account: string, asset: string, size: Size): Millis | null | undefined {
      begin(account)
      return ledger === null ? undefined : closedBefore(booked(ledger).after, asset, size)
    },
    /** Whether a fill closes a position at its liquidation price. */
    isAtLiquidation: termsWatch.isAtLiquidation,
    /** Whether a fill is from after the end of the held market, when only its settlement trades. */
    isAfterEnd({ asset, time }: Pick<Fill, 'asset' | 'time'>): boolean {
      const end = ledger?.terms[asset]?.end ?? null
      return end !== null && time >= end - CLOCKS
    },
    /** Positions that ended and whose end was not reported yet, also of a look that could not be stored. */
    closed(account: string): readonly ClosedPosition[] {
      begin(account)
      const stored = store.closed(of())
      return [...stored, ...unstored.filter(({ id }) => !stored.some((one) => one.id === id))]
    },
    /** Fires when the stored ledger changes, and when a position ended. */
    onChange: changed.on,
  }
}

/** Equality except for the time of the last reconciliation. */
const isSame = (a: Ledger, b: Ledger): boolean => textOf(a) === textOf(b)
const textOf = (ledger: Ledger): string =>
  JSON.stringify({ ...ledger, money: ledger.money === null ? null : { ...ledger.money, at: 0 } })
