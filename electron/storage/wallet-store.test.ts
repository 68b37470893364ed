import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createTables } from './schema.ts'
import { createWalletStore } from './wallet-stores.ts'

const OF = { profile: 'main', origin: 'https://one.example', account: '0x01' }
const ELSEWHERE = { ...OF, origin: 'https://two.example' }

function open() {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  return createWalletStore(database)
}

describe('the time since when a wallet is seen', () => {
  it('is stored for each origin, and replaced', () => {
    const store = open()
    expect(store.since(OF)).toBeNull()
    store.keep(OF, 100)
    store.keep(OF, 200)
    expect([store.since(OF), store.since(ELSEWHERE)]).toEqual([200, null])
  })

  it('names every deployment that leads to the same origin', () => {
    const store = open()
    for (const of of [OF, ELSEWHERE, { ...OF, profile: 'copy' }, { ...OF, account: '0x02' }]) store.keep(of, 1)
    expect(store.profilesAt(OF.origin, '0x01')).toEqual(['copy', 'main'])
  })
})
