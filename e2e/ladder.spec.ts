/** The ladder: fixed rows, orders placed, moved and canceled in them while one-click is armed, and a ticket filled while it is not. */
import type { Locator, Page } from '@playwright/test'
import { MESSAGES as LADDER } from '../src/panels/ladder/messages.ts'
import { holdBooks, releaseBooks } from './support/at-rest.ts'
import { chooseMarket, panel, showMarket } from './support/screen.ts'
import { expect, type SharedTerminal, test } from './support/shared-terminal.ts'

interface OpenOrder {
  readonly oid: string
  readonly price: string
  readonly size: string
}

/** Wheel distance per row, px. */
const ROW_BY_WHEEL = 24

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
    // Starting it may have changed the shared window.
    const request = page.getByRole('button', { name: 'Open Scalp without saving' })
    ladder = panel(page, 'Ladder')
    await expect(request.or(ladder)).toBeVisible()
    if (await request.isVisible()) await request.click()
    await expect(ladder.locator('[data-row]:not([data-empty])').first()).toBeVisible()
  })

  const row = (at: number): Locator => ladder.locator(`[data-row="${at}"]`)
  const priceOf = async (at: number): Promise<string> =>
    (await row(at).locator('[data-cell="price"]').innerText()).trim()
  /** A row far enough below the best bid that a buy rests there. */
  const restingRow = async (): Promise<number> => {
    await ladder.getByRole('button', { name: 'Center' }).click()
    return (await ladder.locator('[data-row]').count()) - 6
  }
  const tags = (): Locator => ladder.locator('[data-tag]')
  const open = (): Promise<readonly OpenOrder[]> => shared.venue.read(`/v1/orders/open/${shared.trader.address}`)
  const arm = async (): Promise<void> => {
    const off = ladder.getByRole('button', { name: LADDER.armOneClick })
    if (await off.isVisible()) await off.click()
    await expect(ladder.getByRole('button', { name: /^Armed \d+ min$/ })).toBeVisible()
  }

  test('unarmed, a click fills price and size of the ticket, and the focus goes to Size', async () => {
    const at = await restingRow()
    await ladder.getByRole('button', { name: '50 contracts', exact: true }).click()
    await row(at).locator('[data-zone="left"]').click()
    const ticket = panel(page, 'Order ticket')
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(await priceOf(at))
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toHaveValue('50')
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toBeFocused()
    expect(await open()).toEqual([])
  })

  test('a book that moves under the pointer moves no row, and Center waits until the pointer has left', async () => {
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
    await expect(ladder.getByText(LADDER.centresLater)).toBeVisible()
    expect(await priceOf(at)).toBe(before)
    await page.mouse.move(1, 1)
    await expect.poll(() => priceOf(at)).not.toBe(before)
  })

  test('armed, a click places, a drag moves it and leaves one order, the other button cancels it', {
    tag: '@core',
  }, async () => {
    await arm()
    const at = await restingRow()
    await ladder.getByRole('button', { name: '50 contracts', exact: true }).click()
    const from = await priceOf(at)
    // The second click of a double click places no second order.
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

  test('by keyboard only: to a row, placed, canceled with the focus kept, disarmed', async () => {
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
    await expect(ladder.getByRole('button', { name: LADDER.armOneClick })).toBeVisible()
  })

  test('with stale prices nothing that adds exposure is sent, but a cancel is', {
    tag: '@core',
  }, async () => {
    await arm()
    const at = await restingRow()
    await row(at).locator('[data-zone="left"]').click()
    await expect(tags()).toHaveCount(1)
    const clock = shared.terminal.clock(shared.venue)
    try {
      // Prices are stale after two seconds; after five the connection would be dropped, which disarms the ladder.
      await clock.still(async () => {
        await shared.venue.control('faults', { freeze_feed: true })
        await clock.advance(2_500)
        await expect(ladder).toHaveAttribute('data-stale', 'true')
        await row(at + 1)
          .locator('[data-zone="left"]')
          .click()
        await expect(ladder.getByRole('alert')).toContainText(/Prices are (\d+ s old|not live): nothing was sent/)
      })
      expect(await open()).toHaveLength(1)
      await tags().click({ button: 'right' })
      await expect.poll(open).toEqual([])
    } finally {
      await shared.venue.control('faults', { freeze_feed: false })
    }
    // A connection dropped meanwhile disarms when it is back.
    await expect(ladder).not.toHaveAttribute('data-stale', 'true')
  })
  test('a click counts for the price under it when it started, and is void when the rows moved', {
    tag: '@core',
  }, async () => {
    await arm()
    const at = await restingRow()
    await row(at).locator('[data-zone="left"]').hover()
    await page.mouse.down()
    await page.keyboard.press('PageDown')
    await page.mouse.up()
    // Sent after it, and the only one: an order from the previous click would show next to it.
    const from = await priceOf(at - 2)
    await row(at - 2)
      .locator('[data-zone="left"]')
      .click()
    await expect(tags()).toHaveCount(1)
    await expect.poll(async () => (await open()).map(({ price }) => price)).toEqual([from])
    await tags().click({ button: 'right' })
    await expect.poll(open).toEqual([])
  })

  test('a size by risk includes its stop, which shows in its row, is dragged as the same stop, and is canceled by its menu', async () => {
    const risk = { by: 'risk', amount: '40', stop: '0.40' } as const
    const contracts = { by: 'contracts', amount: '10' } as const
    const saved = await shared.bridge.call('saveSizes', { of: 'scalar', presets: [contracts, risk] } as never)
    expect(saved.ok).toBe(true)
    try {
      const ticket = panel(page, 'Order ticket')
      await ladder.getByRole('button', { name: 'Center' }).click()
      // Saving sizes has disarmed it.
      await expect(ladder.getByRole('button', { name: LADDER.armOneClick })).toBeVisible()
      await ladder.getByRole('button', { name: /risk/i }).click()
      // Unarmed: order and stop are filled in, and the stop is removed by the next size without one.
      await row(2).locator('[data-zone="left"]').click()
      await expect(ticket.getByText(/Exit plan/).first()).toContainText('stop 0.4')
      await ladder.getByRole('button', { name: '10 contracts', exact: true }).click()
      await row(2).locator('[data-zone="left"]').click()
      await expect(ticket.getByRole('status').filter({ hasText: 'removed from the exit plan' })).toContainText('0.4')
      await expect(ticket.getByText(/Exit plan/).first()).toContainText('none')

      await ladder.getByRole('button', { name: /risk/i }).click()
      await arm()
      // Above the best ask: it fills at once.
      await row(2).locator('[data-zone="left"]').click()
      // Its stop is further below than the visible rows: scroll until it is in the middle.
      const away = Number(risk.stop) / (Number(await priceOf(2)) - Number(await priceOf(3)))
      const count = await ladder.locator('[data-row]').count()
      await row(10).hover()
      await page.mouse.wheel(0, ROW_BY_WHEEL * Math.round(2 + away - count / 2))
      const stop = ladder.locator('[data-tag][data-kind="exit"]')
      await expect(stop).toHaveCount(1)
      await expect(stop).toHaveText(/^S/)
      const title = (await stop.getAttribute('title')) ?? ''
      expect(title).toMatch(/^Stop [\d.]+ at .* local$/)
      // A click on it neither orders nor moves.
      await stop.click()
      expect(await open()).toEqual([])
      const tag = (await stop.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await page.mouse.move(tag.x + tag.width / 2, tag.y + tag.height / 2)
      await page.mouse.down()
      await page.mouse.move(tag.x + tag.width / 2, tag.y - tag.height * 1.5, { steps: 4 })
      await expect(ladder.getByText(/^Move stop [\d.]+: /)).toBeVisible()
      await page.mouse.up()
      await expect(stop).not.toHaveAttribute('title', title)
      await expect(stop).toHaveCount(1)
      await stop.click({ button: 'right' })
      const cancelItem = page.getByRole('menuitem', { name: /^Cancel stop [\d.]+ at / })
      await expect(cancelItem).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(cancelItem).toHaveCount(0)
      // Delete in its row asks the same.
      const at = await stop.evaluate((tag: HTMLElement) => Number(tag.style.getPropertyValue('--at')))
      await row(at).focus()
      await page.keyboard.press('Delete')
      await cancelItem.click()
      await expect(stop).toHaveCount(0)
    } finally {
      await shared.bridge.call('saveSizes', { of: 'scalar', presets: null } as never)
    }
  })

  test('shares are bought at the ask by a click, and no click sells more than is held', async () => {
    const moved = await shared.bridge.call('submit', {
      ...{ requestId: crypto.randomUUID(), by: { kind: 'form' }, intent: { kind: 'transfer', amount: '100' } },
    } as never)
    expect(moved.ok).toBe(true)
    const held = async (): Promise<number[]> => {
      const answer = await shared.bridge.call('readAccount', {})
      if (!answer.ok) throw new Error(answer.error.message)
      return answer.value.positions.filter(({ family }) => family === 'outcome').map(({ size }) => Number(size))
    }
    await showMarket(page, 'Ladder', 'new york high', /Yes/)
    await expect(ladder.locator('[data-row]:not([data-empty])').first()).toBeVisible()
    /** The row of the best price of a side: the written lines of its column, nearest to the middle of the market. */
    const best = async (side: 'bids' | 'asks'): Promise<number> => {
      const column = ladder.locator(`[data-column="${side}"]`)
      await ladder.getByRole('button', { name: 'Center' }).click()
      await expect(column).toHaveText(/\d/)
      const lines = ((await column.textContent()) ?? '').split('\n')
      return side === 'bids' ? lines.findIndex((line) => line !== '') : lines.findLastIndex((line) => line !== '')
    }
    // A market that moves after it was brought into view may leave it, or leave the order resting.
    await holdBooks(shared)
    await ladder.getByRole('button', { name: '10 shares', exact: true }).click()
    await arm()
    await row(await best('asks'))
      .locator('[data-zone="left"]')
      .click()
    await expect.poll(held).toEqual([10])
    await ladder.getByRole('button', { name: '50 shares', exact: true }).click()
    await row(await best('bids'))
      .locator('[data-zone="right"]')
      .click()
    await expect.poll(held).toEqual([])
    // Nothing is held: the same click says so.
    await row(await best('bids'))
      .locator('[data-zone="right"]')
      .click()
    await expect(ladder.getByRole('alert')).toContainText(/hold no .*shares to sell/)
    expect(await held()).toEqual([])
    await releaseBooks(shared)
    await chooseMarket(page, 'Ladder', 'live scalar', /^Live scalar/)
  })

  test('an order that fills during a drag ends the drag, which sends nothing', async () => {
    await ladder.getByRole('button', { name: '10 contracts', exact: true }).click()
    await arm()
    const at = await restingRow()
    await row(at).locator('[data-zone="left"]').click()
    const order = ladder.locator('[data-tag][data-kind="order"]')
    await expect(order).toHaveCount(1)
    const price = Number((await open())[0]?.price)
    const tag = (await order.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(tag.x + tag.width / 2, tag.y + tag.height / 2)
    await page.mouse.down()
    await page.mouse.move(tag.x + tag.width / 2, tag.y - tag.height * 3, { steps: 4 })
    await expect(ladder.locator('[data-ghost]')).toBeVisible()
    await shared.venue.control('oracle', { temperature_f: Number((price - 500 - 2).toFixed(2)) })
    await expect(ladder.getByRole('alert')).toContainText(
      /(filled or canceled|filled during the drag)\. Nothing was moved/,
    )
    await expect(ladder.locator('[data-ghost]')).toHaveCount(0)
    await page.mouse.up()
    await expect.poll(open).toEqual([])
  })
})
