/** The ladder: rows that stay, orders placed, moved and cancelled in them while one-click is armed, and a ticket filled while it is not. */
import type { Locator, Page } from '@playwright/test'
import { panel } from './support/screen.ts'
import { expect, type SharedTerminal, test } from './support/shared-terminal.ts'

interface OpenOrder {
  readonly oid: string
  readonly price: string
  readonly size: string
}

test.describe('the ladder', () => {
  let shared: SharedTerminal
  let page: Page
  let ladder: Locator

  test.beforeAll(async ({ asNewTrader }) => {
    shared = await asNewTrader({ width: 1600, height: 960 })
    ;({ page } = shared)
    await page
      .getByRole('navigation', { name: 'Workspaces' })
      .getByRole('button', { name: 'Scalp', exact: true })
      .click()
    // The shared window may have been changed by its start.
    const asked = page.getByRole('button', { name: 'Open Scalp without saving' })
    ladder = panel(page, 'Ladder')
    await expect(asked.or(ladder)).toBeVisible()
    if (await asked.isVisible()) await asked.click()
    await expect(ladder.locator('[data-row]:not([data-empty])').first()).toBeVisible()
  })

  const row = (at: number): Locator => ladder.locator(`[data-row="${at}"]`)
  const priceOf = async (at: number): Promise<string> =>
    (await row(at).locator('[data-cell="price"]').innerText()).trim()
  /** A row so far below the best bid that a buy rests there. */
  const restingRow = async (): Promise<number> => {
    await ladder.getByRole('button', { name: 'Centre' }).click()
    return (await ladder.locator('[data-row]').count()) - 6
  }
  const tags = (): Locator => ladder.locator('[data-tag]')
  const open = (): Promise<readonly OpenOrder[]> => shared.venue.read(`/v1/orders/open/${shared.trader.address}`)
  const arm = async (): Promise<void> => {
    await ladder.getByRole('button', { name: 'Arm one-click' }).click()
    await expect(ladder.getByRole('button', { name: /^Armed \d+ min$/ })).toBeVisible()
  }

  test('disarmed, a press fills price and size of the ticket, and the focus goes to Size', async () => {
    const at = await restingRow()
    await ladder.getByRole('button', { name: '50 contracts', exact: true }).click()
    await row(at).locator('[data-zone="left"]').click()
    const ticket = panel(page, 'Order ticket')
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(await priceOf(at))
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toHaveValue('50')
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toBeFocused()
    expect(await open()).toEqual([])
  })

  test('traders B9: a book that moves under the pointer moves no row, and Centre waits until the pointer has left', async () => {
    const at = await restingRow()
    await row(at).hover()
    await page.mouse.wheel(0, 240)
    const before = await priceOf(at)
    const sizes = ladder.locator('[data-column="asks"]')
    for (let changes = 0; changes < 2; changes += 1) {
      const shown = await sizes.textContent()
      await expect.poll(() => sizes.textContent()).not.toBe(shown)
    }
    expect(await priceOf(at)).toBe(before)
    await row(at).focus()
    await page.keyboard.press('Home')
    await expect(ladder.getByText('Centres once the pointer has left the rows.')).toBeVisible()
    expect(await priceOf(at)).toBe(before)
    await page.mouse.move(1, 1)
    await expect.poll(() => priceOf(at)).not.toBe(before)
  })

  test('traders B2: armed, a press places, a drag moves it and leaves one order, the other button cancels it', async () => {
    await arm()
    const at = await restingRow()
    const from = await priceOf(at)
    // The second click of a double click is no second order.
    await row(at).locator('[data-zone="left"]').dblclick()
    await expect(tags()).toHaveText(['50'])
    await expect(ladder.getByText(`Buy 50 at ${from}: working`)).toBeVisible()
    const [placed, ...more] = await open()
    expect(placed).toMatchObject({ price: from })
    expect(more).toEqual([])

    const to = await priceOf(at + 3)
    const tag = (await tags().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const end = (await row(at + 3).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(tag.x + tag.width / 2, tag.y + tag.height / 2)
    await page.mouse.down()
    await page.mouse.move(tag.x + tag.width / 2, end.y + end.height / 2, { steps: 6 })
    await expect(ladder.locator('[data-ghost]')).toBeVisible()
    await expect(ladder.getByText(`Move buy 50: ${from} → ${to}`)).toBeVisible()
    await page.mouse.up()
    await expect.poll(async () => (await open()).map(({ price }) => price)).toEqual([to])
    expect((await open())[0]?.oid).not.toBe(placed?.oid)
    await expect(tags()).toHaveAttribute('title', new RegExp(`^Buy 50 at ${to} `))

    await tags().click({ button: 'right' })
    await expect(tags()).toHaveCount(0)
    await expect.poll(open).toEqual([])
  })

  test('by keyboard alone: to a row, placed, moved by nothing, cancelled, disarmed', async () => {
    const at = await restingRow()
    await row(at - 1).focus()
    await page.keyboard.press('3')
    await expect(ladder.getByRole('button', { name: '10 contracts', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await expect(row(at)).toBeFocused()
    await expect(row(at)).toHaveAttribute('aria-label', new RegExp(`^${await priceOf(at)}, .*Buy side$`))
    await page.keyboard.press('Enter')
    await expect(tags()).toHaveText(['10'])
    await expect(row(at)).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(tags()).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(ladder.getByRole('button', { name: 'Arm one-click' })).toBeVisible()
  })

  test('traders B9: from prices that are out of date nothing goes out that adds exposure, and a cancel does', async () => {
    await arm()
    const at = await restingRow()
    await row(at).locator('[data-zone="left"]').click()
    await expect(tags()).toHaveCount(1)
    await shared.venue.control('faults', { freeze_feed: true })
    try {
      await expect(ladder).toHaveAttribute('data-stale', 'true')
      await row(at + 1)
        .locator('[data-zone="left"]')
        .click()
      await expect(ladder.getByRole('alert')).toContainText(/Prices are \d+ s old: nothing was sent/)
      expect(await open()).toHaveLength(1)
      await tags().click({ button: 'right' })
      await expect.poll(open).toEqual([])
    } finally {
      await shared.venue.control('faults', { freeze_feed: false })
    }
  })
})
