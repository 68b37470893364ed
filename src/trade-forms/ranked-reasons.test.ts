import { describe, expect, it } from 'vitest'
import { briefly, noticeOf, type RankedReason } from './sure-press.ts'

type ReasonKind = RankedReason['kind']

const said = (kind: ReasonKind): RankedReason => ({ kind, words: `It is ${kind}` })
const kinds = (...all: readonly ReasonKind[]): readonly RankedReason[] => all.map(said)

describe('reasons to look again', () => {
  it.each([
    // What refuses, before what asks, before what is told.
    [['old', 'duplicate', 'permission'], ['permission', 'duplicate'], ['old']],
    [
      ['stale', 'price', 'size', 'far'],
      ['size', 'price'],
      ['far', 'stale'],
    ],
    [['through', 'whole', 'setup'], ['whole', 'setup'], ['through']],
    // Of one sort, what costs most.
    [['stale', 'duplicate', 'far'], ['far', 'duplicate'], ['stale']],
    [['stale', 'target'], ['target', 'stale'], []],
    [['stale', 'setup', 'duplicate'], ['duplicate', 'setup'], ['stale']],
    [['old', 'through', 'nothing'], ['nothing', 'through'], ['old']],
    // What is told of what is asked about is not said twice.
    [['old', 'through', 'stale', 'far'], ['far', 'stale'], []],
    [['stale'], ['stale'], []],
    [[], [], []],
  ] as const)('%j: said %j, counted %j', (all, first, others) => {
    const { said: shown, rest } = briefly(kinds(...all))
    expect(shown.map(({ kind }) => kind)).toEqual(first)
    expect(rest.map(({ kind }) => kind)).toEqual(others)
  })

  it('never puts what is told before what asks, nor that before what refuses, in whatever order they come', () => {
    const weightOf = (reason: RankedReason): number => {
      const alone = noticeOf([reason])
      return alone?.tone === 'bad' ? 0 : alone?.asks ? 1 : 2
    }
    const all = kinds(
      'ends',
      'old',
      'target',
      'price',
      'nothing',
      'permission',
      'setup',
      'size',
      'through',
      'duplicate',
    )
    for (let turn = 0; turn < all.length; turn += 1) {
      const turned = [...all.slice(turn), ...all.slice(0, turn)]
      const { said: first, rest } = briefly(turned)
      const order = [...first, ...rest].map(weightOf)
      expect(order).toEqual([...order].sort())
      expect(order).toHaveLength(all.length)
    }
  })

  it('says nothing twice, and two of one kind in the order in which they came', () => {
    const both = [said('size'), { kind: 'size', words: 'First' }, said('size')] as const
    const { said: first, rest } = briefly(both)
    expect([first.map(({ words }) => words), rest]).toEqual([['It is size', 'First'], []])
  })
})

describe('the line below the buttons', () => {
  it('says two, as sentences, and keeps the rest', () => {
    expect(noticeOf(kinds('stale', 'far', 'duplicate'))).toEqual({
      tone: 'waiting',
      words: 'It is far. It is duplicate.',
      rest: ['It is stale.'],
      asks: true,
    })
    expect(noticeOf(kinds('old', 'size'))?.asks).toBe(false)
    expect(noticeOf([])).toBeNull()
  })

  it('is red where something refuses, and says one where another stands above already', () => {
    expect(noticeOf(kinds('far', 'size', 'old'), 1)).toMatchObject({
      tone: 'bad',
      words: 'It is size.',
      rest: ['It is far.', 'It is old.'],
    })
    expect(noticeOf(kinds('far'), 5)?.words).toBe('It is far.')
  })
})
