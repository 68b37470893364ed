/** A service that never lists the outcomes of a question. */
import { describe, expect, it } from 'vitest'
import { parseJson } from '../json.ts'
import { Wire } from '../wire.ts'
import { outcomesOf } from './outcome.ts'

const read = (value: unknown) =>
  outcomesOf(new Wire({ route: 'GET /v1/outcomes/meta', status: 200 }, parseJson(JSON.stringify(value))))

const HIGH = { question_id: 9, question: 'How warm will it be?' }
const market = (id: number, name: string, ...questions: object[]) => ({
  id,
  name,
  sides: ['Yes', 'No'].map((side, index) => ({ name: side, coin: `#${id}${index}` })),
  expired: false,
  settling: false,
  questions,
})
const several = (...markets: object[]) => read(markets).map(({ questions }) => questions.map((one) => one.several))

describe('whether a question has several outcomes', () => {
  it('follows from the markets that name it', () => {
    expect(several(market(1, 'Above 75', HIGH), market(2, 'Below 75', HIGH))).toEqual([[true], [true]])
    expect(several(market(1, 'Above 75', HIGH), market(2, 'Rain', { ...HIGH, question_id: 8 }))).toEqual([
      [false],
      [false],
    ])
  })

  it('follows from the question itself, even where the other market is not listed', () => {
    expect(several(market(1, 'Above 75', { ...HIGH, outcomes: [1, 2] }))).toEqual([[true]])
  })

  it('follows for one market from another one with the same question', () => {
    expect(several(market(1, 'Above 75', HIGH), market(3, 'Rain', { ...HIGH, outcomes: [1, 2] }))).toEqual([
      [true],
      [true],
    ])
  })

  it('does not fill in which they are: nothing is converted by a guess', () => {
    const outcomes = read([market(1, 'Above 75', HIGH), market(2, 'Below 75', HIGH)]).map(
      ({ questions }) => questions[0],
    )
    expect(outcomes.map((question) => question?.outcomes)).toEqual([[], []])
  })
})

it('uses the first of rows with the same id: markets, sides, questions and their outcomes', () => {
  const twice = market(1, 'Above 75', { ...HIGH, outcomes: [1, 1, 2] }, HIGH)
  const [only, ...others] = read([{ ...twice, sides: [...twice.sides, ...twice.sides] }, market(1, 'Below 75')])
  expect(others).toEqual([])
  expect(only).toMatchObject({ name: 'Above 75', sides: [{ coin: '#10' }, { coin: '#11' }] })
  expect(only?.questions.map(({ outcomes }) => outcomes)).toEqual([[1, 2]])
})

it('omits a whole market that reuses a coin of an earlier one: their shares would be indistinguishable', () => {
  const [yes, no] = market(2, 'Below 75').sides
  const twice = { ...market(3, 'Rain'), sides: [{ ...yes, index: 0 }, market(3, 'Rain').sides[1]] }
  expect(read([market(1, 'Above 75'), { ...market(2, 'Below 75'), sides: [yes, no] }, twice])).toMatchObject([
    { name: 'Above 75' },
    { name: 'Below 75' },
  ])
})
