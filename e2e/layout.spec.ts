/** The window around the panels: its bars, its menus, and where the panels stand. */
import type { Locator, Page } from '@playwright/test'
import { chooseMarket, closePanel, fillTicket, panel, showPanel, statusBar, tabOf } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { TestVenue } from './support/venue.ts'

/** Panels that lie on screen, with their boxes, px. */
async function places(page: Page): Promise<Record<string, string>> {
  const regions = page.getByRole('main').getByRole('region')
  return regions.evaluateAll((found) =>
    Object.fromEntries(
      found.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [one.getAttribute('aria-label'), [x, y, width, height].map((side) => Math.round(side / 2) * 2).join(' ')]
      }),
    ),
  )
}

const view = (page: Page): Locator => page.getByRole('button', { name: 'View' })

async function choose(page: Page, name: string): Promise<void> {
  await view(page).click()
  await page.getByRole('menuitem', { name: new RegExp(`^.?${name}`) }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test.describe('the window', () => {
  test.describe.configure({ mode: 'serial' })
  let venue: TestVenue
  let page: Page
  test.beforeAll(async ({ asNewTrader }) => {
    ;({ venue, page } = await asNewTrader())
  })

  test('A7: the status bar tells the age of the oldest of what is shown, and is not live while that is stale', async () => {
    const status = statusBar(page)
    await expect(status).toContainText(/data \d\.\d s old/)
    await venue.control('faults', { freeze_feed: true })
    await expect(status.getByRole('status')).toHaveText('Stale')
    await expect(status).toContainText(/(book|mark) \d+ s old/)
    await expect(status).not.toContainText('Live')
    // The connection itself is up, and says so by its messages.
    await expect(status).toContainText(/latency \d+ ms/)
    await venue.control('faults', { freeze_feed: false })
    await expect(status.getByRole('status')).toHaveText('Live')
    await expect(status).toContainText(/data \d\.\d s old/)
  })

  test('the status bar has the service’s time in UTC and this machine’s in its zone, and neither moves what is beside it', async () => {
    const status = statusBar(page)
    const service = status.getByTitle(/^The service's time/)
    const local = status.getByTitle(/^This machine's own time/)
    await expect(service).toHaveText(/^\d\d:\d\d:\d\d UTC$/)
    await expect(local).toHaveText(/^\d\d:\d\d:\d\d \S+ local$/)
    const boxes = async () => JSON.stringify([await service.boundingBox(), await local.boundingBox()])
    const before = await boxes()
    const first = await service.textContent()
    await expect(service).not.toHaveText(first ?? '')
    expect(await boxes()).toBe(before)
  })

  test('the book and the ticket of a first start are as wide as a window of 1600 px has room for', async () => {
    const width = async (name: 'Order book' | 'Order ticket'): Promise<number> =>
      (await panel(page, name).boundingBox())?.width ?? 0
    expect(await width('Order book')).toBeGreaterThan(285)
    expect(await width('Order ticket')).toBeGreaterThan(311)
  })

  test('C11: a large window has larger text, and compact rows are one step behind', async () => {
    const session = await page.context().newCDPSession(page)
    const text = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).fontSize)
    const at = (width: number, height: number): Promise<unknown> =>
      session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    for (const [width, height, normal, compact] of [
      [2399, 1280, '12px', '12px'],
      [2400, 1280, '13px', '12px'],
      [3840, 1280, '13px', '12px'],
      [3840, 2160, '14px', '13px'],
    ] as const) {
      await at(width, height)
      await expect.poll(text).toBe(normal)
      await page.evaluate(() => document.documentElement.setAttribute('data-density', 'compact'))
      expect(await text()).toBe(compact)
      await page.evaluate(() => document.documentElement.setAttribute('data-density', 'normal'))
    }
    await session.send('Emulation.clearDeviceMetricsOverride')
    await expect.poll(text).toBe('12px')
    await session.detach()
  })

  test('B2: closing and opening panels leaves the layout as it was', async () => {
    const before = await places(page)
    for (const name of ['Trades', 'Bucket'] as const) {
      await closePanel(page, name)
      await expect(panel(page, name)).toHaveCount(0)
      await choose(page, name)
      await expect(panel(page, name)).toBeVisible()
      await expect.poll(() => places(page)).toEqual(before)
    }
    // Both at once, and back in the order in which they went.
    for (const name of ['Order book', 'Activity'] as const) await closePanel(page, name)
    for (const name of ['Order book', 'Activity']) await choose(page, name)
    await expect.poll(() => places(page)).toEqual(before)
  })

  test('B2: a tab that is opened and closed leaves the others where they were', async () => {
    const before = await places(page)
    for (let round = 0; round < 2; round += 1) {
      await choose(page, 'Limits')
      await expect(panel(page, 'Limits')).toBeVisible()
      await closePanel(page, 'Limits')
      await showPanel(page, 'Positions')
    }
    await expect.poll(() => places(page)).toEqual(before)
  })

  test('B3: a tab has a menu and a cross, a second panel of a kind stands beside the first, and the next one comes back where it was', async () => {
    const before = await places(page)
    await tabOf(page, 'Trades').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(tabOf(page, 'Trades')).toHaveCount(2)
    await tabOf(page, 'Trades').last().focus()
    await page.keyboard.press('Delete')
    await expect(tabOf(page, 'Trades')).toHaveCount(1)
    await tabOf(page, 'Trades').hover()
    await page.locator('[data-close="Trades"]').click()
    await expect(tabOf(page, 'Trades')).toHaveCount(0)
    await choose(page, 'Trades')
    await expect.poll(() => places(page)).toEqual(before)
  })

  test('B3: a layout that was reset comes back at one press', async () => {
    await closePanel(page, 'Activity')
    const before = await places(page)
    await choose(page, 'Reset layout')
    await expect(panel(page, 'Activity')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(panel(page, 'Activity')).toHaveCount(0)
    await expect.poll(() => places(page)).toEqual(before)
    await choose(page, 'Activity')
  })

  test('C2: the menu that a mouse opened wears no ring, and to reset the layout stands apart from the panels', async () => {
    await view(page).click()
    const menu = page.getByRole('menu', { name: 'View' })
    await expect(menu).toBeVisible()
    const rings = await menu.evaluate((element) => {
      const ringed: string[] = []
      for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement) {
        const { boxShadow, outlineStyle } = getComputedStyle(one)
        if (boxShadow !== 'none' || outlineStyle !== 'none')
          ringed.push(`${one.className}: ${boxShadow} ${outlineStyle}`)
      }
      return ringed
    })
    expect(rings).toEqual([])
    await expect(menu.getByRole('group', { name: 'Panels' })).not.toContainText('Reset')
    await expect(menu.getByRole('group', { name: 'Layout' }).getByRole('menuitem')).toHaveText(/Reset layout/)
    await page.keyboard.press('Escape')
  })

  test('a ticket with typed input stays when its link group goes on, says where that went, and follows when told', {
    tag: '@core',
  }, async () => {
    const ticket = panel(page, 'Order ticket')
    await fillTicket(page, { price: '540.00', size: '2' })
    await chooseMarket(page, 'Order book', 'active binary', /^Active binary/)
    await expect(page.getByRole('region', { name: /^Order book, GBET/ })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Order ticket, NYCTMP/ })).toBeVisible()
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('540.00')
    await expect(ticket).toContainText(/went to GBET/)
    await ticket.getByRole('button', { name: 'Follow' }).click()
    await expect(page.getByRole('region', { name: /^Order ticket, GBET/ })).toBeVisible()
    // Nothing is typed for this market: it goes along, and the size is there again, the price of another market is not.
    await chooseMarket(page, 'Order book', 'live scalar', /^Live scalar/)
    await expect(page.getByRole('region', { name: /^Order ticket, NYCTMP/ })).toBeVisible()
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toHaveValue('2')
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('')
  })

  test('a price that is clicked goes to the ticket of its market; without one nothing is lost, it is asked whether to open one', async () => {
    const bid = panel(page, 'Order book').locator('[data-side="bid"][data-level="3"]')
    const price = panel(page, 'Order ticket').getByRole('textbox', { name: 'Price' })
    await bid.click()
    await expect(price).toHaveValue(/^\d{3}\.\d\d$/)
    await closePanel(page, 'Order ticket')
    await bid.click()
    await expect(page.getByText(/^No ticket in this window shows NYCTMP/)).toBeVisible()
    await page.getByRole('button', { name: 'Open a ticket' }).click()
    await expect(price).toHaveValue(/^\d{3}\.\d\d$/)
    await expect(page.getByText(/^No ticket in this window/)).toHaveCount(0)
  })

  test('C7: equity dims while it cannot be current', async () => {
    const equity = page.getByRole('banner').locator('dl[data-stale]')
    await expect(equity).toHaveAttribute('data-stale', 'false')
    await venue.control('faults', { drop_ws: true })
    await expect(equity).toHaveAttribute('data-stale', 'true')
    await venue.control('faults', { drop_ws: false })
    await expect(equity).toHaveAttribute('data-stale', 'false')
  })
})

/** Cells of a table that leave their panel, and that lie over one another. */
const misplaced = (table: Locator): Promise<{ readonly wide: number; readonly over: number }> =>
  table.evaluate((element) => {
    const cells = [...element.querySelectorAll('tbody :is(th, td)')].map((cell) => cell.getBoundingClientRect())
    const shell = element.parentElement?.getBoundingClientRect() as DOMRect
    const wide = cells.filter(({ right, left }) => right > shell.right + 1 || left < shell.left - 1).length
    const over = cells.flatMap((one, index) =>
      cells
        .slice(index + 1)
        .filter(
          (other) =>
            one.right > other.left + 1 &&
            other.right > one.left + 1 &&
            one.bottom > other.top + 1 &&
            other.bottom > one.top + 1,
        ),
    ).length
    return { wide, over }
  })

/** Drags a panel's tab over another panel, `share` of its width from the left: at an edge the two then stand beside each other. */
async function dragTab(page: Page, name: string, onto: 'Positions', share: number): Promise<void> {
  const tab = page.getByRole('main').getByText(name, { exact: true }).first()
  const from = await tab.boundingBox()
  const to = await panel(page, onto).boundingBox()
  if (from === null || to === null) throw new Error(`${name} or ${onto} is not on screen`)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 })
  await page.mouse.move(to.x + to.width * share, to.y + to.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await panel(page, onto).boundingBox())?.width).toBeLessThan(to.width)
}

test.describe('positions in a small window', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  test.beforeAll(async ({ asNewTrader }) => {
    page = (await asNewTrader()).page
    const ticket = panel(page, 'Order ticket')
    await ticket.getByRole('radio', { name: 'Market' }).check({ force: true })
    await ticket.getByRole('textbox', { name: 'Size' }).fill('45')
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    await showPanel(page, 'Positions')
    await expect(panel(page, 'Positions').getByRole('button', { name: /^Close NYCTMP/ })).toBeVisible()
    await ticket.getByRole('radio', { name: 'Limit', exact: true }).check({ force: true })
    const bid = panel(page, 'Order book').locator('[data-side="bid"][data-level="9"] [data-cell="price"]')
    const order = await fillTicket(page, { price: (await bid.innerText()).trim(), size: '12.5' })
    await order.getByRole('button', { name: /^Buy/ }).click()
    await expect(panel(page, 'Activity')).toContainText(/Buy 12\.5.*working/)
  })

  for (const [width, height, scale] of [
    [1600, 960, 1],
    [1280, 800, 1],
    [1024, 768, 1],
    [960, 600, 2],
  ] as const) {
    test(`A9: at ${width} × ${height}, zoomed ${scale * 100} %, size, entry and result are seen whole beside or above their buttons`, async () => {
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: scale,
        mobile: false,
      })
      const table = panel(page, 'Positions').getByRole('grid', { name: 'Positions' })
      for (const name of ['Market', 'Side', 'Size', 'Entry', 'Unrealised']) {
        await expect(table.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
      }
      expect(await misplaced(table)).toEqual({ wide: 0, over: 0 })
      await session.detach()
    })
  }

  test('a question above the positions takes none of them out of reach', async () => {
    const positions = await showPanel(page, 'Positions')
    await positions.getByRole('button', { name: 'Flatten' }).click()
    await expect(positions.getByText(/^Cancel every order/)).toBeVisible()
    const below = await positions.getByRole('grid', { name: 'Positions' }).evaluate((table) => {
      const [shell, frame] = [table.parentElement, table.closest('section')]
      if (shell === null || frame === null) throw new Error('the table has no frame')
      return shell.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom
    })
    expect(below).toBeLessThanOrEqual(0.5)
    await positions.getByRole('button', { name: 'Keep' }).click()
  })

  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
    // Each of the two at its least width.
    [1200, 800],
  ] as const) {
    test(`A9: with positions and open orders beside each other at ${width} × ${height} nothing is cut off or covered`, async () => {
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
      await choose(page, 'Reset layout')
      await showPanel(page, 'Positions')
      await dragTab(page, 'Open orders', 'Positions', 0.9)
      for (const [name, columns] of [
        ['Positions', ['Market', 'Side', 'Size', 'Unrealised', 'Entry', 'Liquidation', 'Mark', 'If settled now']],
        ['Open orders', ['Side', 'Price', 'Size', 'Status', 'Filled', 'TIF', 'Time']],
      ] as const) {
        const table = panel(page, name).getByRole('grid', { name })
        await expect.poll(() => misplaced(table), { message: name }).toEqual({ wide: 0, over: 0 })
        const shown = await table.getByRole('columnheader').allInnerTexts()
        // Columns go from the end of this order, so that what is there is its beginning.
        const there = columns.map((column) => shown.some((text) => new RegExp(`^${column}\\b`).test(text)))
        expect(there, `${name}: ${shown.join(', ')}`).toEqual(there.toSorted((a, b) => Number(b) - Number(a)))
        expect(there.slice(0, 3)).toEqual([true, true, true])
      }
      await expect(panel(page, 'Positions').getByRole('button', { name: /^Close NYCTMP/ })).toBeInViewport({ ratio: 1 })
      await expect(panel(page, 'Open orders').getByRole('button', { name: /^Cancel buy/ })).toBeInViewport({ ratio: 1 })
      await session.detach()
    })
  }
})
