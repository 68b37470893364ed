import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACTION_STATES } from '../../../contract/action.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import type { StoredAction } from '../interface.ts'
import { openStorage, type Storage } from '../open-storage.ts'
import { OLD_NOW, OLD_OF, oldAction, quickClock } from '../testing/old-actions.ts'
import type { ArchiveNews } from './archiver.ts'

const { profile, account } = OLD_OF
const JULY = Date.UTC(2026, 6, 14)
const DAY = 86_400_000
let directory = ''
let now = OLD_NOW
let opened: Storage[] = []
let news: ArchiveNews[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-archive-'))
  now = OLD_NOW
  news = []
})
afterEach(() => {
  for (const storage of opened.splice(0)) storage.close()
  rmSync(directory, { recursive: true, force: true })
})

function open(keepNewest = 0): Storage {
  const storage = openStorage({ directory, clock: quickClock(() => now), keepNewest })
  storage.onArchiveNews((told) => news.push(told))
  opened.push(storage)
  return storage
}
function close(storage: Storage): void {
  opened = opened.filter((other) => other !== storage)
  storage.close()
}
const path = (...names: string[]): string => join(directory, ...names)
const archived = (month: string): string => path('archive', `journal-${month}.sqlite`)

/** What the journal's own tables have. */
function inJournal(): {
  readonly actions: readonly string[]
  readonly index: readonly string[]
  readonly steps: number
} {
  const database = new DatabaseSync(path('journal.sqlite'), { readOnly: true })
  const ids = (table: string) =>
    database
      .prepare(`SELECT id FROM ${table} ORDER BY id`)
      .all()
      .map(({ id }) => String(id))
  try {
    const { count } = database.prepare('SELECT COUNT(*) AS count FROM steps').get() as { count: number }
    return { actions: ids('actions'), index: ids('archived'), steps: count }
  } finally {
    database.close()
  }
}

/** Everything that is told of these actions. */
function told({ journal, transfers }: Storage, actions: readonly StoredAction[]) {
  const ids = [...actions.flatMap(({ oid, cloid }) => [oid, cloid]), 'nobody'].filter((id) => id !== null)
  return {
    read: actions.map(({ id }) => journal.read(id)),
    has: [...actions.map(({ id }) => journal.has(id)), journal.has('nobody')],
    ofOrders: ids.map((id) => journal.ofOrders(profile, account, [id])),
    together: journal.ofOrders(profile, account, ids),
    known: [...journal.known(profile, account, ids)].sort(),
    found: [...ids, ...actions.map(({ id }) => id)].map((id) =>
      journal
        .find(profile, account, id)
        .map((one) => one.id)
        .sort(),
    ),
    unfinished: journal.unfinished(profile),
    ordered: [profile, 'other', 'none'].map((name) => journal.hasOrdered(name)),
    transfers: transfers.all(OLD_OF),
  }
}

describe('the archive of the journal', () => {
  it('is told of as if nothing had been put away, by every read', async () => {
    const one = fc.record({
      day: fc.integer({ min: 0, max: 200 }),
      lasts: fc.constantFrom(1_000, 1_000, 40 * DAY),
      state: fc.constantFrom(...ACTION_STATES),
      isTransfer: fc.boolean(),
      isNamed: fc.boolean(),
      elsewhere: fc.constantFrom(false, false, true),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 0, max: 6 }),
        async (some, keep) => {
          for (const name of readdirSync(directory)) rmSync(path(name), { recursive: true })
          const storage = open(keep)
          const actions = some.map(({ day, lasts, state, isTransfer, isNamed, elsewhere }, i) => {
            const createdAt = Date.UTC(2026, 4, 1) + day * DAY + i
            return oldAction(i, createdAt, {
              ...{ state, updatedAt: (createdAt + lasts) as never },
              ...(isTransfer ? { intent: { kind: 'transfer', amount: '5' } as never } : {}),
              ...(isNamed ? { held: { id: 's', what: 'Stop' } } : { oid: null }),
              ...(elsewhere ? { account: '0x02', profile: 'other' } : {}),
            })
          })
          for (const action of actions) storage.journal.write(action)
          const before = { ...told(storage, actions), recent: storage.journal.recent(profile, keep) }
          await storage.archive()
          expect({ ...told(storage, actions), recent: storage.journal.recent(profile, keep) }).toEqual(before)
          close(storage)
          const again = open(keep)
          await again.archive()
          expect({ ...told(again, actions), recent: again.journal.recent(profile, keep) }).toEqual(before)
          close(again)
          // In one place each.
          const { actions: stay, index } = inJournal()
          expect([...stay, ...index].sort()).toEqual(actions.map(({ id }) => id).sort())
          if (keep === 0) {
            const cut = Date.UTC(2026, 9, 1)
            const due = actions.filter(
              ({ state, updatedAt, intent }) =>
                ['filled', 'cancelled', 'done', 'refused', 'rejected', 'expired'].includes(state) &&
                updatedAt < cut &&
                intent.kind !== 'transfer',
            )
            expect(index).toEqual(due.map(({ id }) => id).sort())
          }
          expect(news).toEqual([])
        },
      ),
      { numRuns: runs(12, 60) },
    )
  }, 1_800_000)

  it('has a file and a copy for each month in which actions were made, as readable as the journal', async () => {
    const storage = open()
    for (const [i, month] of [4, 4, 6, 8, 9, 10].entries())
      storage.journal.write(oldAction(i, Date.UTC(2026, month, 3)))
    await storage.archive()
    expect(readdirSync(path('archive')).sort()).toEqual(
      ['05', '07', '09'].flatMap((month) => [`journal-2026-${month}.sqlite`, `journal-2026-${month}.sqlite.gz`]),
    )
    const mode = (file: string) => statSync(file).mode & 0o777
    for (const name of readdirSync(path('archive')))
      expect(mode(path('archive', name))).toBe(mode(path('journal.sqlite')))
    expect(mode(path('archive'))).toBe(0o700)
    expect(inJournal()).toMatchObject({ actions: ['a4', 'a5'], steps: 6 })
    expect(storage.journal.find(profile, account, '0xc2')).toEqual([{ id: 'a2', archivedIn: '2026-07' }])
    // Another wallet's are nobody else's.
    expect(storage.journal.find(profile, '0x02', '0xc2')).toEqual([])
  })

  it('goes on with an action whose order shows up, and puts it away anew once it is over', async () => {
    const storage = open()
    for (const i of [1, 2]) storage.journal.write(oldAction(i, JULY + i))
    await storage.archive()
    const found = storage.journal.read('a1')
    if (found === null) throw new Error('it is gone')
    const step = { state: 'resting', at: now, detail: 'surfaced' } as never
    const anew: StoredAction = { ...found, state: 'resting', steps: [...found.steps, step], updatedAt: now as never }
    storage.journal.write(anew)
    expect(inJournal()).toMatchObject({ actions: ['a1'], index: ['a2'] })
    expect(storage.journal.unfinished(profile)).toEqual([anew])
    await storage.archive()
    expect(storage.journal.read('a1')).toEqual(anew)
    const over: StoredAction = { ...anew, state: 'cancelled', surfaced: { words: 'w', at: now as never, isSeen: true } }
    storage.journal.write(over)
    now = Date.UTC(2027, 1, 2)
    await storage.archive()
    expect(inJournal()).toMatchObject({ actions: [], index: ['a1', 'a2'], steps: 0 })
    expect(storage.journal.read('a1')).toEqual(over)
    expect(storage.journal.read('a2')).toEqual(oldAction(2, JULY + 2))
  })

  it('is added to once a day while the terminal runs', async () => {
    const days: (() => void)[] = []
    const quick = quickClock(() => now)
    const after: typeof quick.after = (ms, run) => {
      if (ms !== DAY) return quick.after(ms, run)
      days.push(run)
      return () => {}
    }
    const storage = openStorage({ directory, clock: { ...quick, after }, keepNewest: 0 })
    opened.push(storage)
    storage.journal.write(oldAction(1, JULY))
    storage.journal.write(oldAction(2, Date.UTC(2026, 9, 20)))
    await storage.archiveDaily()
    expect(inJournal().index).toEqual(['a1'])
    expect(days).toHaveLength(1)
    now = Date.UTC(2026, 11, 1)
    days.shift()?.()
    await expect.poll(() => days.length).toBe(1)
    expect(inJournal().index).toEqual(['a1', 'a2'])
  })

  it('takes no action of which the trader has yet to see that it showed up', async () => {
    const storage = open()
    storage.journal.write(oldAction(1, JULY, { surfaced: { words: 'w', at: JULY as never, isSeen: false } }))
    await storage.archive()
    expect(inJournal()).toMatchObject({ actions: ['a1'], index: [] })
  })
})

describe('the archive after damage', () => {
  async function withJuly(): Promise<Storage> {
    const storage = open()
    for (let i = 0; i < 40; i++) storage.journal.write(oldAction(i, JULY + i))
    await storage.archive()
    expect(inJournal().index).toHaveLength(40)
    return storage
  }
  const whole = ({ journal }: Storage) => Array.from({ length: 40 }, (_, i) => journal.read(`a${i}`))
  const expected = Array.from({ length: 40 }, (_, i) => oldAction(i, JULY + i))

  it('of the journal, restored from a backup of before, doubles nothing and loses nothing', async () => {
    const storage = open()
    for (let i = 0; i < 40; i++) storage.journal.write(oldAction(i, JULY + i))
    expect(await storage.backupIfDue()).toBe(true)
    await storage.archive()
    close(storage)
    writeFileSync(path('journal.sqlite'), 'no database '.repeat(900))
    const restored = open()
    expect(restored.setAside).toHaveLength(1)
    expect(inJournal()).toMatchObject({ index: [] })
    expect(whole(restored)).toEqual(expected)
    await restored.archive()
    expect(inJournal()).toMatchObject({ actions: [], steps: 0 })
    expect(whole(restored)).toEqual(expected)
  })

  it('of the journal without a backup knows every id again', async () => {
    close(await withJuly())
    writeFileSync(path('journal.sqlite'), 'no database '.repeat(900))
    const anew = open()
    expect(anew.journal.has('a7')).toBe(false)
    await anew.archive()
    expect(whole(anew)).toEqual(expected)
    expect(anew.journal.known(profile, account, ['o7', '0xc8'])).toEqual(new Set(['o7', '0xc8']))
  })

  it.each<[string, (file: string) => void]>([
    ['gone', (file) => rmSync(file)],
    ['cut short', (file) => writeFileSync(file, readFileSync(file).subarray(0, 5_000))],
    ['empty', (file) => writeFileSync(file, '')],
    ['no database', (file) => writeFileSync(file, 'no database '.repeat(statSync(file).size / 12))],
  ])('of a month’s file that is %s puts its copy in its place, and says so once', async (_, damage) => {
    const storage = await withJuly()
    damage(archived('2026-07'))
    await storage.archive()
    await storage.archive()
    expect(news).toMatchObject([{ title: 'A month of the archive was restored', isLost: false }])
    expect(news[0]?.words).toContain('The archive of July 2026 (archive/journal-2026-07.sqlite)')
    expect(whole(storage)).toEqual(expected)
    expect(inJournal().index).toHaveLength(40)
  })

  it('found by reading an action has the file looked at whole and its copy put in its place', async () => {
    const storage = await withJuly()
    const bytes = readFileSync(archived('2026-07'))
    writeFileSync(archived('2026-07'), bytes.fill(0xaa, 4_096))
    expect(() => storage.journal.read('a7')).toThrow(
      'The archive of July 2026 (archive/journal-2026-07.sqlite) is damaged',
    )
    await storage.archive()
    await storage.archive()
    expect(whole(storage)).toEqual(expected)
    expect(news).toMatchObject([{ isLost: false }])
  })

  it('finds within a week what no page tells: a letter that changed', async () => {
    const storage = await withJuly()
    const bytes = readFileSync(archived('2026-07'))
    bytes.write('“°C”', bytes.indexOf('“°F”'))
    writeFileSync(archived('2026-07'), bytes)
    await storage.archive()
    expect(news).toEqual([])
    now += 7 * DAY
    await storage.archive()
    expect(news).toHaveLength(1)
    expect(whole(storage)).toEqual(expected)
    expect(readdirSync(path('archive')).filter((name) => name.includes('damaged'))).toHaveLength(1)
  })

  it('without a copy names the month where an action of it is asked for, and never says that it was not sent', async () => {
    const storage = await withJuly()
    rmSync(archived('2026-07'))
    rmSync(`${archived('2026-07')}.gz`)
    expect(() => storage.journal.read('a7')).toThrow(
      'The archive of July 2026 (archive/journal-2026-07.sqlite) is missing.',
    )
    expect(storage.journal.has('a7')).toBe(true)
    expect([...storage.journal.known(profile, account, ['o7'])]).toEqual(['o7'])
    expect(storage.journal.ofOrders(profile, account, ['o7'])).toEqual([])
    await storage.archive()
    await storage.archive()
    expect(news).toMatchObject([{ title: 'A month of the archive cannot be read', isLost: true }])
  })

  it('reads a month that a trader put back', async () => {
    const storage = await withJuly()
    const kept = path('kept.sqlite')
    copyFileSync(archived('2026-07'), kept)
    rmSync(archived('2026-07'))
    rmSync(`${archived('2026-07')}.gz`)
    expect(() => storage.journal.read('a7')).toThrow('is missing')
    copyFileSync(kept, archived('2026-07'))
    await storage.archive()
    expect(whole(storage)).toEqual(expected)
    expect(existsSync(`${archived('2026-07')}.gz`)).toBe(true)
  })

  it('puts the copy in the place of an older file that was put back, for it has more', async () => {
    const storage = await withJuly()
    const older = path('older.sqlite')
    copyFileSync(archived('2026-07'), older)
    storage.journal.write(oldAction(50, JULY + 50))
    await storage.archive()
    copyFileSync(older, archived('2026-07'))
    await storage.archive()
    expect(news).toMatchObject([{ isLost: false }])
    expect(news[0]?.words).toContain('was replaced by an older one')
    expect([...whole(storage), storage.journal.read('a50')]).toEqual([...expected, oldAction(50, JULY + 50)])
    // Without a copy it is better than nothing.
    copyFileSync(older, archived('2026-07'))
    rmSync(`${archived('2026-07')}.gz`)
    await storage.archive()
    expect(whole(storage)).toEqual(expected)
    expect(() => storage.journal.read('a50')).toThrow('lacks this action')
  })

  it('leaves a file of a newer terminal as it is, and says so', async () => {
    const storage = await withJuly()
    const newer = new DatabaseSync(archived('2026-07'))
    newer.exec('PRAGMA user_version = 2')
    newer.close()
    const bytes = readFileSync(archived('2026-07'))
    await storage.archive()
    expect(news).toMatchObject([{ isLost: true }])
    expect(news[0]?.words).toContain('was written by a newer version of the terminal (format 2, this one knows 1)')
    expect(readFileSync(archived('2026-07')).equals(bytes)).toBe(true)
  })

  it('packs a copy anew that is gone', async () => {
    const storage = await withJuly()
    rmSync(`${archived('2026-07')}.gz`)
    await storage.archive()
    expect(existsSync(`${archived('2026-07')}.gz`)).toBe(true)
    expect(news).toEqual([])
  })

  it('keeps in the journal what is due in a month that cannot be read', async () => {
    const storage = await withJuly()
    rmSync(archived('2026-07'))
    rmSync(`${archived('2026-07')}.gz`)
    storage.journal.write(oldAction(50, JULY + 50))
    await storage.archive()
    expect(inJournal().actions).toEqual(['a50'])
    expect(existsSync(archived('2026-07'))).toBe(false)
  })
})
