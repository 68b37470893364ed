import { describe, expect, it } from 'vitest'
import type { Grip, LevelLine } from './annotations.ts'
import { type LevelLabel, levelUnder } from './draw-levels.ts'

const level = (id: string, kind: Grip['kind'] | null): LevelLine =>
  ({ id, ...(kind === null ? {} : { grip: { kind } }) }) as LevelLine
const [order, stop, position, fixed] = [
  level('order', 'order'),
  level('stop', 'held'),
  level('position', 'position'),
  level('fixed', null),
]
const AT: Readonly<Record<string, number>> = { order: 100, stop: 103, position: 100, fixed: 200 }
const label = (one: LevelLine, top: number): LevelLabel => ({
  level: one,
  left: 300,
  right: 400,
  top,
  bottom: top + 18,
})
const under = (x: number, y: number): string | null =>
  levelUnder(x, y, {
    levels: [position, order, stop, fixed],
    labels: [label(position, 60), label(order, 80), label(stop, 98), label(fixed, 190)],
    yOf: ({ id }) => AT[id] ?? null,
  })?.id ?? null

describe('the line under the pointer', () => {
  it.each<[string, number, number, string | null]>([
    ['is the nearest', 50, 104, 'stop'],
    ['at one price is the order, and not the position beneath it', 50, 99, 'order'],
    ['is the one whose label is hit, though another line is nearer', 350, 65, 'position'],
    ['is null further away than a few px', 50, 120, null],
    ['is never a line that cannot be dragged', 50, 200, null],
    ['is null at the label of a line that cannot be dragged', 350, 200, null],
  ])('%s', (_what, x, y, id) => {
    expect(under(x, y)).toBe(id)
  })
})
