import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as ORDERS } from '../src/panels/open-orders/messages.ts'
import { readJournal } from './support/journal.ts'
import { fillTicket, panel, ready, showPanel, statusBar } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'

/** The best price of a side, as shown. */
async function best(page: Page, side: 'bid' | 'ask'): Promise<number> {
  const text = await panel(page, 'Order book')
    .locator(`[data-side="${side}"][data-level="0"] [data-cell="price"]`)
    .textContent()
  return Number(text)
}

test.describe('the first trade, on the practice venue', () => {
  let terminal: Terminal
  let page: Page

  test.beforeAll(async () => {
    terminal = await launch()
    page = terminal.page
    await ready(page)
  })
  test.afterAll(() => terminal.quit())

  test('a new trader sees the live bucket stream, without any question', async () => {
    const bucket = panel(page, 'Bucket')
    await expect(bucket).toContainText(/NYCTMP[12]/)
    await expect(bucket).toContainText(/Trading|Final window/)
    await expect(bucket).toContainText(/°F/)
    for (const side of ['bid', 'ask']) {
      await expect(panel(page, 'Order book').locator(`[data-side="${side}"]:not([data-empty])`)).toHaveCount(15)
    }
    expect(await best(page, 'bid')).toBeLessThan(await best(page, 'ask'))
    const before = await panel(page, 'Order book').innerText()
    await expect.poll(() => panel(page, 'Order book').innerText()).not.toBe(before)
    await expect(panel(page, 'Positions')).toContainText('10,000.00')
    for (const text of [
      /latency \d+ ms/,
      /data \d\.\d s old/,
      /clock [+−]\d/,
      /Wallet 0x/,
      /Agent 0x/,
      /Keychain|Keys not saved/,
    ]) {
      await expect(statusBar(page)).toContainText(text)
    }
  })

  test('an order rests, shows in the book as own, and is canceled', { tag: '@core' }, async () => {
    const price = ((await best(page, 'bid')) - 0.1).toFixed(2)
    const ticket = await fillTicket(page, { price, size: '12.5', tif: 'GTC' })
    await expect(ticket).toContainText(/Order value/)
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    const orders = await showPanel(page, 'Open orders')
    const cancel = orders.getByRole('button', { name: `Cancel buy 12.5 at ${price}` })
    await expect(cancel).toBeVisible()
    await expect(
      panel(page, 'Order book')
        .getByText(/own|your/i)
        .first(),
    ).toBeAttached()
    await cancel.click()
    await expect(cancel).toHaveCount(0)
    const activity = panel(page, 'Activity')
    await expect(activity).toContainText('canceled')
    await expect(activity).toContainText(`Cancel buy 12.5`)
  })

  test('a resting order is moved by keyboard, in its row: the effect is shown before, and it is one row of Activity', async () => {
    const bid = await best(page, 'bid')
    const [old, then] = [(bid - 0.1).toFixed(2), (bid - 0.12).toFixed(2)]
    const ticket = await fillTicket(page, { price: old, size: '6', tif: 'GTC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    const orders = await showPanel(page, 'Open orders')
    await expect(orders.getByRole('button', { name: `Cancel buy 6 at ${old}` })).toBeEnabled()
    await orders.getByRole('grid', { name: 'Open orders' }).locator('tbody').getByRole('row').first().focus()
    await page.keyboard.press('Enter')
    await expect(orders.getByRole('textbox', { name: 'New price' })).toBeFocused()
    const send = orders.getByRole('button', { name: 'Cancel & replace' })
    await expect(send).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(send).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(orders.getByRole('textbox', { name: 'New price' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const form = orders.getByRole('group', { name: `Move buy 6 at ${old}` })
    await expect(form).toContainText(`6 at ${old} → ${then} (`)
    await expect(form).toContainText(/loses queue position; margin [\d,.]+( → [\d,.]+)? USDC at \d+×/)
    await page.keyboard.press('Enter')
    await expect(send).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(orders.getByRole('button', { name: `Cancel buy 6 at ${then}` })).toBeVisible()
    await expect(orders.getByRole('button', { name: `Cancel buy 6 at ${old}` })).toHaveCount(0)
    const activity = panel(page, 'Activity')
    const line = activity.getByRole('button', {
      name: new RegExp(`Move buy 6 .*${old} → ${then}.*nothing had filled, placed 6.*moved`),
    })
    await line.click()
    await expect(activity.getByRole('region', { name: /^Cancel buy 6 / })).toHaveCount(1)
    await expect(activity.getByRole('region', { name: /^Buy 6 / })).toHaveCount(1)
    await line.click()
    // None of its parts is a separate row.
    await expect(activity.getByRole('button', { name: /Cancel buy 6 / })).toHaveCount(0)
    await orders.getByRole('grid', { name: 'Open orders' }).locator('tbody').getByRole('row').first().focus()
    await page.keyboard.press(' ')
    await orders.getByRole('button', { name: ORDERS.cancelSelected(1) }).click()
    await expect(orders.getByRole('button', { name: /^Cancel buy 6/ })).toHaveCount(0)
  })

  test('a marketable order fills, shows as a position, and is closed', { tag: '@core' }, async () => {
    const price = ((await best(page, 'ask')) + 0.5).toFixed(2)
    const ticket = await fillTicket(page, { price, size: '10', tif: 'IOC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    const positions = await showPanel(page, 'Positions')
    await expect(positions).toContainText('Long')
    await expect(positions).toContainText('10.0000')
    await expect(ticket.getByText(/^Bought 10 at \d+\.\d+ \(\d+\.\d\d.°F\), fee \d+\.\d\d USDC$/)).toBeVisible()
    await positions.getByRole('button', { name: /^Close NYCTMP/ }).click()
    await expect(positions.getByRole('button', { name: /^Close NYCTMP/ })).toHaveCount(0)
    await expect(panel(page, 'Activity')).toContainText(/Closed 10 NYCTMP[12] at \d+\.\d+/)
  })

  test('every action shows its steps', async () => {
    const activity = panel(page, 'Activity')
    await activity.getByRole('button', { name: /Bought 10 NYCTMP/ }).click()
    for (const step of ['checked', 'journaled', 'prepared', 'verified', 'signed', 'sent', 'accepted', 'filled']) {
      await expect(activity).toContainText(step)
    }
    await expect(activity).toContainText(
      /Shown when sent: average [\d.]+, worst [\d.]+, fee [\d.]+, mark [\d.]+, middle [\d.]+; book \d+\.\d s old/,
    )
  })

  test('a double click is one order', { tag: '@core' }, async () => {
    // A unique size, because a repeated order needs a confirmation.
    const price = ((await best(page, 'bid')) - 0.2).toFixed(2)
    const ticket = await fillTicket(page, { price, size: '2.5', tif: 'GTC' })
    await ticket.getByRole('button', { name: /^Buy/ }).dblclick()
    const orders = await showPanel(page, 'Open orders')
    await expect(orders.getByRole('button', { name: `Cancel buy 2.5 at ${price}` })).toHaveCount(1)
    await orders.getByRole('button', { name: 'Cancel all' }).click()
    await expect(orders.getByRole('button', { name: /^Cancel buy/ })).toHaveCount(0)
  })

  test('a table is navigated, sorted and filtered by keys, and no row moves under the pointer', async () => {
    const bid = await best(page, 'bid')
    const orders = await showPanel(page, 'Open orders')
    for (const [size, below] of [
      ['3', 0.2],
      ['4', 0.3],
    ] as const) {
      const ticket = await fillTicket(page, { price: (bid - below).toFixed(2), size, tif: 'GTC' })
      await ticket.getByRole('button', { name: /^Buy/ }).click()
      await expect(orders.getByRole('button', { name: new RegExp(`^Cancel buy ${size} at`) })).toBeEnabled()
    }
    const grid = orders.getByRole('grid', { name: 'Open orders' })
    const rows = grid.locator('tbody').getByRole('row')
    const focused = page.locator(':focus')
    // One Tab stop: a row, and then its buttons.
    await expect(grid.locator('tr[tabindex="0"], button:not([tabindex="-1"])')).toHaveCount(3)
    await rows.first().focus()
    await page.keyboard.press('End')
    await expect(rows.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(focused).toHaveAccessibleName(/^Move buy/)
    await page.keyboard.press('ArrowRight')
    await expect(focused).toHaveAccessibleName(/^Cancel buy/)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    while ((await focused.innerText()) !== 'Price') await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const price = grid.getByRole('columnheader', { name: 'Price' })
    await expect(price).toHaveAttribute('aria-sort', 'descending')
    await expect(rows.first()).toContainText('3.0000')
    await page.keyboard.press('/')
    await page.keyboard.type('buy nowhere')
    await expect(rows).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(2)

    // The one above is canceled while the pointer is on the one below.
    await rows.nth(1).hover()
    const place = await rows.nth(1).boundingBox()
    await orders.getByRole('button', { name: /^Cancel buy 3 at/ }).press('Enter')
    await expect(grid.getByText(/^Buy 3 at .*: no longer listed$/)).toBeVisible()
    await expect(rows).toHaveCount(1)
    expect(await rows.first().boundingBox()).toEqual(place)
    await panel(page, 'Order ticket').getByRole('textbox', { name: 'Size' }).click()
    await expect(grid.getByText(/no longer listed/)).toHaveCount(0)
    await orders.getByRole('button', { name: 'Cancel all' }).click()
    await expect(orders.getByRole('button', { name: /^Cancel buy/ })).toHaveCount(0)
  })

  test('a click in the book fills the price', async () => {
    const row = panel(page, 'Order book').locator('[data-side="ask"][data-level="4"]')
    await row.click()
    await expect(panel(page, 'Order ticket').getByRole('textbox', { name: 'Price' })).toHaveValue(/^\d+\.\d\d$/)
  })

  for (const [what, order, text] of [
    ['a price off the tick', { price: '550.005', size: '1' }, /multiple of 0\.01/],
    ['a negative price', { price: '-5', size: '1' }, /greater than 0/],
    ['a price that is not a number', { price: 'abc', size: '1' }, /number/i],
    ['a size beyond the precision', { price: '540.00', size: '1.00001' }, /4 decimals/],
    ['a size larger than the account permits', { price: '540.00', size: '100000' }, /margin|available/i],
  ] as const) {
    test(`${what} is reported next to the field, and nothing is sent`, { tag: '@core' }, async () => {
      const placed = (): number =>
        readJournal(terminal.userDataDir).filter(({ intent }) => intent.kind === 'place').length
      const before = placed()
      const ticket = await fillTicket(page, { ...order, tif: 'GTC' })
      await ticket.getByRole('button', { name: /^Buy/ }).click()
      await expect(ticket.getByText(text).first()).toBeVisible()
      await expect(ticket.getByRole('textbox', { name: 'Size' })).toHaveValue(order.size)
      await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(order.price)
      expect(placed()).toBe(before)
    })
  }
})
