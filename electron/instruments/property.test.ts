import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseRefText } from '../../contract/market-ref.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import type { MarketFacts } from './facts.ts'
import {
  allRead,
  binary,
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

const feature = fc.constantFrom<MarketFacts['features']['scalar']>(
  { on: true },
  { on: false, reason: 'Off.' },
  { on: false, reason: 'Unread.', unread: 'pending' },
  { on: false, reason: 'Failed.', unread: 'failed' },
)
const name = fc.constantFrom('A', 'B', 'C')
const status = fc.constantFrom(
  'active',
  'waiting',
  'settling',
  'paused',
  'close_only',
  'settled',
  'unavailable',
  'unknown',
)
const oneBucket = fc.option(name.map((asset) => bucket(asset, NOW - HOUR)))
const facts = fc
  .record({
    features: fc.record({ scalar: feature, binary: feature, outcomes: feature }),
    read: fc.boolean(),
    bucket: fc.option(
      fc
        .record({
          current: oneBucket,
          next: oneBucket,
          phase: fc.constantFrom('trading', 'final_window', 'settling', 'waiting'),
          stale: fc.boolean(),
        })
        .map((given) => bucketView(given as never)),
    ),
    scalars: fc.uniqueArray(name),
    binaries: fc.uniqueArray(name),
    outcomes: fc.uniqueArray(fc.integer({ min: 0, max: 3 })),
    status,
    active: fc.option(name),
    phase: fc.constantFrom('staging', 'trading', 'ramp', 'settled', 'unknown'),
    flags: fc.record({
      expired: fc.boolean(),
      settling: fc.boolean(),
      winner: fc.option(fc.integer({ min: 0, max: 2 })),
    }),
    expiry: fc.option(fc.integer({ min: NOW - 2 * HOUR, max: NOW + 2 * HOUR }).map(millis)),
  })
  .map(({ read, scalars, binaries, outcomes, status: text, active, phase, flags, expiry, ...rest }): MarketFacts => {
    // An unread family lists no markets.
    if (!read) return { ...nothingRead(), ...rest }
    const base = allRead()
    const more = { status: text as never, statusText: text }
    return {
      ...base,
      ...rest,
      scalar: { ...base.scalar, markets: scalars.map((asset) => scalar(asset, more)) },
      binary: {
        ...base.binary,
        markets: binaries.map((asset) => binary(asset, more)),
        status: binaryStatus({ activeAsset: active, phase: phase as never }),
      },
      outcomes: { ...base.outcomes, markets: outcomes.map((id) => outcome(id, { ...flags, expiry })) },
    }
  })
const ref = fc.constantFrom(
  ...['scalar/live', 'scalar/A', 'scalar/Z', 'binary/active', 'binary/A', 'binary/Z', 'outcome/0/0', 'outcome/1/1'],
  ...['outcome/2/2', 'outcome/9/0'],
)

it('any ref in any state is an instrument, not here, or not known yet, and the published value is its resolution', () => {
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 6 }), ref, fc.nat(3 * HOUR), (states, text, wait) => {
      const market = parseRefText(text)
      const [first, ...later] = states
      if (market === null || first === undefined) throw new Error(text)
      const { become, clock, watch, instruments } = openInstruments(first)
      const topic = { kind: 'instrument', market } as const
      watch(topic)
      watch({ kind: 'markets' })
      for (const state of [first, ...later]) {
        become('scalar', state)
        const view = instruments.topics.view(topic)
        expect(view).toEqual(instruments.resolve(market))
        if (view?.here === true) {
          expect([view.key, view.ref]).toEqual([text, market])
          expect(view.title).not.toBe('')
          expect(view.phase.text).not.toBe('')
        }
        if (view?.here === false) expect(view.reason).toMatch(/\.$/)
        const listed = instruments.topics.view({ kind: 'markets' })?.instruments ?? []
        expect(new Set(listed.map(({ key }) => key)).size).toBe(listed.length)
        for (const one of listed)
          expect({ ...instruments.resolve(one.ref), receivedAt: 0 }).toEqual({ ...one, receivedAt: 0 })
        clock.advance(wait)
      }
      instruments.stop()
      expect(clock.waiting).toBe(0)
    }),
    { numRuns: runs(150, 5000) },
  )
})
