/** Messages of the ticket and the activity list while a trader types, sends on old prices, and after a fill. */
import type { Locator, Page } from '@playwright/test'
import { MESSAGES as DOCKING } from '../src/app/docking/messages.ts'
import { MESSAGES as OUTCOMES } from '../src/panels/outcomes/messages.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { MESSAGES as TICKET } from '../src/panels/ticket/messages.ts'
import { atRest } from './support/at-rest.ts'
import { bridgeOf } from './support/bridge.ts'
import { check, fillTicket, outcomeForm, panel, scalarTicket, showPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { Terminal } from './support/terminal.ts'
import type { TestVenue } from './support/venue.ts'

let venue: TestVenue
let terminal: Terminal
let page: Page
const ticket = (): Locator => panel(page, 'Order ticket')
const activity = (): Locator => panel(page, 'Activity')
const mode = (name: string) => check(ticket().getByRole('radio', { name }))
const button = (side: 'Buy' | 'Sell'): Locator => ticket().getByRole('button', { name: new RegExp(`^${side}`) })

test.beforeAll(async ({ asNewTrader }) => {
  ;({ venue, terminal, page } = await asNewTrader({ width: 1280, height: 800 }))
  await showPanel(page, 'Activity')
})

/** Positions of everything that may be under the pointer. */
async function boxes(): Promise<unknown> {
  const things = [button('Buy'), button('Sell'), ticket().getByRole('button', { name: '25 % of max' })]
  return Promise.all(things.map((thing) => thing.boundingBox()))
}

test('no error moves anything that may be under the pointer', { tag: '@core' }, async () => {
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

test('no message about an outcome order moves its button', async () => {
  const form = await outcomeForm(page)
  const side = (name: string) => check(form.getByRole('radio', { name, exact: true }))
  /** By its place: its name changes. */
  const send = form.locator('button[data-send]')
  await form.getByRole('textbox', { name: 'Size' }).fill('10')
  await form.getByRole('textbox', { name: 'Price' }).fill('0.5')
  /** Relative to the form: the content above it scrolls. */
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

test('a size in percent follows the maximum, and the size shown is the size sent', {
  tag: '@core',
}, async () => {
  await mode('Limit')
  await fillTicket(page, { price: '540.00' })
  const quarter = ticket().getByRole('button', { name: '25 % of max' })
  const comesTo = ticket().getByText(/^= [\d,.]+ contracts$/)
  await quarter.click()
  await expect(quarter).toHaveAttribute('aria-pressed', 'true')
  await expect(ticket().getByRole('button', { name: 'Size in % of max' })).toBeVisible()
  const dear = await comesTo.innerText()
  // At half the price the account can send another size, and a quarter of it differs too.
  await fillTicket(page, { price: '270.00' })
  await expect(comesTo).not.toHaveText(dear)
  await expect(quarter).toHaveAttribute('aria-pressed', 'true')
  const size = /^= ([\d,.]+) /.exec(await comesTo.innerText())?.[1]?.replaceAll(',', '')
  await expect(button('Buy')).toContainText(`${size} at 270.00`)
  await fillTicket(page, { size: '1' })
  await expect(quarter).toHaveAttribute('aria-pressed', 'false')
  // Changing the unit clears the value: 1 % must not become 1 contract.
  await ticket().getByRole('button', { name: 'Size in % of max' }).click()
  await page.getByRole('menuitem', { name: /^contracts/ }).click()
  await expect(ticket().getByRole('textbox', { name: 'Size' })).toHaveValue('')
})

test('the ticket and Activity show the fill price, and the realized P&L of a close', async () => {
  await mode('Market')
  await fillTicket(page, { size: '40' })
  await button('Buy').click()
  const bought = /^Bought 40 at (\d+\.\d+) \(\d+\.\d\d.°F\), fee \d+\.\d\d USDC$/
  const line = ticket().getByText(bought)
  await expect(line).toBeVisible()
  const fillPrice = Number(bought.exec((await line.textContent()) ?? '')?.[1])
  const fills = await bridgeOf(page).call('readFills', { limit: 10, before: null })
  if (!fills.ok) throw new Error(fills.error.message)
  const own = fills.value.filter(({ side }) => side === 'buy')
  const value = own.reduce((sum, { price, size }) => sum + Number(price) * Number(size), 0)
  expect(Math.abs(fillPrice - value / 40)).toBeLessThan(0.001)
  await expect(
    activity().getByRole('button', { name: new RegExp(`Bought 40 NYCTMP[12] at ${fillPrice}`) }),
  ).toBeVisible()
  const positions = await showPanel(page, 'Positions')
  await positions.getByRole('button', { name: /^Close NYCTMP/ }).click()
  await expect(activity().getByRole('button', { name: /Closed 40 NYCTMP[12] at \d/ })).toContainText('realized')
  /** Nothing is held, so that the ticket does not show the previous purchase. */
  await expect(line).toHaveCount(0)
})

test('leverage with an open position shows its effect, and is confirmed before it is signed', async () => {
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

test('the focus stays in the ticket when its form is replaced: on the choice for another kind, in the form for another market', async () => {
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel') ?? document.activeElement?.tagName,
    )
  // Typed input would hold the market, even of a hidden kind.
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
  // Chosen by keys in the ticket's own header, the button that opened the list is gone with the other family.
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

test('a refusal disappears when another order is typed', async () => {
  await mode('Limit')
  const order = await fillTicket(page, { price: '1.00', size: '1', tif: 'GTC' })
  await button('Buy').click()
  const refused = order.getByText(/^Buy 1 at 1\.00: refused/)
  await expect(refused).toBeVisible()
  await fillTicket(page, { price: '2.00' })
  await expect(refused).toHaveCount(0)
  await expect(activity().getByRole('button', { name: /Buy 1 NYCTMP[12] at 1\.00/ })).toContainText('refused')
})

test('a flattened position is not mentioned above a newer one', async () => {
  await mode('Market')
  const positions = await showPanel(page, 'Positions')
  // A different size each time, because a repeated order needs a confirmation.
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

test('side, size, market and price are visible in every row', async () => {
  for (const row of await activity().getByRole('button', { expanded: false }).all()) {
    for (const part of await row.locator('[class*="lead"], [class*="tail"]').all()) {
      expect(await part.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true)
    }
    for (const name of await row.locator('[class*="asset"]').all()) {
      expect((await name.boundingBox())?.width).toBeGreaterThan(30)
    }
  }
})

test('a limit price far through the ask shows its distance in °F, and needs a second click, in the unit that is typed', async () => {
  await mode('Limit')
  const ask = panel(page, 'Order book').locator('[data-side="ask"][data-level="0"] [data-cell="price"]')
  const price = (Number(await ask.textContent()) + 6).toFixed(2)
  await fillTicket(page, { price, size: '1.5', tif: 'IOC' })
  await expect(ticket().getByText(/^Buy crosses by [56]\.\d\d °F$/)).toBeVisible()
  const rows = await activity().getByRole('button').count()
  const buy = ticket().locator('[class*="sends"] button').first()
  await check(ticket().getByRole('radio', { name: '°F', exact: true }))
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
  await check(ticket().getByRole('radio', { name: 'Mark', exact: true }))
  await expect(activity().getByRole('button', { name: /Bought 1\.5 NYCTMP[12] at \d{3}\./ })).toBeVisible()
})

test('a market order on old prices needs a second click', { tag: '@core' }, async () => {
  await mode('Market')
  await fillTicket(page, { size: '2' })
  const clock = terminal.clock(venue)
  const stage = { terminal, venue, page }
  const old = ticket().getByText(/Prices are \d+ s old/)
  await venue.control('faults', { freeze_feed: true })
  await clock.during(expect(old).toBeVisible())
  const rows = await activity().getByRole('button').count()
  /** By its place: its name changes. */
  const buy = ticket().locator('[class*="sends"] button').first()
  // A read that finds the same prices makes them current again: while main stands still, none arrives.
  await atRest(stage, async () => {
    await expect(old).toBeVisible()
    const before = await buy.boundingBox()
    await buy.click()
    await expect(buy).toHaveText(/Prices are \d+ s old, press again to send/)
    expect(await buy.boundingBox()).toEqual(before)
  })
  expect(await activity().getByRole('button').count()).toBe(rows)
  // A click that is not repeated expires after five seconds.
  await clock.during(expect(buy).toHaveText(/^Buy/))
  expect(await activity().getByRole('button').count()).toBe(rows)
  await atRest(stage, async () => {
    await buy.click()
    await buy.click()
  })
  await expect(activity().getByRole('button', { name: /(Buy|Bought) 2 NYCTMP/ })).toBeVisible()
  await venue.control('faults', { freeze_feed: false })
})

test('the order kind is locked while an order is on its way to main, and can be changed after the answer', async () => {
  await mode('Limit')
  await fillTicket(page, { price: '530.00', size: '1', tif: 'GTC' })
  const market = ticket()
    .getByRole('radiogroup', { name: TICKET.kinds })
    .getByRole('radio', { name: 'Market', exact: true })
  await expect(market).toBeEnabled()
  // Main answers within a few frames, so the page itself records each change.
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

test('the last order of a ticket can be restored, even if another one was sent in the market since', async () => {
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
