import { describe, expect, it } from 'vitest'
import type { AlgoView } from '../../contract/algo.ts'
import { algoTitle, progressText, restsOf, slicesText, stateText } from './algo-text.ts'
import { type AlgoMarket, NO_ALGO, readAlgo } from './read-algo.ts'

const SCALAR: AlgoMarket = {
  family: 'scalar',
  asset: 'NYCTMP1',
  name: 'NYCTMP1',
  tick: '0.01' as never,
  sizeDecimals: 4,
}
const SHARES: AlgoMarket = {
  ...SCALAR,
  family: 'outcome',
  asset: '#10',
  name: 'Yes',
  tick: '0.001' as never,
  sizeDecimals: 2,
}
const SCALE = { ...NO_ALGO, from: '571.00', to: '570.00', total: '10', count: '3' }
const SLICES = { ...NO_ALGO, total: '10', worst: '571.20', slices: '4', every: '30' }

describe('the draft of a scale or slices', () => {
  it('becomes a scale with the orders of the preview', () => {
    expect(readAlgo('scale', SCALE, SCALAR)).toMatchObject({
      issue: null,
      order: {
        ...{ asset: 'NYCTMP1', side: 'buy', reduceOnly: false },
        terms: {
          ...{ kind: 'scale', tif: 'GTC' },
          orders: [
            { price: '571.00', size: '3.3334' },
            { price: '570.50', size: '3.3333' },
            { price: '570.00', size: '3.3333' },
          ],
        },
      },
    })
  })

  it('becomes slices, with a number of requotes only where they rest', () => {
    expect(readAlgo('slices', SLICES, SCALAR).order?.terms).toEqual({
      ...{ kind: 'slices', total: '10', slices: 4, every: 30, worst: '571.20', how: 'cross', requotes: 0 },
    })
    const passive = { ...SLICES, how: 'passive', requotes: '7' } as const
    expect(readAlgo('slices', passive, SCALAR).order?.terms).toMatchObject({ how: 'passive', requotes: 7 })
    expect(readAlgo('slices', { ...passive, requotes: '21' }, SCALAR).issue?.field).toBe('requotes')
    expect(readAlgo('slices', { ...passive, requotes: '' }, SCALAR).missing).toEqual(['requotes'])
    expect(readAlgo('slices', { ...SLICES, requotes: '' }, SCALAR).missing).toEqual([])
  })

  it('has missing fields while empty, and issues where text is not a number or not a price', () => {
    expect(readAlgo('scale', NO_ALGO, SCALAR)).toMatchObject({
      order: null,
      issue: null,
      missing: ['from', 'to', 'total'],
    })
    expect(readAlgo('scale', { ...SCALE, from: '5,7' }, SCALAR).issue).toEqual({
      field: 'from',
      message: 'The first price “5,7” has a comma. Type 5.7.',
    })
    expect(readAlgo('slices', { ...NO_ALGO, total: '10' }, SCALAR).missing).toEqual(['worst'])
    expect(readAlgo('scale', { ...SCALE, from: '0.4', to: '1.2' }, SHARES).issue?.field).toBe('to')
  })

  it('of shares is limited to prices below 1 after any difference', () => {
    const finest = { ...SHARES, tick: null } as const
    const worst = `0.${'9'.repeat(20)}`
    expect(readAlgo('slices', { ...SLICES, worst }, finest)).toMatchObject({ issue: null, order: { terms: { worst } } })
    expect(readAlgo('slices', { ...SLICES, worst: '1.0' }, finest).issue?.field).toBe('worst')
  })

  it('is refused where one of its orders is below the minimum order value, except where it closes', () => {
    const scalar = { ...SCALAR, minimumValue: '10' as never }
    const small = { ...SCALE, total: '0.03' }
    expect(readAlgo('scale', { ...SCALE, total: '0.06' }, scalar).issue).toBeNull()
    expect(readAlgo('scale', small, scalar)).toMatchObject({
      order: null,
      issue: {
        field: 'total',
        message: 'One of its orders: Order value is 5.71 USDC; the minimum is 10 USDC. Increase the size.',
      },
    })
    expect(readAlgo('scale', { ...small, reduceOnly: true }, scalar).issue).toBeNull()
    const slices = { ...SLICES, total: '0.06' }
    expect(readAlgo('slices', slices, scalar).issue?.message).toBe(
      'One of its slices: Order value is 8.56 USDC; the minimum is 10 USDC. Increase the size.',
    )
    const shares = { ...SHARES, minimumValue: '10' as never }
    const cheap = { ...SCALE, total: '100', from: '0.04', to: '0.03' }
    expect(readAlgo('scale', cheap, shares).issue?.field).toBe('total')
    expect(readAlgo('scale', { ...cheap, side: 'sell' }, shares).issue).toBeNull()
  })

  it('of shares is never reduce-only nor post-only', () => {
    const typed = { ...SCALE, from: '0.4', to: '0.3', reduceOnly: true, tif: 'ALO' } as const
    expect(readAlgo('scale', typed, SHARES).order).toMatchObject({ reduceOnly: false, terms: { tif: 'GTC' } })
    expect(readAlgo('scale', { ...SCALE, reduceOnly: true, tif: 'ALO' }, SCALAR).order).toMatchObject({
      ...{ reduceOnly: true, terms: { tif: 'ALO' } },
    })
  })
})

describe('the texts of a scale or slices', () => {
  const { order } = readAlgo('scale', SCALE, SCALAR)
  const view = {
    ...order,
    total: '10',
    placed: 2,
    filled: '3.50',
    state: 'working',
    waits: null,
    message: null,
  } as never as AlgoView

  it('show what it is, its progress, and why it waits', () => {
    expect(algoTitle(view)).toBe('Scale, buy 10')
    expect(progressText(view)).toBe('placed 2 of 3, filled 3.5 of 10')
    expect(stateText(view)).toBe('running')
    expect(stateText({ ...view, waits: 'Prices are old.' })).toBe('waiting: Prices are old.')
    expect(stateText({ ...view, state: 'paused', message: 'You paused it.' })).toBe('paused: You paused it.')
    expect(restsOf({ resting: { orders: 1, size: '2' as never } })).toBe(true)
    expect(restsOf({ resting: { orders: 0, size: '0' as never } })).toBe(false)
  })

  it('of slices show size, time, worst price and the fate of the rest', () => {
    const slices = readAlgo('slices', SLICES, SCALAR).order
    expect(slices === null ? [] : slicesText(slices, 4)).toEqual([
      '4 slices of about 2.5, every 30 s, over 1 min 30 s.',
      'Each is IOC, at most 571.20 (71.20 °F).',
      'Unfilled size moves to later slices. No slice is over 3× the even size. Any remainder is dropped.',
    ])
  })
})
