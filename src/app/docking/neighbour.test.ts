import { describe, expect, it } from 'vitest'
import { nearestTo, neighbourOf, type Side } from './keep-focus.ts'

const box = (name: string, left: number, top: number, right: number, bottom: number) => ({
  name,
  box: { left, top, right, bottom },
})
// Chart over positions on the left, book over trades in the middle, a ticket of full height on the right; gaps of 4 px.
const chart = box('chart', 0, 0, 600, 500)
const positions = box('positions', 0, 504, 600, 700)
const book = box('book', 604, 0, 900, 400)
const trades = box('trades', 604, 404, 900, 700)
const ticket = box('ticket', 904, 0, 1200, 700)
const all = [chart, positions, book, trades, ticket]

describe('the panel beside another', () => {
  it.each([
    [chart, 'right', 'book'],
    [chart, 'down', 'positions'],
    [positions, 'right', 'trades'],
    [positions, 'up', 'chart'],
    [trades, 'up', 'book'],
    [trades, 'left', 'positions'],
    [book, 'left', 'chart'],
    [ticket, 'left', 'book'],
    [chart, 'left', null],
    [ticket, 'right', null],
    [ticket, 'down', null],
  ] as [typeof chart, Side, string | null][])('of %o to the %s', (from, side, name) => {
    const others = all.filter((one) => one !== from)
    expect(neighbourOf(from.box, others, side)?.name ?? null).toBe(name)
  })
})

describe('the panel in place of a closed one', () => {
  it.each([
    [box('gone', 610, 10, 890, 390), 'book'],
    [box('gone', 0, 704, 500, 900), 'positions'],
    [box('gone', 1204, 0, 1300, 700), 'ticket'],
  ] as const)('of %o', (from, name) => {
    expect(nearestTo(from.box, all)?.name).toBe(name)
  })

  it('is null when all are closed', () => {
    expect(nearestTo(chart.box, [])).toBe(null)
  })
})
