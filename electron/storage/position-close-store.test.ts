import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { ClosedPosition, Ledger } from '../../contract/books/index.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { createLedgerStore } from './ledger-store.ts'
import { createPositionCloseStore, type HeldPosition } from './position-close-store.ts'
import { createTables } from './schema.ts'

const OF = { profile: 'practice', account: '0x01' }
const OTHERS = [
  { profile: 'practice', account: '0x02' },
  { profile: 'main', account: '0x01' },
]
const held = (asset: string, size: string): HeldPosition => ({ asset, size, orders: [] }) as unknown as HeldPosition
const ending = (id: string, at: number): PositionClose =>
  ({ id, at, text: `end ${id}`, isPutAway: false }) as PositionClose

function openBoth() {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  return { store: createPositionCloseStore(database), ledger: createLedgerStore(database) }
}
const open = () => openBoth().store

/** A ledger that shows a position as ended. */
function openClosed(id: string) {
  const both = openBoth()
  const closed = [{ id, at: 90 } as ClosedPosition]
  both.ledger.keep(OF, { state: {} as Ledger, upTo: null, sample: null, stays: false, changes: [], closed })
  return both
}

describe('stored positions and ends', () => {
  it('are one per market, in their last state, of one trader at one deployment', () => {
    const store = open()
    store.hold(OF, held('B', '1'))
    store.hold(OF, held('A', '2'))
    store.hold(OF, held('B', '3'))
    expect(store.held(OF)).toEqual([held('A', '2'), held('B', '3')])
    for (const other of OTHERS) expect(store.held(other)).toEqual([])
  })

  it('are read from disk once for each change, however often they are requested', () => {
    const store = open()
    store.hold(OF, held('A', '2'))
    const first = store.held(OF)
    expect(store.held(OF)).toBe(first)
    store.hold({ ...OF, account: '0x02' }, held('B', '1'))
    expect(store.held(OF)).toBe(first)
    store.forget(OF, 'A')
    expect(store.held(OF)).toEqual([])
  })

  it('remove the closed position with its end, which is reported once', () => {
    const { store, ledger } = openClosed('A/1')
    expect(ledger.closed(OF)).toMatchObject([{ id: 'A/1' }])
    for (const other of OTHERS) expect(ledger.closed(other)).toEqual([])
    expect(store.release(OF, 'A/1', ending('A/1', 100))).toBe(true)
    expect(ledger.closed(OF)).toEqual([])
    expect(store.release(OF, 'A/1', ending('A/1', 200))).toBe(false)
    expect(store.newest(OF, 10)).toEqual([ending('A/1', 100)])
    for (const other of OTHERS) expect(store.newest(other, 10)).toEqual([])
  })

  it('remove a position that the trader closed without a report', () => {
    const { store, ledger } = openClosed('A/1')
    expect(store.release(OF, 'A/1', null)).toBe(false)
    expect([ledger.closed(OF), store.newest(OF, 10)]).toEqual([[], []])
  })

  it('have a row that its own trader can dismiss once', () => {
    const store = open()
    store.release(OF, 'A/1', ending('A/1', 100))
    store.release(OF, 'B/1', ending('B/1', 200))
    for (const other of OTHERS) expect(store.dismiss(other, 'A/1')).toBe(false)
    expect(store.dismiss(OF, 'A/1')).toBe(true)
    expect(store.dismiss(OF, 'A/1')).toBe(false)
    expect(store.newest(OF, 10)).toEqual([ending('B/1', 200), { ...ending('A/1', 100), isPutAway: true }])
    expect(store.newest(OF, 1)).toEqual([ending('B/1', 200)])
  })
})
