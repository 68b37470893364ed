import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../../contract/action.ts'
import type { Ending } from '../../../contract/ending.ts'
import type { ForeignTrade } from '../../../contract/other-client.ts'
import { entriesOf } from './entries.ts'

const action = (id: string, createdAt: number, clockOffset = 0): ActionRecord =>
  ({ id, createdAt, clockOffset }) as unknown as ActionRecord
const ending = (id: string, at: number): Ending => ({ id, at }) as unknown as Ending
const ids = (actions: readonly ActionRecord[], endings: readonly Ending[]): string[] =>
  entriesOf(actions, endings).map(({ id }) => id)

describe('actions and ends in one list', () => {
  it('stand by their time, newest first', () => {
    expect(ids([action('b', 300), action('a', 100)], [ending('3', 400), ending('2', 200), ending('1', 50)])).toEqual([
      'end/3',
      'b',
      'end/2',
      'a',
      'end/1',
    ])
  })
  it('an end stands above the action of the same moment', () => {
    expect(ids([action('a', 100)], [ending('1', 100)])).toEqual(['end/1', 'a'])
  })
  it("are compared by the service's time", () => {
    expect(ids([action('a', 100, 500)], [ending('1', 400)])).toEqual(['a', 'end/1'])
  })
  it('with what another client traded', () => {
    const trades = [{ id: '9', at: 250 }] as unknown as readonly ForeignTrade[]
    const entries = entriesOf([action('b', 300), action('a', 100)], [ending('1', 200)], trades)
    expect(entries.map(({ id }) => id)).toEqual(['b', 'trade/9', 'end/1', 'a'])
  })
  it('with what was done to safety catches', () => {
    const safety = [{ id: 7, at: 150, kind: 'killed', words: 'live was killed.' }] as never
    const entries = entriesOf([action('b', 300), action('a', 100)], [], [], [], [], safety)
    expect(entries.map(({ id }) => id)).toEqual(['b', 'safety/7', 'a'])
  })
  it('what was sent for a move is a step of its one line', () => {
    const move = { id: 'm', at: 200, cancelId: 'c', placeIds: ['p'] } as never
    const actions = [action('p', 220), action('x', 210), action('c', 205), action('a', 100)]
    const entries = entriesOf(actions, [], [], [move])
    expect(entries.map(({ id }) => id)).toEqual(['x', 'm', 'a'])
    const [, line] = entries
    expect(line !== undefined && 'steps' in line && line.steps.map(({ id }) => id)).toEqual(['c', 'p'])
  })
  it('either may be missing', () => {
    expect(ids([], [ending('1', 1)])).toEqual(['end/1'])
    expect(ids([action('a', 1)], [])).toEqual(['a'])
  })
})
