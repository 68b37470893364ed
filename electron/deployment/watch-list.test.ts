import { describe, expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import type { WatchEntry, WatchListView, WatchState } from '../../contract/watch-list.ts'
import { ASSET, type ConditionalSetup, openConditionalSetup, TRADER } from '../conditional/testing/setup.ts'
import { createWatchList } from './watch-list.ts'

const WATCHED: WatchState = { at: 'watched' }
const STALE: WatchState = { at: 'not_watched', reason: `Data for ${ASSET} is stale.`, isCertain: false }
const NO_TOKEN: WatchState = { at: 'not_watched', reason: 'No access token.', isCertain: true }
const SHUT: WatchState = { at: 'closed_market', reason: `${ASSET} is not trading.` }
const OTHER = `0x${'cd'.repeat(20)}` as Address

interface Reported {
  readonly level: string
  readonly title: string
  readonly text: string
}

/** A watch list over entries that the test changes. */
function open(entries: () => readonly WatchEntry[], clock = createFakeClock()) {
  const reports: Reported[] = []
  let changes = 0
  const list = createWatchList({
    entries,
    clock,
    report: (level, title, message) => void reports.push({ level, title, text: message }),
    onChange: () => {
      changes += 1
    },
  })
  list.start()
  return {
    list,
    clock,
    reports,
    titles: () => reports.map(({ level, title }) => `${level}: ${title}`),
    changes: () => changes,
    view: () => list.topics.view({ kind: 'watch_list' }) as WatchListView,
  }
}

const entryOf = (id: string, watch: WatchState, kind: WatchEntry['kind'] = 'exit'): WatchEntry => ({
  ...{ id, kind, watch },
  label: `Stop on ${ASSET} at ${id}`,
  asset: ASSET,
  account: TRADER,
})

function openHeld(...ids: string[]) {
  const held = new Map<string, WatchEntry>(ids.map((id) => [id, entryOf(id, WATCHED)]))
  const set = (id: string, watch: WatchState, kind?: WatchEntry['kind']): void => {
    held.set(id, entryOf(id, watch, kind))
  }
  return { ...open(() => [...held.values()]), held, set }
}

describe('an entry', () => {
  it('is reported after ten seconds without watch, and again when it is watched, with the gap', async () => {
    const setup = openHeld('570', '580')
    setup.set('570', STALE)
    await setup.clock.advanceAsync(10_000)
    expect(setup.titles()).toEqual([])
    await setup.clock.advanceAsync(1_000)
    expect(setup.titles()).toEqual(['error: 1 exit is not watched'])
    expect(setup.reports[0]?.text).toContain(`Data for ${ASSET} is stale. Stop on ${ASSET} at 570.`)
    expect(setup.view()).toMatchObject([
      { id: '570', isReported: true },
      { id: '580', since: null, isReported: false },
    ])
    await setup.clock.advanceAsync(120_000)
    setup.set('570', WATCHED)
    await setup.clock.advanceAsync(1_000)
    expect(setup.titles()).toEqual(['error: 1 exit is not watched', 'info: 1 exit is watched again'])
    expect(setup.reports[1]?.text).toContain('Not watched for 2 min')
    expect(setup.view()).toMatchObject([{ since: null, isReported: false }, {}])
  })

  it('is reported at once when the cause cannot pass by itself, in one report for all', async () => {
    const setup = openHeld('570', '580')
    setup.set('570', NO_TOKEN)
    setup.set('580', NO_TOKEN)
    setup.set('7', NO_TOKEN, 'alert')
    setup.list.look()
    expect(setup.titles()).toEqual(['error: 2 exits and 1 alert are not watched'])
    await setup.clock.advanceAsync(60_000)
    expect(setup.titles()).toHaveLength(1)
  })

  it('is not reported for a pause of less than ten seconds, in a closed market, or for a known pause', async () => {
    const setup = openHeld('570', '580', '590')
    setup.set('570', STALE)
    setup.set('580', SHUT)
    setup.set('590', { ...NO_TOKEN, isKnown: true })
    await setup.clock.advanceAsync(9_000)
    setup.set('570', WATCHED)
    await setup.clock.advanceAsync(60_000)
    setup.set('590', WATCHED)
    await setup.clock.advanceAsync(60_000)
    expect(setup.titles()).toEqual([])
    expect(setup.view().map(({ isReported }) => isReported)).toEqual([false, false, false])
  })

  it('is reported again where a passing cause becomes a permanent one', async () => {
    const setup = openHeld('570')
    setup.set('570', STALE)
    await setup.clock.advanceAsync(11_000)
    setup.set('570', NO_TOKEN)
    await setup.clock.advanceAsync(1_000)
    expect(setup.titles()).toEqual(Array(2).fill('error: 1 exit is not watched'))
    expect(setup.reports[1]?.text).toContain('No access token.')
  })

  it('was not watched while the machine slept: that is reported on resume, with the gap', async () => {
    const setup = openHeld('570', '580')
    setup.set('580', SHUT)
    await setup.clock.advanceAsync(5_000)
    setup.clock.setWall(setup.clock.now() + 37 * 60_000)
    await setup.clock.advanceAsync(500)
    expect(setup.titles()).toEqual(['error: 1 exit is not watched'])
    expect(setup.reports[0]?.text).toMatch(/slept or was busy for 37 min/)
    await setup.clock.advanceAsync(60_000)
    expect(setup.titles()).toHaveLength(1)
  })

  it('that is not watched as the machine wakes counts from when it went to sleep', async () => {
    const setup = openHeld('570')
    await setup.clock.advanceAsync(5_000)
    setup.set('570', STALE)
    setup.clock.setWall(setup.clock.now() + 37 * 60_000)
    await setup.clock.advanceAsync(500)
    expect(setup.titles()).toEqual(['error: 1 exit is not watched'])
    setup.set('570', WATCHED)
    await setup.clock.advanceAsync(500)
    expect(setup.reports[1]?.text).toContain('Not watched for 37 min')
  })

  it('whose market closed meanwhile is over, and not reported as watched', async () => {
    const setup = openHeld('570')
    setup.set('570', NO_TOKEN)
    await setup.clock.advanceAsync(1_000)
    setup.set('570', SHUT)
    await setup.clock.advanceAsync(1_000)
    expect(setup.titles()).toEqual(['error: 1 exit is not watched', 'info: 1 exit in a closed market'])
  })

  it('that is canceled while it is not watched is not reported again', async () => {
    const setup = openHeld('570')
    setup.set('570', NO_TOKEN)
    await setup.clock.advanceAsync(1_000)
    setup.held.delete('570')
    await setup.clock.advanceAsync(1_000)
    setup.set('570', WATCHED)
    await setup.clock.advanceAsync(1_000)
    expect(setup.titles()).toHaveLength(1)
  })

  it('is shown as of the last look, and published only on a change', async () => {
    const setup = openHeld('570')
    const before = setup.changes()
    await setup.clock.advanceAsync(60_000)
    expect(setup.changes()).toBe(before)
    setup.set('570', STALE)
    await setup.clock.advanceAsync(500)
    expect(setup.changes()).toBe(before + 1)
  })
})

describe('an exit', () => {
  /** A watch list over the exits of a terminal. */
  async function armed(change: Partial<ConditionalSetup> = {}) {
    const setup = openConditionalSetup()
    await setup.protect()
    Object.assign(setup, change)
    return { setup, ...open(() => setup.conditionals.watchEntries(), setup.clock) }
  }

  it('stays in view and is reported when its wallet signs out, and when another one signs in', async () => {
    const { setup, titles, view, clock, reports } = await armed()
    setup.mark('571.00')
    expect(view()).toMatchObject([{ label: `Stop on ${ASSET} at 570.00`, account: TRADER, watch: WATCHED }])
    setup.address = null
    await clock.advanceAsync(500)
    expect(titles()).toEqual(['error: 1 exit is not watched'])
    expect(reports[0]?.text).toContain('Signed out. It belongs to wallet 0xab…abab.')
    expect(view()).toMatchObject([{ isReported: true }])
    // Its row stays in the windows too, and can be canceled.
    expect(setup.view()).toMatchObject([{ state: 'armed', paused: expect.stringContaining('Signed out') }])
    setup.address = OTHER
    await clock.advanceAsync(500)
    expect(view()).toMatchObject([{ account: TRADER, watch: { reason: expect.stringContaining('not signed in') } }])
    expect(setup.view()).toEqual([])
    setup.address = TRADER
    setup.mark('571.00')
    await clock.advanceAsync(500)
    expect(titles().at(-1)).toBe('info: 1 exit is watched again')
  })

  it('ends with its market while its wallet is signed out, and leaves the list', async () => {
    const { setup, view, clock } = await armed()
    setup.mark('571.00')
    setup.address = null
    await clock.advanceAsync(1_000)
    const { current } = setup.bucket ?? {}
    if (current == null) throw new Error('no bucket')
    const { end } = current
    setup.bucketIs({ receivedAt: clock.now() })
    await clock.advanceAsync(end - clock.now() + 1_000)
    const next = { asset: 'NYCTMP2', start: end, end: millis(end + 7_200_000), phaseText: null }
    for (let answer = 0; answer < 3; answer += 1) {
      setup.bucketIs({ current: next, receivedAt: clock.now() })
      await clock.advanceAsync(4_000)
    }
    expect([setup.states(), view()]).toEqual([['expired'], []])
  })

  it('can be canceled after its wallet signed out', async () => {
    const { setup, view, clock } = await armed()
    setup.mark('571.00')
    setup.address = null
    await clock.advanceAsync(500)
    setup.conditionals.cancel(setup.view()[0]?.id ?? '')
    await clock.advanceAsync(500)
    expect(view()).toEqual([])
    expect(setup.states()).toEqual(['cancelled'])
  })

  it.each<[string, (setup: ConditionalSetup) => void]>([
    ['its mark is stale', (setup) => setup.mark('571.00', { stale: true })],
    ['its mark is missing', (setup) => setup.mark('571.00', { mark: null })],
    ['its ticker is missing', (setup) => Object.assign(setup, { ticker: null })],
    ['the live bucket cannot be read', (setup) => setup.bucketIs({ stale: true })],
    ['the venue cannot be reached', (setup) => Object.assign(setup.acting, { cannot: 'The venue cannot be reached.' })],
  ])('is reported within eleven seconds when %s', async (_, change) => {
    const { setup, titles, clock, reports } = await armed()
    for (let i = 0; i < 5; i += 1) {
      setup.mark('571.00')
      await clock.advanceAsync(4_000)
    }
    expect(titles()).toEqual([])
    change(setup)
    await clock.advanceAsync(11_000)
    expect(titles()).toEqual(['error: 1 exit is not watched'])
    expect(reports[0]?.text).not.toContain('Paused')
  })

  it.each([
    ['empty', { bid: null, ask: '572.00' }],
    ['crossed', { bid: '572.50', ask: '572.00' }],
  ])('on the best price is reported when its book is %s', async (_, touch) => {
    const setup = openConditionalSetup()
    setup.mark('571.00')
    setup.book({ bid: '571.00', ask: '572.00', stale: false } as never)
    await setup.protect({ source: 'touch' })
    const { titles, clock } = open(() => setup.conditionals.watchEntries(), setup.clock)
    setup.book({ ...touch, stale: false } as never)
    await clock.advanceAsync(11_000)
    expect(titles()).toEqual(['error: 1 exit is not watched'])
  })

  it('of a market that is known to be closed is not reported', async () => {
    const { setup, titles, clock } = await armed()
    setup.mark('571.00', { status: 'paused' as never })
    for (let i = 0; i < 10; i += 1) {
      setup.mark('571.00', { status: 'paused' as never })
      await clock.advanceAsync(4_000)
    }
    expect(titles()).toEqual([])
  })
})
