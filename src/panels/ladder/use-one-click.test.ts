import { describe, expect, it } from 'vitest'
import { ACTIVE, LIVE, refText } from '../../../contract/market-ref.ts'
import { isLeftBehind, leftOf } from './use-one-click.ts'

describe('one-click of a ladder that changes its market', () => {
  const held = { armedUntil: 1, market: refText(LIVE) }
  it('is disarmed, whether it was armed before or becomes armed only now', () => {
    expect(isLeftBehind(held, refText(LIVE))).toBe(false)
    expect(isLeftBehind(held, refText(ACTIVE))).toBe(true)
  })
  it('needs no disarming where it is not armed', () => {
    expect(isLeftBehind(null, refText(ACTIVE))).toBe(false)
    expect(isLeftBehind({ ...held, armedUntil: null }, refText(ACTIVE))).toBe(false)
  })
})

describe('the bar of one-click', () => {
  const MINUTE = 60_000
  const held = { armedUntil: 10 * MINUTE, armedFor: 10 * MINUTE }
  it.each([
    [0, 1, '10 min'],
    [2.5 * MINUTE, 0.75, '8 min'],
    [9 * MINUTE, 0.1, '60 s'],
    [9.5 * MINUTE, 0.05, '30 s'],
    [10 * MINUTE, 0, '0 s'],
    [11 * MINUTE, 0, '0 s'],
    [-5 * MINUTE, 1, '10 min'],
    [-1, 1, '10 min'],
  ])('at %i ms is proportional to the remaining time', (now, share, text) => {
    expect(leftOf(held, now)).toEqual({ share, text })
  })
  it('is null where it is not armed', () => {
    expect(leftOf({ armedUntil: null, armedFor: null }, 0)).toEqual({ share: 0, text: '0 s' })
  })
})
