import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { openStorage, type Storage } from './open-storage.ts'
import { setAsideText, unreadableText } from './set-aside-text.ts'
import type { WorkTable } from './unreadable-rows.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
let directory = ''
let storage: Storage
const open = (): void => {
  storage = openStorage({ directory, clock: createFakeClock(NOW) })
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-unreadable-'))
  open()
})
afterEach(() => {
  storage.close()
  rmSync(directory, { recursive: true, force: true })
})
const path = (): string => join(directory, 'journal.sqlite')

const of = (id: string, state: string) => ({ id, profile: 'practice', account: '0x01', state })
const RULE = { kind: 'price', asset: 'NYCTMP1', price: '572.00', direction: 'up' }
const MEMORY = { side: -1, seen: null, fillsUntil: 0, fillsAt: [] }
const TARGET = { family: 'scalar', asset: 'NYCTMP1', end: 9 }
const ORDER = { oid: '7', asset: 'NYCTMP1' }

interface Work {
  readonly table: WorkTable
  /** Writes one that is at work. */
  readonly write: (id: string) => void
  /** The ids of those at work, as main takes them over. */
  readonly atWork: () => readonly string[]
  readonly read: ((id: string) => unknown) | null
  readonly title: string
}
const ids = (records: readonly { readonly id: string }[]): readonly string[] => records.map(({ id }) => id)
const WORK: readonly Work[] = [
  {
    table: 'conditionals',
    write: (id) =>
      storage.conditionals.write([
        {
          ...of(id, 'armed'),
          ...{ createdAt: 1, target: TARGET, kind: 'stop', position: 'long', steps: [] },
          plan: { id: 'p', terms: {}, size: '40' },
        } as never,
      ]),
    atWork: () => ids(storage.conditionals.unfinished('practice')),
    read: (id) => storage.conditionals.read(id),
    title: 'A stop cannot be read: NYCTMP1',
  },
  {
    table: 'actions',
    write: (id) =>
      storage.journal.write({
        ...of(id, 'sent'),
        ...{ createdAt: 1, oid: `oid-${id}`, cloid: null, intent: { kind: 'place', asset: 'NYCTMP1' } },
        steps: [{ state: 'sent', at: 1, detail: null }],
      } as never),
    atWork: () => ids(storage.journal.unfinished('practice')),
    read: (id) => storage.journal.read(id),
    title: 'An order cannot be read: NYCTMP1',
  },
  {
    table: 'algos',
    write: (id) =>
      storage.algos.write({
        ...of(id, 'working'),
        ...{ at: 1, asset: 'NYCTMP1', side: 'buy', total: '9', terms: { kind: 'scale' }, children: [] },
      } as never),
    atWork: () => ids(storage.algos.unfinished('practice')),
    read: (id) => storage.algos.read(id),
    title: 'A scale cannot be read: NYCTMP1',
  },
  {
    table: 'moves',
    write: (id) =>
      storage.moves.write({ ...of(id, 'placing'), at: 1, order: ORDER, price: '571.00', size: '3' } as never),
    atWork: () => ids(storage.moves.unfinished('practice')),
    read: (id) => storage.moves.read(id),
    title: 'The move of an order cannot be read: NYCTMP1',
  },
  {
    table: 'reversals',
    write: (id) =>
      storage.reversals.write({
        ...of(id, 'closing'),
        ...{ at: 1, asset: 'NYCTMP1', close: { kind: 'close' }, closeId: 'c' },
      } as never),
    atWork: () => ids(storage.reversals.unfinished('practice')),
    read: (id) => storage.reversals.read(id),
    title: 'A reversal cannot be read: NYCTMP1',
  },
  {
    table: 'flattens',
    write: (id) =>
      storage.flattens.write({ ...of(id, 'closing'), at: 1, cancelOrders: true, rounds: 1, children: [] } as never),
    atWork: () => ids(storage.flattens.unfinished('practice')),
    read: (id) => storage.flattens.read(id),
    title: 'A flatten cannot be read',
  },
  {
    table: 'alerts',
    write: (id) =>
      storage.alerts.write({ ...of(id, 'on'), createdAt: 1, repeat: false, rule: RULE, memory: MEMORY } as never),
    atWork: () => ids(storage.alerts.all('practice')),
    read: null,
    title: 'An alert cannot be read: NYCTMP1',
  },
]

/** Writes one that stays sound and one that is damaged while the terminal is off. */
function restartDamaged({ write, table }: Work, damage: 'bytes' | { readonly body: string }): void {
  write('sound')
  write('damaged')
  storage.close()
  if (damage === 'bytes') {
    const file = readFileSync(path())
    const at = file.lastIndexOf('{"id":"damaged"')
    file.fill(0, at, at + 6)
    writeFileSync(path(), file)
  } else {
    const database = new DatabaseSync(path())
    database.prepare(`UPDATE ${table} SET body = ? WHERE id = 'damaged'`).run(damage.body)
    database.close()
  }
  open()
}
const kept = (): readonly unknown[] => {
  const database = new DatabaseSync(path(), { readOnly: true })
  try {
    return database.prepare('SELECT table_name, id, profile, found_at, steps FROM unreadable_rows').all()
  } finally {
    database.close()
  }
}

describe.each(WORK)('a record of $table that was at work and is damaged on the disk', (work) => {
  it('is set aside whole and reported as an error, and all others continue', () => {
    restartDamaged(work, 'bytes')
    expect(storage.setAside).toEqual([])
    expect(work.atWork()).toEqual(['sound'])
    expect(kept()).toMatchObject([{ table_name: work.table, id: 'damaged', profile: 'practice', found_at: NOW }])
    const [notice, ...others] = unreadableText(storage.unreadable)
    expect([notice?.level, notice?.profile, others]).toEqual(['error', 'practice', []])
    expect(notice?.detail).toMatch(/damaged/)
  })

  it('is named by its kind, read as none, and reported once', () => {
    restartDamaged(work, { body: JSON.stringify({ of: 'nothing' }) })
    if (work.read !== null) expect(work.read('damaged')).toBeNull()
    expect(storage.unreadable).toMatchObject([{ table: work.table, id: 'damaged' }])
    storage.close()
    open()
    expect(storage.unreadable).toEqual([])
    expect(kept()).toHaveLength(1)
  })

  it('is named with its market where its body still has it', () => {
    work.write('damaged')
    storage.close()
    const database = new DatabaseSync(path())
    database.exec(`UPDATE ${work.table} SET body = json_set(body, '$.id', 'another') WHERE id = 'damaged'`)
    database.close()
    open()
    expect(unreadableText(storage.unreadable).map(({ title }) => title)).toEqual([work.title])
  })
})

describe('a stored position that is damaged on the disk', () => {
  it('is set aside and reported with its market, since its end would go unnoticed', () => {
    const held = { family: 'scalar', size: '40', entryPx: '571.00', liquidationPx: null, orders: [] }
    const wallet = { profile: 'practice', account: '0x01' }
    for (const asset of ['NYCTMP1', 'NYCTMP2']) storage.endings.hold(wallet, { ...held, asset } as never)
    storage.close()
    const database = new DatabaseSync(path())
    database.exec("UPDATE held SET body = '{' WHERE asset = 'NYCTMP2'")
    database.close()
    open()
    expect(storage.endings.held(wallet)).toMatchObject([{ asset: 'NYCTMP1' }])
    expect(kept()).toMatchObject([{ table_name: 'held', id: '0x01/NYCTMP2', profile: 'practice' }])
    expect(unreadableText(storage.unreadable).map(({ title }) => title)).toEqual([
      'The record of a position cannot be read: NYCTMP2',
    ])
  })
})

describe('an unreadable record', () => {
  it.each(['null', '[]', '"text"', '{}'])('is one whose body is no record of its table: %s', (body) => {
    for (const work of WORK) {
      restartDamaged(work, { body })
      expect(work.atWork()).toEqual(['sound'])
      expect(storage.unreadable).toHaveLength(1)
    }
  })

  it('is one whose state differs from that of its column', () => {
    const [work] = WORK
    if (work === undefined) throw new Error('no work')
    work.write('damaged')
    storage.close()
    const database = new DatabaseSync(path())
    database.exec("UPDATE conditionals SET body = json_set(body, '$.state', 'done')")
    database.close()
    open()
    expect(storage.unreadable).toMatchObject([{ id: 'damaged' }])
  })

  it('keeps its steps and its id: an action that may have been sent is never sent again under it', () => {
    const [, action] = WORK
    if (action === undefined) throw new Error('no action')
    restartDamaged(action, 'bytes')
    expect(kept()).toMatchObject([{ steps: JSON.stringify([{ number: 0, state: 'sent', at: 1, detail: null }]) }])
    expect([storage.journal.has('damaged'), storage.journal.read('damaged')]).toEqual([true, null])
    expect(storage.journal.ofOrders('practice', '0x01', ['oid-damaged', 'oid-sound']).map(({ id }) => id)).toEqual([
      'sound',
    ])
  })

  it('is one notice for several of a kind, of each deployment', () => {
    const row = (id: string, profile: string, body: string) => ({ table: 'conditionals' as const, id, profile, body })
    const terms = unreadableText([
      row('a', 'practice', '"asset":"NYCTMP1","kind":"stop"'),
      row('b', 'practice', '"asset":"NYCTMP1","kind":"take_profit"'),
      row('c', 'other', ''),
    ])
    expect(terms.map(({ profile, title }) => [profile, title])).toEqual([
      ['practice', '2 exits cannot be read'],
      ['other', 'An exit cannot be read'],
    ])
    expect(terms[0]?.detail).toContain('Stop NYCTMP1 and Take-profit NYCTMP1')
  })

  it('of the settings of alerts leaves notifications on', () => {
    storage.alerts.saveSettings({ notifications: false })
    storage.close()
    const database = new DatabaseSync(path())
    database.exec("UPDATE alert_settings SET body = '{'")
    database.close()
    open()
    expect(storage.alerts.readSettings()).toEqual({ notifications: true })
  })
})

describe('a damaged journal', () => {
  it.each([undefined, 'journal.backup-000001-2026-11-21T12-00-00-000Z.sqlite'])(
    'is an error that names what must be set again, with backup %s',
    (of) => {
      const restored = of === undefined ? {} : { restoredFrom: of }
      const text = setAsideText({ what: 'journal', movedTo: '/data/aside', reason: 'It is damaged.', ...restored })
      expect(text.level).toBe('error')
      expect(text.detail).toMatch(/Set stops.* again/)
      expect(text.detail).toContain('alerts')
    },
  )
})
