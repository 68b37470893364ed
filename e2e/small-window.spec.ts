/** Tickets in a small window: what an order does never disappears while its buttons stay. */
import type { Locator, Page } from '@playwright/test'
import type { Bridge } from './support/bridge.ts'
import { binaryTicket, chooseMarket, fillTicket, outcomeForm, panel, ready, scalarTicket } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { TestVenue } from './support/venue.ts'

test.describe('tickets in a small window', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  let bridge: Bridge
  let venue: TestVenue
  test.beforeAll(async ({ asNewTrader }) => {
    ;({ page, bridge, venue } = await asNewTrader())
    // As at a first start, where a line offers the other arrangements: there is no less room than with it.
    await bridge.call('saveSettings', { offerTemplates: true })
    await bridge.call('openTemplate', { name: 'Scalar', layouts: [{}], discard: true })
    await expect(offer()).toBeVisible()
    await ready(page)
  })

  const offer = (): Locator => page.getByRole('region', { name: 'Templates' })

  const SIZES = [
    [1600, 960, 1],
    [1280, 800, 1],
    [1024, 768, 1],
    [960, 600, 1],
    [960, 540, 2],
  ] as const

  /** Shows the page at a size until what is returned is called. */
  async function resize(width: number, height: number, deviceScaleFactor: number): Promise<() => Promise<void>> {
    const session = await page.context().newCDPSession(page)
    const metrics = { width, height, deviceScaleFactor, mobile: false }
    await session.send('Emulation.setDeviceMetricsOverride', metrics)
    return () => session.detach()
  }

  const ticket = (): Locator => panel(page, 'Order ticket')
  const figures = (): Locator => ticket().getByRole('table', { name: 'What the order does' })
  const sends = (): Locator => ticket().getByRole('button', { name: /^(Buy|Sell)/ })
  const ROWS = [
    'Order value',
    'Margin at',
    'Fills now',
    '(Then rests|Cancelled)',
    'Average price',
    'Worst price',
    'Loses at most',
    'Liquidation',
    'Fee',
    'If it settles',
  ]

  async function typed(mode: 'Limit' | 'Market'): Promise<void> {
    await ticket().getByRole('radio', { name: mode }).check({ force: true })
    // Through the ask, but not so far that the ticket says more of it.
    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
    const price = (Number(mark) + 1.5).toFixed(2)
    await fillTicket(page, { ...(mode === 'Limit' && { price }), size: '12.3456' })
    await expect(figures().getByRole('row', { name: /^Fee/ })).toContainText('taker')
  }

  /** Every figure and both buttons lie whole inside the ticket, none of them over another. */
  async function seenTogether(): Promise<void> {
    for (const name of ROWS) {
      const row = figures().getByRole('row', { name: new RegExp(`^${name}`) })
      await expect(row, name).toBeInViewport({ ratio: 0.98 })
    }
    for (const button of await sends().all()) await expect(button).toBeInViewport({ ratio: 0.98 })
    const table = await figures().boundingBox()
    const frame = await ticket().boundingBox()
    if (table === null || frame === null) throw new Error('the ticket has no box')
    for (const button of await sends().all()) {
      const box = await button.boundingBox()
      if (box === null) throw new Error('a button has no box')
      expect(box.y).toBeGreaterThanOrEqual(table.y + table.height)
      expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height)
      expect(box.x).toBeGreaterThanOrEqual(frame.x)
      expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width)
      await expect(button).toBeEnabled()
    }
    expect(table.y).toBeGreaterThan(frame.y)
    // Nothing is cut inside its cell: an ellipsis would make one figure of another.
    const cut = await figures().evaluate((element) =>
      [...element.querySelectorAll('tbody td')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
        .map((cell) => cell.textContent),
    )
    expect(cut).toEqual([])
    const price = ticket().getByRole('textbox', { name: /^(Price|At most)$/ })
    for (const field of [price, ticket().getByRole('textbox', { name: 'Size' })]) {
      expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
    }
  }

  for (const [width, height, scale] of SIZES) {
    test(`A9: at ${width} × ${height}, zoomed ${scale * 100} %, what an order does is seen with Buy and Sell`, async () => {
      const restore = await resize(width, height, scale)
      // A window of less height than any that is opened, by zoom, has no room for it; the tabs of the top bar are the same.
      await expect(offer()).toBeVisible({ visible: height >= 600 })
      for (const mode of ['Limit', 'Market'] as const) {
        await typed(mode)
        await seenTogether()
      }
      await restore()
    })
  }

  test('13: a narrow chart names its market whole, and has its candle lengths in a menu', async () => {
    const restore = await resize(960, 600, 1)
    const chart = panel(page, 'Chart')
    const market = chart.getByRole('button', { name: /^Market of Chart: / })
    const cut = (element: Element): boolean =>
      [element, ...element.querySelectorAll('*')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    expect(await market.evaluate(cut)).toBe(false)
    await chart.getByRole('button', { name: 'Candle length: 1m' }).click()
    await page.getByRole('menuitem', { name: /^5 minutes/ }).click()
    await expect(chart.getByRole('button', { name: 'Candle length: 5m' })).toHaveText(/^5m/)
    await chart.getByRole('button', { name: 'Candle length: 5m' }).click()
    await page.getByRole('menuitem', { name: /^1 minute/ }).click()
    await restore()
  })

  test('A9: a prediction is confirmed with its estimate in view, in the least window', async () => {
    const restore = await resize(960, 600, 1)
    await ticket().getByRole('radio', { name: 'Predict' }).check({ force: true })
    await ticket().getByRole('textbox', { name: 'Target' }).fill('95')
    await ticket().getByRole('button', { name: /^Long/ }).click()
    const confirm = ticket().getByRole('button', { name: 'Confirm' })
    const estimate = ticket().getByRole('table', { name: 'Estimate', exact: true })
    await expect(confirm).toBeEnabled()
    await expect(confirm).toBeInViewport({ ratio: 0.98 })
    await expect(estimate).toBeInViewport({ ratio: 0.98 })
    // However far the fields are scrolled: the estimate and its answers are one group.
    await ticket()
      .locator('[data-part="fields"]')
      .evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(estimate).toBeInViewport({ ratio: 0.98 })
    await ticket().getByRole('button', { name: 'Discard' }).click()
    await restore()
  })

  test('A9: UP and DOWN are seen whole with their prices and the fields, in the least window', async () => {
    const restore = await resize(960, 600, 1)
    const binary = await binaryTicket(page)
    const both = /^(UP|DOWN)/
    await expect(binary.getByRole('button', { name: both })).toHaveCount(2)
    for (const part of [
      ...(await binary.getByRole('button', { name: both }).all()),
      binary.getByRole('textbox', { name: 'Amount' }),
      binary.getByRole('textbox', { name: 'At most' }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 0.98 })
    }
    await scalarTicket(page)
    await restore()
  })

  test('A9: a share is bought with what it costs and pays in view, in the least window', async () => {
    const restore = await resize(960, 600, 1)
    const form = await outcomeForm(page)
    await form.getByRole('textbox', { name: 'Price' }).fill('0.410')
    await form.getByRole('textbox', { name: 'Size' }).fill('60')
    const story = form.getByRole('table', { name: 'Own estimate' })
    const buy = form.locator('button', { hasText: /^Buy Yes/ })
    await expect(story).toContainText(/Cost\s*[\d.]+/)
    await expect(buy).toBeEnabled()
    await expect(story).toBeInViewport({ ratio: 0.98 })
    await expect(buy).toBeInViewport({ ratio: 0.98 })
    // However far the fields are scrolled: figures and button are one group.
    await form.locator('[data-part="fields"]').evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(story).toBeInViewport({ ratio: 0.98 })
    await scalarTicket(page)
    await restore()
  })

  test('an outcome of four sides is bought in the usual width, each side with its whole name', async () => {
    const restore = await resize(1280, 800, 1)
    await chooseMarket(page, 'Order ticket', 'first day above', /1–15 July/)
    const form = ticket().getByRole('form', { name: /^Order for .*1–15 July/ })
    await form.getByRole('textbox', { name: 'Price' }).fill('0.2')
    await form.getByRole('textbox', { name: 'Size' }).fill('10')
    const buy = form.locator('button', { hasText: /^Buy 1–15 July/ })
    const sides = ticket().getByRole('radiogroup', { name: 'Side' })
    await expect(sides.getByRole('radio')).toHaveCount(4)
    await buy.scrollIntoViewIfNeeded()
    await expect(buy).toBeEnabled()
    await expect(buy).toBeInViewport({ ratio: 0.98 })
    await expect(form.getByRole('table', { name: 'Own estimate' })).toBeInViewport({ ratio: 0.98 })
    const beyond = await ticket().evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
        // The name in the panel's head, which gives way with a mark.
        .filter((part) => !part.matches('[data-cut]'))
        .map((part) => part.outerHTML.slice(0, 120)),
    )
    expect(beyond).toEqual([])
    await scalarTicket(page)
    await restore()
  })

  test('A9: in a ticket that a neighbour halved Buy and Sell wait until their figures are in view', async () => {
    const restore = await resize(960, 600, 1)
    await typed('Limit')
    const below = await panel(page, 'Activity').boundingBox()
    if (below === null) throw new Error('Activity has no box')
    const x = below.x + below.width / 2
    await page.mouse.move(x, below.y - 2)
    await page.mouse.down()
    await page.mouse.move(x, below.y - 40)
    await page.mouse.move(x, below.y - 200)
    await page.mouse.up()
    await expect.poll(async () => (await ticket().boundingBox())?.height).toBeLessThan(300)
    for (const button of await sends().all()) await expect(button).toBeDisabled()
    await expect(ticket()).toContainText('Buy and Sell wait until their figures are in view.')
    await ticket().getByRole('button', { name: 'Show', exact: true }).click()
    await seenTogether()
    await expect(ticket()).not.toContainText('wait until')
    // Typing brings its field back, and with it the wait.
    await fillTicket(page, { size: '3' })
    await expect(sends().first()).toBeDisabled()
    await restore()
  })

  test('in the least window with the largest text no figure lies over another', async () => {
    const restore = await resize(960, 600, 1)
    await bridge.call('saveSettings', { textSize: 150 })
    await expect.poll(() => panel(page, 'Order book').evaluate((one) => getComputedStyle(one).fontSize)).toBe('18px')
    const right = (locator: Locator): Promise<number> =>
      locator.evaluate((element) => {
        const words = document.createRange()
        words.selectNodeContents(element)
        return words.getBoundingClientRect().right
      })
    const left = (locator: Locator): Promise<number> =>
      locator.evaluate((element) => {
        const words = document.createRange()
        words.selectNodeContents(element)
        return words.getBoundingClientRect().left
      })
    const book = panel(page, 'Order book')
    await expect(book.locator('[data-totals="bid"]')).toBeHidden()
    const bestBid = book.locator('[data-side="bid"][data-level="0"] [data-cell="price"]')
    await expect(bestBid).toHaveText(/\d/)
    expect(await right(bestBid)).toBeLessThan(await left(book.locator('[data-sizes="bid"]')))
    const figure = (name: string): Locator => book.locator(`[data-figure="${name}"] dd`).first()
    expect(await right(figure('mark'))).toBeLessThan(await left(figure('spread')))
    const bucket = panel(page, 'Bucket')
    const edge = await bucket.evaluate((element) => element.getBoundingClientRect().right)
    expect(await right(bucket.getByRole('timer', { name: 'Time left' }))).toBeLessThan(edge)
    // Neither the last choice nor the largest size runs into what stands beside or below it.
    const tif = ticket().getByRole('radiogroup', { name: 'Time in force' })
    expect(await tif.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    const most = await ticket().getByRole('button', { name: /^max / }).boundingBox()
    const parts = await ticket().getByRole('group', { name: 'Sizes to choose from' }).boundingBox()
    if (most === null || parts === null) throw new Error('the size has no box')
    expect(most.y + most.height).toBeLessThanOrEqual(parts.y)
    await bridge.call('saveSettings', { textSize: 100 })
    await restore()
  })
})
