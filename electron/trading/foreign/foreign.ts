/** Everything that happens to the wallet and that no action of this terminal did: told once, marked for good. */
import type { Fill, Order, Position } from '../../../contract/account.ts'
import { type Listen, Listeners } from '../../../contract/listeners.ts'
import type { ForeignTrade, OtherClientView } from '../../../contract/other-client.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import type { FillRecords, OrderRecords } from '../../records/index.ts'
import type { BaseLineStore, Journal, OtherClientStore, PastOf, WalletAt, WalletSeen } from '../../storage/index.ts'
import type { ActionLog } from '../actions/index.ts'
import { createForeignFills } from './fills.ts'
import { createForeignOrders } from './orders.ts'
import { createOwn } from './own.ts'
import { createForeignPositions } from './positions.ts'
import type { ForeignChange, Look } from './positions-interface.ts'
import { foreignId, isServices, tradesOf } from './trades.ts'

/** What was found, each told once: never more than one kind at a time. */
export type Found =
  | { readonly kind: 'orders'; readonly orders: readonly Order[] }
  | { readonly kind: 'trades'; readonly trades: readonly ForeignTrade[] }
  | { readonly kind: 'positions'; readonly changes: readonly ForeignChange[] }

export interface Foreign {
  /** The open orders of every family of an account, as reads show them now. */
  sawOpen(account: string, orders: readonly Order[]): void
  /** Compares a read of the account, and the fills that are kept, with what the actions did. */
  look(read: Look): Promise<void>
  /** Whether fills are to be read at the next look even though nothing changed. */
  isInDoubt(): boolean
  view(account: string): OtherClientView
  /** The trader's word that another client trades for the wallet, or does not any more. */
  setExpected(account: string, isExpected: boolean): void
  /** Told of what is new while the trader does not expect it. */
  readonly onFound: Listen<[found: Found]>
  readonly onChange: Listen
}

export interface ForeignOptions {
  readonly actionLog: Pick<ActionLog, 'ofOrders' | 'live' | 'recordsOf'>
  readonly journal: Pick<Journal, 'known'>
  readonly store: OtherClientStore
  readonly baseLines: BaseLineStore
  readonly fills: Pick<FillRecords, 'since' | 'knownSince' | 'newest' | 'ofOrder' | 'syncedAt' | 'onNew'>
  readonly orders: Pick<OrderRecords, 'readSince' | 'ofIds'>
  readonly profile: string
  /** Where the service is: what was kept of a wallet at another one says nothing. */
  readonly origin: string
  readonly endOf: (position: Pick<Position, 'family' | 'asset'>) => Millis | null
  readonly markOf: (asset: string) => Position['markPx']
  readonly clock: Pick<Clock, 'monotonic'>
}

/** Fills and trades that windows are shown. */
const KEPT = 500
const SHOWN = 50
/** A liquidation may come in several fills, so far apart, ms. */
const TOGETHER = 10_000

export function createForeign(options: ForeignOptions): Foreign {
  const { store, baseLines, fills, profile, origin, clock } = options
  const found = new Listeners<[found: Found]>()
  const changes = new Listeners()
  const own = createOwn(options)
  let account = ''
  let wallet: WalletSeen | null = null
  let trades: readonly ForeignTrade[] = []
  const of = (who: string): PastOf => ({ profile, account: who })
  const walletAt = (who: string): WalletAt => ({ profile, origin, account: who })
  const isForeign = (fill: Fill): boolean => store.isTold(of(account), foreignId(fill))

  const orders = createForeignOrders({ ...options, own, onChange: changes.notify })
  const positions = createForeignPositions({ ...options, own, store: baseLines, walletAt, isForeign })
  const isLiquidation = (fill: Fill): boolean =>
    positions.isAtLiquidation(fill) ||
    fills
      .since(fill.time - TOGETHER)
      .rows.some(
        (other) =>
          other.asset === fill.asset &&
          other.side === fill.side &&
          isServices(other) &&
          /^liquidat/i.test(other.oid ?? '') &&
          other.time <= fill.time + TOGETHER,
      )
  const foreignFills = createForeignFills({
    ...options,
    own,
    isLiquidation,
    isSettlement: positions.isSettlement,
    clock,
  })

  fills.onNew((news) => {
    foreignFills.sawNew(news)
    positions.sawNew(news)
    if (news.some(isForeign)) marked(news.filter(isForeign))
  })

  function begin(who: string): void {
    if (account === who) return
    account = who
    wallet = baseLines.wallet(walletAt(who))
    foreignFills.reset()
    positions.reset(who)
    marked([])
  }

  /** Fills turned out to be of others: the marks show it. */
  function marked(news: readonly Fill[]): void {
    positions.sawForeign(news)
    trades = tradesOf(fills.newest(KEPT).filter(isForeign)).slice(0, SHOWN)
    changes.notify()
  }

  function tell(what: Found): void {
    if (!store.isExpected(of(account))) found.notify(what)
  }

  async function lookAtFills(since: number): Promise<void> {
    const who = account
    const { foreign, adopted } = await foreignFills.look(who, since)
    if (account !== who || foreign.length + adopted.length === 0) return
    if (foreign.length > 0) tell({ kind: 'trades', trades: tradesOf(foreign) })
    /** Last: what cannot be written is told again at the next start, and not left untold. */
    store.keepTold(of(who), [...foreign, ...adopted].map(foreignId))
    marked([...foreign, ...adopted])
  }

  return {
    sawOpen(who, open) {
      begin(who)
      const since = wallet?.since ?? null
      if (since === null) return
      const fresh = orders.sawOpen(who, open)
      const news = fresh.filter(({ time }) => time >= since)
      if (news.length > 0) tell({ kind: 'orders', orders: news })
      if (fresh.length > 0)
        store.keepTold(
          of(who),
          fresh.map(({ oid }) => oid),
        )
    },
    async look(read) {
      if (read.began <= 0) return
      begin(read.account)
      if (wallet === null) {
        if (fills.syncedAt() < read.beganHere) return
        wallet = positions.begin(read)
      }
      await lookAtFills(wallet.since)
      if (account !== read.account) return
      const before = JSON.stringify(positions.parts())
      const changed = positions.look(read, wallet)
      if (changed.length > 0) tell({ kind: 'positions', changes: changed })
      if (JSON.stringify(positions.parts()) !== before) changes.notify()
    },
    isInDoubt: () => wallet === null || foreignFills.isInDoubt() || positions.isInDoubt(),
    view: (who) => ({
      orders: orders.resting(who),
      trades: account === who ? trades : [],
      positions: account === who ? positions.parts() : {},
      isExpected: store.isExpected(of(who)),
    }),
    setExpected(who, isExpected) {
      store.setExpected(of(who), isExpected)
      changes.notify()
    },
    onFound: found.on,
    onChange: changes.on,
  }
}
