/** What the ticket and the activity list say while a trader types, sends on old prices, and after something filled. */
import type { Locator, Page } from '@playwright/test'
import { MESSAGES as DOCKING } from '../src/app/docking/messages.ts'
import { MESSAGES as OUTCOMES } from '../src/panels/outcomes/messages.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { MESSAGES as TICKET } from '../src/panels/ticket/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { fillTicket, outcomeForm, panel, scalarTicket, showPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { Terminal } from './support/terminal.ts'
import type { TestVenue } from './support/venue.ts'

let venue: TestVenue
let terminal: Terminal
let page: Page
const ticket = (): Locator => panel(page, 'Order ticket')
const activity = (): Locator => panel(page, 'Activity')
const mode = (name: string) => ticket().getByRole('radio', { name }).check({ force: true })
const button = (side: 'Buy' | 'Sell'): Locator => ticket().getByRole('button', { name: new RegExp(`^${side}`) })

test.beforeAll(async ({ asNewTrader }) => {
  ;({ venue, terminal, page } = await asNewTrader({ width: 1280, height: 800 }))
  await showPanel(page, 'Activity')
})

/** Where things are that a pointer may be on. */
async function boxes(): Promise<unknown> {
  const things = [button('Buy'), button('Sell'), ticket().getByRole('button', { name: '25 % of the most' })]
  return Promise.all(things.map((thing) => thing.boundingBox()))
}

test('no error moves what a pointer may be on', { tag: '@core' }, async () => {
  await mode('Limit')
  await fillTicket(page, { price: '540.00', size: '1' })
  const before = await boxes()
  for (const order of [
    { price: '540.005', size: '1' },
    { price: 'abc', size: '1' },
    { price: '', size: '' },
    { price: '540.00', size: '100000' },
    { price: '540.00', size: '1.00001' },
  ]) {
    await fillTicket(page, order)
    await button('Buy').click()
    await expect(ticket().locator('[aria-invalid="true"]').first()).toBeVisible()
    expect(await boxes()).toEqual(before)
  }
  await fillTicket(page, { price: '540.00', size: '1' })
  const settle = ticket().getByRole('textbox', { name: /^If it settles at/ })
  await settle.fill('5x')
  await expect(ticket().getByText('“5x” is not a temperature.')).toBeVisible()
  expect(await boxes()).toEqual(before)
  await settle.fill('')
})

test('nothing that is said of an outcome order moves its button', async () => {
  const form = await outcomeForm(page)
  const side = (name: string) => form.getByRole('radio', { name, exact: true }).check({ force: true })
  /** By its place: its name changes. */
  const send = form.locator('button[data-send]')
  await form.getByRole('textbox', { name: 'Size' }).fill('10')
  await form.getByRole('textbox', { name: 'Price' }).fill('0.5')
  /** Against the form: what is above it scrolls. */
  const place = () =>
    send.evaluate((element) => {
      const form = element.closest('form')?.getBoundingClientRect().top ?? 0
      return Math.round(element.getBoundingClientRect().top - form)
    })
  const before = await place()
  await send.scrollIntoViewIfNeeded()
  await expect(form).toContainText(OUTCOMES.noCollateral('USDH'))
  for (const text of ['0.5', 'abc', '', '2']) {
    await form.getByRole('textbox', { name: 'Price' }).fill(text)
    expect(await place()).toBe(before)
  }
  await side('Sell')
  await expect(form).not.toContainText(OUTCOMES.noCollateral('USDH'))
  expect(await place()).toBe(before)
  await side('Market')
  expect(await place()).toBe(before)
  await side('Buy')
  await side('Limit')
  await showPanel(page, 'Chart')
  await scalarTicket(page)
})

test('a size in per cent stays that part of the most, and what it comes to is what is sent', {
  tag: '@core',
}, async () => {
  await mode('Limit')
  await fillTicket(page, { price: '540.00' })
  const quarter = ticket().getByRole('button', { name: '25 % of the most' })
  const comesTo = ticket().getByText(/^= [\d,.]+ contracts$/)
  await quarter.click()
  await expect(quarter).toHaveAttribute('aria-pressed', 'true')
  await expect(ticket().getByRole('button', { name: 'Size in % of most' })).toBeVisible()
  const dear = await comesTo.innerText()
  // At half the price the account can send another size, and the quarter is another one.
  await fillTicket(page, { price: '270.00' })
  await expect(comesTo).not.toHaveText(dear)
  await expect(quarter).toHaveAttribute('aria-pressed', 'true')
  const size = /^= ([\d,.]+) /.exec(await comesTo.innerText())?.[1]?.replaceAll(',', '')
  await expect(button('Buy')).toContainText(`${size} at 270.00`)
  await fillTicket(page, { size: '1' })
  await expect(quarter).toHaveAttribute('aria-pressed', 'false')
  // Another unit begins again: 1 % must not become 1 contract.
  await ticket().getByRole('button', { name: 'Size in % of most' }).click()
  await page.getByRole('menuitem', { name: /^contracts/ }).click()
  await expect(ticket().getByRole('textbox', { name: 'Size' })).toHaveValue('')
})

test('the ticket and Activity tell the price at which it filled, and a close what it realized', async () => {
  await mode('Market')
  await fillTicket(page, { size: '40' })
  await button('Buy').click()
  const bought = /^Bought 40 at (\d+\.\d+) \(\d+\.\d\d.°F\), fee \d+\.\d\d USDC$/
  const line = ticket().getByText(bought)
  await expect(line).toBeVisible()
  const told = Number(bought.exec((await line.textContent()) ?? '')?.[1])
  const fills = await bridgeOf(page).call('readFills', { limit: 10, before: null })
  if (!fills.ok) throw new Error(fills.error.message)
  const own = fills.value.filter(({ side }) => side === 'buy')
  const value = own.reduce((sum, { price, size }) => sum + Number(price) * Number(size), 0)
  expect(Math.abs(told - value / 40)).toBeLessThan(0.001)
  await expect(activity().getByRole('button', { name: new RegExp(`Bought 40 NYCTMP[12] at ${told}`) })).toBeVisible()
  const positions = await showPanel(page, 'Positions')
  await positions.getByRole('button', { name: /^Close NYCTMP/ }).click()
  await expect(activity().getByRole('button', { name: /Closed 40 NYCTMP[12] at \d/ })).toContainText('realized')
  /** Nothing is held any more, so that the ticket does not speak of what was bought. */
  await expect(line).toHaveCount(0)
})

test('leverage with an open position shows what it does to it, and is asked before it is signed', async () => {
  await mode('Market')
  await fillTicket(page, { size: '6' })
  await button('Buy').click()
  const positions = await showPanel(page, 'Positions')
  await expect(positions.getByRole('button', { name: /^Close NYCTMP/ })).toBeVisible()
  const choose = async (to: string): Promise<void> => {
    await ticket()
      .getByRole('button', { name: /^Leverage/ })
      .click()
    await page.getByRole('menuitem', { name: to, exact: true }).click()
  }
  await choose('5×')
  const asks = page.getByRole('dialog', { name: /^Leverage of NYCTMP[12]: 10× to 5×\?$/ })
  const row = (name: string): Locator => asks.getByRole('row', { name: new RegExp(`^${name}`) }).locator('td')
  for (const name of ['Margin', 'Max loss', 'Liquidation', 'From the mark', 'Available']) {
    const [now, after] = await row(name).allInnerTexts()
    expect(now, name).toMatch(/\d/)
    expect(after, name).not.toBe(now)
  }
  await asks.getByRole('button', { name: 'Cancel' }).click()
  await expect(activity()).not.toContainText(/Set NYCTMP[12] leverage/)
  await choose('5×')
  await asks.getByRole('button', { name: 'Set 5×' }).click()
  await expect(activity()).toContainText(/Set NYCTMP[12] leverage to 5×/)
  await expect(ticket().getByRole('button', { name: 'Leverage: Isolated 5×' })).toBeVisible()
  await positions.getByRole('button', { name: /^Close NYCTMP/ }).click()
  await expect(positions.getByRole('button', { name: /^Close NYCTMP/ })).toHaveCount(0)
})

test('the focus stays in the ticket when its form is replaced: by another kind at the choice, by another market at the form', async () => {
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel') ?? document.activeElement?.tagName,
    )
  // What is typed would hold the market, also in a kind that is not shown.
  await mode('Limit')
  await fillTicket(page, { price: '', size: '' })
  await mode('Market')
  await ticket().getByRole('radio', { name: 'Market', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(ticket().getByRole('radio', { name: 'Predict', exact: true })).toBeFocused()
  const before = await focused()
  await ticket().getByRole('textbox', { name: 'Target' }).focus()
  await bridgeOf(page).call('setLink', { group: 1, market: { family: 'binary', asset: 'active' } })
  await expect(ticket().getByRole('textbox', { name: 'Amount' })).toBeVisible()
  expect(await focused()).toBe(before)
  // Chosen in the ticket's own head, by keys, the button that the list opened from is gone with the other family.
  for (const [typed, entry, field] of [
    ['live scalar', /^Live scalar/, 'Size'],
    ['active binary', /^Active binary/, 'Amount'],
  ] as const) {
    await ticket()
      .getByRole('button', { name: /^Market of Order ticket: / })
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: DOCKING.search }).fill(typed)
    await expect(page.getByRole('menuitem', { name: entry })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(ticket().getByRole('textbox', { name: field })).toBeVisible()
    await expect(page.getByRole('searchbox', { name: DOCKING.search })).toHaveCount(0)
    await expect.poll(focused).toBe(before)
  }
  await scalarTicket(page)
  await mode('Limit')
})

test('a refusal goes when another order is typed', async () => {
  await mode('Limit')
  const order = await fillTicket(page, { price: '1.00', size: '1', tif: 'GTC' })
  await button('Buy').click()
  const refused = order.getByText(/^Buy 1 at 1\.00: refused/)
  await expect(refused).toBeVisible()
  await fillTicket(page, { price: '2.00' })
  await expect(refused).toHaveCount(0)
  await expect(activity().getByRole('button', { name: /Buy 1 NYCTMP[12] at 1\.00/ })).toContainText('refused')
})

test('what was flattened is not said above a position that was opened afterwards', async () => {
  await mode('Market')
  const positions = await showPanel(page, 'Positions')
  // Another size each time: the same order again would be asked about.
  const buy = async (size: string): Promise<void> => {
    await fillTicket(page, { size })
    await button('Buy').click()
    await expect(positions.getByRole('button', { name: /^Close NYCTMP/ })).toBeVisible()
  }
  await buy('3')
  await positions.getByRole('button', { name: 'Flatten' }).click()
  await positions.getByRole('button', { name: POSITIONS.yesFlatten }).click()
  const report = positions.getByText(POSITIONS.flattened)
  await expect(report).toBeVisible()
  await expect(positions.getByRole('button', { name: /^Close NYCTMP/ })).toHaveCount(0)
  await expect(report).toBeVisible()
  await buy('4')
  await expect(report).toHaveCount(0)
  await positions.getByRole('button', { name: /^Close NYCTMP/ }).click()
  await expect(positions.getByRole('button', { name: /^Close NYCTMP/ })).toHaveCount(0)
})

test('side, size, market and price stand in view in every row', async () => {
  for (const row of await activity().getByRole('button', { expanded: false }).all()) {
    for (const part of await row.locator('[class*="lead"], [class*="tail"]').all()) {
      expect(await part.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true)
    }
    for (const name of await row.locator('[class*="asset"]').all()) {
      expect((await name.boundingBox())?.width).toBeGreaterThan(30)
    }
  }
})

test('a limit price far through the ask says how far in °F, and takes a second press, in the unit that is typed', async () => {
  await mode('Limit')
  const ask = panel(page, 'Order book').locator('[data-side="ask"][data-level="0"] [data-cell="price"]')
  const price = (Number(await ask.textContent()) + 6).toFixed(2)
  await fillTicket(page, { price, size: '1.5', tif: 'IOC' })
  await expect(ticket().getByText(/^[56]\.\d\d °F through the ask$/)).toBeVisible()
  const rows = await activity().getByRole('button').count()
  const buy = ticket().locator('[class*="sends"] button').first()
  await ticket().getByRole('radio', { name: '°F', exact: true }).check({ force: true })
  await expect(buy).toHaveText(/^Buy 1\.5 at \d\d\.\d\d °F$/)
  const before = await buy.boundingBox()
  await buy.click()
  await expect(buy).toHaveText(/^[56]\.\d\d °F through the ask, press again to send$/)
  expect(await buy.boundingBox()).toEqual(before)
  expect(await activity().getByRole('button').count()).toBe(rows)
  await buy.press('Enter')
  await expect(
    activity().getByRole('button', { name: /Bought 1\.5 NYCTMP[12] at \d\d\.\d\d\s°F \(\d{3}\./ }),
  ).toBeVisible()
  const entry = (await showPanel(page, 'Positions')).getByRole('row').filter({ hasText: 'Long' })
  await expect(entry).toContainText(/\d\d\.\d+\s°F/)
  await ticket().getByRole('radio', { name: 'Mark', exact: true }).check({ force: true })
  await expect(activity().getByRole('button', { name: /Bought 1\.5 NYCTMP[12] at \d{3}\./ })).toBeVisible()
})

test('a market order on old prices takes a second press', { tag: '@core' }, async () => {
  await mode('Market')
  await fillTicket(page, { size: '2' })
  await venue.control('faults', { freeze_feed: true })
  const clock = terminal.clock(venue)
  await clock.during(expect(ticket().getByText(/Prices are \d+ s old/)).toBeVisible())
  const rows = await activity().getByRole('button').count()
  /** By its place: its name changes. */
  const buy = ticket().locator('[class*="sends"] button').first()
  const before = await buy.boundingBox()
  await buy.click()
  await expect(buy).toHaveText(/Prices are \d+ s old, press again to send/)
  expect(await buy.boundingBox()).toEqual(before)
  expect(await activity().getByRole('button').count()).toBe(rows)
  // A press that is not repeated is forgotten after five seconds.
  await clock.during(expect(buy).toHaveText(/^Buy/))
  expect(await activity().getByRole('button').count()).toBe(rows)
  await buy.click()
  await buy.click()
  await expect(activity().getByRole('button', { name: /(Buy|Bought) 2 NYCTMP/ })).toBeVisible()
  await venue.control('faults', { freeze_feed: false })
})

test('the kind of order stays while an order is on its way to main, and can be changed once that has answered', async () => {
  await mode('Limit')
  await fillTicket(page, { price: '530.00', size: '1', tif: 'GTC' })
  const market = ticket()
    .getByRole('radiogroup', { name: TICKET.kinds })
    .getByRole('radio', { name: 'Market', exact: true })
  await expect(market).toBeEnabled()
  // Main answers within a few frames: the page itself notes each change.
  const changes = await market.evaluateHandle((radio: HTMLInputElement) => {
    const seen: boolean[] = []
    new MutationObserver(() => seen.push(radio.disabled)).observe(radio, { attributeFilter: ['disabled'] })
    return seen
  })
  await button('Buy').click()
  // The answer was not lost with its form.
  await expect(ticket().getByText(/^Buy 1 at 530\.00: working/)).toBeVisible()
  expect(await changes.jsonValue()).toEqual([true, false])
  await expect(market).toBeEnabled()
  await page.keyboard.press('Alt+c')
})

test('the last order of a ticket comes back into it, also where another one was sent in the market since', async () => {
  await mode('Limit')
  await fillTicket(page, { price: '530.00', size: '3', tif: 'GTC' })
  await button('Buy').click()
  await expect(ticket().getByText(/^Buy 3 at 530\.00: working/)).toBeVisible()
  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const intent = { kind: 'place', asset: current.asset, side: 'buy', price: '529.00', size: '4', tif: 'GTC' } as const
  const requestId = crypto.randomUUID()
  const sent = await bridgeOf(page).call('submit', { requestId, intent: { ...intent, reduceOnly: false } })
  expect(sent.ok).toBe(true)
  await expect(activity().getByRole('button', { name: /Buy 4 NYCTMP[12] at 529\.00/ })).toBeVisible()
  for (const again of [
    () => ticket().getByRole('button', { name: 'Repeat the last order' }).click(),
    // Its key is typed in a field.
    async () => {
      await button('Buy').focus()
      await page.keyboard.press('Alt+r')
    },
  ]) {
    await fillTicket(page, { price: '531.00', size: '1' })
    await again()
    await expect(ticket().getByRole('textbox', { name: 'Price' })).toHaveValue('530.00')
    await expect(ticket().getByRole('textbox', { name: 'Size' })).toHaveValue('3')
  }
  await page.keyboard.press('Alt+c')
})
