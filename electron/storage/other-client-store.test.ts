import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createTables } from './schema.ts'
import { createOtherClientStore } from './wallet-stores.ts'

const OF = { profile: 'practice', account: '0x01' }
const OTHER = { profile: 'practice', account: '0x02' }

describe('stored facts about other clients', () => {
  it('are the reported orders, and the wallets for which they are expected', () => {
    const database = new DatabaseSync(':memory:')
    createTables(database)
    const store = createOtherClientStore(database)
    store.keepReported(OF, ['7', '8'])
    store.keepReported(OF, ['7'])
    expect([store.isReported(OF, '7'), store.isReported(OF, '9'), store.isReported(OTHER, '7')]).toEqual([
      true,
      false,
      false,
    ])
    expect(store.isExpected(OF)).toBe(false)
    store.setExpected(OF, true)
    store.setExpected(OF, true)
    expect([store.isExpected(OF), store.isExpected(OTHER)]).toEqual([true, false])
    store.setExpected(OF, false)
    expect(store.isExpected(OF)).toBe(false)
  })
})
