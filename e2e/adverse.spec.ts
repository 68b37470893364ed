/** A service that acts and reports otherwise: what the trader sees, and that nothing is duplicated. */
import type { Locator, Page } from '@playwright/test'
import { MESSAGES as ORDERS } from '../src/panels/open-orders/messages.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { fillTicket, panel, showPanel } from './support/screen.ts'
import { expect, type SharedTerminal, test } from './support/shared-terminal.ts'
import { reaches, submit } from './support/submit.ts'

interface VenueOrder {
  readonly size: string
  readonly status: string
}
interface VenueAccount {
  readonly positions: readonly { readonly asset: string; readonly size: string }[]
  readonly account: { readonly usdh: string; readonly usdh_outcome: string }
}

async function best(page: Page, side: 'bid' | 'ask'): Promise<number> {
  const cell = panel(page, 'Order book').locator(`[data-side="${side}"][data-level="0"] [data-cell="price"]`)
  return Number(await cell.textContent())
}

test.describe('a service that misreports its actions', () => {
  let shared: SharedTerminal
  let page: Page
  test.beforeAll(async ({ asNewTrader }) => {
    shared = await asNewTrader()
    page = shared.page
  })

  /** The faults are set on the shared venue, and must be reset for later tests. */
  async function during(fault: string, work: () => Promise<void>): Promise<void> {
    await shared.venue.control('faults', { [fault]: true })
    try {
      await work()
    } finally {
      await shared.venue.control('faults', { [fault]: false })
    }
  }

  const account = (): Promise<VenueAccount> =>
    shared.venue.read<VenueAccount>(`/v1/positions/${shared.trader.address}`, shared.trader.token)

  async function onVenue(size: string): Promise<string[]> {
    const of = (path: string) => shared.venue.read<VenueOrder[]>(`/v1/orders/${path}/${shared.trader.address}`)
    const found = [...(await of('open')), ...(await of('history')).filter(({ status }) => status !== 'resting')]
    return found.filter((order) => Number(order.size) === Number(size)).map(({ status }) => status)
  }

  /** The steps of an action, expanded in its row. */
  async function stepsOf(line: Locator): Promise<Locator> {
    await line.click()
    return panel(page, 'Activity').getByRole('list', { name: 'Steps' })
  }

  for (const [fault, size, text] of [
    ['unavailable_after_submit', '1.1', 'No answer came from the exchange in time.'],
    ['already_submitted_after_submit', '1.2', 'This action was submitted before.'],
    ['stale_after_submit', '1.3', 'No prepared action has this orderId.'],
  ] as const) {
    test(`${fault}: an accepted order is unknown until it is found, rests once, and is never called rejected`, {
      tag: '@core',
    }, async () => {
      const price = ((await best(page, 'bid')) - 1).toFixed(2)
      const ticket = await fillTicket(page, { price, size, tif: 'GTC' })
      const orders = await showPanel(page, 'Open orders')
      const activity = await showPanel(page, 'Activity')
      const line = activity.getByRole('button', { name: new RegExp(`Buy ${size.replace('.', '\\.')} `) })
      await during(fault, async () => {
        await ticket.getByRole('button', { name: /^Buy/ }).click()
        await expect(line).toContainText('working')
        await expect(orders.getByRole('button', { name: `Cancel buy ${size} at ${price}` })).toHaveCount(1)
      })
      await expect(line).toHaveCount(1)
      const steps = await stepsOf(line)
      await expect(steps).toContainText(text)
      await expect(steps).toContainText('unknown')
      await expect(steps).not.toContainText(/rejected|refused|expired/)
      await expect(steps.getByText('sent', { exact: true })).toHaveCount(1)
      await line.click()
      await expect(ticket).not.toContainText(/rejected/i)
      expect(await onVenue(size)).toEqual(['resting'])
    })
  }

  test('one read without the position: it returns with the next read, its stop keeps watching, and nothing is closed', async () => {
    const price = ((await best(page, 'ask')) + 0.5).toFixed(2)
    const ticket = await fillTicket(page, { price, size: '10', tif: 'IOC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    const positions = await showPanel(page, 'Positions')
    await expect(positions).toContainText('Long')
    await positions.getByRole('button', { name: POSITIONS.setExitsOf('') }).click()
    const form = positions.getByRole('form', { name: POSITIONS.exitsOf('') })
    await form.getByRole('textbox', { name: 'Stop' }).fill(((await best(page, 'bid')) - 8).toFixed(2))
    await form.getByRole('button', { name: POSITIONS.setExits }).click()
    await expect(form).toHaveCount(0)

    const { control } = shared.venue
    await control('faults', { empty_positions_once: true })
    await expect.poll(async () => (await control('faults', {})).empty_positions_once, { intervals: [50] }).toBe(false)
    await expect(positions.getByRole('button', { name: /^Close NYCTMP/ })).toHaveCount(1)
    await expect(positions).toContainText('10.0000')
    const held = (await showPanel(page, 'Open orders')).getByRole('grid', { name: ORDERS.held })
    await expect(held.getByRole('row', { name: /Stop/ })).toContainText('Watching')
    expect((await account()).positions.map(({ size }) => Number(size))).toEqual([10])
    expect(await onVenue('10')).toEqual(['filled'])
  })

  test('two transfers without an answer hide each other in the balances: the trader is asked, and the answer settles it', async () => {
    const activity = await showPanel(page, 'Activity')
    const question = activity.getByRole('region', { name: 'Did the transfer go through?' })
    await shared.venue.control('faults', { latency_ms: 250 })
    await during('unavailable_after_submit', async () => {
      await Promise.all([11, 12].map((amount) => submit(shared.bridge, { kind: 'transfer', amount: String(amount) })))
      await expect.poll(async () => Number((await account()).account.usdh_outcome)).toBe(23)
      await shared.venue.control('faults', { latency_ms: 0 })
      await expect(question).toHaveCount(2)
    })
    await shared.terminal.boxes.press('Completed')
    for (const left of [1, 0]) {
      await question.first().getByRole('button', { name: 'It went through', exact: true }).click()
      await expect(question).toHaveCount(left)
    }
    await shared.terminal.boxes.press()
    const line = activity.getByRole('button', { name: /12 USDH/ })
    await expect(line).toContainText('done')
    await expect(await stepsOf(line)).toContainText('You recorded it as completed.')
    await line.click()
  })
  test.describe('a service with a low request limit', () => {
    const few = (requests: number, window_ms: number) => shared.venue.control('limit', { requests, window_ms })
    const paused = () => page.getByRole('contentinfo').getByText('Paused by the venue until')
    test.afterAll(() => few(600, 10_000))

    test("delays reads and orders, which the status bar and the order's steps show, and sends them once there is room", async () => {
      const price = ((await best(page, 'bid')) - 1).toFixed(2)
      const activity = await showPanel(page, 'Activity')
      const { current } = await shared.venue.read<{ current: { asset: string } }>('/v1/bucket')
      const { asset } = current
      await few(1, 2_000)
      await expect(paused()).toBeVisible()
      const order = { kind: 'place', asset, side: 'buy', price, size: '1.4', tif: 'GTC', reduceOnly: false } as const
      await submit(shared.bridge, order)
      await few(600, 10_000)
      const line = activity.getByRole('button', { name: /Buy 1\.4 / })
      await expect(line).toContainText('working')
      await expect(await stepsOf(line)).toContainText("Waiting for the venue's request limit.")
      await line.click()
      expect(await onVenue('1.4')).toEqual(['resting'])
      await expect(paused()).toHaveCount(0)
    })

    test('sends a close while everything else waits', async () => {
      const [held] = (await account()).positions
      const asset = held?.asset ?? ''
      await few(5, 1_500)
      await expect(paused()).toBeVisible()
      const close = {
        kind: 'close',
        asset,
        position: 'long',
        size: null,
        protection: { kind: 'distance', distance: '10', bound: null },
      } as const
      // After three refused submits it is reported as rejected, and the trader clicks again; the limit stays until it has filled.
      let state = ''
      for (let presses = 0; state !== 'filled' && presses < 4; presses += 1) {
        const id = await submit(shared.bridge, close)
        state = await reaches(shared.terminal.userDataDir, id, ['filled', 'rejected', 'refused'])
      }
      expect(state).toBe('filled')
      await few(600, 10_000)
      expect((await account()).positions).toEqual([])
    })
  })
})
