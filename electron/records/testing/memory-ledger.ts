/** A ledger in memory over fills in memory, stored as on a disk. */
import { type BookEntry, type ClosedPosition, fillEntryOf, type Ledger } from '../../../contract/books/index.ts'
import type { FillStore, LedgerStore, PastOf } from '../../storage/index.ts'
import { memoryFills } from './memory-fills.ts'

export interface MemoryLedger {
  readonly fills: FillStore
  readonly ledger: Pick<LedgerStore, 'state' | 'unbooked' | 'begin' | 'keep' | 'thin' | 'closed'>
}

/** Added fills reach the ledger, as they do on disk. */
export function memoryLedger(): MemoryLedger {
  const fills = memoryFills()
  const ledgers = new Map<string, Ledger>()
  const waiting = new Map<string, { readonly number: number; readonly entry: BookEntry }[]>()
  const ended = new Map<string, readonly ClosedPosition[]>()
  let last = 0
  const keyOf = ({ profile, account }: PastOf): string => `${profile}/${account}`
  return {
    fills: {
      ...fills,
      add(of, some) {
        const fresh = fills.add(of, some)
        const since = ledgers.get(keyOf(of))?.since ?? Number.POSITIVE_INFINITY
        for (const fill of fresh.filter(({ time }) => time >= since)) {
          last += 1
          waiting.set(keyOf(of), [...(waiting.get(keyOf(of)) ?? []), { number: last, entry: fillEntryOf(fill) }])
        }
        return fresh
      },
    },
    ledger: {
      state: (of) => structuredClone(ledgers.get(keyOf(of)) ?? null),
      unbooked(of, after, limit) {
        const rows = (waiting.get(keyOf(of)) ?? []).filter(({ number }) => number > after).slice(0, limit)
        return { entries: rows.map(({ entry }) => entry), upTo: rows.at(-1)?.number ?? after }
      },
      begin(of, state) {
        ledgers.set(keyOf(of), structuredClone(state))
        waiting.delete(keyOf(of))
      },
      keep(of, { state, upTo, closed }) {
        ended.set(keyOf(of), [...(ended.get(keyOf(of)) ?? []), ...closed])
        ledgers.set(keyOf(of), structuredClone(state))
        const left = (waiting.get(keyOf(of)) ?? []).filter(({ number }) => number > (upTo ?? 0))
        waiting.set(keyOf(of), left)
      },
      closed: (of) => ended.get(keyOf(of)) ?? [],
      thin: () => undefined,
    },
  }
}
