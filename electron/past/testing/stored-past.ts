/** A past on disk, opened as main opens it, and read as its thread reads it. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { causeByOrder, type Fill, type Order } from '../../../contract/account.ts'
import type { TradeRecord } from '../../../contract/books/index.ts'
import type { PastQuery } from '../../../contract/past.ts'
import { openStorage, type Storage } from '../../storage/index.ts'
import type { OwnedQuery } from '../query.ts'

export const OF = { profile: 'p', account: '0x00' }

export interface StoredPast {
  readonly storage: Storage
  /** A read-only connection. */
  readonly database: DatabaseSync
  readonly directory: string
  end(): void
}

/** @param now this machine's time. */
export function storedPast({ now = 0 }: { readonly now?: number } = {}): StoredPast {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-past-'))
  /** Short waits resolve at once; long ones never do. */
  const after = (ms: number, run: () => void) => {
    if (ms < 1_000) setImmediate(run)
    return () => {}
  }
  const clock = { now: () => now, monotonic: () => 0, after }
  const storage = openStorage({ directory, clock: clock as never })
  const database = new DatabaseSync(storage.journalPath, { readOnly: true })
  return {
    ...{ storage, database, directory },
    end() {
      database.close()
      storage.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A question without filters unless overridden. */
export function asking<K extends PastQuery['kind']>(
  kind: K,
  more: Partial<OwnedQuery> = {},
): Extract<OwnedQuery, { readonly kind: K }> {
  const all = {
    ...{ kind, period: 'all', filter: '', family: null, asset: null, oid: null },
    sort: { column: 'time', direction: 'descending' },
    ...{ of: OF, from: 0, to: Number.MAX_SAFE_INTEGER, outcomes: 'USDH' },
    stations: { service: 'public', of: {} },
    ...more,
  }
  return all as unknown as Extract<OwnedQuery, { readonly kind: K }>
}

export const fillAt = (time: number, more: Partial<Fill> = {}): Fill =>
  ({
    ...{ tid: String(time), oid: `o${time}`, asset: 'NYCTMP1', side: 'buy', price: '571.00', size: '1' },
    ...{ fee: '0.01', liquidity: 'taker', realizedPnl: '0', time },
    cause: causeByOrder(more.oid ?? null),
    ...more,
  }) as Fill

export const orderAt = (time: number, more: Partial<Order> = {}): Order =>
  ({
    ...{ oid: String(time), cloid: null, asset: 'NYCTMP1', side: 'buy', price: '571.00', size: '2', filled: '1' },
    ...{ tif: 'GTC', reduceOnly: false, status: 'cancelled', statusText: 'cancelled', time },
    ...more,
  }) as Order

export const tradeAt = (closedAt: number, more: Partial<TradeRecord> = {}): TradeRecord =>
  ({
    ...{ id: `NYCTMP1/${closedAt}`, family: 'scalar', asset: 'NYCTMP1', name: null, bucket: null, side: 'long' },
    ...{ openedAt: 0, closedAt, size: '10', entry: '570', exit: '571', realised: '10', fees: '1', feesUnknown: 0 },
    ...{ result: '9', fills: 2, end: 'closed', cameTrue: null, first: '10' },
    ...more,
  }) as TradeRecord
