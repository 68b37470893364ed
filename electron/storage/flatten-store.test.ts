import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { openStorage, type Storage } from './open-storage.ts'
import type { StoredFlatten } from './work-records.ts'

let directory = ''
let storage: Storage
const reopen = (): void => {
  storage?.close()
  storage = openStorage({ directory, clock: createFakeClock() })
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-flattens-'))
  storage = openStorage({ directory, clock: createFakeClock() })
})
afterEach(() => {
  storage.close()
  rmSync(directory, { recursive: true, force: true })
})

const flatten = (id: string, state: string, at: number, profile = 'practice') =>
  ({ id, profile, account: '0x01', state, at, cancelOrders: true, rounds: 1, children: [] }) as never as StoredFlatten

describe('a flatten on disk', () => {
  it('is restored after a restart unless it has ended, of its deployment, oldest first', () => {
    const all = [
      flatten('b', 'closing', 2),
      flatten('a', 'asked', 1),
      flatten('c', 'done', 3),
      flatten('d', 'left', 4),
      flatten('e', 'cut_off', 5, 'x'),
    ]
    for (const record of all) storage.flattens.write(record)
    reopen()
    expect(storage.flattens.unfinished('practice').map(({ id }) => id)).toEqual(['a', 'b'])
    expect(storage.flattens.read('c')).toEqual(flatten('c', 'done', 3))
    expect(storage.flattens.read('nobody')).toBeNull()
  })

  it('keeps its latest state, and an unreadable one does not prevent reading the others', () => {
    storage.flattens.write(flatten('a', 'asked', 1))
    storage.flattens.write(flatten('b', 'asked', 2))
    storage.flattens.write({ ...flatten('b', 'closing', 2), rounds: 2 })
    storage.close()
    const database = new DatabaseSync(join(directory, 'journal.sqlite'))
    database.exec("UPDATE flattens SET body = '{' WHERE id = 'a'")
    database.close()
    storage = openStorage({ directory, clock: createFakeClock() })
    expect(storage.flattens.unfinished('practice')).toEqual([{ ...flatten('b', 'closing', 2), rounds: 2 }])
  })
})
