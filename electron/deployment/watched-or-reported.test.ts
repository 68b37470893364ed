import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import type { WatchListView } from '../../contract/watch-list.ts'
import { openConditionalSetup, TRADER } from '../conditional/testing/setup.ts'
import { createWatchList } from './watch-list.ts'

const OTHER = `0x${'cd'.repeat(20)}` as Address
/** Ten seconds of grace, and a look. */
const REPORTED_WITHIN = 10_500

const TRADES = { stale: false, phase: 'trading' } as const
/** The bucket before that of the exits. */
const BEFORE = { asset: 'NYCTMP2', start: millis(0), end: millis(1), phaseText: null }

/** What may happen to a terminal that holds a stop and a target. */
const event = fc.oneof(
  fc.constantFrom(
    ...(['marks stop', 'marks come', 'the mark is stale', 'the mark is missing', 'the bucket cannot be read'] as const),
    ...([
      'the bucket settles',
      'the bucket trades',
      'the market pauses',
      'the connection drops',
      'the disk is full',
    ] as const),
    ...([
      'an old answer about the bucket',
      'all is well',
      'signed out',
      'another wallet',
      'signed in',
      'the terminal restarts',
    ] as const),
  ),
  fc.record({ sleeps: fc.integer({ min: 1, max: 3_600 }) }),
  fc.record({ leaps: fc.integer({ min: -7_000, max: 7_000 }) }),
)
const session = fc.array(fc.tuple(event, fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 12 })

async function held() {
  const setup = openConditionalSetup()
  const { current } = setup.bucket ?? {}
  // However long the machine sleeps, the bucket lives.
  if (current != null) setup.bucketIs({ current: { ...current, end: millis(current.end + 7 * 86_400_000) } })
  await setup.protect({ stop: '570.00', target: '580.00' })
  const reported = new Set<string>()
  const list = createWatchList({
    entries: () => setup.conditionals.watchEntries(),
    clock: setup.clock,
    report(level, title, words) {
      const labels = (list.entries() ?? []).map(({ label }) => label).filter((label) => words.includes(label))
      // What began and ended while the machine slept is over as it is reported.
      const isOver = level === 'info' || words.includes('slept')
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
  return { setup, view, reported }
}

describe('an armed exit', () => {
  it('is at any moment watched, in a closed market, or reported', async () => {
    await fc.assert(
      fc.asyncProperty(session, async (steps) => {
        const { setup, view, reported } = await held()
        const { clock } = setup
        const own = setup.bucket?.current ?? null
        /** The newest answer names a bucket that was over before this one began. */
        const isOld = (): boolean => setup.bucket?.current?.asset === BEFORE.asset
        let marksCome = true
        /** Since when it could not trigger although its market is open, monotonic ms; null while it could. */
        let unwatched: number | null = null
        let markedAt = clock.monotonic()
        const mark = (change = {}): void => {
          markedAt = clock.monotonic()
          setup.mark('571.00', { status: 'active' as never, ...change })
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
            setup.bucketIs({ ...TRADES, current: BEFORE, receivedAt: clock.now() }),
          'the bucket cannot be read': () => setup.bucketIs({ stale: true }),
          'the bucket settles': () => setup.bucketIs({ ...TRADES, current: own, phase: 'settling' }),
          'the bucket trades': () => setup.bucketIs({ ...TRADES, current: own, receivedAt: clock.now() }),
          'the market pauses': () => {
            marksCome = false
            mark({ status: 'paused' })
          },
          'the connection drops': () => {
            setup.acting = { ...setup.acting, cannot: 'The service cannot be reached.' }
          },
          'the disk is full': () => {
            setup.storeFails = true
            setup.acting = { ...setup.acting, cannot: 'The data folder cannot be written: disk full.' }
          },
          'all is well': () => {
            setup.storeFails = false
            setup.acting = { ...setup.acting, cannot: null }
            setup.bucketIs({ ...TRADES, current: own, receivedAt: clock.now() })
            play['marks come']()
          },
          'signed out': () => {
            setup.address = null
          },
          'another wallet': () => {
            setup.address = OTHER
          },
          'signed in': () => {
            setup.address = TRADER
          },
          'the terminal restarts': () => {
            // Prices are read again.
            setup.ticker = null
            return setup.restart()
          },
        }
        const isFresh = (): boolean =>
          setup.ticker !== null &&
          !setup.ticker.stale &&
          Math.max(clock.now() - setup.ticker.receivedAt, clock.monotonic() - markedAt) <= 8_000
        const canAct = (): boolean => setup.address === TRADER && setup.acting.cannot === null
        const isShut = (): boolean =>
          canAct() &&
          !isOld() &&
          setup.bucket?.stale === false &&
          (setup.bucket.phase === 'settling' || (setup.ticker?.stale === false && setup.ticker.status === 'paused'))
        const isWatched = (): boolean =>
          canAct() && !isOld() && setup.bucket?.stale === false && isFresh() && setup.ticker?.mark != null && !isShut()

        function check(what: string): void {
          const items = view()
          expect(setup.states(), what).toEqual(['armed', 'armed'])
          expect(items, what).toHaveLength(2)
          for (const { label, isReported } of items)
            expect([what, label, reported.has(label)]).toEqual([what, label, isReported])
          const at = new Set(items.map(({ watch }) => watch.at))
          expect([...at], what).toEqual([isShut() ? 'closed_market' : isWatched() ? 'watched' : 'not_watched'])
          if (isShut() || isWatched()) unwatched = null
          else unwatched ??= clock.monotonic()
          if (unwatched === null || clock.monotonic() - unwatched < REPORTED_WITHIN) return
          expect(
            items.every(({ isReported }) => isReported),
            what,
          ).toBe(true)
        }

        for (const [happens, seconds] of steps) {
          if (typeof happens === 'string') await play[happens]()
          else if ('sleeps' in happens) clock.setWall(clock.now() + happens.sleeps * 1_000)
          else clock.setWall(clock.now() + happens.leaps)
          for (let second = 0; second < seconds; second += 1) {
            if (marksCome && second % 2 === 0) mark()
            await clock.advanceAsync(1_000)
            check(`${JSON.stringify(happens)}, ${second + 1} s later`)
          }
        }

        // What was held through all of it closes the position at the first mark beyond its trigger.
        play['signed in']()
        play['all is well']()
        await clock.advanceAsync(1_000)
        check('in the end')
        setup.mark('569.00', { status: 'active' as never })
        await clock.advanceAsync(1_000)
        expect(setup.taken.size).toBe(1)
      }),
      { numRuns: runs(100, 10_000) },
    )
  })
})
