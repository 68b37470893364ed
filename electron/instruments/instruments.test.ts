import { describe, expect, it } from 'vitest'
import { ACTIVE, LIVE, type MarketRef, parseRefText } from '../../contract/market-ref.ts'
import { millis } from '../../contract/time.ts'
import type { MarketFacts } from './facts.ts'
import {
  allRead,
  binaryStatus,
  bucket,
  bucketView,
  HOUR,
  NOW,
  nothingRead,
  openInstruments,
  outcome,
  scalar,
} from './testing/facts.ts'

const refOf = (text: string): MarketRef => {
  const ref = parseRefText(text)
  if (ref === null) throw new Error(text)
  return ref
}
const resolve = (text: string, facts?: MarketFacts) => openInstruments(facts).instruments.resolve(refOf(text))
const off = (reason: string) => ({ on: false, reason }) as const

describe('a ref resolves to', () => {
  it.each([
    ['scalar/live', { title: 'NYCTMP1', asset: 'NYCTMP1', subtitle: 'KNYC', end: NOW + HOUR, tick: '0.01' }],
    ['scalar/NYCTMP2', { title: 'NYCTMP2', asset: 'NYCTMP2', start: NOW + HOUR, entry: { takes: 'reducing' } }],
    ['binary/active', { title: 'NYCBIN1', asset: 'NYCBIN1', midpoint: '554.105', decidedBy: 'NYCTMP1' }],
    ['binary/NYCBIN2', { title: 'NYCBIN2', midpoint: null, decidedBy: null, end: null, phase: { state: 'waiting' } }],
    ['outcome/360/0', { title: 'Above 54.1 °F, Yes', subtitle: 'New York at noon', asset: '#3600', sideName: 'Yes' }],
    ['outcome/360/1', { asset: '#3601', otherSide: { ref: refOf('outcome/360/0'), name: 'Yes', coin: '#3600' } }],
  ])('%s', (text, expected) => {
    expect(resolve(text)).toMatchObject({ here: true, key: text, stale: false, ...expected })
  })

  it('the question, for an outcome that is its whole question', () => {
    const [question] = outcome(360).questions
    const facts = allRead()
    const alone = outcome(360, { questions: question === undefined ? [] : [{ ...question, several: false }] })
    const markets = [alone, outcome(361, { questions: [] })]
    const shown = { ...facts, outcomes: { ...facts.outcomes, markets } }
    expect(resolve('outcome/360/1', shown)).toMatchObject({ title: 'New York at noon, No', subtitle: null })
    expect(resolve('outcome/361/0', shown)).toMatchObject({ title: 'Above 54.1 °F, Yes', question: null })
  })
})

describe('a market that this deployment does not have is not here, with a plain reason:', () => {
  it.each([
    ['scalar/NOPE', 'This deployment lists no scalar market NOPE.'],
    ['binary/NOPE', 'This deployment lists no binary market NOPE.'],
    ['outcome/3601/0', 'This deployment lists no outcome 3601.'],
    ['outcome/360/2', 'Above 54.1 °F has only Yes and No.'],
  ])('%s', (text, reason) => {
    expect(resolve(text)).toMatchObject({ here: false, key: text, reason })
  })

  it.each(['scalar/live', 'scalar/X', 'binary/active', 'binary/X', 'outcome/1/0'])(
    '%s of a family that is off',
    (text) => {
      const features = { scalar: off('No scalar.'), binary: off('No binary.'), outcomes: off('No outcome.') }
      const reason = `No ${text.split('/')[0]}.`
      expect(resolve(text, { ...nothingRead(), features })).toMatchObject({ here: false, reason })
    },
  )

  it.each(['scalar/live', 'scalar/X', 'binary/active', 'binary/X', 'outcome/1/0'])(
    'nothing is reported about %s before it was read',
    (text) => {
      expect(resolve(text, nothingRead())).toBeUndefined()
      const pending = { on: false, reason: '?', unread: 'pending' } as const
      const features = { scalar: pending, binary: pending, outcomes: pending }
      expect(resolve(text, { ...nothingRead(), features })).toBeUndefined()
    },
  )
})

describe('the phase of', () => {
  const facts = allRead()
  const live = (more: Parameters<typeof bucketView>[0], status = 'active'): MarketFacts => ({
    ...facts,
    bucket: bucketView(more),
    scalar: { ...facts.scalar, markets: [scalar('NYCTMP1', { status: status as never, statusText: status })] },
  })
  it.each([
    ['trades', live({}), 'open', 'Trading', 'everything'],
    ['is in its final window', live({ phase: 'final_window' }), 'final', 'Final window', 'everything'],
    ['settles', live({ phase: 'settling' }), 'settling', 'Settling', 'nothing'],
    ['waits', live({ phase: 'waiting' }), 'waiting', 'Waiting', 'nothing'],
    ['is paused', live({}, 'paused'), 'paused', 'Paused', 'reducing'],
    ['closes only', live({}, 'close_only'), 'paused', 'Close-only', 'reducing'],
    ['has an unknown status', live({}, 'unknown'), 'unknown', 'unknown', 'reducing'],
    ['is known only from the bucket', { ...live({}), scalar: nothingRead().scalar }, 'open', 'Trading', 'everything'],
  ])('the live scalar market that %s', (_, given, label, text, takes) => {
    expect(resolve('scalar/live', given)).toMatchObject({ phase: { state: label, text }, entry: { takes } })
  })

  const active = (more: Parameters<typeof binaryStatus>[0]): MarketFacts => ({
    ...facts,
    binary: { ...facts.binary, status: binaryStatus(more) },
  })
  it.each([
    ['trades', active({}), 'open', 'Trading', 'everything'],
    ['closes for entries', active({ entryCutoff: millis(NOW) }), 'final', 'Entries closed', 'reducing'],
    ['stages', active({ phase: 'staging' }), 'waiting', 'Staging', 'reducing'],
    ['is in its ramp', active({ phase: 'ramp' }), 'settling', 'Ramp', 'reducing'],
    ['has settled', active({ phase: 'settled' }), 'over', 'Settled', 'reducing'],
    ['is paused', active({ paused: true }), 'paused', 'Paused', 'reducing'],
    ['is in an unknown phase', active({ phase: 'unknown', phaseText: 'ODD' }), 'unknown', 'ODD', 'reducing'],
  ])('the active binary market that %s', (_, given, label, text, takes) => {
    expect(resolve('binary/active', given)).toMatchObject({ phase: { state: label, text }, entry: { takes } })
  })

  const one = (more: Parameters<typeof outcome>[1]): MarketFacts => ({
    ...facts,
    outcomes: { ...facts.outcomes, markets: [outcome(360, more)] },
  })
  it.each([
    ['trades', one({}), 'open', 'Trading', 'everything'],
    ['has no expiry', one({ expiry: null }), 'open', 'Trading', 'everything'],
    ['reached its expiry', one({ expiry: millis(NOW) }), 'settling', 'Expired', 'nothing'],
    ['settles', one({ settling: true }), 'settling', 'Settling', 'nothing'],
    ['was paid', one({ expired: true, winner: 1 }), 'over', 'Paid No', 'nothing'],
    ['expired', one({ expired: true }), 'over', 'Expired', 'nothing'],
  ])('an outcome that %s', (_, given, label, text, takes) => {
    expect(resolve('outcome/360/0', given)).toMatchObject({ phase: { state: label, text }, entry: { takes } })
  })
})

describe('a following ref', () => {
  it('follows the service’s handover, and keeps the settling market through the gap', () => {
    const { instruments, become } = openInstruments()
    const live = () => instruments.resolve(LIVE)
    become('scalar', { bucket: bucketView({ current: null, phase: 'settling' }) })
    expect(live()).toMatchObject({ title: 'NYCTMP1', phase: { state: 'settling' }, end: NOW + HOUR })
    become('scalar', { bucket: bucketView({ current: bucket('NYCTMP2', NOW + HOUR), next: null }) })
    expect(live()).toMatchObject({ title: 'NYCTMP2', phase: { state: 'open' } })
  })

  it('resolves to the next where none was live since the start, and to nothing where none is named', () => {
    const gap = bucketView({ current: null, phase: 'waiting' })
    expect(resolve('scalar/live', { ...allRead(), bucket: gap })).toMatchObject({ asset: 'NYCTMP2' })
    const empty = { ...allRead(), bucket: { ...gap, next: null } }
    expect(resolve('scalar/live', empty)).toMatchObject({ here: true, asset: null, entry: { takes: 'nothing' } })
  })

  it('keeps the settled binary market until another is active', () => {
    const { instruments, become, setup } = openInstruments()
    const between = { activeAsset: null, phase: 'settled', phaseText: 'SETTLED' } as const
    become('binary', { binary: { ...setup.facts.binary, status: binaryStatus(between) } })
    expect(instruments.resolve(ACTIVE)).toMatchObject({ title: 'NYCBIN1', entry: { takes: 'reducing' } })
    become('binary', { binary: { ...setup.facts.binary, status: binaryStatus({ activeAsset: 'NYCBIN2' }) } })
    expect(instruments.resolve(ACTIVE)).toMatchObject({ title: 'NYCBIN2', end: null })
  })
})

describe('the topics', () => {
  const yes = { kind: 'instrument', market: refOf('outcome/360/0') } as const
  const live = { kind: 'instrument', market: LIVE } as const

  it('publish only the instruments that changed', () => {
    const { watch, become, setup, changes, instruments } = openInstruments()
    watch(yes)
    watch({ kind: 'instrument', market: refOf('outcome/361/0') })
    watch(live)
    const [first] = setup.facts.outcomes.markets
    const markets = [first ?? outcome(360), outcome(361, { settling: true })]
    become('outcome', { outcomes: { ...setup.facts.outcomes, markets, receivedAt: millis(NOW + 1) } })
    expect(changes).toEqual(['instrument/outcome/361/0'])
    become('outcome', { outcomes: { ...setup.facts.outcomes, receivedAt: millis(NOW + 2) } })
    become('scalar', { bucket: bucketView({ receivedAt: millis(NOW + 2) }) })
    expect(changes).toHaveLength(1)
    become('scalar', { bucket: bucketView({ stale: true }) })
    expect(changes).toEqual(['instrument/outcome/361/0', 'instrument/scalar/live'])
    expect(instruments.topics.view(live)).toMatchObject({ stale: true })
  })

  it('publish an expiry while the market is open, without any message', () => {
    const { watch, clock, changes, instruments } = openInstruments()
    watch(yes)
    clock.advance(HOUR - 1)
    expect(changes).toEqual([])
    clock.advance(1)
    expect(changes).toEqual(['instrument/outcome/360/0'])
    expect(instruments.topics.view(yes)).toMatchObject({
      phase: { text: 'Expired' },
      entry: { takes: 'nothing' },
    })
  })

  it('publish the end of entries into the binary market', () => {
    const { watch, clock, changes, instruments } = openInstruments()
    watch({ kind: 'instrument', market: ACTIVE })
    clock.advance(HOUR - 180_000)
    expect(changes).toEqual(['instrument/binary/active'])
    expect(instruments.resolve(ACTIVE)).toMatchObject({ entry: { code: 'BINARY_ENTRY_CUTOFF' } })
  })

  it('follow the status of an asset in the feed', () => {
    const { watch, statuses, notify, changes, instruments } = openInstruments()
    watch(live)
    statuses.set('NYCTMP1', 'paused')
    notify('scalar')
    expect(changes).toEqual(['instrument/scalar/live'])
    expect(instruments.topics.view(live)).toMatchObject({ phase: { state: 'paused' } })
  })

  it('keep the reads of their families at pace only while somebody watches', () => {
    const { watch, unwatch, reads, clock } = openInstruments()
    watch(yes)
    watch(yes)
    watch({ kind: 'markets' })
    expect([...reads].sort()).toEqual(['binary', 'outcome', 'outcome', 'outcome', 'scalar'])
    unwatch({ kind: 'markets' })
    unwatch(yes)
    expect(reads).toEqual(['outcome'])
    unwatch(yes)
    expect(reads).toEqual([])
    expect(clock.waiting).toBe(0)
  })

  it('list every market under its own ref, and only changes afterwards', () => {
    const { watch, become, setup, changes, instruments } = openInstruments()
    const markets = () => instruments.topics.view({ kind: 'markets' })
    watch({ kind: 'markets' })
    const before = markets()
    expect(before?.instruments.map(({ key }) => key)).toEqual([
      ...['scalar/NYCTMP1', 'scalar/NYCTMP2', 'binary/NYCBIN1', 'binary/NYCBIN2'],
      ...['outcome/360/0', 'outcome/360/1', 'outcome/361/0', 'outcome/361/1'],
    ])
    expect(before).toMatchObject({ waiting: [], errors: [] })
    become('outcome', {})
    expect(changes).toEqual([])
    expect(markets()).toBe(before)
    const [first] = setup.facts.outcomes.markets
    become('outcome', { outcomes: { ...setup.facts.outcomes, markets: first === undefined ? [] : [first] } })
    expect(changes).toEqual(['markets', 'market_list'])
    expect(markets()?.instruments).toHaveLength(6)
    expect(markets()?.instruments[4]).toBe(before?.instruments[4])
  })

  it('list nothing before any family was read, and then name the missing ones and why', () => {
    const { become, setup, instruments } = openInstruments(nothingRead())
    const markets = () => instruments.topics.view({ kind: 'markets' })
    expect(markets()).toBeUndefined()
    become('scalar', { scalar: allRead().scalar })
    expect(markets()).toMatchObject({ waiting: ['binary', 'outcome'], errors: [] })
    become('outcome', { outcomes: { ...setup.facts.outcomes, error: 'bad gateway' } })
    expect(markets()).toMatchObject({
      waiting: ['binary'],
      errors: [{ family: 'outcome', message: 'bad gateway' }],
    })
  })

  it('send a window the changes since its known version', () => {
    const { watch, become, setup, instruments } = openInstruments()
    watch({ kind: 'market_list' })
    const all = instruments.since(0)
    expect(all).toMatchObject({ whole: true, waiting: [] })
    expect(all.keys).toEqual(all.instruments.map(({ key }) => key))
    expect(instruments.topics.view({ kind: 'market_list' })).toBe(all.version)
    expect(instruments.since(all.version)).toMatchObject({ whole: false, instruments: [], keys: null })
    const [first] = setup.facts.outcomes.markets
    const outcomes = { ...setup.facts.outcomes, markets: [first ?? outcome(360), outcome(361, { settling: true })] }
    become('outcome', { outcomes })
    const changed = instruments.since(all.version)
    expect(changed).toMatchObject({ version: all.version + 1, whole: false, keys: null })
    expect(changed.instruments.map(({ key }) => key)).toEqual(['outcome/361/0', 'outcome/361/1'])
    become('outcome', { outcomes: { ...outcomes, markets: outcomes.markets.slice(0, 1), error: 'bad gateway' } })
    const fewer = instruments.since(all.version)
    expect(fewer).toMatchObject({ instruments: [], errors: [{ family: 'outcome' }] })
    expect(fewer.keys).toEqual(all.keys?.slice(0, 6))
  })
})
