import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { millis } from '../../contract/time.ts'
import { createAutomationPauseStore } from './safety-stores.ts'
import { createTables } from './schema.ts'

const OF = { profile: 'practice', account: '0x01' }
const pause = (id: string, at: number) => ({ id, what: 'Slices', fills: 5, seconds: 10, at: millis(at) })

describe('paused automated orders', () => {
  it('are stored for their wallet, once, until they are resumed', () => {
    const database = new DatabaseSync(':memory:')
    createTables(database)
    const store = createAutomationPauseStore(database)
    store.add(OF, pause('b', 2))
    store.add(OF, pause('a', 1))
    store.add(OF, pause('a', 9))
    store.add({ ...OF, account: '0x02' }, pause('c', 3))
    const again = createAutomationPauseStore(database)
    expect(again.all(OF)).toEqual([pause('a', 1), pause('b', 2)])
    again.remove(OF, 'a')
    again.remove(OF, 'c')
    expect(store.all(OF)).toEqual([pause('b', 2)])
    expect(store.all({ ...OF, account: '0x02' })).toHaveLength(1)
  })
})
