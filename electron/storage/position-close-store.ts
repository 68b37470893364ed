/** Reported ends of positions, and positions as reads show them, in the journal's database. */
import type { DatabaseSync } from 'node:sqlite'
import type { Order, Position } from '../../contract/account.ts'
import type { SettlementEntry } from '../../contract/books/index.ts'
import type { Price } from '../../contract/decimal.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { type ComputedSettlement, createBooksDue, createComputedSettlements } from './books-due.ts'
import { inTransaction, type PastOf, recordsOf } from './database.ts'

/** A position in the last read, with its name and its orders: used by alerts, and to find the orders that lapsed at its end. */
export interface HeldPosition extends Pick<Position, 'family' | 'asset' | 'size' | 'entryPx' | 'liquidationPx'> {
  /** Display name of the market. */
  readonly name: string
  /** The trader's open orders in it. */
  readonly orders: readonly Pick<Order, 'oid' | 'side' | 'price' | 'size'>[]
}

/** Stored facts for endings; every write is durable on return. */
export type PositionCloseStore = ReturnType<typeof createPositionCloseStore>

export function createPositionCloseStore(database: DatabaseSync) {
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
  function book({ profile, account }: PastOf, settlement: ComputedSettlement): void {
    if (computed.isReplaced({ profile, account }, settlement.id)) due({ profile, account }, [], [settlement])
    else due({ profile, account }, [settlement])
  }
  const report = ({ profile, account }: PastOf, ending: PositionClose): boolean =>
    Number(insertEnding.run(profile, account, ending.id, ending.at, JSON.stringify(ending)).changes) > 0

  /** Copy of the rows on disk: read at every mark, changed only by account reads. */
  const known = new Map<string, readonly HeldPosition[]>()
  const keyOf = ({ profile, account }: PastOf): string => `${profile}/${account}`

  return {
    held(of: PastOf): readonly HeldPosition[] {
      const key = keyOf(of)
      const held = known.get(key) ?? recordsOf<HeldPosition>(heldBy, of.profile, of.account)
      known.set(key, held)
      return held
    },
    /** Stores the current position in place of the one in the same asset. */
    hold(of: PastOf, position: HeldPosition): void {
      known.delete(keyOf(of))
      save.run(of.profile, of.account, position.asset, JSON.stringify(position))
    },
    forget(of: PastOf, asset: string): void {
      known.delete(keyOf(of))
      drop.run(of.profile, of.account, asset)
    },
    /**
     * Removes a closed position from the ledger by its id, and stores its end, if any, in the same write. False when that end was reported before.
     * @param computed for a market that ended without a settlement fill: the books get it in the same write.
     */
    release: (
      { profile, account }: PastOf,
      id: string,
      ending: PositionClose | null,
      settlement: ComputedSettlement | null = null,
    ): boolean =>
      inTransaction(database, () => {
        dropClosed.run(profile, account, id)
        if (settlement !== null && computed.keep({ profile, account }, settlement))
          book({ profile, account }, settlement)
        return ending === null ? false : report({ profile, account }, ending)
      }),
    /** Stores a computed settlement for a position that no read showed, with its reported end. False where it was stored before. */
    settle: (of: PastOf, ending: PositionClose | null, settlement: ComputedSettlement): boolean =>
      inTransaction(database, () => {
        if (!computed.keep(of, settlement)) return false
        book(of, settlement)
        if (ending !== null) report(of, ending)
        return true
      }),
    /** Computed settlements that count, without a known price. */
    unpriced: (of: PastOf): readonly SettlementEntry[] => computed.unpriced(of),
    /** Stores the price of one. @param as updates its reported end with that price */
    price: (
      { profile, account }: PastOf,
      settlement: SettlementEntry & { readonly price: Price },
      as: (ending: PositionClose) => PositionClose,
    ): void =>
      inTransaction(database, () => {
        const { id, price } = settlement
        computed.price({ profile, account }, id, price)
        due({ profile, account }, [settlement])
        const [ending] = recordsOf<PositionClose>(endingOf, profile, account, id)
        if (ending !== undefined) change.run(JSON.stringify(as(ending)), profile, account, id)
      }),
    /** Stores the end of a part while the rest continues. False when it was reported before. */
    report,
    /** Newest first. */
    newest: ({ profile, account }: PastOf, limit: number): readonly PositionClose[] =>
      recordsOf<PositionClose>(newest, profile, account, limit),
    /** Dismisses a row; returns whether there was one. */
    dismiss: ({ profile, account }: PastOf, id: string): boolean =>
      Number(dismiss.run(profile, account, id).changes) > 0,
  }
}
