import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { openStorage, type Storage } from './open-storage.ts'
import type { StoredMove } from './work-records.ts'

let directory = ''
let storage: Storage
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-moves-'))
  storage = openStorage({ directory, clock: createFakeClock() })
})
afterEach(() => {
  storage.close()
  rmSync(directory, { recursive: true, force: true })
})
const reopen = (between: (database: DatabaseSync) => void = () => {}): void => {
  storage.close()
  const database = new DatabaseSync(join(directory, 'journal.sqlite'))
  between(database)
  database.close()
  storage = openStorage({ directory, clock: createFakeClock() })
}
const move = (id: string, state: string, at: number, profile = 'practice') =>
  ({
    ...{ id, profile, account: '0x01', state, at, placeIds: [] },
    ...{ order: { oid: '7', asset: 'NYCTMP1' }, price: '571.00', size: '3' },
  }) as never as StoredMove

describe('a move on disk', () => {
  it('is restored after a restart, of its deployment: waiting ones oldest first, all newest first', () => {
    const all = [
      move('b', 'reading', 2),
      move('a', 'not_replaced', 1),
      move('c', 'moved', 3),
      move('d', 'left', 4),
      move('e', 'placing', 5, 'x'),
    ]
    for (const record of all) storage.moves.write(record)
    reopen()
    expect(storage.moves.unfinished('practice').map(({ id }) => id)).toEqual(['a', 'b'])
    expect(storage.moves.recent('practice', 3).map(({ id }) => id)).toEqual(['d', 'c', 'b'])
    expect(storage.moves.read('c')).toEqual(move('c', 'moved', 3))
    expect(storage.moves.read('nobody')).toBeNull()
  })

  it('keeps its latest state, and an unreadable one does not prevent reading the others', () => {
    storage.moves.write(move('a', 'cancelling', 1))
    storage.moves.write(move('b', 'cancelling', 2))
    storage.moves.write(move('b', 'placing', 2))
    reopen((database) => database.exec("UPDATE moves SET body = '{' WHERE id = 'a'"))
    expect(storage.moves.unfinished('practice')).toEqual([move('b', 'placing', 2)])
  })
})
