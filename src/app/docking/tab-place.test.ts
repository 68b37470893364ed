import { describe, expect, it } from 'vitest'
import { placeAmong } from './tab-place.ts'

const tabs = [
  { id: 'a', kind: 'ticket' },
  { id: 'b', kind: 'alerts' },
  { id: 'c', kind: 'ticket' },
]

describe('the place of a panel among the tabs of its group', () => {
  it.each([
    ['b', 'alerts', 'only'],
    ['a', 'ticket', 'first'],
    ['c', 'ticket', 'further'],
  ] as const)('of %s is: %s %s', (id, kind, place) => {
    expect(placeAmong(id, kind, tabs)).toBe(place)
  })
})
