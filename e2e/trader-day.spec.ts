/**
 * A trader's day with the mouse, and what it must show at once: fills, refusals, fired alerts and closed positions in toasts that move nothing, the
 * newest event on top of Activity, exits that are edited where they are set, and forms that close when they are done.
 */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { MESSAGES as ORDERS } from '../src/panels/open-orders/messages.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { best } from './support/pictured-trades.ts'
import { writeProfile } from './support/profile.ts'
import { check, fillTicket, panel, ready, showPanel, statusBar, tabOf } from './support/screen.ts'
import { launch, newDataDir, type Terminal } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

test.describe("a trader's day", () => {
  // Each test continues where the previous one ended.
  test.describe.configure({ mode: 'serial' })
  let venue: TestVenue
  let terminal: Terminal
  let page: Page

  test.beforeAll(async () => {
    venue = await startVenue(['--bucket-minutes', '1440'])
    const trader = await newTrader(venue)
    terminal = await launch({
      ...{ userDataDir: newDataDir(), profile: writeProfile(venue.url), env: NO_KEYCHAIN },
      size: '1600x960',
    })
    ;({ page } = terminal)
    await expect(statusBar(page)).toContainText(BARS.live)
    await importSecrets(bridgeOf(page), trader, terminal.boxes)
    await ready(page)
  })
  test.afterAll(async () => {
    await terminal.quit()
    await venue.stop()
  })

  const toast = (text: string | RegExp): Locator =>
    page.getByRole('region', { name: BARS.notices.name }).getByText(text).first()
  const ticket = (): Locator => panel(page, 'Order ticket')
  const newest = (): Locator =>
    panel(page, 'Activity')
      .getByRole('button', { expanded: false })
      .filter({ hasText: /\d\d:\d\d/ })
      .first()
  const bid = (): Promise<number> => best(page, 'bid')
  const send = async (
    side: 'Buy' | 'Sell',
    order: { readonly price: number; readonly size: string; readonly tif: 'GTC' | 'IOC' },
  ): Promise<void> => {
    await fillTicket(page, { ...order, price: order.price.toFixed(2) })
    await ticket()
      .getByRole('button', { name: new RegExp(`^${side}`) })
      .click()
  }
  /** Places of the panels, px. */
  const places = (): Promise<string> =>
    page
      .locator('main section[data-panel]')
      .evaluateAll((panels) =>
        JSON.stringify(panels.map((one) => [one.getAttribute('aria-label'), one.getBoundingClientRect()])),
      )
  /** Moves the temperature of the venue to a mark. */
  const markTo = (mark: number): Promise<unknown> =>
    venue.control('oracle', { temperature_f: Number((mark - 500).toFixed(2)) })

  test('a fill and a refusal are toasts at once, and move no panel', async () => {
    const before = await places()
    await send('Buy', { price: (await best(page, 'ask')) + 0.5, size: '8', tif: 'IOC' })
    await expect(toast(/^Bought 8 NYCTMP/)).toBeVisible()
    await expect(newest()).toContainText(/Bought 8/)
    // Far beyond the price band: the terminal refuses it, wherever the trader looks.
    const price = ((await bid()) - 40).toFixed(2)
    const answer = await bridgeOf(page).call('submit', {
      requestId: crypto.randomUUID(),
      intent: {
        ...{ kind: 'place', asset: await assetIn(page), side: 'buy', price: price as never, size: '3' as never },
        ...{ tif: 'GTC', reduceOnly: false },
      },
    })
    expect(answer.ok).toBe(true)
    await expect(toast(new RegExp(`^Refused: buy 3 NYCTMP\\w+ at ${price.replace('.', '\\.')}$`))).toBeVisible()
    expect(await places()).toBe(before)
  })

  test('exits are set in a form that shows them when it is opened again, and changes them there', async () => {
    const positions = await showPanel(page, 'Positions')
    const [stop, target] = [((await bid()) - 1.5).toFixed(2), ((await bid()) + 5).toFixed(2)]
    const open = positions.getByRole('button', { name: new RegExp(POSITIONS.setExitsOf('')) })
    const form = positions.getByRole('form', { name: new RegExp(POSITIONS.exitsOf('')) })
    const all = form.getByRole('button', { name: POSITIONS.setAllTheSame })
    await open.click()
    await form.getByRole('textbox', { name: 'Stop' }).fill(stop)
    await form.getByRole('button', { name: POSITIONS.setExits }).click()
    // The bucket of a day ends after something that lets this terminal act: the trader is asked.
    await all.click()
    await expect(form).toHaveCount(0)
    await open.click()
    await expect(form.getByRole('textbox', { name: 'Stop' })).toHaveValue(stop)
    await form.getByRole('textbox', { name: 'Target' }).fill(target)
    await form.getByRole('button', { name: POSITIONS.changeExits }).click()
    await all.click()
    await expect(form).toHaveCount(0)
    await expect(positions.getByText(`stop ${stop} · target ${target}`)).toHaveCount(1)
  })

  test('the fill of an order that rested is the newest row of Activity', async () => {
    const price = (await bid()) - 0.8
    await send('Buy', { price, size: '4', tif: 'GTC' })
    await expect(newest()).toContainText(/Buy 4/)
    await send('Sell', { price: (await best(page, 'ask')) + 6, size: '1', tif: 'GTC' })
    await expect(newest()).toContainText(/Sell 1/)
    // The book of the venue follows its temperature order by order.
    await markTo(price - 0.6)
    await terminal.clock(venue).during(expect(newest()).toContainText(/Bought 4/))
    await expect(toast(/^Bought [\d.]+ NYCTMP/)).toBeVisible()
  })

  test('a part is closed in a form that closes when it is done', async () => {
    const positions = await showPanel(page, 'Positions')
    await positions.getByRole('button', { name: new RegExp(`^${POSITIONS.closePart('')}`) }).click()
    const size = positions.getByRole('textbox', { name: /^Size of .* to close$/ })
    await size.fill('2')
    await positions.getByRole('button', { name: 'Close 2', exact: true }).click()
    await expect(size).toHaveCount(0)
    await expect(newest()).toContainText(/Closed 2/)
  })

  test('a fired alert is a toast, and counts on its tab until it is looked at', async () => {
    const alerts = await showPanel(page, 'Alerts')
    await alerts.getByRole('combobox', { name: 'When' }).selectOption('Temperature, °F')
    await check(alerts.getByRole('radio', { name: 'Rises to' }))
    const level = (await bid()) - 500 + 0.6
    await alerts.getByRole('textbox', { name: 'Value' }).fill(level.toFixed(2))
    await alerts.getByRole('button', { name: 'Add alert' }).click()
    await expect(alerts.getByRole('row', { name: /Temperature rises to/ })).toContainText('On')
    await showPanel(page, 'Positions')
    await markTo(level + 500.2)
    await expect(toast(/^Temperature rises to/)).toBeVisible()
    const unread = tabOf(page, 'Alerts').locator('[data-unread]')
    await expect(unread).toHaveAttribute('data-unread', '1')
    await showPanel(page, 'Alerts')
    await expect(unread).toHaveCount(0)
  })

  test('an order is typed in the palette, whose Enter does nothing before that', async () => {
    const palette = page.getByRole('dialog', { name: 'Find a command, market or workspace' })
    const preview = page.getByRole('region', { name: 'Order preview' })
    const before = await places()
    await page.mouse.move(800, 480)
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(palette).toBeVisible()
    await page.keyboard.type('pnl')
    await expect(palette.getByRole('option').first()).toContainText('P&L')
    await page.keyboard.press('Escape')
    await panel(page, 'Order book').getByRole('button').first().focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('buy 1 mkt')
    await expect(palette.getByRole('option').first()).toContainText(/^Preview: Buy 1 NYCTMP/)
    await page.keyboard.press('Enter')
    await expect(preview).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(newest()).toContainText(/Bought 1/)
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    expect(await places()).toBe(before)
  })

  test('the stop closes what is held: a toast says so, and the ended exits are put aside', async () => {
    await showPanel(page, 'Positions')
    const before = await places()
    // Of a burst, toasts show what there is room for: the last fill has left.
    await expect(toast(/^Bought 1 /)).toHaveCount(0)
    await markTo((await bid()) - 4)
    await expect(toast(/^Stop on NYCTMP\w+: position closed|^Position closed by its stop/)).toBeVisible()
    const orders = await showPanel(page, 'Open orders')
    await expect(orders.getByRole('button', { name: ENDED })).toBeVisible()
    await expect(orders.getByRole('grid', { name: ORDERS.held })).toHaveCount(0)
    await showPanel(page, 'Positions')
    expect(await places()).toBe(before)
  })
})

const ENDED = new RegExp(ORDERS.showEnded(0).replace('(0)', '\\(\\d+\\)'))

/** The live scalar asset. */
async function assetIn(page: Page): Promise<string> {
  const name = await panel(page, 'Order ticket').getAttribute('aria-label')
  return name?.match(/NYCTMP\d+/)?.[0] ?? 'unknown'
}
