import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACTION_STATES, type ActionState, isFinal } from '../../contract/action.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import { inTransaction } from './database.ts'
import type { StoredAction } from './journal.ts'
import { openJournalDatabase } from './journal-database.ts'
import { openStorage, type Storage } from './open-storage.ts'
import { SCHEMA } from './schema.ts'
import { setAsideText } from './set-aside-text.ts'

let directory = ''
let opened: Storage[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-storage-'))
  opened = []
})
afterEach(() => {
  for (const storage of opened) storage.close()
  rmSync(directory, { recursive: true, force: true })
})

const clock = createFakeClock(Date.UTC(2026, 10, 21, 12))
function open(): Storage {
  const storage = openStorage({ directory, clock })
  opened.push(storage)
  return storage
}
function close(storage: Storage): void {
  opened = opened.filter((other) => other !== storage)
  storage.close()
}
const path = (name = 'journal.sqlite'): string => join(directory, name)

function action(id: string, states: readonly ActionState[], more: Partial<StoredAction> = {}): StoredAction {
  return {
    id,
    profile: 'practice',
    account: '0x01',
    intent: { kind: 'cancel', asset: 'NYCTMP1', oid: '7', cloid: null },
    state: states.at(-1) ?? 'drafted',
    steps: states.map((state, i) => ({ state, at: 1000 + i, detail: i % 2 === 0 ? null : `step ${i} — “°F”` })),
    createdAt: 1000,
    updatedAt: 1000 + states.length,
    cloid: null,
    oid: null,
    filled: null,
    code: null,
    message: null,
    field: null,
    mismatches: [],
    prepared: null,
    ...more,
  } as StoredAction
}

describe('the journal', () => {
  it('returns every action as last written, even after reopening', () => {
    const states = fc.constantFrom(...ACTION_STATES)
    const written = fc.record({
      number: fc.nat(5),
      states: fc.array(states, { minLength: 1, maxLength: 4 }),
      message: fc.option(fc.string()),
      createdAt: fc.nat(10),
    })
    fc.assert(
      fc.property(fc.array(written, { maxLength: 12 }), (writes) => {
        for (const name of readdirSync(directory)) rmSync(path(name))
        const storage = open()
        const expected = new Map<string, StoredAction>()
        for (const { number, states: more, message, createdAt } of writes) {
          const id = `a${number}`
          const before = expected.get(id)
          const next = action(id, [...(before?.steps.map(({ state }) => state) ?? []), ...more], {
            message,
            createdAt: (before?.createdAt ?? createdAt) as StoredAction['createdAt'],
          })
          storage.journal.write(next)
          expected.set(id, next)
        }
        close(storage)
        const { journal } = open()
        for (const [id, value] of expected) expect(journal.read(id)).toEqual(value)
        const all = [...expected.values()]
        expect(
          journal
            .recent('practice', 100)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(all.map(({ id }) => id).sort())
        const ages = journal.recent('practice', 100).map(({ createdAt }) => createdAt)
        expect(ages).toEqual([...ages].sort((a, b) => b - a))
        const unfinished = all.filter(({ state }) => !isFinal(state)).map(({ id }) => id)
        expect(
          journal
            .unfinished('practice')
            .map(({ id }) => id)
            .sort(),
        ).toEqual(unfinished.sort())
        close(opened[0]!)
      }),
      { numRuns: runs(5, 150) },
    )
  })

  it('lists the newest first, as many as requested, and of one deployment only', () => {
    const { journal } = open()
    for (let i = 0; i < 5; i++) {
      journal.write(action(`a${i}`, ['drafted'], { createdAt: 1000 + (i % 3) } as Partial<StoredAction>))
    }
    journal.write(action('other', ['drafted'], { profile: 'live' }))
    expect(journal.recent('practice', 3).map(({ id }) => id)).toEqual(['a2', 'a4', 'a1'])
    expect(journal.recent('live', 9).map(({ id }) => id)).toEqual(['other'])
    expect(journal.unfinished('practice').map(({ id }) => id)).toEqual(['a0', 'a3', 'a1', 'a4', 'a2'])
    expect(journal.read('nobody')).toBeNull()
  })

  it('keeps journalled data when the process is killed right after', () => {
    const script = `
      const { openStorage } = await import(${JSON.stringify(fileURLToPath(new URL('./index.ts', import.meta.url)))})
      const storage = openStorage({ directory: process.argv[1], clock: { now: () => 5, monotonic: () => 0 } })
      storage.journal.write(${JSON.stringify(action('a1', ['drafted', 'sent']))})
      storage.journal.write(${JSON.stringify(action('a2', ['drafted']))}, 'written')
      storage.nonces.save('0x01', 77)
      process.kill(process.pid, 'SIGKILL')
    `
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script, directory])
    expect(signal).toBe('SIGKILL')
    const storage = open()
    expect(storage.setAside).toEqual([])
    expect(storage.journal.read('a1')).toEqual(action('a1', ['drafted', 'sent']))
    expect(storage.journal.read('a2')).toEqual(action('a2', ['drafted']))
    expect(storage.nonces.last('0x01')).toBe(77)
  })

  it('writes an action with its steps or not at all', () => {
    const { journal } = open()
    journal.write(action('a1', ['drafted']))
    const broken = { ...action('a1', ['drafted', 'sent']), steps: [...action('a1', ['drafted']).steps, { at: 1 }] }
    expect(() => journal.write(broken as unknown as StoredAction)).toThrow()
    expect(journal.read('a1')).toEqual(action('a1', ['drafted']))
    journal.write(action('a1', ['drafted', 'checked']))
    expect(journal.read('a1')?.state).toBe('checked')
  })
})

describe('a damaged journal', () => {
  const damaged = 'journal.damaged-2026-11-21T12-00-00-000Z.sqlite'

  function fill(): void {
    const storage = open()
    for (let i = 0; i < 200; i++) storage.journal.write(action(`a${i}`, ['drafted', 'sent']))
    storage.nonces.save('0x01', 9_000_000_000_000)
    close(storage)
  }

  it.each<[string, () => void]>([
    ['garbage', () => writeFileSync(path(), 'this is no database '.repeat(500))],
    ['cut short', () => truncateSync(path(), 8192)],
    ['empty', () => truncateSync(path(), 0)],
    [
      'overwritten in the middle',
      () => {
        const bytes = readFileSync(path())
        bytes.fill(0xaa, 4096 * 2, 4096 * 4)
        writeFileSync(path(), bytes)
      },
    ],
    [
      'without its tables',
      () => {
        const database = new DatabaseSync(path())
        database.exec('DROP TABLE steps')
        database.close()
      },
    ],
  ])('is set aside unchanged, reported, and replaced by a new one: %s', (_, damage) => {
    fill()
    damage()
    const before = readFileSync(path())
    const storage = open()
    expect(storage.setAside).toEqual([{ what: 'journal', movedTo: path(damaged), reason: expect.any(String) }])
    expect(readFileSync(path(damaged)).equals(before)).toBe(true)
    expect(storage.journal.recent('practice', 10)).toEqual([])
    storage.journal.write(action('new', ['drafted']))
    close(storage)
    expect(open().journal.read('new')?.id).toBe('new')
    expect(opened[0]?.setAside).toEqual([])
  })

  it('is set aside with its companion files', () => {
    fill()
    writeFileSync(path(), 'garbage'.repeat(1000))
    writeFileSync(path('journal.sqlite-wal'), 'wal')
    open()
    expect(readdirSync(directory)).toContain(`${damaged}-wal`)
  })

  it('passes its nonces to the new one where they can still be read', () => {
    fill()
    const database = new DatabaseSync(path())
    database.exec('DROP TABLE steps')
    database.close()
    expect(open().nonces.last('0x01')).toBe(9_000_000_000_000)
  })
})

describe('a journal of another schema', () => {
  /** With an action, a nonce and a backup. */
  async function left(schema: number): Promise<Buffer> {
    const storage = open()
    storage.journal.write(action('a1', ['drafted', 'sent']))
    storage.nonces.save('0x01', 9_000_000_000_000)
    await storage.backupIfDue()
    close(storage)
    for (const name of readdirSync(directory).filter((name) => name.endsWith('.sqlite'))) {
      const database = new DatabaseSync(path(name))
      database.exec(`PRAGMA user_version = ${schema}`)
      database.close()
    }
    return readFileSync(path())
  }

  it.each([SCHEMA - 1, SCHEMA + 1])(
    'is set aside by name, kept byte for byte, and replaced by an empty one: %i',
    async (schema) => {
      const before = await left(schema)
      const aside = path(`journal.schema-${schema}-2026-11-21T12-00-00-000Z.sqlite`)
      const storage = open()
      expect(storage.setAside).toEqual([{ what: 'journal', movedTo: aside, reason: expect.any(String), schema }])
      expect(readFileSync(aside).equals(before)).toBe(true)
      expect(storage.journal.recent('practice', 10)).toEqual([])
      storage.journal.write(action('new', ['drafted']))
      close(storage)
      expect(open().journal.read('new')?.id).toBe('new')
      expect(opened[0]?.setAside).toEqual([])
    },
  )

  it('passes its nonces to the new one', async () => {
    await left(SCHEMA - 1)
    expect(open().nonces.last('0x01')).toBe(9_000_000_000_000)
  })

  it('is not restored from when the new one is damaged', async () => {
    await left(SCHEMA - 1)
    close(open())
    writeFileSync(path(), 'garbage'.repeat(1000))
    const storage = open()
    expect(storage.setAside).toMatchObject([{ what: 'journal', reason: expect.any(String) }])
    expect(storage.setAside[0]).not.toHaveProperty('restoredFrom')
    expect(storage.journal.recent('practice', 10)).toEqual([])
  })

  it('is reported in a notice that names the file and what must be set again', () => {
    const reason = `It has schema ${SCHEMA - 1}; this version reads schema ${SCHEMA}.`
    const { title, detail } = setAsideText({ what: 'journal', movedTo: '/data/aside', reason, schema: SCHEMA - 1 })
    expect(title).toBe('The journal file is from another version')
    expect(detail).toContain('kept as /data/aside')
    expect(detail).toContain(`${reason} It was kept as /data/aside and a new one was started.`)
  })

  it('differs from one of this schema, which opens with all its contents', async () => {
    await left(SCHEMA)
    const storage = open()
    expect(storage.setAside).toEqual([])
    expect(storage.journal.read('a1')).toEqual(action('a1', ['drafted', 'sent']))
  })
})

describe('a write', () => {
  it('is flushed through the drive’s own cache too, where the system can', () => {
    const { database } = openJournalDatabase(directory, clock)
    const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    expect(['fullfsync', 'checkpoint_fullfsync', 'synchronous', 'journal_mode'].map(pragma)).toEqual([1, 1, 2, 'wal'])
    database.close()
  })
})

describe('an unsynced write', () => {
  it('leaves the file in full sync for every other, whether it succeeds or not', () => {
    const { database } = openJournalDatabase(directory, clock)
    const synchronous = (): unknown => Object.values(database.prepare('PRAGMA synchronous').get() ?? {})[0]
    const during: unknown[] = []
    inTransaction(database, () => during.push(synchronous()), 'written')
    inTransaction(database, () => during.push(synchronous()))
    const failing = () => {
      throw new Error('full')
    }
    expect(() => inTransaction(database, failing, 'written')).toThrow('full')
    expect([...during, synchronous()]).toEqual([1, 2, 2])
    database.close()
  })
})

describe('stored nonces', () => {
  it('survive a restart and never go back', () => {
    const first = open()
    expect(first.nonces.last('0x01')).toBe(0)
    first.nonces.save('0x01', 50)
    first.nonces.save('0x01', 20)
    first.nonces.save('0x02', 7)
    close(first)
    const { nonces } = open()
    expect([nonces.last('0x01'), nonces.last('0x02')]).toEqual([50, 7])
  })
})

describe('backups of the journal', () => {
  const backups = (): string[] => readdirSync(directory).filter((name) => name.startsWith('journal.backup'))

  it('are made once a day, and three are kept', async () => {
    const turning = createFakeClock(Date.UTC(2026, 10, 21, 12))
    const storage = openStorage({ directory, clock: turning })
    opened.push(storage)
    storage.journal.write(action('a1', ['drafted']))
    expect(await storage.backupIfDue()).toBe(true)
    expect(await storage.backupIfDue()).toBe(false)
    for (let day = 0; day < 4; day++) {
      turning.advance(24 * 60 * 60 * 1000)
      expect(await storage.backupIfDue()).toBe(true)
    }
    expect(backups()).toEqual([
      'journal.backup-000003-2026-11-23T12-00-00-000Z.sqlite',
      'journal.backup-000004-2026-11-24T12-00-00-000Z.sqlite',
      'journal.backup-000005-2026-11-25T12-00-00-000Z.sqlite',
    ])
    const copy = new DatabaseSync(path(backups()[2]!), { readOnly: true })
    expect(copy.prepare('SELECT id FROM actions').all()).toEqual([{ id: 'a1' }])
    copy.close()
  })

  it('remove interrupted ones, and never fail the caller', async () => {
    const errors: string[] = []
    const log = { warn: () => {}, error: (_: object, message: string) => void errors.push(message) }
    const storage = openStorage({ directory, clock, log })
    appendFileSync(path('journal.backup.tmp'), 'half a backup')
    expect(await storage.backupIfDue()).toBe(true)
    expect(backups()).toHaveLength(1)
    clock.advance(24 * 60 * 60 * 1000)
    storage.close()
    expect(await storage.backupIfDue()).toBe(false)
    expect(errors).toEqual(['the journal could not be backed up'])
    clock.advance(-24 * 60 * 60 * 1000)
  })

  it('may be under way when the storage closes', async () => {
    const storage = openStorage({ directory, clock })
    const backup = storage.backupIfDue()
    storage.close()
    await backup
  })
})

describe('the actions of orders', () => {
  it('are found by either id, of their trader and deployment only', () => {
    const storage = open()
    const { journal } = storage
    const cloid = `0x${'ab'.repeat(16)}` as const
    journal.write(action('a', ['drafted', 'refused'], { oid: '7' }))
    journal.write(action('b', ['drafted', 'expired'], { cloid: cloid as never }))
    journal.write(action('c', ['drafted'], { oid: '7', account: '0x02' }))
    journal.write(action('d', ['drafted'], { oid: '7', profile: 'main' }))
    const found = (ids: readonly string[]) => journal.ofOrders('practice', '0x01', ids).map(({ id }) => id)
    expect(found(['7'])).toEqual(['a'])
    expect(found([cloid, '7', '8']).sort()).toEqual(['a', 'b'])
    expect(found(['8'])).toEqual([])
    expect(found([])).toEqual([])
  })
})

describe('the last set leverage', () => {
  it('is that of the newest finished action, of its asset, trader and deployment only', () => {
    const storage = open()
    const { journal } = storage
    const set = (id: string, leverage: number, createdAt: number, more: Partial<StoredAction> = {}) =>
      journal.write(
        action(id, ['drafted', 'done'], {
          intent: { kind: 'leverage', asset: 'NYCTMP1', leverage },
          createdAt: millis(createdAt),
          ...more,
        }),
      )
    set('a', 5, 10)
    set('b', 10, 20)
    set('c', 3, 30, { state: 'refused' })
    set('d', 2, 40, { account: '0x02' })
    set('e', 1, 50, { profile: 'main' })
    set('f', 4, 60, { intent: { kind: 'leverage', asset: 'NYCTMP2', leverage: 4 } })
    for (let i = 0; i < 600; i++)
      journal.write(action(`later ${i}`, ['drafted', 'filled'], { createdAt: millis(100 + i) }))
    const found = (asset: string) => journal.leverageSet('practice', '0x01', asset)
    expect([found('NYCTMP1'), found('NYCTMP2'), found('NYCTMP3')]).toEqual([10, 4, null])
  })
})
