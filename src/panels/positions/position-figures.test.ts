import { afterEach, describe, expect, it } from 'vitest'
import type { Position } from '../../../contract/account.ts'
import { price, size } from '../../../contract/decimal.ts'
import { priceBeside, setFormat } from '../../format/index.ts'
import { entryOf, figuresOf, priceOf } from './position-figures.ts'

const USUAL = { zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' } as const
const SCALAR = { family: 'scalar' } as const
const BINARY = { family: 'binary' } as const
const plain = (text: string | undefined) => text?.replace('\u00a0', ' ')

afterEach(() => setFormat(USUAL))

describe('prices of positions', () => {
  it('are marks with °F beside them', () => {
    expect(entryOf(SCALAR, price('553.1987'), 2)).toBe('553.199')
    expect(priceOf(SCALAR, price('553.1'), 2)).toBe('553.10')
    expect(plain(priceBeside('scalar', price('553.10')))).toBe('53.10 °F')
  })
  it('or °F with the mark beside it; never for other families', () => {
    setFormat({ ...USUAL, prices: 'temperature' })
    expect(plain(entryOf(SCALAR, price('553.1987'), 2))).toBe('53.199 °F')
    expect(plain(priceOf(SCALAR, price('553.1'), 2))).toBe('53.10 °F')
    expect(priceBeside('scalar', price('553.10'))).toBe('553.10')
    expect(priceOf(BINARY, price('0.62'), 3)).toBe('0.620')
    expect(priceBeside('binary', price('0.62'))).toBeUndefined()
  })
})

it('unrealized P&L and its percent are of the same shares: those outside sets', () => {
  const held = {
    ...{ family: 'outcome', asset: '#10', size: '160', entryPx: '0.554', markPx: '0.001', leverage: null },
    ...{ margin: '88.64', unrealizedPnl: '-88.48', realizedPnl: null, liquidationPx: null },
  } as unknown as Position
  const spec = { tickSize: price('0.001'), sizeDecimals: 2 }
  const { profit, percent } = figuresOf(held, spec, price('0.001'), null, size('30'))
  expect([profit, percent]).toEqual(['-71.89', '-99.82'])
  expect(figuresOf(held, spec, null, null, size('30')).profit).toBeNull()
})
