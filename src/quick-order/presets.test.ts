import { afterEach, describe, expect, it } from 'vitest'
import type { Decimal } from '../../contract/decimal.ts'
import { ACTIVE, LIVE } from '../../contract/market-ref.ts'
import { changeOf, presetIssue, presetSize, useChosenSizes } from './preview-keys.ts'

describe('the preset sizes of the trading keys', () => {
  afterEach(() => useChosenSizes.setState({ sizes: {} }))

  it('come from the settings, those of the market before those of its family', () => {
    expect(presetSize(LIVE, 2)).toBe('5')
    useChosenSizes.setState({
      sizes: {
        scalar: [{ by: 'contracts', amount: '7' as Decimal }],
        'scalar/live': [{ by: 'contracts', amount: '9' as Decimal }],
      },
    })
    expect(presetSize(LIVE, 1)).toBe('9')
    expect(presetSize({ family: 'scalar', asset: 'NYCTMP1' }, 1)).toBe('7')
    expect(presetSize(ACTIVE, 1)).toBe('10')
    expect(changeOf({ key: '1', code: 'Digit1', shiftKey: false }, LIVE)).toEqual({ kind: 'set-size', size: '9' })
  })

  it('are absent where the number is a fraction or unset, with the reason', () => {
    expect([presetSize(LIVE, 5), presetSize(LIVE, 9)]).toEqual([null, null])
    expect(presetIssue(LIVE, 5)).toBe('25 % of max: trading keys take sizes in contracts')
    expect(presetIssue(LIVE, 9)).toContain('There is no size 9')
    expect(presetIssue(LIVE, 1)).toBeNull()
    expect(changeOf({ key: '5', code: 'Digit5', shiftKey: false }, LIVE)).toBeNull()
  })
})
