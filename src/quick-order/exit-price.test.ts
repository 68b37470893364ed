import { describe, expect, it } from 'vitest'
import { price } from '../../contract/decimal.ts'
import { exitMoved, exitPriceAtDistance } from './exit-work.ts'

const scalar = { family: 'scalar', mark: price('571.50'), tick: price('0.01') } as const
const shares = { family: 'outcome', side: 'long', tick: price('0.001') } as const

describe('a stop or target set by key', () => {
  it.each([
    ['stop', 'long', '571.00'],
    ['stop', 'short', '572.00'],
    ['target', 'long', '572.00'],
    ['target', 'short', '571.00'],
  ] as const)('the %s of a %s position starts where it closes nothing at once', (role, side, at) => {
    expect(exitPriceAtDistance(role, { ...scalar, side })).toBe(at)
  })

  it('of contracts and shares starts five cents away, between 0 and 1', () => {
    expect(exitPriceAtDistance('stop', { ...shares, mark: price('0.412') })).toBe('0.362')
    expect(exitPriceAtDistance('stop', { ...shares, mark: price('0.031') })).toBe('0.001')
    expect(exitPriceAtDistance('target', { ...shares, mark: price('0.98') })).toBeNull()
    expect(exitPriceAtDistance('stop', { ...shares, mark: price('0.001') })).toBeNull()
  })

  it('has no start without a mark or a tick', () => {
    expect(exitPriceAtDistance('stop', { ...scalar, side: 'long', mark: null })).toBeNull()
    expect(exitPriceAtDistance('stop', { ...scalar, side: 'long', tick: null })).toBeNull()
  })

  it('moves by whole ticks, never to an invalid price', () => {
    expect(exitMoved(price('571.00'), -10, price('0.01'), 'scalar')).toBe('570.90')
    expect(exitMoved(price('571.00'), 1, null, 'scalar')).toBe('571.00')
    expect(exitMoved(price('0.001'), -1, price('0.001'), 'binary')).toBe('0.001')
    expect(exitMoved(price('0.999'), 1, price('0.001'), 'outcome')).toBe('0.999')
  })
})
