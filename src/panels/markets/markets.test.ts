import { describe, expect, it } from 'vitest'
import type { Instrument } from '../../../contract/instrument.ts'
import { parseRefText, type RefText } from '../../../contract/market-ref.ts'
import { millis } from '../../../contract/time.ts'
import { sectionOf } from '../../markets/family/index.ts'
import { chosenColumns, copyText, layOut, needKey, UNTOUCHED } from '../../ui/index.ts'
import { sparklinePath } from './cells.tsx'
import { marketsSpec } from './columns.tsx'
import {
  groupOf,
  linkGroupLabel,
  marketRows,
  SHOWN_AT_FIRST,
  shownFrom,
  unitsFrom,
  withChanges,
} from './market-rows.ts'
import { ageOf, ageText, changeOf, depthOf, depthText, lifeText, priceOf, spreadOf } from './quote-figures.ts'

const market = (key: string, more: object = {}): Instrument => {
  const ref = parseRefText(key)
  if (ref === null) throw new Error(key)
  const outcome =
    ref.family === 'outcome'
      ? {
          side: ref.side,
          otherSide: { ref: { ...ref, side: 1 - ref.side }, name: 'other', coin: '#' },
          question: { id: 7, title: 'Rain on Monday', several: false },
          name: 'Rain',
        }
      : {}
  return {
    here: true,
    ...{
      key: key as RefText,
      ref,
      family: ref.family,
      title: key,
      asset: key,
      phase: { state: 'open', text: 'Trading' },
    },
    ...outcome,
    ...more,
  } as unknown as Instrument
}
const LISTED = [
  market('scalar/NYCTMP1'),
  market('binary/NYCBIN1'),
  market('outcome/1/0'),
  market('outcome/1/1'),
  market('outcome/2/0', { phase: { state: 'over', text: 'Paid Yes' } }),
]
const rows = (shown: object = {}, more: { favourites?: readonly string[]; held?: readonly string[] } = {}) =>
  marketRows(
    {
      listed: LISTED,
      following: [market('scalar/live'), undefined],
      isFavourite: ({ key }) => more.favourites?.includes(key) === true,
      isHeld: ({ key }) => more.held?.includes(key) === true,
    },
    { ...SHOWN_AT_FIRST, ...shown },
  ).map(({ key }) => key)

describe('the list of markets has', () => {
  const first = ['scalar/live', 'scalar/NYCTMP1', 'binary/NYCBIN1', 'outcome/1/0']
  it.each([
    ['by default open markets, one side of each', {}, {}, first],
    ['every side', { bothSides: true }, {}, [...first, 'outcome/1/1']],
    ['ended markets too', { openOnly: false }, {}, [...first, 'outcome/2/0']],
    ['one family', { families: ['binary'] }, {}, ['binary/NYCBIN1']],
    ['only favorites, of either side', { favouritesOnly: true }, { favourites: ['outcome/1/1'] }, ['outcome/1/1']],
    ['only held markets, even when ended', { heldOnly: true }, { held: ['outcome/2/0'] }, ['outcome/2/0']],
    [
      'held markets in any case',
      {},
      { held: ['outcome/1/1', 'outcome/2/0'] },
      [...first, 'outcome/1/1', 'outcome/2/0'],
    ],
  ])('%s', (_, shown, more, expected) => {
    expect(rows(shown, more)).toEqual(expected)
  })

  it('outcomes under their question, where that adds to their row', () => {
    const several = market('outcome/3/0', { question: { id: 9, title: 'New York at noon', several: true } })
    const alone = market('outcome/1/0')
    expect(groupOf(several, SHOWN_AT_FIRST)).toBe('question 9')
    expect(sectionOf(several)).toBe('New York at noon')
    expect(groupOf(alone, SHOWN_AT_FIRST)).toBeNull()
    expect(groupOf(alone, { ...SHOWN_AT_FIRST, bothSides: true })).toBe('question 7')
    expect(groupOf(several, { ...SHOWN_AT_FIRST, byQuestion: false })).toBeNull()
    expect(sectionOf(market('scalar/live'))).toBe('Scalar')
  })

  it('a label before a following market', () => {
    expect(
      ['scalar/live', 'binary/active', 'scalar/X', 'outcome/1/0'].map((key) => linkGroupLabel(market(key))),
    ).toEqual(['Live', 'Active', null, null])
  })
})

describe('the saved choice of the list', () => {
  it.each([undefined, null, 5, 'x', [], { families: [] }, { families: ['x'], openOnly: 1 }])(
    '%j falls back to the default',
    (kept) => {
      expect(shownFrom(kept)).toEqual(SHOWN_AT_FIRST)
      expect(unitsFrom(kept)).toEqual({ scalar: 'mark', probability: 'price' })
    },
  )
  it('is read back', () => {
    const chosen = { ...SHOWN_AT_FIRST, families: ['outcome'], heldOnly: true } as const
    expect(shownFrom(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen)
    expect(unitsFrom({ scalar: 'temperature', probability: 'american' })).toEqual({
      scalar: 'temperature',
      probability: 'american',
    })
  })
})

describe('a row shows', () => {
  const none = { mark: null, mid: null, last: null, prevDay: null, bid: null, ask: null, depth: null }
  const quote = (more: object) => ({ ...none, ...more }) as never
  it.each([
    [{ mark: '0.5', mid: '0.4' }, '0.5'],
    [{ mid: '0.4', last: '0.3' }, '0.4'],
    [{ last: '0.3' }, '0.3'],
    [{}, null],
  ])('the price of %j: %s', (more, price) => {
    expect(priceOf(quote(more))).toBe(price)
  })
  it.each([
    [{ mark: '0.500', prevDay: '0.450' }, '0.05'],
    [{ mark: '554.10', prevDay: '555.00' }, '-0.9'],
    [{ mark: '0.5' }, null],
  ])('the change of %j: %s', (more, change) => {
    expect(changeOf(quote(more))).toBe(change)
  })
  it.each([
    [{ bid: '0.50', ask: '0.52' }, '0.02'],
    [{ bid: '0.50', ask: '0.50' }, '0'],
    [{ bid: '0.52', ask: '0.50' }, null],
    [{ bid: '0.52' }, null],
  ])('the spread of %j: %s', (more, spread) => {
    expect(spreadOf(quote(more))).toBe(spread)
  })
  it('the depth of both sides', () => {
    expect(depthOf(quote({ depth: { bids: '10.50', asks: '2.25' } }))).toBe('12.75')
    expect(depthOf(quote({}))).toBeNull()
    const text = (bids: string, asks: string) => depthText(quote({ depth: { bids, asks } }), (size) => size)
    expect(text('254.2225', '99.90')).toBe('254 × 99.9')
    expect(text('0.0000', '1999.99')).toBe('0 × 1999')
    expect(depthText(quote({}), String)).toBeNull()
  })

  it.each([
    ['open', 'Trading', null, 60_000, '1\u00a0min 00\u00a0s'],
    ['final', 'Final window', null, 17_000, '17\u00a0s'],
    ['open', 'Trading', null, 49.9 * 60_000, '49\u00a0min'],
    ['open', 'Trading', null, 61 * 60_000, '1\u00a0h 01\u00a0min'],
    ['open', 'Trading', null, (9 * 60 + 49) * 60_000, '9\u00a0h 49\u00a0min'],
    ['open', 'Trading', null, (15 * 60 + 49) * 60_000, '15\u00a0h'],
    ['open', 'Trading', null, (4 * 24 + 3) * 3_600_000, '4\u00a0d 3\u00a0h'],
    ['open', 'Trading', null, (149 * 24 + 11) * 3_600_000, '149\u00a0d'],
    ['open', 'Trading', null, null, 'Trading'],
    ['waiting', 'Waiting', 100 * 60_000, null, 'in 1\u00a0h'],
    ['waiting', 'Waiting', 51 * 3_600_000, null, 'in 2\u00a0d'],
    ['waiting', 'Waiting', 5_000, null, 'in 5\u00a0s'],
    ['waiting', 'Staging', null, null, 'Staging'],
    ['paused', 'Paused', null, 60_000, 'Paused'],
    ['over', 'Paid Yes', null, -5, 'Paid Yes'],
  ] as const)('the remaining time of one that is %s (%s)', (label, text, start, end, message) => {
    const at = (ms: number | null) => (ms === null ? null : millis(1000 + ms))
    expect(lifeText({ phase: { state: label, text }, start: at(start), end: at(end) }, 1000)).toBe(message)
  })

  it('the age of its price', () => {
    expect(ageOf({ time: millis(400), receivedAt: millis(900) }, 1000)).toBe(600)
    expect(ageOf({ time: null, receivedAt: millis(900) }, 1000)).toBe(100)
    expect(ageOf({ time: millis(1400), receivedAt: millis(900) }, 1000)).toBe(0)
    expect([0, 59_999, 60_000, 3_600_000, 90_000_000].map(ageText)).toEqual(
      ['0 s', '59 s', '1 min', '1 h', '1 d'].map((text) => text.replace(' ', '\u00a0')),
    )
  })
})

describe('the list read from main', () => {
  const [a, b, c] = [market('scalar/A'), market('scalar/B'), market('scalar/C')]
  const whole = { whole: true, instruments: [a, b], keys: [a.key, b.key], waiting: ['outcome'], errors: [] } as const

  it('is complete first, then contains changes, and keeps the object of an unchanged row', () => {
    const first = withChanges(undefined, whole)
    expect(first.instruments).toEqual([a, b])
    const paused = market('scalar/B', { phase: { state: 'paused', text: 'Paused' } })
    const changed = withChanges(first, { ...whole, whole: false, instruments: [paused], keys: null, waiting: [] })
    expect(changed.instruments).toEqual([a, paused])
    expect(changed.instruments[0]).toBe(a)
    expect(changed.waiting).toEqual([])
  })

  it('takes over a new order, and drops markets that are gone', () => {
    const first = withChanges(undefined, whole)
    const other = withChanges(first, { ...whole, whole: false, instruments: [c], keys: [c.key, a.key] })
    expect(other.instruments).toEqual([c, a])
    expect([...other.byKey.keys()].sort()).toEqual(['scalar/A', 'scalar/C'])
    expect(withChanges(other, { ...whole, instruments: [b], keys: [b.key] }).instruments).toEqual([b])
  })
})

describe('a sparkline', () => {
  const points = (...prices: string[]) => prices.map((price, i) => ({ time: millis(i * 10), price })) as never
  const box = { width: 20, height: 10 }
  it('is drawn in steps over its whole box', () => {
    expect(sparklinePath(points('1', '3', '2'), box)).toBe('M0 10.0H10.0V0.0H20.0V5.0')
  })
  it('is in the middle where nothing moved, and is null without two points', () => {
    expect(sparklinePath(points('1', '1'), box)).toBe('M0 5.0H20.0V5.0')
    expect(sparklinePath(points('1'), box)).toBeNull()
    expect(sparklinePath([], box)).toBeNull()
  })
})

describe('copied rows', () => {
  const live = market('scalar/live', { title: 'NYCTMP1', subtitle: 'New York', asset: 'NYCTMP1' })
  const bucket = market('scalar/NYCTMP1', { title: 'NYCTMP1', subtitle: 'New York', asset: 'NYCTMP1' })
  const outcome = market('outcome/1/0', { title: '44 °F, Yes', subtitle: 'New York high on 4 March', asset: null })
  const quote = { mark: '571.84', prevDay: '572.74', bid: '571.80', ask: '571.90', mid: null, last: null, depth: null }
  const offset = (price: string): string => price.replace(/^5/, '')
  const facts = (unit: string) => ({
    prices: { read: (asset: string) => (asset === '' ? undefined : { quote }) },
    positions: new Map(),
    viewOf: () => ({
      named: (price: string) => (unit === '' ? price : `${offset(price)}${unit}`),
      namedDistance: (distance: string) => `${distance}${unit}`,
    }),
  })
  const copied = (unit: string, format: 'text' | 'csv', ...rows: readonly Instrument[]) => {
    const spec = marketsSpec(() => facts(unit) as never, { byQuestion: true, bothSides: false, hasLongPrices: false })
    const ids = ['market', 'price', 'change', 'bid', 'ask', 'spread']
    return copyText(
      rows,
      spec.columns.filter(({ id }) => ids.includes(id)),
      format,
    )
  }

  it('name each market uniquely, in CSV with its key, and have its own prices there', () => {
    expect(copied(' °F', 'csv', live, bucket, outcome)).toBe(
      [
        'Market,Market key,Price,Change,Bid,Ask,Spread',
        'Live NYCTMP1,scalar/live,571.84,-0.9,571.80,571.90,0.1',
        'NYCTMP1,scalar/NYCTMP1,571.84,-0.9,571.80,571.90,0.1',
        '"44 °F, Yes · New York high on 4 March",outcome/1/0,,,,,',
        '',
      ].join('\r\n'),
    )
  })

  it('have every price as text in the chosen unit', () => {
    expect(copied(' °F', 'text', bucket)).toBe(
      'NYCTMP1 · New York · Scalar\t71.84 °F\t−0.9 °F\t71.80 °F\t71.90 °F\t0.1 °F',
    )
    expect(copied('', 'text', bucket)).toBe('NYCTMP1 · New York · Scalar\t571.84\t-0.9\t571.80\t571.90\t0.1')
    expect(copied('', 'text', outcome).split('\t')[0]).toBe('44 °F, Yes · New York high on 4 March · Rain on Monday')
  })
})

describe('a narrow list of outcomes', () => {
  const spec = marketsSpec(
    () => {
      throw new Error('how wide columns are is no matter of what stands in them')
    },
    { byQuestion: true, bothSides: false, hasLongPrices: false },
  )
  // As long as `New York above 38.0 °F at 13:30 UTC, Yes`.
  const needs = new Map([[needKey('market', 0), 290]])
  const shownAt = (room: number): readonly string[] => {
    const { gone } = layOut({
      columns: chosenColumns(spec.columns, UNTOUCHED),
      givesWay: spec.givesWay ?? [],
      room,
      scale: 1,
      needs,
    })
    return chosenColumns(spec.columns, UNTOUCHED).flatMap(({ id }) => (gone.has(id) ? [] : [id]))
  }

  it('shows the change first, then the remaining time, then the position and the spread', () => {
    // The widths in the outcomes template in windows of 1280 and 1920 px, minus the space of its menu.
    expect(shownAt(340 - 14)).toEqual(['market', 'price', 'change'])
    expect(shownAt(420 - 14)).toEqual(['market', 'price', 'change', 'life'])
    expect(shownAt(520)).toEqual(['market', 'price', 'change', 'life', 'position'])
    expect(shownAt(640)).toEqual(['market', 'price', 'change', 'spread', 'life', 'position'])
  })
})
