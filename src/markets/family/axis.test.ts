import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, padTo, price } from '../../../contract/decimal.ts'
import type { BinaryInstrument, Instrument, OutcomeInstrument, ScalarInstrument } from '../../../contract/instrument.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { createFormat } from '../../format/index.ts'
import { axisOf as axisIn } from './families.ts'

const USUAL = createFormat({ zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' })
const CELSIUS = createFormat({ zone: 'UTC', temperature: 'celsius', grouping: 'none' })
const axisOf = (instrument: Instrument) => axisIn(instrument, USUAL)

const scalar = (tick: string | null): Instrument =>
  ({ family: 'scalar', tick: tick === null ? null : price(tick) }) as ScalarInstrument
const binary = (tick = '0.001'): Instrument => ({ family: 'binary', tick: price(tick) }) as BinaryInstrument
const outcome = (tick = '0.001'): Instrument =>
  ({ family: 'outcome', tick: price(tick), sideName: 'Yes' }) as OutcomeInstrument

describe('a written price', () => {
  it.each([
    ['a mark', scalar('0.01'), {}, '571.8', '571.80', '571.80', '71.80 °F'],
    ['°F of a mark', scalar('0.01'), { unit: 'temperature' }, '571.8', '71.80', '71.80 °F', '571.80'],
    ['frost', scalar('0.01'), { unit: 'temperature' }, '489.50', '−10.50', '−10.50 °F', '489.50'],
    ['a mark with zeros beyond the tick', scalar('0.01'), {}, '571.8000', '571.80', '571.80', '71.80 °F'],
    ['a mark between two ticks', scalar('0.01'), {}, '571.805', '571.805', '571.805', '71.805 °F'],
    ['shares with zeros beyond the tick', outcome(), {}, '0.56600', '0.566', '0.566', '56.6 %'],
    ['a mark without a known tick', scalar(null), {}, '571.8', '571.8', '571.8', '71.8 °F'],
    ['UP', binary(), {}, '0.566', '0.566', '0.566', '56.6 %'],
    ['UP in percent', binary(), { unit: 'percent' }, '0.566', '56.6', '56.6 %', '0.566'],
    ['DOWN', binary(), { side: 'down' }, '0.566', '0.434', '0.434', '43.4 %'],
    ['DOWN at a round price', binary(), { side: 'down' }, '0.5', '0.500', '0.500', '50.0 %'],
    ['shares', outcome(), {}, '0.566', '0.566', '0.566', '56.6 %'],
    ['shares in percent', outcome(), { unit: 'percent' }, '0.5', '50.0', '50.0 %', '0.500'],
    ['an average with more decimals', outcome(), { unit: 'percent' }, '0.56655', '56.655', '56.655 %', '0.56655'],
    ['decimal odds', outcome(), { unit: 'decimal' }, '0.566', '1.767', '1.767', '56.6 %'],
    ['long odds', outcome(), { unit: 'decimal' }, '0.013', '76.92', '76.92', '1.3 %'],
    ['odds of hundreds', outcome(), { unit: 'decimal' }, '0.007', '143', '143', '0.7 %'],
    ['the longest odds', outcome(), { unit: 'decimal' }, '0.001', '1000', '1000', '0.1 %'],
    ['odds near 0', outcome('0.0001'), { unit: 'decimal' }, '0.0009', '> 1000', '> 1000', '0.09 %'],
    ['a certainty', outcome(), { unit: 'decimal' }, '1', '1.000', '1.000', '100.0 %'],
    ['an impossible price', outcome(), { unit: 'decimal' }, '0', '—', '—', '0.0 %'],
    ['American odds of a favorite', outcome(), { unit: 'american' }, '0.566', '−130.4', '−130.4', '56.6 %'],
    ['American odds of an outsider', outcome(), { unit: 'american' }, '0.434', '+130.4', '+130.4', '43.4 %'],
    ['American odds of an even chance', outcome(), { unit: 'american' }, '0.5', '+100.0', '+100.0', '50.0 %'],
    ['American odds of thousands', outcome(), { unit: 'american' }, '0.013', '+7,592', '+7,592', '1.3 %'],
    ['American odds near 0', outcome('0.0001'), { unit: 'american' }, '0.0009', '> +99,900', '> +99,900', '0.09 %'],
    ['American odds near 1', outcome('0.0001'), { unit: 'american' }, '0.9995', '< −99,900', '< −99,900', '99.95 %'],
    ['American odds of a certainty', outcome(), { unit: 'american' }, '1', '—', '—', '100.0 %'],
  ])('%s', (_what, instrument, choice, px, bare, named, second) => {
    const view = axisOf(instrument).view(choice)
    const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
    expect([view.price(price(px)), view.named(price(px)), view.second(price(px))].map(plain)).toEqual([
      bare,
      named,
      second,
    ])
  })
  it.each([
    ['marks', scalar('0.01'), {}, '0.02', '0.02', '0.02 °F'],
    ['°F', scalar('0.01'), { unit: 'temperature' }, '0.2', '0.20 °F', '0.20'],
    ['prices', binary(), {}, '0.004', '0.004', '0.4 %'],
    ['prices of DOWN', binary(), { side: 'down' }, '0.004', '0.004', '0.4 %'],
    ['odds, which have no distances', outcome(), { unit: 'american' }, '0.004', '0.4 %', '0.4 %'],
  ])('distances of two %s', (_what, instrument, choice, distance, first, second) => {
    const view = axisOf(instrument).view(choice)
    const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
    expect([view.namedDistance(price(distance)), view.secondDistance(price(distance))].map(plain)).toEqual([
      first,
      second,
    ])
  })
  it('follows the format: temperature unit and separator change, and neighboring ticks stay distinct', () => {
    const mark = axisIn(scalar('0.01'), CELSIUS).view()
    expect(mark.second(price('571.80'))).toBe('22.111\u00a0°C')
    const view = axisIn(scalar('0.01'), CELSIUS).view({ unit: 'temperature' })
    expect([view.heading, view.price(price('571.80')), view.price(price('571.81'))]).toEqual(['°C', '22.111', '22.117'])
    expect([view.distance(price('0.02')), view.namedDistance(price('0.02'))]).toEqual(['0.011', '0.011\u00a0°C'])
    expect(axisIn(outcome(), CELSIUS).view({ unit: 'american' }).price(price('0.013'))).toBe('+7592')
  })
  it('labels positions on an axis like the prices at those positions', () => {
    expect(axisOf(scalar('0.01')).view({ unit: 'temperature' }).label(571.8)).toBe('71.80')
    expect(axisOf(outcome()).view({ unit: 'decimal' }).label(0.25)).toBe('4.000')
    // The position is already that of the displayed price.
    expect(axisOf(binary()).view({ side: 'down' }).label(0.431)).toBe('0.431')
    expect(axisOf(binary()).view().label(Number.NaN)).toBe('—')
  })
})

describe('the choice of unit and side', () => {
  it('is the default when the saved choice is unknown to the market', () => {
    for (const kept of [undefined, null, 7, 'odd', 'temperature', {}]) {
      expect(axisOf(outcome()).view({ unit: kept, side: kept }).unit).toBe('price')
      expect(axisOf(binary()).view({ side: kept })).toMatchObject({ side: 'up', mirrored: false })
    }
  })
  it('of scalar prices starts with the trader’s preferred unit until another is chosen', () => {
    const choices = { zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma', prices: 'temperature' } as const
    const axis = axisIn(scalar('0.01'), createFormat(choices))
    expect([axis.view().unit, axis.view({ unit: 'mark' }).unit]).toEqual(['temperature', 'mark'])
    expect(axisOf(scalar('0.01')).view().unit).toBe('mark')
  })
  it('stays the same object for markets that write prices identically, so that nothing repaints', () => {
    expect(axisOf(scalar('0.01'))).toBe(axisOf(scalar('0.01')))
    expect(axisOf(scalar('0.01')).view({ unit: 'mark' })).toBe(axisOf(scalar('0.01')).view())
    expect(axisOf(scalar('0.01'))).not.toBe(axisOf(scalar('0.1')))
    const market = scalar('0.01')
    expect(axisOf(market)).not.toBe(axisIn(market, CELSIUS))
    expect(axisOf(market).view().key).not.toBe(axisIn(market, CELSIUS).view().key)
    expect(axisOf(outcome()).view().key).not.toBe(axisOf(outcome()).view({ unit: 'percent' }).key)
  })
})

describe('properties', () => {
  const ticks = fc.constantFrom(2, 3, 4, 5)
  const prices = ticks.chain((places) =>
    fc.tuple(
      fc.constant(places),
      fc
        .integer({ min: 1, max: 10 ** places - 1 })
        .map((units) => new Big(units).div(10 ** places).toFixed(places) as Price),
    ),
  )
  const tickOf = (places: number): string => new Big(10).pow(-places).toFixed(places)

  it('a price seen from DOWN is 1 − price, and converting twice gives the original', () => {
    fc.assert(
      fc.property(prices, ([places, px]) => {
        const { seen } = axisOf(binary(tickOf(places))).view({ side: 'down' })
        expect(new Big(seen(px)).plus(px).eq(1)).toBe(true)
        expect(seen(seen(px))).toBe(px)
      }),
      { numRuns: runs(200, 5000) },
    )
  })
  it('°F and percent are exact: nothing is rounded', () => {
    fc.assert(
      fc.property(prices, ([places, px]) => {
        const percent = axisOf(outcome(tickOf(places)))
          .view({ unit: 'percent' })
          .price(px)
        expect(new Big(percent).div(100).eq(px)).toBe(true)
        const mark = padTo(new Big(px).plus(571).toFixed() as Price, places)
        const degrees = axisOf(scalar(tickOf(places)))
          .view({ unit: 'temperature' })
          .price(mark)
        expect(new Big(degrees).plus(500).eq(mark)).toBe(true)
      }),
      { numRuns: runs(200, 5000) },
    )
  })
  it.each(['decimal', 'american'])('%s odds distinguish neighboring ticks, and are correct to half a digit', (unit) => {
    const view = axisOf(outcome('0.001')).view({ unit })
    const texts = Array.from({ length: 999 }, (_, at) => view.price(new Big(at + 1).div(1000).toFixed(3) as Price))
    expect(new Set(texts).size).toBe(999)
    texts.forEach((text, at) => {
      const px = (at + 1) / 1000
      const odds = Number(text.replaceAll(',', '').replace('−', '-'))
      const fair = unit === 'decimal' ? 1 / px : px > 0.5 ? (-100 * px) / (1 - px) : (100 * (1 - px)) / px
      const digits = (text.split('.')[1] ?? '').length
      expect(Math.abs(odds - fair)).toBeLessThanOrEqual(0.5 / 10 ** digits + 1e-9)
    })
  })
  it('every price between 0 and 1 has odds of both kinds, however close to either bound', () => {
    fc.assert(
      fc.property(prices, ([places, px]) => {
        for (const unit of ['decimal', 'american']) {
          expect(
            axisOf(outcome(tickOf(places)))
              .view({ unit })
              .price(px),
          ).toMatch(/\d/)
        }
      }),
      { numRuns: runs(200, 5000) },
    )
  })
})
