import { describe, expect, it } from 'vitest'
import { inReadingOrder, nextOf } from './focus-regions.ts'

describe('moving the focus between regions', () => {
  it('follows reading order: from the top, and from the left at equal height', () => {
    const at = (name: string, top: number, left: number) => ({ name, top, left })
    const regions = [
      at('foot', 900, 0),
      at('ticket', 42, 1200),
      at('book', 38, 900),
      at('chart', 120, 0),
      at('bar', 0, 0),
    ]
    expect(inReadingOrder(regions).map(({ name }) => name)).toEqual(['bar', 'book', 'ticket', 'chart', 'foot'])
  })

  it('wraps around, and starts at either end when the focus is nowhere', () => {
    expect([nextOf(2, 3, 1), nextOf(0, 3, -1), nextOf(-1, 3, 1), nextOf(-1, 3, -1)]).toEqual([0, 2, 0, 2])
  })
})
