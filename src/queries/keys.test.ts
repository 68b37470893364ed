import { describe, expect, it } from 'vitest'
import { ACCOUNT_SCOPE, accountKey, marketKey, ofAnotherAccount } from './keys.ts'
import { createQueryClient } from './provider.tsx'

const ALICE = '0xaa'
const BOB = '0xbb'

describe('data of another wallet or deployment', () => {
  it('is dropped when another wallet signs in, and nothing else is', () => {
    const client = createQueryClient()
    const keys = [
      accountKey('practice', ALICE, 'positions'),
      accountKey('practice', BOB, 'positions'),
      accountKey('other', BOB, 'positions'),
      accountKey('practice', null, 'fees'),
      marketKey('practice', 'markets'),
    ]
    for (const key of keys) client.setQueryData(key, 'read')
    const now = { profile: 'practice', address: BOB }
    client.removeQueries({ queryKey: [ACCOUNT_SCOPE], predicate: ({ queryKey }) => ofAnotherAccount(queryKey, now) })
    expect(keys.filter((key) => client.getQueryData(key) === 'read')).toEqual([keys[1], keys[4]])
  })

  it('is dropped entirely when nobody is signed in', () => {
    const nobody = { profile: 'practice', address: null }
    expect(ofAnotherAccount(accountKey('practice', ALICE, 'positions'), nobody)).toBe(true)
    expect(ofAnotherAccount(accountKey('practice', null, 'positions'), nobody)).toBe(false)
  })
})
