import { describe, expect, it } from 'vitest'
import { ACTIVE, LIVE, refText } from '../../../contract/market-ref.ts'
import { isLeftBehind } from './use-one-click.ts'

describe('one-click of a ladder that goes to another market', () => {
  const held = { armedUntil: 1, market: refText(LIVE) }
  it('is left behind there, whether it was armed before or is armed only now', () => {
    expect(isLeftBehind(held, refText(LIVE))).toBe(false)
    expect(isLeftBehind(held, refText(ACTIVE))).toBe(true)
  })
  it('is nothing to disarm where it is not armed', () => {
    expect(isLeftBehind(null, refText(ACTIVE))).toBe(false)
    expect(isLeftBehind({ ...held, armedUntil: null }, refText(ACTIVE))).toBe(false)
  })
})
