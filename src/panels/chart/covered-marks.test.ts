import { expect, it } from 'vitest'
import { CoveredMarks } from './covered-marks.ts'

/** Ten pixels a unit, text of 12 px. */
const setUp = () => new CoveredMarks({ yOf: (price) => price * 10, text: () => 12 })
const MARKS = [0, 5, 10]

it('marks beside a label of a newest price are left out whole, and only those', () => {
  const covered = setUp()
  expect(covered.write(MARKS, String)).toEqual(['0', '5', '10'])
  expect(covered.move([4])).toBe(true)
  expect(covered.write(MARKS, String)).toEqual(['0', '', '10'])
})

it('marks are written again only when a label begins or ceases to cover one', () => {
  const covered = setUp()
  covered.write(MARKS, String)
  covered.move([4])
  covered.write(MARKS, String)
  expect(covered.move([4.5])).toBe(false)
  expect(covered.move([6])).toBe(false)
  expect(covered.move([7.5])).toBe(true)
})

it('nothing is left out while the scale has no prices', () => {
  const covered = new CoveredMarks({ yOf: () => null, text: () => 12 })
  covered.move([5])
  expect(covered.write(MARKS, String)).toEqual(['0', '5', '10'])
})
