/** The settlement desk: before the final window and within it, a level that fills the ticket, and what it says where the past is too short. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { violations } from './support/axe.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { openPanel, panel, statusBar } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

interface BucketAnswer {
  readonly current: { readonly asset: string; readonly end: number } | null
  readonly server_time: number
}

test.describe('the settlement desk, on a venue whose clock the test moves', () => {
  test.describe.configure({ mode: 'serial' })
  let venue: TestVenue
  let terminal: Terminal
  let page: Page
  let desk: Locator

  test.beforeAll(async () => {
    venue = await startVenue()
    terminal = await launch({ profile: writeProfile(venue.url), env: NO_KEYCHAIN })
    ;({ page } = terminal)
    await expect(statusBar(page)).toContainText('Live')
    await importSecrets(bridgeOf(page), await newTrader(venue))
    desk = await openPanel(page, 'Settlement desk')
  })
  test.afterAll(async () => {
    await terminal.quit()
    await venue.stop()
  })

  const drawing = (): Locator => desk.getByRole('img', { name: /^Where it may settle: mean/ })
  const levels = (): Locator => desk.getByRole('grid', { name: 'Levels of the settlement' })
  /** A level's row, after the head. */
  const row = (at: number): Locator =>
    levels()
      .getByRole('row')
      .nth(at + 1)
  /** Lets time pass until the expectation settles. */
  const passing = <T>(expectation: Promise<T>): Promise<T> => terminal.clock(venue).during(expectation)
  /** Moves the venue's clock to so many ms before the end of the bucket. */
  const leave = async (ms: number): Promise<void> => {
    const { current, server_time } = await venue.read<BucketAnswer>('/v1/bucket')
    await venue.control('clock', { advance_ms: (current?.end ?? 0) - server_time - ms })
  }

  test('before the window it draws where the bucket may settle, and what UP is worth by it', async () => {
    await expect(drawing()).toBeVisible()
    await expect(drawing()).toHaveAccessibleName(/80 % from [\d.]+.°F to [\d.]+.°F; .*the mark is [\d.]+.°F/)
    await expect(desk.getByLabel('Bucket', { exact: true })).toContainText(/TWAP so farbegins in \d/)
    await expect(levels().getByRole('row')).toHaveCount(18)
    await expect(row(0)).toContainText('%')
    const worth = desk.getByRole('table', { name: 'Worth of UP and DOWN' })
    await expect(worth.getByRole('row', { name: /^UP [01]\.\d{3} [<>\d]/ })).toBeVisible()
    expect(await violations(page, `document.querySelector('[data-panel="settlement-desk"]')`)).toEqual([])
  })

  test('a level fills the ticket with a price on the tick, and sends nothing', async () => {
    const level = row(15)
    const price = (await level.getByRole('gridcell').nth(0).innerText()).trim()
    await level.click()
    const ticket = panel(page, 'Order ticket')
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(price)
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toBeFocused()
    await expect(desk.getByText(`Buy at ${price} is in the ticket. Nothing was sent.`)).toBeVisible()
    await row(0).focus()
    await page.keyboard.press('Enter')
    await expect(desk.getByText(/^Sell at [\d.]+ is in the ticket/)).toBeVisible()
  })

  test('assumptions are said, changed, and refused where they cannot be one', async () => {
    await expect(desk.getByText(/Read off \d+ past stretches of the same length/)).toBeVisible()
    await desk.getByRole('radio', { name: 'My own' }).check({ force: true })
    await desk.getByRole('textbox', { name: 'Volatility of the mark' }).fill('2')
    await expect(desk.getByText('As it stands the rest moves like a mark of 2.00 °F/√h.')).toBeVisible()
    await desk.getByRole('textbox', { name: 'Volatility of the mark' }).fill('much')
    await expect(desk.getByText('Volatility must be a number from 0.01 to 50.')).toBeVisible()
    await expect(desk.getByText('An assumption cannot be read: put it right below.')).toBeVisible()
    await expect(drawing()).toHaveCount(0)
    await desk.getByRole('button', { name: 'As at first' }).click()
    await expect(drawing()).toBeVisible()
  })

  test('where the past is too short it says so and draws nothing, but by an own volatility', async () => {
    await venue.control('faults', { candle_cap: 3 })
    // Another stretch of the past is read anew.
    await desk.getByRole('radio', { name: '7 days of history' }).check({ force: true })
    await expect(desk.getByText('Not enough history to say.')).toBeVisible()
    await expect(drawing()).toHaveCount(0)
    await expect(row(0).getByRole('gridcell').nth(2)).toHaveText('—')
    await expect(desk.getByText('Without a distribution nothing is said of its worth.')).toBeVisible()
    await desk.getByRole('radio', { name: 'My own' }).check({ force: true })
    await expect(drawing()).toBeVisible()
    await venue.control('faults', { candle_cap: 0 })
    await desk.getByRole('button', { name: 'As at first' }).click()
    await expect(drawing()).toBeVisible()
  })

  test('in the final window the average so far moves, and the rest must average more or less for it', async () => {
    await leave(124_000)
    const soFar = desk.getByLabel('Bucket', { exact: true }).getByText(/^TWAP so far, \d+ of 120 s$/)
    await passing(expect(soFar).toBeVisible())
    // The marks of its first seconds were seen: what follows counts from them.
    await passing(expect(drawing()).toBeVisible())
    const restOf = async (): Promise<string> => (await row(0).getByRole('gridcell').nth(1).innerText()).trim()
    await passing(expect.poll(restOf).toMatch(/^\d{3}\.\d\d$/))
    const [seen, rest] = [await soFar.innerText(), await restOf()]
    await passing(expect.poll(() => soFar.innerText()).not.toBe(seen))
    await passing(expect.poll(restOf).not.toBe(rest))
    await expect(desk.getByLabel('Distribution of the settlement')).toContainText('% open')
  })

  test('between buckets it says so, and begins anew with the next', async () => {
    await leave(-200)
    await expect(desk.getByText('The desk begins anew with the next bucket.')).toBeVisible()
    await passing(expect(drawing()).toBeVisible())
  })
})
