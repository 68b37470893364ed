/** Everything that happens to the wallet without an action of this terminal: reported once, marked for good. */
import type { Fill, Order } from '../../../contract/account.ts'
import type { ExternalTrade, OtherClientView } from '../../../contract/activity.ts'
import { changeOf } from '../../../contract/books/index.ts'
import { add, type Size, signOf, trimZeros, ZERO } from '../../../contract/decimal.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Clock } from '../../../contract/time.ts'
import type { FillRecords, OrderRecords } from '../../records/index.ts'
import type { OtherClientStore, PastOf, WalletAt, WalletStore } from '../../storage/index.ts'
import { type ExternalChange, idsOf, type Look, type Own, type WalletLedger } from '../ledger/index.ts'
import { createExternalFills, externalId, tradesOf } from './fills.ts'

/** An order is the terminal's own if an action turns out to have made it within this, ms: the answer may come after the list shows it. */
const OWN_WITHIN = 3_000

/** New findings, each reported once and of one kind at a time. */
export type Found =
  | { readonly kind: 'orders'; readonly orders: readonly Order[] }
  | { readonly kind: 'trades'; readonly trades: readonly ExternalTrade[] }
  | { readonly kind: 'positions'; readonly changes: readonly ExternalChange[] }

export type External = ReturnType<typeof createExternal>

export interface ExternalOptions {
  readonly own: Own
  readonly ledger: Pick<WalletLedger, 'current' | 'isAtLiquidation' | 'isAfterEnd' | 'onChange'>
  readonly store: OtherClientStore
  readonly wallets: WalletStore
  readonly fills: Pick<FillRecords, 'since' | 'knownSince' | 'newest' | 'ofOrder' | 'syncedAt' | 'onNew'>
  readonly orders: Pick<OrderRecords, 'readSince' | 'ofIds'>
  readonly profile: string
  /** Address of the service: what was stored of a wallet at another one does not apply. */
  readonly origin: string
  readonly clock: Pick<Clock, 'monotonic'>
}

/** Number of fills and trades that windows see. */
const KEPT = 500
const SHOWN = 50
/** A liquidation may come in several fills, this far apart, ms. */
const TOGETHER = 10_000

export function createExternal(options: ExternalOptions) {
  const { ledger, store, wallets, fills, profile, origin } = options
  const found = new Listeners<[found: Found]>()
  const changes = new Listeners()
  let account = ''
  /** When the wallet was first seen, the service's time. */
  let since: number | null = null
  let trades: readonly ExternalTrade[] = []
  /** Fills of other clients, newest first. */
  let ofOthers: readonly Fill[] = []
  const of = (who: string): PastOf => ({ profile, account: who })
  const walletAt = (who: string): WalletAt => ({ profile, origin, account: who })
  const isExternal = (fill: Fill): boolean => store.isReported(of(account), externalId(fill))

  const orders = createExternalOrders({ ...options, onChange: changes.notify })
  const isLiquidation = (fill: Fill): boolean =>
    ledger.isAtLiquidation(fill) ||
    fills
      .since(fill.time - TOGETHER)
      .rows.some(
        (other) =>
          other.asset === fill.asset &&
          other.side === fill.side &&
          other.cause === 'liquidation' &&
          other.time <= fill.time + TOGETHER,
      )
  const externalFills = createExternalFills({ ...options, isLiquidation, isAfterEnd: ledger.isAfterEnd })
  let shownParts = ''
  ledger.onChange(() => {
    const now = JSON.stringify(parts())
    if (now === shownParts) return
    shownParts = now
    changes.notify()
  })

  /** By asset, the signed part of open positions that other clients made. */
  function parts(): Readonly<Record<string, Size>> {
    const kept = ledger.current(account)
    if (kept === null) return {}
    return Object.fromEntries(
      kept.books.flatMap(({ asset }) => {
        const own = ofOthers.filter((fill) => fill.asset === asset && fill.time >= (kept.heldSince[asset] ?? 0))
        const part = own.reduce<Size>((sum, fill) => add(sum, changeOf(fill)), kept.external[asset] ?? (ZERO as Size))
        return signOf(part) === 0 ? [] : [[asset, trimZeros(part)]]
      }),
    )
  }

  fills.onNew((news) => {
    externalFills.sawNew(news)
    if (news.some(isExternal)) marked()
  })

  function begin(who: string): void {
    if (account === who) return
    account = who
    since = wallets.since(walletAt(who))
    externalFills.reset()
    marked()
  }

  /** Fills turned out to be of other clients: republishes the marks. */
  function marked(): void {
    ofOthers = fills.newest(KEPT).filter(isExternal)
    trades = tradesOf(ofOthers).slice(0, SHOWN)
    changes.notify()
  }

  function report(what: Found): void {
    if (!store.isExpected(of(account))) found.notify(what)
  }

  async function lookAtFills(firstSeen: number): Promise<void> {
    const who = account
    const { external, adopted } = await externalFills.look(who, firstSeen)
    if (account !== who || external.length + adopted.length === 0) return
    if (external.length > 0) report({ kind: 'trades', trades: tradesOf(external) })
    /** Last: what cannot be written is reported again at the next start rather than never. */
    store.keepReported(of(who), [...external, ...adopted].map(externalId))
    marked()
  }

  return {
    /** The open orders of every family of an account, by the latest reads. */
    sawOpen(who: string, open: readonly Order[]): void {
      begin(who)
      const firstSeen = since
      if (firstSeen === null) return
      const fresh = orders.sawOpen(who, open)
      const news = fresh.filter(({ time }) => time >= firstSeen)
      if (news.length > 0) report({ kind: 'orders', orders: news })
      if (fresh.length > 0)
        store.keepReported(
          of(who),
          fresh.map(({ oid }) => oid),
        )
    },
    /** Compares the stored fills with the actions, and reports position changes that no fill explains. */
    async look(read: Pick<Look, 'account' | 'began' | 'beganHere'>, changed: readonly ExternalChange[]): Promise<void> {
      if (read.began <= 0) return
      begin(read.account)
      if (since === null) {
        if (fills.syncedAt() < read.beganHere) return
        since = Math.max(read.began, (fills.newest(1)[0]?.time ?? 0) + 1)
        wallets.keep(walletAt(account), since)
      }
      await lookAtFills(since)
      if (account === read.account && changed.length > 0) report({ kind: 'positions', changes: changed })
    },
    /** Whether fills should be read at the next look even though nothing changed. */
    isInDoubt: (): boolean => since === null || externalFills.isInDoubt(),
    view: (who: string): OtherClientView => ({
      orders: orders.resting(who),
      trades: account === who ? trades : [],
      positions: account === who ? parts() : {},
      isExpected: store.isExpected(of(who)),
    }),
    /** Sets whether another client is expected to trade for the wallet. */
    setExpected(who: string, isExpected: boolean): void {
      store.setExpected(of(who), isExpected)
      changes.notify()
    },
    /** Fires for new findings while the trader does not expect them. */
    onFound: found.on,
    onChange: changes.on,
  }
}

/** Finds open orders that no action of this terminal made. Each is reported once, across restarts too. */
function createExternalOrders({
  own,
  store,
  profile,
  clock,
  onChange,
}: Pick<ExternalOptions, 'own' | 'store' | 'profile' | 'clock'> & { readonly onChange: () => void }) {
  /** When each order without a known action was first seen, monotonic ms. */
  const nameless = new Map<string, number>()
  let external: { readonly account: string; readonly oids: readonly string[] } = { account: '', oids: [] }
  const ofAccount = (account: string): PastOf => ({ profile, account })

  function unknownOf(account: string, orders: readonly Order[]): readonly Order[] {
    const known = own.known(account, orders.flatMap(idsOf))
    return orders.filter((order) => !idsOf(order).some((id) => known.has(id)))
  }

  return {
    /** Takes the open orders of every family of an account; returns those of other clients that were not reported yet. */
    sawOpen(account: string, orders: readonly Order[]): readonly Order[] {
      const now = clock.monotonic()
      const unknown = unknownOf(account, orders)
      const seen = new Set(unknown.map(({ oid }) => oid))
      for (const oid of nameless.keys()) if (!seen.has(oid)) nameless.delete(oid)
      for (const { oid } of unknown) if (!nameless.has(oid)) nameless.set(oid, now)
      const certain = unknown.filter(
        ({ oid, asset }) => now - (nameless.get(oid) ?? now) >= OWN_WITHIN && !own.isWaitingForId(account, asset),
      )
      const oids = certain.map(({ oid }) => oid)
      if (external.account === account && external.oids.join() === oids.join()) return []
      external = { account, oids }
      onChange()
      return certain.filter(({ oid }) => !store.isReported(ofAccount(account), oid))
    },
    /** Ids of other clients' resting orders of one account. */
    resting: (account: string): readonly string[] => (external.account === account ? external.oids : []),
  }
}
