import { describe, expect, it } from 'vitest'
import type { Instrument, MarketsView } from '../../contract/instrument.ts'
import { type MarketRef, refText } from '../../contract/market-ref.ts'
import { marketSections } from './market-entries.ts'

const MAX_ENTRIES = 100
const market = (ref: MarketRef, title: string, more: object = {}): Instrument =>
  ({
    here: true,
    family: ref.family,
    ref,
    key: refText(ref),
    title,
    subtitle: null,
    asset: title,
    phase: { state: 'open', text: 'Trading' },
    ...more,
  }) as never
const outcome = (outcomeId: number, title: string, more: object = {}): Instrument =>
  market({ family: 'outcome', outcomeId, side: 0 }, title, {
    question: { id: 1, title: 'New York high', several: true },
    ...more,
  })
const OVER = { phase: { state: 'over', text: 'Paid' } }

const MARKETS: MarketsView = {
  instruments: [
    market({ family: 'scalar', asset: 'NYCTMP1' }, 'NYCTMP1', { subtitle: 'Central Park' }),
    market({ family: 'scalar', asset: 'NYCTMP0' }, 'NYCTMP0', OVER),
    market({ family: 'binary', asset: 'NYCBIN1' }, 'NYCBIN1'),
    outcome(7, 'Above 54.1 °F, Yes'),
    outcome(6, 'Above 50 °F, Yes', { phase: { state: 'settling', text: 'Settling' } }),
    outcome(8, 'Above 60 °F, Yes'),
  ],
  errors: [],
  waiting: [],
}
const ALL = ['scalar', 'binary', 'outcome'] as const
const titles = (typed: string, families: readonly (typeof ALL)[number][] = ALL) =>
  marketSections(MARKETS, families, typed).sections.map(({ title, entries }) => [
    title,
    ...entries.map((one) => one.title),
  ])

describe('the market entries', () => {
  it('start with the following ones, then go family by family, outcomes under their question', () => {
    expect(titles('')).toEqual([
      ['Auto-roll', 'Live scalar', 'Active binary'],
      ['Scalar', 'NYCTMP1'],
      ['Binary', 'NYCBIN1'],
      ['New York high', 'Above 54.1 °F, Yes', 'Above 60 °F, Yes', 'Above 50 °F, Yes'],
    ])
  })

  it('are those that the panel can show', () => {
    expect(titles('', ['binary'])).toEqual([
      ['Auto-roll', 'Active binary'],
      ['Binary', 'NYCBIN1'],
    ])
  })

  it.each([
    ['54.1 yes', [['New York high', 'Above 54.1 °F, Yes']]],
    ['york 60', [['New York high', 'Above 60 °F, Yes']]],
    ['central', [['Scalar', 'NYCTMP1']]],
    ['nyctmp', [['Scalar', 'NYCTMP1', 'NYCTMP0']]],
    ['outcome/7', [['New York high', 'Above 54.1 °F, Yes']]],
    ['live', [['Auto-roll', 'Live scalar']]],
    ['zzz', []],
  ])('are narrowed down by every typed word: %s', (typed, expected) => {
    expect(titles(typed)).toEqual(expected)
  })

  it('have the best match first: a word of the name, its start, a part of it, the question, and last an id', () => {
    const at = (id: number, title: string, more: object = {}): Instrument =>
      outcome(id, title, { question: null, ...more })
    const instruments = [
      at(205160, '38 °F or lower, No', { question: { id: 9, title: 'Tonight', several: true } }),
      at(2, 'Rain, Yes', { question: { id: 3, title: 'Above 51', several: true } }),
      at(3, 'Above 151 °F, Yes'),
      at(4, '512 ships, Yes'),
      at(5, '51 °F or higher, Yes', OVER),
      at(6, '51 °F or higher, No'),
    ]
    const found = marketSections({ ...MARKETS, instruments }, ALL, '51').sections.flatMap(({ entries }) => entries)
    expect(found.map(({ title }) => title)).toEqual([
      ...['51 °F or higher, No', '51 °F or higher, Yes', '512 ships, Yes', 'Above 151 °F, Yes', 'Rain, Yes'],
      '38 °F or lower, No',
    ])
  })

  it('are limited in number, with the others counted', () => {
    const many = Array.from({ length: MAX_ENTRIES + 40 }, (_, at) => outcome(at, `Above ${at} °F`))
    const { sections, more } = marketSections({ ...MARKETS, instruments: many }, ALL, '')
    expect(sections.flatMap(({ entries }) => entries)).toHaveLength(MAX_ENTRIES)
    expect(more).toBe(40)
  })

  it('offer no following entry in a family that the deployment lacks', () => {
    const { sections } = marketSections({ ...MARKETS, instruments: [outcome(7, 'Yes')] }, ALL, '')
    expect(sections.map(({ title }) => title)).toEqual(['New York high'])
  })
})
