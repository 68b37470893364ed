import { describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { ActionRecord } from '../../../contract/action.ts'
import { notNumber } from '../../../contract/decimal.ts'
import { ACTIVE, LIVE, type MarketRef, parseRefText } from '../../../contract/market-ref.ts'
import { IS_CORE } from '../../../contract/testing/property-runs.ts'
import { millis } from '../../../contract/time.ts'
import { ROWS } from '../../markets/estimate.ts'
import { orderRows } from '../../markets/scalar/index.ts'
import { clippedParts } from '../../testing/clipped.ts'
import { YES } from '../../testing/fake-terminal.ts'
import { cutOff } from '../../testing/in-view.ts'
import { type Mounted, mount } from '../../testing/mount.tsx'
import { all, boxOf, check, drag, focus, gone, panel, press, resize, starting } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const ticket = panel('Order ticket')
const field = (name: string): Locator => ticket.getByRole('textbox', { name, exact: true })
const mode = (name: string): Promise<void> => check(ticket.getByRole('radio', { name, exact: true }))
const figures = ticket.getByRole('table', { name: MESSAGES.figures })
const send = (side: 'buy' | 'sell'): Locator => page.elementLocator(sends()[side === 'buy' ? 0 : 1] as Element)
const sends = (): HTMLButtonElement[] => all<HTMLButtonElement>(ticket, 'button[data-send]')
const areOn = (): boolean => sends().every(({ disabled }) => !disabled)

/** The smallest window. */
const MIN = { width: 960, height: 600 }
const SHARE = parseRefText(YES) as MarketRef
/** The second of four sides. */
const JULY = parseRefText('outcome/2026/1') as MarketRef

/** Switches the first start's ticket, and everything linked with it, to another market. */
async function show({ terminal, still }: Mounted, market: MarketRef): Promise<void> {
  terminal.change({ kind: 'links' }, { 1: market })
  // A ticket that just appeared ignores clicks at first.
  await expect.poll(() => all(ticket, '[data-moved]').length).toBeGreaterThan(0)
  await still()
}

/** A first start's window, with its offer of other layouts. */
async function firstStart(size: { width: number; height: number }, textSize = 100): Promise<Mounted> {
  const mounted = await mount(null, { size, settings: { offerTemplates: true } })
  await expect.element(field(MESSAGES.size)).toBeVisible()
  if (textSize !== 100) {
    mounted.terminal.change({ kind: 'settings' }, { textSize })
    const px = `${(12 * textSize) / 100}px`
    await expect.poll(() => getComputedStyle(ticket.element()).fontSize).toBe(px)
  }
  return mounted
}

const FIGURES = [
  ROWS.cost.name,
  ROWS.margin.name,
  ROWS.size.name,
  `(${ROWS.rest.name}|${orderRows({ leverage: 1, tif: 'IOC' }).find(({ id }) => id === 'rest')?.name})`,
  ROWS.average.name,
  ROWS.worst.name,
  ROWS.lost.name,
  ROWS.liquidation.name,
  ROWS.fee.name,
  MESSAGES.ifItSettles,
].map((name) => figures.getByRole('row', { name: new RegExp(`^${name}`) }))

/** Types an order through the ask, but not so far that the ticket has more messages. */
async function typeOrder(): Promise<void> {
  await field(MESSAGES.price).fill('538.95')
  await field(MESSAGES.size).fill('12.3456')
  await expect.element(figures.getByRole('row', { name: starting(ROWS.fee.name) })).toMatchTextContent(/taker/)
}

/** Every figure and both buttons are fully inside the ticket, the buttons below the figures, and nothing is truncated inside its cell or field. */
async function expectSeenTogether(): Promise<void> {
  await expect.poll(areOn).toBe(true)
  await expect.poll(() => cutOff(...FIGURES, ...sends().map((one) => page.elementLocator(one)))).toEqual([])
  const [table, frame] = [boxOf(figures), boxOf(ticket)]
  expect(table.top).toBeGreaterThan(frame.top)
  for (const button of sends()) {
    const box = button.getBoundingClientRect()
    expect(box.top).toBeGreaterThanOrEqual(table.bottom)
    expect(box.bottom).toBeLessThanOrEqual(frame.bottom)
    expect(box.left).toBeGreaterThanOrEqual(frame.left)
    expect(box.right).toBeLessThanOrEqual(frame.right)
  }
  const cut = [...all(figures, 'tbody td'), ...all(ticket, 'input[type="text"]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map((element) => element.textContent)
  expect(cut).toEqual([])
}

/** Clears a ticket's typed text, so that it follows its link group. */
async function empty(...names: readonly string[]): Promise<void> {
  for (const name of names) await field(name).fill('')
}

/** A prediction with an estimate that waits for the trader's answer. */
const estimated = (now: number, id: string, intent: unknown): ActionRecord =>
  ({
    ...{ id, intent, state: 'prepared', code: 'awaiting_estimate', message: null, field: null, mismatches: [] },
    ...{ steps: [{ state: 'prepared', at: now, detail: null }], createdAt: now, updatedAt: now },
    ...{ cloid: null, oid: null, filled: null },
    estimate: {
      ...{ id: 'estimate', average: '537.5927', worst: '537.60', limit: '538.00', targetMark: '595.00' },
      ...{ contracts: null, validUntil: now + 15_000 },
    },
  }) as unknown as ActionRecord

const scrollToEnd = (): void => all(ticket, '[data-part="fields"]')[0]?.scrollTo(0, 10_000)

/** Of a window, px. The last is 1920 × 1080 at 200 %. */
const ALL_SIZES = [
  [1600, 960],
  [1280, 800],
  [1024, 768],
  [960, 600],
  [960, 540],
] as const
const SIZES = IS_CORE ? ALL_SIZES.slice(-2) : ALL_SIZES

it('a price typed in one bucket must be touched in the next before it can be sent', async () => {
  const { terminal, still } = await mount([['ticket', 'scalar/live']])
  await field(MESSAGES.price).fill('538.95')
  await field(MESSAGES.size).fill('1')
  await expect.poll(areOn).toBe(true)
  // The two assets take turns: their names alone do not distinguish buckets.
  let start: number = terminal.clock.now()
  const handOver = async (): Promise<void> => {
    start += 14_400_000
    terminal.change({ kind: 'instrument', market: LIVE }, { start: millis(start) })
    await expect.poll(areOn).toBe(false)
  }
  await handOver()
  await expect.element(ticket.getByText(starting(MESSAGES.fromBefore))).toBeVisible()
  await expect.element(field(MESSAGES.price)).toHaveValue('538.95')
  await still()
  await ticket.getByRole('button', { name: MESSAGES.keepPrice, exact: true }).click()
  await expect.poll(areOn).toBe(true)
  await handOver()
  await field(MESSAGES.price).fill('538.94')
  await expect.poll(areOn).toBe(true)
})

it('Tab leads from Price to Size, as Enter does', async () => {
  await mount([['ticket', 'scalar/live']])
  await expect.element(field(MESSAGES.price)).toBeVisible()
  for (const mode of ['Limit', 'Market']) {
    await check(ticket.getByRole('radio', { name: mode, exact: true }))
    const first = field(mode === 'Limit' ? MESSAGES.price : MESSAGES.distance)
    focus(first)
    await press('Tab')
    await expect.element(field(MESSAGES.size)).toHaveFocus()
  }
})

it('a stopped deployment takes no entry in ticket or ladder, and both say so before the press', async () => {
  const { terminal } = await mount([
    ['ticket', 'scalar/live'],
    ['ladder', 'scalar/live'],
  ])
  const arm = panel('Ladder').getByRole('button', { name: 'Arm one-click' })
  await expect.element(arm).toBeEnabled()
  await expect.poll(() => areOn()).toBe(true)
  terminal.change({ kind: 'kill' }, { isKilled: true, profile: 'practice' })
  await expect.poll(() => sends().map(({ disabled }) => disabled)).toEqual([true, true])
  const message = starting('Trading on practice is stopped: only cancels, closes and reduce-only orders go out')
  await expect.element(ticket.getByText(message)).toBeVisible()
  await expect.element(arm).toBeDisabled()
  await expect.element(panel('Ladder').getByText(message)).toBeVisible()
  await check(ticket.getByRole('checkbox', { name: 'Reduce only' }))
  await expect.poll(areOn).toBe(true)
})

describe('in a small window, the ticket', () => {
  it('shows the figures of an order together with Buy and Sell, at every window size', async () => {
    await firstStart({ width: 1600, height: 960 })
    await typeOrder()
    for (const [width, height] of SIZES) {
      await resize(width, height)
      for (const kind of [MESSAGES.modes.limit, MESSAGES.modes.market]) {
        await mode(kind)
        await expectSeenTogether()
      }
    }
  })

  it('keeps the estimate of a prediction visible until it is confirmed', async () => {
    const { terminal, still } = await firstStart(MIN)
    terminal.answer('submit', ({ requestId, intent }) => {
      const action = estimated(terminal.clock.now(), requestId, intent)
      terminal.publish({ kind: 'actions' }, [action, ...terminal.payload({ kind: 'actions' })])
      return { ok: true, value: { actionId: requestId, repeated: false } }
    })
    await mode(MESSAGES.modes.predict)
    await field(MESSAGES.target).fill('95')
    await field(MESSAGES.size).fill('12.3456')
    await send('buy').click()
    const confirm = ticket.getByRole('button', { name: /^Confirm/ })
    const estimate = ticket.getByRole('table', { name: 'Estimate', exact: true })
    await expect.element(confirm).toBeVisible()
    // An element that appears under the pointer ignores clicks at first.
    await still()
    await expect.element(confirm).toBeEnabled()
    await expect.poll(() => cutOff(confirm, estimate)).toEqual([])
    // However far the fields are scrolled: the estimate and its answers are one group.
    scrollToEnd()
    expect(await cutOff(confirm, estimate)).toEqual([])
  })

  it('shows UP and DOWN with their prices and the fields', async () => {
    await show(await firstStart(MIN), ACTIVE)
    const both = ticket.getByRole('button', { name: /^(UP|DOWN)/ })
    await expect.poll(() => both.elements().length).toBe(2)
    await expect.poll(() => cutOff(both, field('Amount'), field(MESSAGES.distance))).toEqual([])
  })

  it('shows the cost and payout of a share together with its button', async () => {
    await show(await firstStart(MIN), SHARE)
    await field(MESSAGES.price).fill('0.410')
    await field(MESSAGES.size).fill('60')
    const story = ticket.getByRole('table', { name: 'Own estimate' })
    await expect.element(story).toMatchTextContent(/Cost\s*[\d.]+/)
    const buy = send('buy')
    await expect.element(buy).toBeEnabled()
    await expect.poll(() => cutOff(story, buy)).toEqual([])
    scrollToEnd()
    expect(await cutOff(story, buy)).toEqual([])
  })

  it('shows each of four sides of an outcome with its full name', async () => {
    await show(await firstStart({ width: 1280, height: 800 }), JULY)
    await expect
      .poll(() => ticket.getByRole('radiogroup', { name: 'Side' }).getByRole('radio').elements().length)
      .toBe(4)
    await field(MESSAGES.price).fill('0.2')
    await field(MESSAGES.size).fill('10')
    const buy = send('buy')
    await expect.element(buy).toMatchTextContent(/^Buy 1–15 July/)
    await expect.element(buy).toBeEnabled()
    await expect.poll(() => cutOff(buy, ticket.getByRole('table', { name: 'Own estimate' }))).toEqual([])
    const beyond = [ticket.element(), ...all(ticket, '*')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
      // The name in the panel's head, which is truncated with a mark.
      .filter((part) => !part.matches('[data-cut]'))
      .map((part) => part.outerHTML.slice(0, 120))
    expect(beyond).toEqual([])
  })

  it('disables Buy and Sell until their figures are in view, when a neighbor has halved it', async () => {
    await firstStart(MIN)
    await typeOrder()
    const { x, y, width } = boxOf(panel('Activity'))
    await drag([x + width / 2, y - 2], [x + width / 2, y - 200])
    await expect.poll(() => boxOf(ticket).height).toBeLessThan(300)
    await expect.poll(() => sends().map(({ disabled }) => disabled)).toEqual([true, true])
    const reveal = ticket.getByRole('button', { name: 'Show', exact: true })
    await reveal.click()
    await expectSeenTogether()
    await gone(reveal)
    // Typing scrolls its field back, and disables the buttons again.
    await field(MESSAGES.size).fill('3')
    await expect.element(send('buy')).toBeDisabled()
  })
})

describe.each(IS_CORE ? [150] : [100, 150])('with text of %i %', (percent) => {
  /** The essential fields and the sending buttons are fully visible, and everything else is legible in place. */
  async function expectLegible(fields: readonly string[], count: number): Promise<void> {
    expect(sends()).toHaveLength(count)
    const parts = [...fields.map(field), ...sends().map((one) => page.elementLocator(one))]
    await expect.poll(() => cutOff(...parts)).toEqual([])
    expect(clippedParts(all(ticket, 'form')[0] as Element)).toEqual([])
  }

  it('the ticket of every family can be filled, read and sent without truncation', async () => {
    const window = await firstStart({ width: 1280, height: 800 }, percent)
    await expectLegible([MESSAGES.price, MESSAGES.size], 2)
    await field(MESSAGES.size).fill('12.3456')
    // Far through the ask, which the ticket shows beside the price, with the side that crosses; the other one rests.
    await field(MESSAGES.price).fill('540.00')
    await expect.element(ticket).toMatchTextContent(/Buy crosses by/)
    await expectLegible([MESSAGES.price, MESSAGES.size], 2)
    // So that one side would have no effect at all, as its button shows.
    await mode('IOC')
    await expect.element(send('sell')).toMatchTextContent(MESSAGES.nothingFills(''))
    await expectLegible([], 2)
    await empty(MESSAGES.price, MESSAGES.size)

    await show(window, ACTIVE)
    await expect.element(field('Amount')).toBeVisible()
    await expectLegible(['Amount', MESSAGES.distance], 2)
    await field('Amount').fill('250')
    // One number of contracts a side: beside the amount, and in the figures.
    await expect.element(ticket).toMatchTextContent(/([\d,.]+) UP, ([\d,.]+) DOWN.*Fills now\1\2/)
    await expectLegible(['Amount', MESSAGES.distance], 2)
    await empty('Amount')

    await show(window, SHARE)
    await expectLegible([MESSAGES.price, MESSAGES.size], 1)
    await field(MESSAGES.price).fill('0.410')
    await field(MESSAGES.size).fill('60')
    await expect.element(send('buy')).toMatchTextContent(/60 at 0.41/)
    await expectLegible([MESSAGES.price, MESSAGES.size], 1)
    await empty(MESSAGES.price, MESSAGES.size)

    await show(window, LIVE)
    const plan = page.elementLocator(all(ticket, 'details[data-exits] > summary')[0] as Element)
    await plan.click()
    field('Stop').element().scrollIntoView()
    await expect.poll(() => cutOff(field('Stop'))).toEqual([])
    expect(clippedParts(all(ticket, 'form')[0] as Element)).toEqual([])
  })
})

describe('an order below the minimum order value', () => {
  it('shows the reason beside its size, and no click sends it', async () => {
    const { terminal } = await firstStart(MIN)
    terminal.publish({ kind: 'minimum_values' }, { scalar: '10' as never, binary: null, outcome: null })
    await field(MESSAGES.price).fill('538.95')
    await field(MESSAGES.size).fill('0.01')
    await expect.poll(areOn).toBe(true)
    await send('buy').click()
    await expect
      .element(ticket)
      .toMatchTextContent('Order value is 5.38 USDC; the minimum is 10 USDC. Increase the size.')
    expect(terminal.inputs('submit')).toEqual([])
    await field(MESSAGES.size).fill('0.02')
    await expect.element(ticket).not.toMatchTextContent('the minimum is 10 USDC')
  })
})

it('a prediction of UP or DOWN below the minimum order value shows the reason beside its amount, and no click sends it', async () => {
  const mounted = await firstStart(MIN)
  await show(mounted, ACTIVE)
  mounted.terminal.publish({ kind: 'minimum_values' }, { scalar: null, binary: '10' as never, outcome: null })
  await field('Amount').fill('5')
  await ticket.getByRole('button', { name: /^UP/ }).click()
  await expect
    .element(ticket)
    .toMatchTextContent('Order value is 5.00 USDC; the minimum is 10 USDC. Increase the size.')
  expect(mounted.terminal.inputs('submit')).toEqual([])
})

/** Main's record of an order that the ticket sent a moment ago. */
const sent = (at: number, intent: object): ActionRecord =>
  ({
    ...{ id: 'earlier', intent, state: 'filled', code: null, message: null, field: null, mismatches: [] },
    ...{ steps: [{ state: 'filled', at, detail: null }], createdAt: at, updatedAt: at },
    ...{ cloid: null, oid: '7', filled: '1.7' },
  }) as unknown as ActionRecord

describe('an order with three reasons to confirm', () => {
  it('shows two of them, the most severe first; a click opens the third, and nothing moves', async () => {
    const { terminal, play } = await firstStart({ width: 1600, height: 960 })
    await field(MESSAGES.price).fill('544.95')
    await field(MESSAGES.size).fill('1.7')
    await expect.poll(areOn).toBe(true)
    const asset = 'NYCTMP1'
    const order = {
      ...{ kind: 'place', asset, side: 'buy', price: '544.95', size: '1.7' },
      tif: 'GTC',
      reduceOnly: false,
    }
    terminal.publish({ kind: 'actions' }, [sent(terminal.clock.now(), order)])
    terminal.change({ kind: 'ticker', asset }, { stale: true })
    await play(4000)
    await expect.element(ticket).toMatchTextContent(/\d s old/)
    const before = boxOf(send('buy'))
    await send('buy').click()
    await expect.element(send('buy')).toHaveTextContent('3 reasons below, press again to send')
    await expect.element(ticket).toMatchTextContent(/7\.36 °F through the ask\. Same order sent 4 s ago\. and 1 more/)
    await expect.element(ticket).not.toMatchTextContent(/Prices are/)
    await ticket.getByRole('button', { name: 'and 1 more', exact: true }).click()
    await expect.element(ticket).toMatchTextContent(/Prices are \d+ s old\./)
    expect(boxOf(send('buy'))).toEqual(before)
    expect(terminal.inputs('submit')).toEqual([])
  })
})

it('asks which number is meant by a pasted size whose point may separate thousands, and sends neither until then', async () => {
  await mount([['ticket', 'scalar/live']])
  await field(MESSAGES.price).fill('571.00')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', '1.234')
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  field(MESSAGES.size).element().dispatchEvent(paste)
  await expect.element(field(MESSAGES.size)).toHaveValue('1.234?')
  await expect.element(ticket.getByText(notNumber('Size', '1.234?')).first()).toBeVisible()
  await field(MESSAGES.size).fill('1.234')
  await expect.element(field(MESSAGES.size)).toHaveAttribute('aria-invalid', 'false')
})
