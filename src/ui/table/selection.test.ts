import { describe, expect, it } from 'vitest'
import { withheldText } from './foot.tsx'
import { createRowStore } from './row-store.ts'
import { NOTHING_SELECTED, type Reach, reach, type Selection, stepTo } from './use-keyboard.ts'

const KEYS = ['a', 'b', 'c', 'd', 'e']
const walked = (...steps: readonly (readonly [string, Reach])[]): Selection =>
  steps.reduce((selection, [key, how]) => reach(selection, key, how, KEYS), NOTHING_SELECTED)
const selected = (selection: Selection): string => [...selection.selected].join('')

describe('selected rows', () => {
  it.each<[readonly (readonly [string, Reach])[], string]>([
    [[['b', 'only']], 'b'],
    [
      [
        ['b', 'only'],
        ['d', 'stretch'],
      ],
      'bcd',
    ],
    [
      [
        ['d', 'only'],
        ['b', 'stretch'],
      ],
      'bcd',
    ],
    [
      [
        ['b', 'only'],
        ['d', 'stretch'],
        ['c', 'stretch'],
      ],
      'bc',
    ],
    [
      [
        ['b', 'only'],
        ['d', 'toggle'],
      ],
      'bd',
    ],
    [
      [
        ['b', 'only'],
        ['b', 'toggle'],
      ],
      '',
    ],
    [[['d', 'stretch']], 'd'],
    [
      [
        ['b', 'only'],
        ['d', 'stretch'],
        ['a', 'only'],
      ],
      'a',
    ],
  ])('%j: %s', (steps, keys) => {
    expect(selected(walked(...steps))).toBe(keys)
  })

  it('start a new range when the row where it began is gone', () => {
    expect(selected(reach(walked(['b', 'only']), 'd', 'stretch', ['a', 'c', 'd', 'e']))).toBe('d')
  })

  it.each([
    ['ArrowDown', 2, 3],
    ['ArrowDown', 9, 9],
    ['ArrowUp', 0, 0],
    ['PageDown', 2, 6],
    ['PageDown', 8, 9],
    ['PageUp', 2, 0],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['x', 5, null],
  ])('are reached by %s from %d', (key, from, to) => {
    expect(stepTo(key, from, 10, 4)).toBe(to)
  })
})

describe('a row store', () => {
  it('notifies only the rows whose value changed, after all are stored', () => {
    const store = createRowStore<number>()
    const reports: string[] = []
    store.set([
      ['a', 1],
      ['b', 1],
    ])
    const stop = store.subscribe('a', () => reports.push(`a ${store.read('a')} ${store.read('b')}`))
    store.subscribe('c', () => reports.push('c'))
    store.set([
      ['a', 2],
      ['b', 3],
    ])
    store.set([
      ['a', 2],
      ['b', 4],
    ])
    stop()
    store.set([['a', 5]])
    expect(reports).toEqual(['a 2 3'])
  })
})

describe('changes withheld while a table is in use', () => {
  it.each([
    [{ added: 0, isOtherwise: false }, null],
    [{ added: 0, isOtherwise: true }, /Sorting paused until you leave the table\./],
    [{ added: 3, isOtherwise: true }, /^3 new at the end/],
  ])('%j is shown', (kept, text) => {
    if (text === null) expect(withheldText(kept)).toBeNull()
    else expect(withheldText(kept)).toMatch(text)
  })
})
