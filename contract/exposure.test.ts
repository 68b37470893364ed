import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from './account.ts'
import { type CalendarEvent, heldText } from './calendar.ts'
import { compare } from './decimal.ts'
import { exposureOf, hasExposure } from './exposure.ts'
import type { OutcomeMarket } from './outcome.ts'
import { runs, SEED } from './testing/property-runs.ts'
import { millis } from './time.ts'

type HeldMarkets = Parameters<typeof exposureOf>[1]

const END = millis(Date.UTC(2026, 2, 4, 14))
const event = (family: Position['family'], concerns: string[], markets: OutcomeMarket[] = []): CalendarEvent => ({
  id: 'e',
  kind: family === 'outcome' ? 'expiry' : 'settlement',
  family,
  at: END,
  isExpected: false,
  asset: concerns[0] ?? null,
  name: 'e',
  markets,
  concerns,
  ends: END,
})
const held = (family: Position['family'], asset: string, size: string, entryPx: string, more: object = {}): Position =>
  ({ family, asset, size, entryPx, markPx: null, margin: null, ...more }) as Position
const NOTHING: HeldMarkets = { positions: [], orders: [], exits: [], algos: [] }
const of = (...positions: Position[]): HeldMarkets => ({ ...NOTHING, positions })
const market = (outcomeId: number, exclusive: number[] | null = null): OutcomeMarket =>
  ({
    outcomeId,
    name: `m${outcomeId}`,
    sides: [
      { index: 0, name: 'Yes', coin: `#${outcomeId}0` },
      { index: 1, name: 'No', coin: `#${outcomeId}1` },
    ],
    questions:
      exclusive === null
        ? []
        : [{ id: 1, title: 'q', rules: null, exclusive: true, outcomes: exclusive, several: true }],
  }) as unknown as OutcomeMarket

describe('exposure to an event', () => {
  it('is empty without a position, and for positions that end before it', () => {
    expect(hasExposure(exposureOf(event('scalar', ['A']), of(held('scalar', 'B', '1', '560'))))).toBe(false)
    expect(hasExposure(exposureOf(event('scalar', []), of(held('scalar', 'A', '1', '560'))))).toBe(false)
  })

  it('in a scalar market is at worst the margin, with unbounded gain', () => {
    const position = held('scalar', 'A', '-40', '554.50', { markPx: '554', margin: '24.6' })
    expect(exposureOf(event('scalar', ['A']), of(position))).toMatchObject({
      value: '22160',
      worst: '-24.6',
      best: null,
    })
    expect(exposureOf(event('scalar', ['A']), of({ ...position, margin: null }))).toMatchObject({ worst: null })
  })

  it.each([
    ['UP', '25', '0.62', null, '-7.75', '9.5', '17.5'],
    ['DOWN', '-25', '0.62', null, '-4.75', '15.5', '7.5'],
    ['UP, limited by its margin', '25', '0.62', '7.75', '-7.75', '9.5', '17.5'],
  ])('in a binary market ends at 1 or 0: %s', (_, size, entry, margin, worst, best, value) => {
    const position = held('binary', 'X', size, entry, { margin, markPx: '0.7' })
    expect(exposureOf(event('binary', ['X']), of(position))).toMatchObject({ worst, best, value })
  })

  it('on two sides of an outcome is the better and the worse of their results', () => {
    const shares = [held('outcome', '#10', '10', '0.4'), held('outcome', '#11', '4', '0.5')]
    expect(exposureOf(event('outcome', ['#10', '#11'], [market(1)]), of(...shares))).toMatchObject({
      worst: '-2',
      best: '4',
    })
  })

  it('in an exclusive question assumes exactly one winner', () => {
    const all = [1, 2, 3]
    const markets = all.map((id) => market(id, all))
    const concerns = markets.flatMap(({ sides }) => sides.map(({ coin }) => coin))
    // Yes of all three pays 10 in any case.
    const yes = all.map((id) => held('outcome', `#${id}0`, '10', '0.3'))
    expect(exposureOf(event('outcome', concerns, markets), of(...yes))).toMatchObject({ worst: '1', best: '1' })
    const no = [held('outcome', '#11', '10', '0.6'), held('outcome', '#21', '10', '0.6')]
    expect(exposureOf(event('outcome', concerns, markets), of(...no))).toMatchObject({ worst: '-2', best: '8' })
  })

  it('never ends worse than its worst nor better than its best result', () => {
    const size = fc.integer({ min: 0, max: 50 }).map(String)
    const price = fc.integer({ min: 1, max: 99 }).map((cents) => (cents / 100).toFixed(2))
    const leg = fc.tuple(size, price)
    fc.assert(
      fc.property(fc.array(fc.tuple(leg, leg), { minLength: 2, maxLength: 4 }), (legs) => {
        const ids = legs.map((_, i) => i + 1)
        const markets = ids.map((id) => market(id, ids))
        const positions = legs.flatMap(([yes, no], i) => [
          held('outcome', `#${i + 1}0`, yes[0], yes[1]),
          held('outcome', `#${i + 1}1`, no[0], no[1]),
        ])
        const concerns = positions.map(({ asset }) => asset)
        const { worst, best } = exposureOf(event('outcome', concerns, markets), of(...positions))
        const results = ids.map((truth) =>
          positions.reduce((sum, { asset, size: shares, entryPx }) => {
            const pays = asset.endsWith('0') ? asset === `#${truth}0` : asset !== `#${truth}1`
            return sum + Math.round(Number(shares) * ((pays ? 1 : 0) - Number(entryPx)) * 100)
          }, 0),
        )
        if (positions.every((one) => one.size === '0')) return
        expect(Math.round(Number(worst) * 100)).toBe(Math.min(...results))
        expect(Math.round(Number(best) * 100)).toBe(Math.max(...results))
        expect(worst !== null && best !== null && compare(worst, best) <= 0).toBe(true)
      }),
      { seed: SEED, numRuns: runs(100, 2000) },
    )
  })

  it('includes the orders that end with it, and automated orders that can no longer act before it', () => {
    const exits = [
      { target: { asset: 'A' }, state: 'armed', until: { at: millis(END - 60_000), because: 'token' } },
      { target: { asset: 'A' }, state: 'armed', until: { at: END, because: 'market' } },
      { target: { asset: 'A' }, state: 'done', until: null },
      { target: { asset: 'B' }, state: 'armed', until: null },
    ] as unknown as HeldMarkets['exits']
    const algos = [{ asset: 'A', state: 'working', until: null }] as unknown as HeldMarkets['algos']
    const orders = [{ asset: 'A' }, { asset: 'A' }, { asset: 'B' }]
    expect(exposureOf(event('scalar', ['A']), { positions: [], orders, exits, algos })).toMatchObject({
      orders: 2,
      exits: 2,
      algos: 1,
      early: { at: END - 60_000, because: 'token' },
      worst: null,
    })
  })
})

it('a position is described with its side, size and entry', () => {
  expect(heldText(held('scalar', 'A', '-1040.00', '554.5000'))).toBe('short 1,040 at 554.50')
  expect(heldText(held('binary', 'X', '25', '0.620'))).toBe('UP 25 at 0.620')
  expect(heldText(held('binary', 'X', '-25', '0.62'))).toBe('DOWN 25 at UP price 0.620')
  expect(heldText(held('outcome', '#10', '12', '0.4'))).toBe('12 at 0.400')
})
