import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import type { AlertRule } from '../../contract/alert.ts'
import type { AlgoRequest } from '../../contract/algo.ts'
import type { Decimal, Price } from '../../contract/decimal.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import type { WatchEntry, WatchListView } from '../../contract/watch-list.ts'
import { openSetup as openAlertsSetup } from '../alerts/testing/setup.ts'
import { ASSET, openConditionalSetup, TRADER } from '../conditional/testing/setup.ts'
import { openAlgosAlone } from '../trading/testing/algos-alone.ts'
import { createWatchList } from './watch-list.ts'

const OTHER = `0x${'cd'.repeat(20)}` as Address
/** Ten seconds of grace, and one check. */
const REPORTED_WITHIN = 10_500
/** An older mark is not acted on, ms. */
const OLDEST_MARK = 8_000

const TRADES = { stale: false, phase: 'trading' } as const
/** The bucket before the entry's own. */
const BEFORE = { asset: 'NYCTMP2', start: millis(0), end: millis(1), phaseText: null }

type State = WatchEntry['watch']['at']

/** The state at a moment; what each entry needs of it is defined below, independent of the tested code. */
interface Facts {
  /** The signed-in wallet. */
  readonly isMine: boolean
  readonly isConnected: boolean
  readonly isDiskFull: boolean
  readonly isClockConfirmed: boolean
  /** Whether the live bucket is known, and whether it is the entry's own. */
  readonly bucket: 'own' | 'old' | 'unknown'
  readonly isSettling: boolean
  /** Whether the mark may be acted on, and whether the market is known to be paused. */
  readonly hasMark: boolean
  readonly isPaused: boolean
}

const canSend = ({ isMine, isConnected, isDiskFull }: Facts): boolean => isMine && isConnected && !isDiskFull
const watchedIf = (is: boolean): State => (is ? 'watched' : 'not_watched')
const isShut = ({ bucket, isSettling, isPaused }: Facts): boolean => bucket === 'own' && (isSettling || isPaused)
function ofExit(facts: Facts): State {
  if (canSend(facts) && isShut(facts)) return 'closed_market'
  return watchedIf(canSend(facts) && facts.bucket === 'own' && facts.hasMark)
}
/** It uses the clock, and needs no price. */
function ofTimeExit(facts: Facts): State {
  if (canSend(facts) && isShut(facts)) return 'closed_market'
  return watchedIf(canSend(facts) && facts.isClockConfirmed)
}

/** Everything that a deployment may have active, and when it is watched. */
const HELD = {
  stop: ofExit,
  target: ofExit,
  'time exit': ofTimeExit,
  scale: (facts) => watchedIf(canSend(facts)),
  slices: (facts) => watchedIf(canSend(facts)),
  'price alert': ({ bucket, hasMark }) => watchedIf(bucket === 'own' && hasMark),
  'phase alert': ({ bucket }) => watchedIf(bucket !== 'unknown'),
  'bucket alert': ({ bucket, isClockConfirmed }) => watchedIf(bucket !== 'unknown' && isClockConfirmed),
  'fill alert': ({ isMine, isConnected }) => watchedIf(isMine && isConnected),
  'settlement alert': ({ isMine, isClockConfirmed }) => watchedIf(isMine && isClockConfirmed),
} as const satisfies Readonly<Record<string, (facts: Facts) => State>>
type Held = keyof typeof HELD

const ALERTS: Readonly<Partial<Record<Held, AlertRule>>> = {
  'price alert': { kind: 'price', asset: null, price: '900.00' as Price, direction: 'up' },
  'phase alert': { kind: 'phase', phase: 'waiting' },
  'bucket alert': { kind: 'bucket_close', minutes: 5 },
  'fill alert': { kind: 'fill', asset: null },
  'settlement alert': { kind: 'market_end', asset: null, minutes: 5 },
}
const ALGOS: Readonly<Partial<Record<Held, AlgoRequest['terms']>>> = {
  scale: { kind: 'scale', tif: 'GTC', orders: [{ price: '500.00', size: '2' }] as never },
  slices: {
    ...{ kind: 'slices', total: '4' as never, slices: 2, every: 600, worst: '500.00' as Price },
    ...{ how: 'cross', requotes: 0 },
  },
}

const TARGET = {
  level: { by: 'price', price: '580.00' as Price },
  share: { of: 'position', percent: '100' as Decimal },
} as const

/** Possible events of a terminal. */
const event = fc.oneof(
  fc.constantFrom(
    ...(['marks stop', 'marks come', 'the mark is stale', 'the mark is missing', 'the bucket cannot be read'] as const),
    ...(['the bucket settles', 'the bucket trades', 'the market pauses', 'the connection drops'] as const),
    ...(['the disk is full', 'an old answer about the bucket', 'the clock is in doubt', 'all is well'] as const),
    ...(['signed out', 'another wallet', 'signed in', 'the terminal restarts'] as const),
  ),
  fc.record({ sleeps: fc.integer({ min: 1, max: 3_600 }) }),
  fc.record({ leaps: fc.integer({ min: -7_000, max: 7_000 }) }),
)
const session = fc.array(fc.tuple(event, fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 12 })
/** A report names at most six: that many are active at a time. */
const held = fc.subarray(Object.keys(HELD) as Held[], { minLength: 1, maxLength: 6 })

async function terminalWith(kinds: readonly Held[]) {
  const clock = createFakeClock()
  const exits = openConditionalSetup(clock)
  const alerts = openAlertsSetup(clock)
  const algos = openAlgosAlone({
    ...{ asset: ASSET, clock, address: () => exits.address, isClockConfirmed: () => exits.isClockConfirmed },
    cannot: () => exits.acting.cannot,
  })
  const { current } = exits.bucket ?? {}
  // However long the machine sleeps, the bucket is live.
  if (current != null) exits.bucketIs({ current: { ...current, end: millis(current.end + 7 * 86_400_000) } })
  alerts.bucket = exits.bucket
  alerts.tick(exits.ticker)
  const has = (kind: Held): boolean => kinds.includes(kind)
  if (has('stop') || has('target') || has('time exit'))
    await exits.plan({
      terms: {
        ...{ breakEven: null, trail: null, outBefore: has('time exit') ? 30 : null },
        stop: has('stop') ? { by: 'price', price: '570.00' as Price } : null,
        targets: has('target') ? [TARGET] : [],
      },
    })
  for (const kind of kinds) {
    const [rule, terms] = [ALERTS[kind], ALGOS[kind]]
    if (rule !== undefined) alerts.alerts.save({ id: null, rule, repeat: true, on: true })
    if (terms !== undefined) await algos.begin(`00000000-0000-4000-8000-${kind.padStart(12, '0')}`, terms)
  }
  const reported = new Set<string>()
  const list = createWatchList({
    entries: () => [
      ...exits.conditionals.watchEntries(),
      ...algos.algos.watchEntries(),
      ...alerts.alerts.watchEntries(),
    ],
    clock,
    report(level, title, text) {
      const labels = (list.entries() ?? []).map(({ label }) => label).filter((label) => text.includes(label))
      // An outage within the machine's sleep is over when it is reported.
      const isOver = level === 'info' || text.includes('slept')
      for (const label of labels) {
        if (isOver) reported.delete(label)
        else reported.add(label)
      }
      expect(labels.length, title).toBeGreaterThan(0)
    },
    onChange: () => undefined,
  })
  list.start()
  const view = () => list.topics.view({ kind: 'watch_list' }) as WatchListView
  return { clock, exits, alerts, algos, view, reported, look: list.look }
}

/** The kind of an entry. */
function kindOf({ kind, label }: WatchEntry): Held {
  const found = (Object.keys(NAMED) as Held[]).find((one) => label.startsWith(NAMED[one]))
  if (found === undefined) throw new Error(`an ${kind} that nobody set: ${label}`)
  return found
}
const NAMED: Readonly<Record<Held, string>> = {
  ...{ stop: 'Stop', target: 'Take-profit', 'time exit': 'Time exit', scale: 'Scale', slices: 'Slices' },
  ...{ 'price alert': 'Alert: Mark ', 'phase alert': 'Alert: Market state', 'bucket alert': 'Alert: Bucket' },
  ...{ 'fill alert': 'Alert: Filled', 'settlement alert': 'Alert: Positions expiring soon' },
}

describe('every active entry', () => {
  it('is at any moment watched, in a closed market, or reported', async () => {
    await fc.assert(
      fc.asyncProperty(held, session, async (kinds, steps) => {
        const { clock, exits, alerts, algos, view, reported, look } = await terminalWith(kinds)
        const own = exits.bucket?.current ?? null
        let marksCome = true
        /** Since when each is not watched although its market is open, monotonic ms. */
        const unwatched = new Map<string, number>()
        let markedAt = clock.monotonic()
        const mark = (change = {}): void => {
          markedAt = clock.monotonic()
          exits.mark('571.00', { status: 'active' as never, ...change })
        }
        const cannot = (text: string | null): void => {
          exits.acting = { ...exits.acting, cannot: text }
        }
        let isConnected = true
        const signIn = (address: Address | null): void => {
          const before = exits.address
          exits.address = address
          alerts.signIn(address)
          if (before !== null && before !== address) algos.signedOut(before)
          look()
        }
        const play = {
          'marks stop': () => {
            marksCome = false
          },
          'marks come': () => {
            marksCome = true
            mark()
          },
          'the mark is stale': () => {
            marksCome = false
            mark({ stale: true })
          },
          'the mark is missing': () => {
            marksCome = false
            mark({ mark: null })
          },
          'an old answer about the bucket': () =>
            exits.bucketIs({ ...TRADES, current: BEFORE, receivedAt: clock.now() }),
          'the bucket cannot be read': () => exits.bucketIs({ stale: true }),
          'the bucket settles': () => exits.bucketIs({ ...TRADES, current: own, phase: 'settling' }),
          'the bucket trades': () => exits.bucketIs({ ...TRADES, current: own, receivedAt: clock.now() }),
          'the market pauses': () => {
            marksCome = false
            mark({ status: 'paused' })
          },
          'the connection drops': () => {
            isConnected = false
            alerts.unreachable = 'The venue cannot be reached.'
            cannot('The venue cannot be reached.')
          },
          'the disk is full': () => {
            exits.storeFails = true
            alerts.diskSays = 'disk full'
            if (isConnected) cannot('The data folder is not writable: disk full.')
          },
          'the clock is in doubt': () => {
            exits.isClockConfirmed = false
          },
          'all is well': () => {
            exits.storeFails = false
            exits.isClockConfirmed = true
            isConnected = true
            alerts.unreachable = null
            alerts.diskSays = null
            cannot(null)
            exits.bucketIs({ ...TRADES, current: own, receivedAt: clock.now() })
            play['marks come']()
          },
          'signed out': () => signIn(null),
          'another wallet': () => signIn(OTHER),
          'signed in': () => signIn(TRADER),
          'the terminal restarts': () => {
            // Prices are read again.
            exits.ticker = null
            alerts.ticker = null
            alerts.restart()
            algos.restart()
            return exits.restart()
          },
        }
        const facts = (): Facts => {
          const { bucket, ticker } = exits
          const age = ticker === null ? 0 : Math.max(clock.now() - ticker.receivedAt, clock.monotonic() - markedAt)
          return {
            isMine: exits.address === TRADER,
            ...{ isConnected, isDiskFull: exits.storeFails, isClockConfirmed: exits.isClockConfirmed },
            bucket: bucket?.stale !== false ? 'unknown' : bucket.current?.asset === BEFORE.asset ? 'old' : 'own',
            isSettling: bucket?.phase === 'settling',
            hasMark: ticker !== null && !ticker.stale && ticker.mark !== null && age <= OLDEST_MARK,
            isPaused: ticker?.stale === false && ticker.status === 'paused',
          }
        }

        function check(what: string): void {
          const items = view()
          const now = facts()
          expect(items.map(kindOf).toSorted(), what).toEqual(kinds.toSorted())
          for (const item of items) {
            const { id, label, watch, isReported } = item
            // Reported when it was paused: it stays so until the trader resumes it.
            const isPaused = watch.at === 'not_watched' && watch.isKnown === true
            if (isPaused) expect([what, label, algos.news.length > 0]).toEqual([what, label, true])
            else {
              expect([what, label, watch.at]).toEqual([what, label, HELD[kindOf(item)](now)])
              expect([what, label, reported.has(label)]).toEqual([what, label, isReported])
            }
            if (watch.at !== 'not_watched') unwatched.delete(id)
            else if (!unwatched.has(id)) unwatched.set(id, clock.monotonic())
            const since = unwatched.get(id)
            if (since === undefined || clock.monotonic() - since < REPORTED_WITHIN) continue
            expect([what, label, isReported || isPaused]).toEqual([what, label, true])
          }
        }

        for (const [happens, seconds] of steps) {
          if (typeof happens === 'string') await play[happens]()
          else if ('sleeps' in happens) clock.setWall(clock.now() + happens.sleeps * 1_000)
          else clock.setWall(clock.now() + happens.leaps)
          for (let second = 0; second < seconds; second += 1) {
            if (marksCome && second % 2 === 0) mark()
            alerts.bucket = exits.bucket
            alerts.tick(exits.ticker)
            alerts.isClockConfirmed = exits.isClockConfirmed
            await clock.advanceAsync(1_000)
            check(`${JSON.stringify(happens)}, ${second + 1} s later`)
          }
        }

        // A stop that was active through all of it closes the position at the first mark beyond its trigger.
        play['signed in']()
        play['all is well']()
        alerts.bucket = exits.bucket
        alerts.tick(exits.ticker)
        alerts.isClockConfirmed = true
        await clock.advanceAsync(1_000)
        check('in the end')
        exits.mark('569.00', { status: 'active' as never })
        await clock.advanceAsync(1_000)
        expect(exits.taken.size).toBe(kinds.includes('stop') ? 1 : 0)
      }),
      { numRuns: runs(25, 10_000) },
    )
  })
})
