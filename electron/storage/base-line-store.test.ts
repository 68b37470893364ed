import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Size } from '../../contract/decimal.ts'
import { createBaseLineStore, type PositionBase } from './base-line-store.ts'
import { createTables } from './schema.ts'

const OF = { profile: 'main', origin: 'https://one.example', account: '0x01' }
const ELSEWHERE = { ...OF, origin: 'https://two.example' }
const base = (asset: string, size: string): PositionBase => ({
  ...{ asset, size: size as Size, mark: 7, isAdopting: false, foreign: '0' as Size },
  ...{ end: null, liquidationPx: null },
})

function open() {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  return createBaseLineStore(database)
}

describe('what a wallet was when the terminal first saw it', () => {
  it('is kept for each origin, and replaced', () => {
    const store = open()
    expect(store.wallet(OF)).toBeNull()
    store.keepWallet(OF, { since: 100, mark: 50 })
    store.keepWallet(OF, { since: 100, mark: 60 })
    expect([store.wallet(OF), store.wallet(ELSEWHERE)]).toEqual([{ since: 100, mark: 60 }, null])
    store.keepBase(OF, base('A', '1'))
    store.keepBase(OF, base('A', '2'))
    store.keepBase(OF, base('B', '3'))
    expect(store.bases(OF)).toEqual([base('A', '2'), base('B', '3')])
    expect(store.bases(ELSEWHERE)).toEqual([])
  })

  it('names every profile that leads to the same origin', () => {
    const store = open()
    for (const of of [OF, ELSEWHERE, { ...OF, profile: 'copy' }, { ...OF, account: '0x02' }]) {
      store.keepWallet(of, { since: 1, mark: 1 })
    }
    expect(store.profilesAt(OF.origin, '0x01')).toEqual(['copy', 'main'])
  })
})
