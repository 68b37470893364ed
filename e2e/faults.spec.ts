/** Venue failures, one after another in one terminal: what the trader sees, and that each order exists once or not at all. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { MESSAGES as CHART } from '../src/panels/chart/messages.ts'
import { MESSAGES as ORDERS } from '../src/panels/open-orders/messages.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { type Bridge, bridgeOf } from './support/bridge.ts'
import { readJournal } from './support/journal.ts'
import { writeProfile } from './support/profile.ts'
import { check, panel, ready, showPanel, statusBar } from './support/screen.ts'
import { reaches, submit } from './support/submit.ts'
import { launch, type Terminal, underElectron } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader, type Trader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

interface VenueOrder {
  readonly size: string
  readonly status: string
}

/** Sets a machine's clock by the venue's time, with an offset in ms. */
async function clockBy(venue: TestVenue, offMs = 0): Promise<{ clockAheadMs: number }> {
  const { server_time } = await venue.read<{ server_time: number }>('/v1/bucket')
  return { clockAheadMs: server_time - Date.now() + offMs }
}

test.describe('venue failures', () => {
  let venue: TestVenue
  let trader: Trader
  let terminal: Terminal
  let page: Page
  let bridge: Bridge
  let asset: string

  test.beforeAll(async () => {
    venue = await startVenue(['--bucket-minutes', '1440'])
    trader = await newTrader(venue, 7200)
    terminal = await launch({ profile: writeProfile(venue.url), env: NO_KEYCHAIN, ...(await clockBy(venue)) })
    page = terminal.page
    bridge = bridgeOf(page)
    await importSecrets(bridge, trader, terminal.boxes)
    await ready(page)
    const bucket = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    asset = bucket.current.asset
    await showPanel(page, 'Activity')
  })
  test.afterAll(async () => {
    await terminal?.quit()
    await venue?.stop()
  })

  /** Places an order of a unique size far below the mark, and returns its row in the Activity panel. */
  async function place(size: string): Promise<Locator> {
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const price = (Number(mark) - 8).toFixed(2)
    await submit(bridge, { kind: 'place', asset, side: 'buy', price, size, tif: 'GTC', reduceOnly: false })
    return panel(page, 'Activity')
      .getByRole('button', { name: new RegExp(`Buy ${size.replace('.', '\\.')} ${asset}`) })
      .first()
  }

  async function onVenue(size: string): Promise<string[]> {
    const open = await venue.read<VenueOrder[]>(`/v1/orders/open/${trader.address}`)
    const past = await venue.read<VenueOrder[]>(`/v1/orders/history/${trader.address}`)
    const found = [...open, ...past.filter(({ status }) => status !== 'resting')]
    return found.filter((order) => Number(order.size) === Number(size)).map(({ status }) => status)
  }

  /** Advances time until the expectation settles. */
  const passing = <T>(expectation: Promise<T>): Promise<T> => terminal.clock(venue).during(expectation)

  async function during<T>(faults: Record<string, number | boolean>, work: () => Promise<T>): Promise<T> {
    await venue.control('faults', faults)
    try {
      return await work()
    } finally {
      const off = Object.fromEntries(
        Object.entries(faults).map(([name, value]) => [name, typeof value === 'number' ? 0 : false]),
      )
      await venue.control('faults', off)
    }
  }

  test('a correct clock: no warning', async () => {
    const clock = statusBar(page).getByText(/^clock [+−]\d+ ms$/)
    await expect(clock).toBeVisible()
    await expect(clock).not.toHaveCSS('color', await accentOf(page))
  })

  test('answers that take 1.5 s: the order is shown as in progress, and rests once', async () => {
    await during({ latency_ms: 1500 }, async () => {
      const line = await place('1.1')
      await expect(line).toContainText(/checking|sent/)
      // The clock is not advanced: some account read is always pending.
      await expect(line).toContainText('working')
    })
    expect(await onVenue('1.1')).toEqual(['resting'])
  })

  test('503 for everything: refused with a message, nothing is sent, and the next order succeeds', {
    tag: '@core',
  }, async () => {
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const price = (Number(mark) - 8).toFixed(2)
    await during({ error_rate: 1 }, async () => {
      const id = await bridge.call('submit', {
        requestId: crypto.randomUUID(),
        intent: { kind: 'place', asset, side: 'buy', price, size: '1.2', tif: 'GTC', reduceOnly: false },
      })
      expect(id.ok).toBe(true)
      const activity = panel(page, 'Activity')
      const line = activity.getByRole('button', { name: /Buy 1\.2 / })
      await passing(expect(line).toContainText(/refused/))
      await expect(activity).toContainText(/notified to fail|nothing was (done|sent)|503/i)
    })
    expect(await onVenue('1.2')).toEqual([])
    await expect(await place('1.25')).toContainText('working')
  })

  test('reads that fail for a while: old data shows its age, and is read again automatically', async () => {
    await place('1.27')
    const orders = await showPanel(page, 'Open orders')
    const row = orders.getByRole('button', { name: /^Cancel buy 1\.27/ })
    await expect(row).toBeVisible()
    const before = await row.boundingBox()
    const chart = panel(page, 'Chart')
    await expect(chart.getByRole('img')).toBeVisible()
    await during({ error_rate: 1 }, async () => {
      await check(chart.getByRole('radio', { name: '15m' }))
      const message = orders.getByRole('alert').filter({ hasText: 'could not be refreshed' })
      await passing(expect(message).toContainText(/Open orders could not be refreshed: \d+ s old\./))
      await expect(message).toBeInViewport({ ratio: 0.98 })
      // A click already under way hits the intended row.
      expect(await row.boundingBox()).toEqual(before)
      await expect(orders).toHaveAttribute('data-stale', 'true')
      const positions = await showPanel(page, 'Positions')
      await passing(expect(positions).toContainText(/Positions could not be refreshed: \d+ s old\./))
      // Old data does not stop the trader from closing a possible position.
      await expect(positions).toContainText('No open positions')
      await expect(positions.getByRole('button', { name: POSITIONS.closeAll })).toBeEnabled()
      await expect(panel(page, 'Order ticket').getByText(/^account \d+ s old$/)).toBeVisible()
      await expect(page.getByRole('banner').getByText(/^account \d+ s old$/)).toBeVisible()
      await showPanel(page, 'Open orders')
      await expect(chart).toContainText(CHART.unread)
    })
    await passing(expect(chart.getByRole('img')).toHaveAccessibleName(/15 minutes per candle: last mark \d/))
    await passing(expect(orders.getByRole('alert')).toHaveCount(0))
    await expect(orders).toHaveAttribute('data-stale', 'false')
  })

  test('a failed "Cancel all": shown below the orders, in full, and nothing moves under the pointer', async () => {
    await place('1.28')
    const orders = await showPanel(page, 'Open orders')
    const all = orders.getByRole('button', { name: 'Cancel all' })
    const row = orders.getByRole('button', { name: /^Cancel buy 1\.28/ })
    await expect(row).toBeVisible()
    const places = async (): Promise<unknown> => [await all.boundingBox(), await row.boundingBox()]
    const before = await places()
    await during({ error_rate: 1 }, async () => {
      await all.click()
      const message = orders.getByRole('alert').filter({ hasText: 'Some orders were not canceled.' })
      await passing(expect(message).toBeInViewport({ ratio: 0.98 }))
      expect(await message.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
      await expect(all).toHaveText('Cancel all')
      expect(await places()).toEqual(before)
      await message.getByRole('button', { name: 'Dismiss' }).click()
      await expect(message).toHaveCount(0)
      await all.click()
      await passing(expect(message).toBeVisible())
    })
    // The failure concerns the orders that rested then, and no later ones.
    await all.click()
    await expect(orders.getByRole('button', { name: /^Cancel buy/ })).toHaveCount(0)
    await expect(orders.getByRole('alert')).toHaveCount(0)
    await place('1.26')
    await expect(orders.getByRole('button', { name: /^Cancel buy/ })).toHaveCount(1)
    await expect(orders.getByRole('alert')).toHaveCount(0)
    await showPanel(page, 'Positions')
  })

  test('a connection cut after the order arrived: at most unknown, then found by reads, and there once', {
    tag: '@core',
  }, async () => {
    await during({ cut_after_submit: true }, async () => {
      await expect(await place('1.3')).toContainText('working')
    })
    expect(await onVenue('1.3')).toEqual(['resting'])
  })

  test('duplicated answers: each order exists once and follows its own answer', async () => {
    await during({ duplicate_answer: true }, async () => {
      const lines = [await place('1.31'), await place('1.32'), await place('1.33')]
      for (const line of lines) await expect(line).toContainText('working')
    })
    for (const size of ['1.31', '1.32', '1.33']) expect(await onVenue(size)).toEqual(['resting'])
    const open = await venue.read<(VenueOrder & { oid: string; cloid: string })[]>(`/v1/orders/open/${trader.address}`)
    const journalled = readJournal(terminal.userDataDir)
    for (const { size, oid, cloid } of open.filter((order) => order.size.startsWith('1.3'))) {
      expect(journalled.find((action) => action.cloid === cloid)?.oid, size).toBe(oid)
    }
  })

  test('a connection cut before the order arrived: unknown, never resent, and not called lost when the clock jumps past its expiry', {
    tag: '@core',
  }, async () => {
    const line = await during({ cut_before_submit: true }, async () => {
      const placed = await place('1.4')
      await expect(placed).toContainText('unknown')
      return placed
    })
    await venue.control('clock', { advance_ms: 45_000 })
    // Another order completes meanwhile.
    await expect(await place('1.41')).toContainText('working')
    await expect(line).toContainText('unknown')
    expect(await onVenue('1.4')).toEqual([])
  })

  test('a feed with duplicated and reordered messages: live, and the book does not cross', async () => {
    await during({ duplicate_feed: true, reorder_feed: true }, async () => {
      for (let look = 0; look < 8; look += 1) {
        await terminal.clock(venue).advance(250)
        const [bid, ask] = await bestPrices(page)
        expect(bid).toBeLessThan(ask)
      }
      await passing(expect(statusBar(page)).toContainText(BARS.live))
    })
  })

  test('garbage between messages: live, and none of it on screen', async () => {
    await during({ garbage_feed: true }, async () => {
      await terminal.clock(venue).advance(1_000)
      await expect(statusBar(page)).toContainText(BARS.live)
      await expect(page.getByText(/NaN|undefined|\[object/)).toHaveCount(0)
    })
  })

  test('a message of 5 MB: live again', async () => {
    await during({ huge_message: true }, async () => undefined)
    await passing(expect(statusBar(page)).toContainText(BARS.live))
    const before = await panel(page, 'Order book').innerText()
    await expect.poll(() => panel(page, 'Order book').innerText()).not.toBe(before)
  })

  test('a half-open socket: soon not called live, slices wait and say so, and it recovers by itself', async () => {
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const terms = {
      kind: 'slices',
      total: '0.6',
      slices: 3,
      every: 1200,
      worst: (Number(mark) - 8).toFixed(2),
    } as const
    const begun = await bridge.press('beginAlgo', {
      ...{ requestId: crypto.randomUUID(), asset, side: 'buy', reduceOnly: false },
      terms: { ...terms, how: 'passive', requotes: 0 },
    })
    expect(begun).toEqual({ ok: true, value: expect.anything() })
    const orders = await showPanel(page, 'Open orders')
    await expect(orders).toContainText('slice 1 of 3, filled 0 of 0.6')
    await expect(orders).toContainText(/running, next \d\d:\d\d/)
    await during({ half_open: true }, async () => {
      await passing(expect(panel(page, 'Order book')).toContainText(/old|stale/i))
      await passing(expect(statusBar(page)).not.toContainText(BARS.live))
      await passing(expect(orders).toContainText(/waiting: Prices for .* are stale\. Waiting for fresh prices\./))
    })
    await passing(expect(statusBar(page)).toContainText(BARS.live))
    await passing(expect(orders).toContainText(/running, next/))
    const stop = orders.getByRole('button', { name: 'Stop Slices, buy 0.6' })
    await passing(expect(stop).toHaveAttribute('aria-haspopup'))
    await orders.getByRole('button', { name: 'Pause Slices, buy 0.6' }).click()
    // While its order rests, Stop asks what to do with it; a pause cancels it.
    await passing(expect(stop).not.toHaveAttribute('aria-haspopup'))
    await orders.getByRole('button', { name: 'Resume Slices, buy 0.6' }).click()
    const asks = orders.getByRole('group', { name: 'Preview: resume Slices, buy 0.6' })
    await expect(asks).toContainText(/Sends 2 slices, one every 20 min: buys up to 0.6 at \d/)
    await asks.getByRole('button', { name: 'Back' }).click()
    await stop.click()
    // Ended ones are put aside until they are asked for.
    await passing(orders.getByRole('button', { name: ORDERS.showEnded(1) }).click())
    await expect(orders).toContainText('stopped')
    await expect.poll(() => onVenue('0.2')).toEqual(['cancelled'])
  })

  test('a clock 10 minutes ahead: measured, shown, and orders continue', async () => {
    test.skip(underElectron, 'the clock of Electron cannot be set for one program')
    await venue.control('clock', { advance_ms: 600_000 })
    await passing(expect(statusBar(page)).toContainText(/clock \+1[01]\smin/))
    await expect(await place('1.6')).toContainText('working')
    expect(await onVenue('1.6')).toEqual(['resting'])
  })
})

test('a venue whose clock is 10 minutes behind: measured, shown, and orders rest, fill and are canceled', async () => {
  test.skip(underElectron, 'the clock of Electron cannot be set for one program')
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const trader = await newTrader(venue)
  const profile = writeProfile(venue.url)
  const terminal = await launch({ profile, env: NO_KEYCHAIN, ...(await clockBy(venue, 600_000)) })
  try {
    const { page, userDataDir } = terminal
    const bridge = bridgeOf(page)
    await importSecrets(bridge, trader, terminal.boxes)
    await ready(page)
    const clock = statusBar(page).getByText(/^clock [-−](9|10)\smin/)
    await expect(clock).toHaveCSS('color', await accentOf(page))
    await expect(clock.locator('xpath=..')).toContainText(/Your clock is (9|10)\smin.* ahead of the venue's/)
    await expect(statusBar(page)).toContainText(BARS.live)
    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
    const order = { kind: 'place', asset: current.asset, side: 'buy', size: '1', reduceOnly: false } as const
    const price = (Number(mark) - 8).toFixed(2)
    const resting = await submit(bridge, { ...order, price, tif: 'GTC' })
    await reaches(userDataDir, resting, ['resting'])
    const crossing = await submit(bridge, { ...order, price: (Number(mark) * 1.01).toFixed(2), tif: 'IOC' })
    await reaches(userDataDir, crossing, ['filled'])
    const { oid, cloid } = readJournal(userDataDir).find(({ id }) => id === resting) ?? {}
    const cancel = await submit(bridge, { kind: 'cancel', asset: current.asset, oid: oid ?? '', cloid: cloid ?? null })
    await reaches(userDataDir, cancel, ['done'])
    await reaches(userDataDir, resting, ['cancelled'])
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})

/** The color of warnings. */
const accentOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--accent)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })

async function bestPrices(page: Page): Promise<[bid: number, ask: number]> {
  return page.evaluate(() => {
    const best = (side: string): number => {
      const cell = document.querySelector(`[data-side="${side}"][data-level="0"] [data-cell="price"]`)
      return Number(cell?.textContent)
    }
    return [best('bid'), best('ask')]
  })
}
