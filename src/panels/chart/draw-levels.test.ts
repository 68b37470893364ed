import { expect, it } from 'vitest'
import type { ChartColours } from '../../charting/index.ts'
import type { LevelLine } from './annotations.ts'
import { drawLevels, labelUnder, type PlacedLevel } from './draw-levels.ts'
import type { Pane } from './drawing.ts'

/** Records what is written, and where lines begin and end; a letter is 6 px wide. */
function recorder() {
  const written: string[] = []
  const lines: number[][] = []
  const nothing = () => undefined
  const context = {
    ...{ save: nothing, restore: nothing, beginPath: nothing, setLineDash: nothing, stroke: nothing },
    ...{ roundRect: nothing, fill: nothing, strokeText: nothing },
    moveTo: (x: number, y: number) => lines.push([x, y]),
    lineTo: (x: number, y: number) => lines.at(-1)?.push(x, y),
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillText: (text: string) => written.push(text),
  }
  return { context: context as unknown as CanvasRenderingContext2D, written, lines }
}
const order = (y: number): PlacedLevel => ({
  ...{ text: 'Buy 4 at 544.90, resting', priced: 'B 4 544.90', tag: 'B 4', y, colour: 'blue', dash: [4, 3] },
})
const pane = (width: number) => ({ width, height: 400, text: 11, font: 'sans-serif' }) as unknown as Pane

it('labels are short tags where a whole one would cover the newest candles, with the price as long as it fits', () => {
  const writtenAt = (width: number, y: number): readonly string[] => {
    const { context, written } = recorder()
    drawLevels(context, pane(width), [order(y)], {} as ChartColours)
    return written
  }
  expect(writtenAt(1000, 100)).toEqual(['Buy 4 at 544.90, resting'])
  expect(writtenAt(400, 100)).toEqual(['B 4 544.90'])
  expect(writtenAt(300, 100)).toEqual(['B 4'])
  expect(writtenAt(300, -20)).toEqual(['↑ B 4 544.90'])
})

it('a label that is moved away from its price is joined to its line by a leader', () => {
  const { context, lines } = recorder()
  const labels = drawLevels(context, pane(1000), [order(100), order(102)], {} as ChartColours)
  const leaders = lines.filter(([fromX, , toX]) => fromX !== 0 && toX === labels[1]?.left)
  expect(leaders).toEqual([[(labels[1]?.left ?? 0) - 12, 102, labels[1]?.left, expect.any(Number)]])
})

it('the label under the pointer is whole, and is drawn over its neighbors', () => {
  const { context, written } = recorder()
  const level = (id: string, y: number): PlacedLevel => ({ ...order(y), level: { id } as LevelLine })
  const labels = drawLevels(context, pane(300), [level('a', 100), level('b', 102)], {} as ChartColours, 'a')
  expect(written).toEqual(['B 4', 'Buy 4 at 544.90, resting'])
  expect(labels.map((label) => label.level?.id)).toEqual(['a', 'b'])
  const [whole, tag] = labels
  expect(whole && labelUnder(whole.left + 2, whole.top + 2, labels)?.id).toBe('a')
  expect(tag && labelUnder(tag.left - 20, tag.top + 2, labels)).toBeNull()
})
