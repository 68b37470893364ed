import { describe, expect, it } from 'vitest'
import { type LevelRef, levelAfter, levelAt, type Places, placeOf } from './depth-window.ts'

const at = (...prices: number[]) => prices.map((one) => ({ at: one, total: 1 }))
const BOOK: Places = { bids: at(10, 9, 7), asks: at(12, 13) }
const bid = (level: number): LevelRef => ({ side: 'bid', level })
const ask = (level: number): LevelRef => ({ side: 'ask', level })

describe('the level under a pointer', () => {
  it.each<[number, LevelRef]>([
    [10, bid(0)],
    [9.5, bid(0)],
    [8, bid(1)],
    [7, bid(2)],
    [1, bid(2)],
    [10.5, bid(0)],
    [11.5, ask(0)],
    [12.9, ask(0)],
    [40, ask(1)],
  ])('at %d is the deepest that the price reaches', (price, level) => {
    expect(levelAt(BOOK, price)).toEqual(level)
  })
  it('is on the only side there is, and null for an empty book', () => {
    expect(levelAt({ bids: [], asks: at(12) }, 3)).toEqual(ask(0))
    expect(levelAt({ bids: [], asks: [] }, 3)).toBeNull()
  })
})

describe('the level after a key', () => {
  it.each<[string, LevelRef | null, LevelRef | null]>([
    ['ArrowLeft', null, bid(0)],
    ['ArrowRight', null, ask(0)],
    ['ArrowLeft', bid(0), bid(1)],
    ['ArrowRight', bid(0), ask(0)],
    ['ArrowRight', ask(1), ask(1)],
    ['Home', null, bid(2)],
    ['End', bid(2), ask(1)],
    ['PageUp', bid(2), ask(1)],
    ['x', bid(0), null],
  ])('%s', (key, from, to) => {
    expect(levelAfter(key, BOOK, from)).toEqual(to)
  })
  it('starts between the sides again where the level is gone, or only one side is there', () => {
    expect(levelAfter('ArrowRight', BOOK, ask(9))).toEqual(ask(0))
    expect(levelAfter('ArrowLeft', { bids: [], asks: at(12) }, null)).toEqual(ask(0))
    expect(levelAfter('ArrowRight', { bids: at(10), asks: [] }, null)).toEqual(bid(0))
    expect(levelAfter('ArrowLeft', { bids: [], asks: [] }, null)).toBeNull()
  })
  it('counts positions from the lowest price', () => {
    expect([bid(2), bid(0), ask(0), ask(1), ask(2)].map((one) => placeOf(BOOK, one))).toEqual([0, 2, 3, 4, -1])
  })
})
