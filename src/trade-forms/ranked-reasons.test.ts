import { describe, expect, it } from 'vitest'
import { briefly, noticeOf, type RankedReason } from './sure-press.ts'

type ReasonKind = RankedReason['kind']

const said = (kind: ReasonKind): RankedReason => ({ kind, text: `It is ${kind}` })
const kinds = (...all: readonly ReasonKind[]): readonly RankedReason[] => all.map(said)

describe('reasons to confirm', () => {
  it.each([
    // Refusals first, then questions, then notices.
    [['old', 'duplicate', 'permission'], ['permission', 'duplicate'], ['old']],
    [
      ['stale', 'price', 'size', 'far'],
      ['size', 'price'],
      ['far', 'stale'],
    ],
    [['through', 'whole', 'setup'], ['whole', 'setup'], ['through']],
    // Within a class, the most costly one.
    [['stale', 'duplicate', 'far'], ['far', 'duplicate'], ['stale']],
    [['stale', 'target'], ['target', 'stale'], []],
    [['stale', 'setup', 'duplicate'], ['duplicate', 'setup'], ['stale']],
    [['old', 'through', 'nothing'], ['nothing', 'through'], ['old']],
    // A notice is not repeated beside the question about the same.
    [['old', 'through', 'stale', 'far'], ['far', 'stale'], []],
    [['stale'], ['stale'], []],
    [[], [], []],
  ] as const)('%j: shown %j, counted %j', (all, first, others) => {
    const { said: shown, rest } = briefly(kinds(...all))
    expect(shown.map(({ kind }) => kind)).toEqual(first)
    expect(rest.map(({ kind }) => kind)).toEqual(others)
  })

  it('never rank a notice before a question, nor that before a refusal, for any input order', () => {
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

  it('repeat nothing, and keep the input order within a kind', () => {
    const both = [said('size'), { kind: 'size', text: 'First' }, said('size')] as const
    const { said: first, rest } = briefly(both)
    expect([first.map(({ text: message }) => message), rest]).toEqual([['It is size', 'First'], []])
  })
})

describe('the line below the buttons', () => {
  it('shows two, as sentences, and collapses the rest', () => {
    expect(noticeOf(kinds('stale', 'far', 'duplicate'))).toEqual({
      tone: 'waiting',
      text: 'It is far. It is duplicate.',
      rest: ['It is stale.'],
      asks: true,
    })
    expect(noticeOf(kinds('old', 'size'))?.asks).toBe(false)
    expect(noticeOf([])).toBeNull()
  })

  it('is red where something is refused, and shows one where another is already shown above', () => {
    expect(noticeOf(kinds('far', 'size', 'old'), 1)).toMatchObject({
      tone: 'bad',
      text: 'It is size.',
      rest: ['It is far.', 'It is old.'],
    })
    expect(noticeOf(kinds('far'), 5)?.text).toBe('It is far.')
  })
})
