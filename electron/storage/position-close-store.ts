/** Reported ends of positions, and positions as reads show them, in the journal's database. */
import type { DatabaseSync } from 'node:sqlite'
import type { Position } from '../../contract/account.ts'
import type { SettlementEntry } from '../../contract/books/index.ts'
import type { Price, Size } from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { type ComputedSettlement, createBooksDue, createComputedSettlements } from './books-due.ts'
import { bodiesOf, inTransaction, rowsOf } from './database.ts'

/** Owner of positions: a deployment's name, and the trader's address. */
export interface HeldBy {
  readonly profile: string
  readonly account: string
}

/** A position in the last read, with its name and its orders: used by alerts, and to find the orders that lapsed at its end. */
export interface HeldPosition extends Pick<Position, 'family' | 'asset' | 'size' | 'entryPx' | 'liquidationPx'> {
  /** Display name of the market. */
  readonly name: string
  /** The trader's open orders in it. */
  readonly orders: readonly OpenOrder[]
}

/** The stored part of an open order. */
interface OpenOrder {
  readonly oid: string
  readonly side: Side
  readonly price: Price
  readonly size: Size
}

/** Stored facts for endings; every write is durable on return. */
export interface PositionCloseStore {
  held(of: HeldBy): readonly HeldPosition[]
  /** Stores the current position in place of the one in the same asset. */
  hold(of: HeldBy, position: HeldPosition): void
  /** Forgets the position in an asset. */
  forget(of: HeldBy, asset: string): void
  /**
   * Removes a closed position from the ledger by its id, and stores its end, if any, in the same write. False when that end was reported before.
   * @param computed for a market that ended without a settlement fill: the books get it in the same write.
   */
  release(of: HeldBy, id: string, ending: PositionClose | null, computed?: ComputedSettlement | null): boolean
  /** Stores a computed settlement for a position that no read showed, with its reported end. False where it was stored before. */
  settle(of: HeldBy, ending: PositionClose | null, computed: ComputedSettlement): boolean
  /** Computed settlements that count, without a known price. */
  unpriced(of: HeldBy): readonly SettlementEntry[]
  /** Stores the price of one. @param as updates its reported end with that price */
  price(
    of: HeldBy,
    settlement: SettlementEntry & { readonly price: Price },
    as: (ending: PositionClose) => PositionClose,
  ): void
  /** Stores the end of a part while the rest continues. False when it was reported before. */
  report(of: HeldBy, ending: PositionClose): boolean
  /** Newest first. */
  newest(of: HeldBy, limit: number): readonly PositionClose[]
  /** Dismisses a row; returns whether there was one. */
  dismiss(of: HeldBy, id: string): boolean
}

interface Row {
  readonly body: string
}

export function createPositionCloseStore(database: DatabaseSync): PositionCloseStore {
  const heldBy = database.prepare('SELECT body FROM held WHERE profile = ? AND account = ? ORDER BY asset')
  const save = database.prepare(
    `INSERT INTO held (profile, account, asset, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (profile, account, asset) DO UPDATE SET body = excluded.body`,
  )
  const drop = database.prepare('DELETE FROM held WHERE profile = ? AND account = ? AND asset = ?')
  const dropClosed = database.prepare('DELETE FROM closed_positions WHERE profile = ? AND account = ? AND id = ?')
  const computed = createComputedSettlements(database)
  const due = createBooksDue(database)
  const insertEnding = database.prepare(
    'INSERT OR IGNORE INTO endings (profile, account, id, at, body) VALUES (?, ?, ?, ?, ?)',
  )
  const newest = database.prepare(
    'SELECT body FROM endings WHERE profile = ? AND account = ? ORDER BY at DESC, id DESC LIMIT ?',
  )
  const dismiss = database.prepare(
    `UPDATE endings SET body = json_set(body, '$.isPutAway', json('true'))
     WHERE profile = ? AND account = ? AND id = ? AND CASE WHEN json_valid(body) THEN body ->> '$.isPutAway' = 0 END`,
  )
  const endingOf = database.prepare('SELECT body FROM endings WHERE profile = ? AND account = ? AND id = ?')
  const change = database.prepare('UPDATE endings SET body = ? WHERE profile = ? AND account = ? AND id = ?')
  /** The books are due for the newly stored one. */
  function book({ profile, account }: HeldBy, settlement: ComputedSettlement): void {
    if (computed.isReplaced({ profile, account }, settlement.id)) due({ profile, account }, [], [settlement])
    else due({ profile, account }, [settlement])
  }
  const report = ({ profile, account }: HeldBy, ending: PositionClose): boolean =>
    Number(insertEnding.run(profile, account, ending.id, ending.at, JSON.stringify(ending)).changes) > 0

  /** Copy of the rows on disk: read at every mark, changed only by account reads. */
  const known = new Map<string, readonly HeldPosition[]>()
  const keyOf = ({ profile, account }: HeldBy): string => `${profile}/${account}`

  return {
    held(of) {
      const key = keyOf(of)
      const held = known.get(key) ?? bodiesOf<HeldPosition>(rowsOf<Row>(heldBy, of.profile, of.account))
      known.set(key, held)
      return held
    },
    hold(of, position) {
      known.delete(keyOf(of))
      save.run(of.profile, of.account, position.asset, JSON.stringify(position))
    },
    forget(of, asset) {
      known.delete(keyOf(of))
      drop.run(of.profile, of.account, asset)
    },
    release: ({ profile, account }, id, ending, settlement = null) =>
      inTransaction(database, () => {
        dropClosed.run(profile, account, id)
        if (settlement !== null && computed.keep({ profile, account }, settlement))
          book({ profile, account }, settlement)
        return ending === null ? false : report({ profile, account }, ending)
      }),
    settle: (of, ending, settlement) =>
      inTransaction(database, () => {
        if (!computed.keep(of, settlement)) return false
        book(of, settlement)
        if (ending !== null) report(of, ending)
        return true
      }),
    unpriced: (of) => computed.unpriced(of),
    price: ({ profile, account }, settlement, as) =>
      inTransaction(database, () => {
        const { id, price } = settlement
        computed.price({ profile, account }, id, price)
        due({ profile, account }, [settlement])
        const [ending] = bodiesOf<PositionClose>(rowsOf<Row>(endingOf, profile, account, id))
        if (ending !== undefined) change.run(JSON.stringify(as(ending)), profile, account, id)
      }),
    report,
    newest: ({ profile, account }, limit) => bodiesOf<PositionClose>(rowsOf<Row>(newest, profile, account, limit)),
    dismiss: ({ profile, account }, id) => Number(dismiss.run(profile, account, id).changes) > 0,
  }
}
