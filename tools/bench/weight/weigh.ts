/**
 * Samples the terminal's memory while it trades: several windows over a practice venue in its own process, each window sending orders in turn. At
 * even intervals it samples main, the browser, the graphics process and each window. `judgeFlat` decides for each series whether it is flat.
 */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Bridge, bridgeOf } from '../../../e2e/support/bridge.ts'
import { writeProfile } from '../../../e2e/support/profile.ts'
import { ready } from '../../../e2e/support/screen.ts'
import { launch, type Terminal } from '../../../e2e/support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader, type Trader } from '../../../e2e/support/trader.ts'
import { startVenue, type TestVenue } from '../../../e2e/support/venue.ts'
import { judgeFlat, type Verdict } from '../machine/flat.ts'
import { INSPECTED, type Inspected, inspect } from '../machine/inspected.ts'
import { processesOf } from '../machine/processes.ts'

export interface WeighOptions {
  readonly windows: number
  readonly samples: number
  /** Interval between samples, ms; after a longer round the next one follows at once. */
  readonly everyMs: number
  /** Called after each sample. */
  readonly notify?: (line: string) => void
}

export interface Weighed {
  readonly rounds: number
  /** Rounds whose order filled and whose position was closed again: not all, because a bucket accepts no entries at its end. */
  readonly traded: number
  /** MB at each sample, by series: `main`, `main, heap`, `renderer 4711`, `window 1, heap`. */
  readonly series: ReadonlyMap<string, readonly number[]>
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Processes sampled at first that had exited before the last sample. */
  readonly ended: readonly string[]
}

/** How long to wait for an order at the venue, ms: at the end of a bucket it never arrives. */
const FILLS_WITHIN = 15_000
/** Validity of the token beyond the run, s. */
const SPARE = 3600
const SIZE = '0.2'

export async function weigh({ windows, samples, everyMs, notify = () => undefined }: WeighOptions): Promise<Weighed> {
  const venue = await startVenue()
  try {
    const profile = writeProfile(venue.url, { directOrder: venue.directOrder })
    const terminal = await launch({ profile, env: { ...NO_KEYCHAIN, ...INSPECTED } })
    let main: Inspected | null = null
    try {
      main = await inspect(terminal.output())
      const trader = await newTrader(venue, Math.ceil((samples * everyMs) / 1000) + SPARE)
      const pages = await openWindows(terminal, trader, windows)
      const series = new Map<string, number[]>()
      let traded = 0
      const from = performance.now()
      for (let round = 1; round <= samples; round += 1) {
        const page = pages[round % pages.length] ?? terminal.page
        if (await tradeOnce(bridgeOf(page), venue, trader)) traded += 1
        await page.waitForTimeout(Math.max(0, from + round * everyMs - performance.now()))
        await takeSample(series, terminal.pid, main, pages)
        notify(
          `sample ${round} of ${samples}: ${[...series].map(([name, of]) => `${name} ${of.at(-1)?.toFixed(1)}`).join(', ')}`,
        )
      }
      const whole = [...series].filter(([, of]) => of.length === samples)
      return {
        rounds: samples,
        traded,
        series,
        verdicts: new Map(whole.map(([name, of]) => [name, judgeFlat(of)])),
        ended: await endedOf(series, terminal.pid, pages),
      }
    } finally {
      // Node does not exit while an inspector is connected.
      main?.close()
      await terminal.quit()
    }
  } finally {
    await venue.stop()
  }
}

async function openWindows(terminal: Terminal, trader: Trader, windows: number): Promise<readonly Page[]> {
  await importSecrets(bridgeOf(terminal.page), trader, terminal.boxes)
  await ready(terminal.page)
  const pages = [terminal.page]
  while (pages.length < windows) {
    const opening = terminal.nextPage()
    await terminal.page.getByRole('button', { name: /New window/ }).click()
    pages.push(await opening)
  }
  return pages
}

/** Buys and closes again. Returns whether both reached the venue; a refusal does not. */
async function tradeOnce(window: Bridge, venue: TestVenue, trader: Trader): Promise<boolean> {
  const { current } = await venue.read<{ current: { asset: string } | null }>('/v1/bucket')
  if (current === null) return false
  const { asset } = current
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
  const price = (Number(mark) + 4).toFixed(2)
  const order = { kind: 'place', asset, side: 'buy', price, size: SIZE, tif: 'IOC', reduceOnly: false } as const
  const bought = await window.call('submit', { requestId: randomUUID(), intent: order })
  if (!bought.ok || !(await holds(venue, trader, asset, true))) return false
  const protection = { kind: 'distance', distance: '4', bound: '8' } as const
  const intent = { kind: 'close', asset, size: null, position: 'long', protection } as const
  const closed = await window.call('submit', { requestId: randomUUID(), intent })
  return closed.ok && holds(venue, trader, asset, false)
}

/** Waits until the venue has a position, or none. */
async function holds(venue: TestVenue, trader: Trader, asset: string, wanted: boolean): Promise<boolean> {
  const until = performance.now() + FILLS_WITHIN
  while (performance.now() < until) {
    const { positions } = await venue.read<{ positions: readonly { asset: string; size: string }[] }>(
      `/v1/positions/${trader.address}`,
      trader.token,
    )
    if (positions.some((one) => one.asset === asset && Number(one.size) !== 0) === wanted) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

const WEIGHED: ReadonlySet<string> = new Set(['main', 'browser', 'graphics', 'renderer'])

async function takeSample(
  series: Map<string, number[]>,
  pid: number,
  main: Inspected,
  pages: readonly Page[],
): Promise<void> {
  const put = (name: string, mb: number): void => {
    series.set(name, [...(series.get(name) ?? []), mb])
  }
  // Heaps first, so that private memory is measured without garbage.
  put('main, heap', await main.heapMb())
  for (const [at, page] of pages.entries()) put(`window ${at + 1}, heap`, await heapMbOf(page))
  for (const { role, pid: own, privateMb } of processesOf(pid)) {
    if (WEIGHED.has(role)) put(role === 'renderer' ? `renderer ${own}` : role, privateMb)
  }
}

/** A page's heap in use after a collection, MB. */
async function heapMbOf(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page)
  try {
    await page.requestGC()
    return (await client.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
  } finally {
    await client.detach()
  }
}

async function endedOf(
  series: ReadonlyMap<string, readonly number[]>,
  pid: number,
  pages: readonly Page[],
): Promise<readonly string[]> {
  const now = new Set(processesOf(pid).map(({ role, pid: own }) => (role === 'renderer' ? `renderer ${own}` : role)))
  const gone = [...series.keys()].filter((name) => !name.endsWith(', heap') && !now.has(name))
  return [...gone, ...pages.flatMap((page, at) => (page.isClosed() ? [`window ${at + 1}`] : []))]
}
