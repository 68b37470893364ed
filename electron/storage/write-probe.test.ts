import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createWriteProbe } from './database.ts'
import { createTables } from './schema.ts'

describe('a journal that cannot be written', () => {
  it('is detected by a write within five seconds, and its recovery within one', () => {
    const clock = createFakeClock()
    const database = new DatabaseSync(':memory:')
    createTables(database)
    const probe = createWriteProbe(database, clock)
    expect(probe.issue()).toBeNull()
    database.exec('PRAGMA query_only = ON')
    expect(probe.issue()).toBeNull()
    clock.advance(5_000)
    expect(probe.issue()).toMatch(/^The data folder is not writable: .*readonly.*\.$/)
    database.exec('PRAGMA query_only = OFF')
    expect(probe.issue()).not.toBeNull()
    clock.advance(1_000)
    expect(probe.issue()).toBeNull()
  })

  it('writes once in five seconds, however often it is asked', () => {
    const clock = createFakeClock()
    const database = new DatabaseSync(':memory:')
    createTables(database)
    const probe = createWriteProbe(database, clock)
    for (let i = 0; i < 100; i += 1) {
      probe.issue()
      clock.advance(100)
    }
    expect(database.prepare('SELECT writes FROM write_probe').get()).toEqual({ writes: 2 })
  })
})
