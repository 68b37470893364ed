/** The trade log and the calibration, from what was traded to what it came to: of all families, over a settlement. */
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { arranged } from '../src/testing/arranged.ts'
import { violations } from './support/axe.ts'
import { type Bridge, bridgeOf } from './support/bridge.ts'
import { clippedIn } from './support/clipped.ts'
import { writeProfile } from './support/profile.ts'
import { choosePeriod, panel, ready } from './support/screen.ts'
import { type IntentInput, submit } from './support/submit.ts'
import { launch } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue } from './support/venue.ts'

interface BucketAnswer {
  readonly current: { readonly asset: string; readonly end: number } | null
  readonly server_time: number
}
interface Listed {
  readonly expiry: number
  readonly sides: readonly { readonly coin: string }[]
}
interface Told {
  readonly side: string
  readonly size: string
  readonly asset: string
}

/** Panels of about 360 px beside a book. */
const ROOM = { width: 1100, height: 900 }
const ROOM_TEXT = `${ROOM.width}x${ROOM.height}`

test('a trade stands in the log with its excursion once it has ended, and what was bought is judged by what came true', async () => {
  const venue = await startVenue(['--bucket-minutes', '20'])
  const trader = await newTrader(venue, 14_400)
  const terminal = await launch({ profile: writeProfile(venue.url), env: NO_KEYCHAIN, size: ROOM_TEXT })
  const { page } = terminal
  const bridge: Bridge = bridgeOf(page)
  const { during } = terminal.clock(venue)
  const fills = async (): Promise<readonly Told[]> => {
    const answer = await bridge.call('readFills', { limit: 100, before: null })
    return answer.ok ? answer.value : []
  }
  const filled = async (count: number): Promise<void> => {
    await during(expect.poll(async () => (await fills()).length).toBeGreaterThanOrEqual(count))
  }
  try {
    await importSecrets(bridge, trader)
    await ready(page)
    await page.evaluate(
      async ([layout]) => {
        window.dispatchEvent(new Event('pagehide'))
        await window.terminal?.saveLayout({ layout })
      },
      [
        arranged(
          'log',
          [[{ kind: 'book', market: 'scalar/live' }], [{ kind: 'trade-log' }], [{ kind: 'calibration' }]],
          ROOM,
        ),
      ] as const,
    )
    await page.reload()
    const log = panel(page, 'Trade log')
    const calibration = panel(page, 'Calibration')
    await choosePeriod(log, 'All')
    await expect(log).toContainText('No trade has ended yet.')
    await choosePeriod(calibration, 'All')
    await expect(calibration).toContainText('Buy outcome shares or binary contracts')

    const { current } = await venue.read<BucketAnswer>('/v1/bucket')
    const asset = current?.asset ?? ''
    const mark = async (): Promise<number> =>
      Number((await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)).mark)
    const place = async (side: 'buy' | 'sell', size: string, average: string | null): Promise<void> => {
      const price = ((await mark()) + (side === 'buy' ? 2 : -2)).toFixed(2)
      const intent: IntentInput = { kind: 'place', asset, side, price, size, tif: 'IOC', reduceOnly: false }
      const shown = { average, worst: null, fee: null, mark: null, mid: null, bookAge: null }
      const answer = await bridge.call('submit', { requestId: randomUUID(), intent, shown })
      expect(answer.ok).toBe(true)
    }
    // Shown a price that nobody pays: what was got is better than that.
    await place('buy', '4', ((await mark()) + 3).toFixed(2))
    await filled(1)
    await place('sell', '4', null)
    const row = log.getByRole('row', { name: new RegExp(asset) })
    await during(expect(row).toHaveCount(1))
    await expect(log.getByLabel('Trades in USDC')).toContainText(/Hit rate\d+ % of 1/)
    // The shown price is kept, and what was got against it comes a moment after the fills.
    await during(expect(log.getByLabel('Trades in USDC')).toContainText(/Got against preview\+.[\d.]+.°F/))
    await log.getByRole('radio', { name: 'Got against preview' }).check({ force: true })
    await log.getByRole('radio', { name: 'By market' }).check({ force: true })
    await expect(log.getByRole('row', { name: new RegExp(`${asset}.*°F`) })).toBeVisible()
    await log.getByRole('radio', { name: 'Trades' }).check({ force: true })

    // Shares of both sides of the market that ends first: one of them comes true.
    const listed = await venue.read<readonly Listed[] | { readonly outcomes: readonly Listed[] }>(
      '/v1/outcomes/meta',
      trader.token,
    )
    const markets = 'outcomes' in listed ? listed.outcomes : listed
    const { server_time: now } = await venue.read<BucketAnswer>('/v1/bucket')
    const [first] = markets.filter(({ expiry }) => expiry > now).toSorted((a, b) => a.expiry - b.expiry)
    await submit(bridge, { kind: 'transfer', amount: '200' })
    const moved = async (): Promise<string | null> => {
      const answer = await bridge.call('readAccount', {})
      return answer.ok ? answer.value.money.usdhOutcome : null
    }
    await expect.poll(async () => Number(await moved())).toBeGreaterThanOrEqual(200)
    const before = (await fills()).length
    for (const [i, { coin }] of (first?.sides ?? []).entries()) {
      const buy = { kind: 'outcome_order', asset: coin, side: 'buy', size: '5' } as const
      const history = await venue.read<Record<string, { price: string }[]>>(
        `/v1/outcomes/price-history?coins=${encodeURIComponent(coin)}`,
        trader.token,
      )
      const price = Math.min(0.999, Number(history[coin]?.at(-1)?.price ?? '0.5') + 0.1).toFixed(3)
      await submit(bridge, { ...buy, mode: { kind: 'market', protection: { kind: 'worst', price } } })
      await filled(before + i + 1)
    }
    await expect(calibration).toContainText('Of none of the entries it is known yet whether it came true.')
    await expect(calibration.getByLabel('Calibration', { exact: true })).toContainText('Brier score—')

    const { server_time } = await venue.read<BucketAnswer>('/v1/bucket')
    await venue.control('clock', { advance_ms: (first?.expiry ?? 0) - server_time + 3_600_000 })
    const table = calibration.getByRole('grid', { name: 'Calibration by price' })
    await during(expect(table).toBeVisible())
    await expect(calibration).toContainText(/are too few to mean anything/)
    await expect(calibration.getByLabel('Calibration', { exact: true })).toContainText(/Brier score0\.\d{3}/)
    await expect(calibration.getByRole('img', { name: /^Paid against came true: \d+ % paid, / })).toBeVisible()

    const rows = log.getByRole('grid', { name: 'Trades that ended' }).getByRole('row')
    await during(expect(rows).toHaveCount(2 + (first?.sides.length ?? 0)))
    // The history of marks has the seconds that it was held.
    await during(expect(log.getByLabel('Trades in USDC')).toContainText(/MAE of (winners|losers)\d+\.\d\d/))
    await during(expect(log.getByLabel('Trades in USDH')).toContainText('% of 2'))

    for (const theme of ['light', 'dark'] as const) {
      await page.getByRole('button', { name: `Use the ${theme} theme` }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await page.screenshot({ path: test.info().outputPath(`${theme}.png`) })
      // Names of markets are cut where they have no room, and stand in full in their title; nothing else is.
      for (const part of [log.getByLabel(/^Trades in /).first(), log.getByLabel(/^Trades in /).last(), calibration])
        expect(await clippedIn(part)).toEqual([])
      await expect.poll(() => violations(page, "document.querySelector('main')")).toEqual([])
    }
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
