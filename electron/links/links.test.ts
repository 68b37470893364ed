import { describe, expect, it } from 'vitest'
import { ACTIVE, LIVE } from '../../contract/market-ref.ts'
import { createLinks } from './links.ts'

describe('link groups', () => {
  it('begin with the live scalar and the active binary market, and each moves by itself', () => {
    const links = createLinks()
    expect(links.view()).toMatchObject({ 1: LIVE, 2: ACTIVE, 3: null, 8: null })
    links.set(3, LIVE)
    links.set(4, ACTIVE)
    expect(links.view()).toMatchObject({ 2: ACTIVE, 3: LIVE, 4: ACTIVE })
    expect(links.topics.view({ kind: 'links' })).toBe(links.view())
  })

  it('tell of a move once, and of none to where a group is already', () => {
    const links = createLinks()
    let told = 0
    links.topics.onChange(() => {
      told += 1
    })
    links.set(1, { ...LIVE })
    links.set(1, ACTIVE)
    links.set(1, { ...ACTIVE })
    expect(told).toBe(1)
  })
})
