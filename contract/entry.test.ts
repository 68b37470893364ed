import { describe, expect, it } from 'vitest'
import type { BinaryMarket, BinaryStatus } from './binary.ts'
import { binaryEntry, type EntryState, outcomeEntry, type ScalarEntryFacts, scalarEntry } from './entry.ts'
import { millis } from './time.ts'

const reasonOf = (entry: EntryState): string => ('reason' in entry ? entry.reason : '')
const codeOf = (entry: EntryState): string | null => ('code' in entry ? entry.code : null)

describe('entries in a scalar market', () => {
  const open: ScalarEntryFacts = {
    asset: 'NYCTMP1',
    market: { status: 'active', statusText: 'active' },
    ticker: { status: 'active' },
    phase: 'trading',
    liveAsset: 'NYCTMP1',
  }
  const listed = (status: string, statusText = status) =>
    ({ ticker: null, market: { status, statusText } }) as Partial<ScalarEntryFacts>
  const withStatus = (status: string) => ({ ticker: { status } }) as Partial<ScalarEntryFacts>

  it.each<[Partial<ScalarEntryFacts>, EntryState['takes'], string]>([
    [{}, 'everything', ''],
    [{ phase: 'final_window' }, 'everything', ''],
    [{ phase: null, liveAsset: null, ticker: null }, 'everything', ''],
    [{ market: null, ticker: null }, 'everything', ''],
    [{ phase: 'settling' }, 'nothing', 'Settling. Trading resumes when the next bucket is live.'],
    [{ phase: 'waiting' }, 'nothing', 'next bucket'],
    [{ liveAsset: 'NYCTMP2' }, 'reducing', 'NYCTMP1 is not live: NYCTMP2 is.'],
    [{ ...withStatus('settled'), liveAsset: 'NYCTMP2' }, 'nothing', 'settled; NYCTMP2 is live'],
    [
      { ...withStatus('waiting'), liveAsset: 'NYCTMP2' },
      'nothing',
      'NYCTMP1 is waiting for its bucket; NYCTMP2 is live.',
    ],
    [withStatus('settling'), 'nothing', 'NYCTMP1 is settling'],
    [withStatus('unavailable'), 'nothing', 'unavailable'],
    [withStatus('paused'), 'reducing', 'paused'],
    [withStatus('close_only'), 'reducing', 'close-only'],
    [listed('paused'), 'reducing', 'paused'],
    [{ market: { status: 'paused', statusText: 'paused' } }, 'everything', ''],
    [{ ...listed('close_only'), ...withStatus('unknown') }, 'reducing', 'close-only'],
    [{ ...listed('unknown', 'halted'), ...withStatus('unknown') }, 'reducing', '“halted”'],
    [{ market: null, ...withStatus('unknown') }, 'reducing', '“?”'],
  ])('%o', (change, takes, text) => {
    const entry = scalarEntry({ ...open, ...change })
    expect(entry.takes).toBe(takes)
    expect(reasonOf(entry)).toContain(text)
    expect(codeOf(entry)).toBe(takes === 'everything' ? null : 'market_closed')
  })
})

describe('entries in a binary market', () => {
  const status: BinaryStatus = {
    paused: false,
    activeAsset: 'GBETA',
    phase: 'trading',
    phaseText: 'TRADING',
    entryCutoff: millis(1000),
  }
  const market = { asset: 'GBETA', status: 'active', statusText: 'active' } as BinaryMarket
  const of = (change: Partial<BinaryStatus> = {}, marketChange: object = {}, now = 0, asset: string | null = 'GBETA') =>
    binaryEntry(asset, { status: { ...status, ...change }, markets: [{ ...market, ...marketChange }] }, now)

  it('are accepted while it trades, up to the cutoff', () => {
    const taken = [
      of(),
      of({}, {}, 999),
      of({ entryCutoff: null }, {}, 9999),
      of({}, { asset: 'GGAMMA' }),
      of({}, {}, 0, null),
    ]
    expect(new Set(taken.map(({ takes }) => takes))).toEqual(new Set(['everything']))
  })
  it.each<[EntryState, RegExp, string]>([
    [of({}, {}, 1000), /Entries in GBETA closed at 00:00:01 UTC\. The next bucket opens soon\./, 'BINARY_ENTRY_CUTOFF'],
    [of({ phase: 'staging' }), /staging/, 'binary_wrong_phase'],
    [of({ phase: 'ramp' }), /GBETA is in its ramp phase: entries are closed\./, 'binary_wrong_phase'],
    [of({ phase: 'settled' }), /settled/, 'binary_wrong_phase'],
    [of({ phase: 'unknown', phaseText: 'HALT' }), /“HALT”/, 'binary_wrong_phase'],
    [of({ activeAsset: null }), /No binary market is active\. Entries open with the next one\./, 'binary_wrong_phase'],
    [of({}, {}, 0, 'GGAMMA'), /GGAMMA is not active: GBETA is\./, 'binary_wrong_phase'],
    [of({ paused: true }), /paused/, 'market_closed'],
    [of({}, { status: 'paused' }), /GBETA is paused/, 'market_closed'],
    [of({}, { status: 'close_only' }), /close-only/, 'market_closed'],
    [of({}, { status: 'waiting' }), /is waiting/, 'market_closed'],
    [of({ phase: 'staging' }, { status: 'waiting' }), /staging/, 'binary_wrong_phase'],
    [of({}, { status: 'unknown', statusText: 'odd' }), /“odd”/, 'market_closed'],
    [binaryEntry('GBETA', null, 0), /Waiting/, 'market_closed'],
    [binaryEntry('GBETA', { status: null, markets: [market] }, 0), /Waiting/, 'market_closed'],
  ])('are off with a reason while closes remain possible: %o', (entry, text, code) => {
    expect(entry.takes).toBe('reducing')
    expect(reasonOf(entry)).toMatch(text)
    expect(codeOf(entry)).toBe(code)
  })
})

describe('orders in an outcome market', () => {
  const sides = [{ index: 0, name: 'Yes' as never, coin: '#40' }]
  const open = { expired: false, settling: false, expiry: millis(1000), winner: null, sides }
  it.each<[EntryState, EntryState['takes'], RegExp]>([
    [outcomeEntry(open, 999), 'everything', /^$/],
    [outcomeEntry({ ...open, expiry: null }, 9999), 'everything', /^$/],
    [outcomeEntry(open, 1000), 'nothing', /Expired\. Settlement is next\./],
    [outcomeEntry(open, null), 'everything', /^$/],
    [outcomeEntry({ ...open, settling: true }, null), 'nothing', /Settling/],
    [outcomeEntry({ ...open, expired: true }, null), 'nothing', /^Expired\. /],
    [outcomeEntry({ ...open, expired: true, winner: 0 }, 0), 'nothing', /Expired: Yes paid 1\. Trading has ended\./],
  ])('%o', (entry, takes, text) => {
    expect(entry.takes).toBe(takes)
    expect(reasonOf(entry)).toMatch(text)
  })
})
