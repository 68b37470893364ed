/** The binary market for a trader: setup, a prediction with its estimate, partial and full close, and the end of entries. */
import type { Locator, Page } from '@playwright/test'
import { MESSAGES as BINARY } from '../src/panels/binary/messages.ts'
import { binaryTicket, openPanel, panel, showPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { TestVenue } from './support/venue.ts'

test.describe('predicting UP or DOWN', () => {
  let venue: TestVenue
  let page: Page
  const binary = (): Promise<Locator> => showPanel(page, 'Order ticket')

  test.beforeAll(async ({ asNewTrader }) => {
    ;({ venue, page } = await asNewTrader())
    await binaryTicket(page)
  })

  test("shows the active asset's phase, the price to beat, the mark with its distance, time left and the cost of both directions", async () => {
    const region = await openPanel(page, 'Binary phase')
    await expect(region).toContainText(/Price to beat, GBET[AB]/)
    await expect(region).toContainText(
      /Mark \d+\.\d+ \(.*°F\), (\d+(\.\d+)? °F (above|below): (UP|DOWN) leads|at price to beat)/,
    )
    await expect(region).toContainText(/GBET[AB]/)
    await expect(region).toContainText('Trading')
    await expect(region).toContainText(/\d\.\d+\s°F/)
    await expect(region.getByRole('timer', { name: BINARY.timeLeft })).toContainText(/Entries close in \d/)
    await expect(region.getByRole('timer', { name: 'Time left', exact: true })).toContainText(/ends in \d/)
    const price = async (direction: 'UP' | 'DOWN'): Promise<number> => {
      const text = await region.getByRole('region', { name: `${direction} price` }).innerText()
      return Number(/0\.\d{3}/.exec(text)?.[0])
    }
    await expect.poll(async () => (await price('UP')) + (await price('DOWN'))).toBeCloseTo(1, 6)
  })

  test('signs leverage 2 automatically, or before the first prediction once the ticket has asked', {
    tag: '@core',
  }, async () => {
    const region = await binary()
    await region.getByRole('textbox', { name: 'Amount' }).fill('25')
    await region.getByRole('button', { name: /^UP/ }).click()
    await expect(region.getByRole('button', { name: /Sets 2× leverage first, press again/ })).toBeVisible()
    await expect(panel(page, 'Activity')).not.toContainText('Set binary leverage')
    await region.getByRole('textbox', { name: 'Amount' }).fill('')
    await region.getByRole('button', { name: BINARY.setUp(2) }).click()
    await expect(region).toContainText('Leverage 2× is set')
    await expect(panel(page, 'Activity')).toContainText('Set binary leverage to 2×')
  })

  test('shows cost, margin, fee, liquidation and result by the live book, then by the service, and fills once confirmed', {
    tag: '@core',
  }, async () => {
    const region = await binary()
    await region.getByRole('button', { name: /^UP/ }).click()
    await expect(region).toContainText('Amount is missing.')
    // It has an amount and no price: a price clicked in the book is acknowledged.
    await panel(page, 'Order book').locator('[data-side="ask"][data-level="0"]').click()
    await expect(region).toContainText('Enter an amount, not a price')
    await region.getByRole('textbox', { name: 'Amount' }).fill('25')
    await expect(region).not.toContainText('Enter an amount, not a price')
    // Before any request, by the live book.
    const own = region.getByRole('table', { name: 'Own estimate' })
    await expect(own.getByRole('row', { name: /^Liquidation/ })).toContainText(/0\.\d{3}/)
    await expect(own.getByRole('row', { name: /^If liquidated/ })).toContainText(/−\s\d/)
    const place = () => region.locator('[class*="sends"]').evaluate((element) => element.getBoundingClientRect().top)
    const before = await place()
    await region.getByRole('button', { name: /^UP preview at 0\.\d{3}/ }).click()
    const estimate = region.getByRole('region', { name: /Predict UP 25 USDC GBET[AB]/ })
    for (const text of [
      'Average price',
      'Worst price',
      'Fills now',
      'Order value',
      'Margin at 2×',
      'Fee',
      'Signed limit',
      'If right',
      'If wrong',
      'If liquidated',
      'Valid for',
    ]) {
      await expect(estimate).toContainText(text)
    }
    await expect(estimate.getByRole('row', { name: /^Liquidation/ })).toContainText(/0\.\d{3}/)
    // Nothing moved when it arrived, and the control in the place of UP confirms nothing.
    expect(await place()).toBe(before)
    await expect(estimate.locator('[class*="sends"] button').first()).toHaveText('Discard')
    await estimate.getByRole('button', { name: /^Confirm: buy [\d.,]+ UP at most 0\.\d{3}$/ }).click()
    await expect(region.getByText(/Bought [\d.,]+ UP GBET[AB] at 0\.\d+, fee .* USDC/)).toBeVisible()
    const held = region.getByRole('region', { name: BINARY.held })
    await expect(held).toContainText(/UP\s*\d+(\.\d+)? contracts/)
    await expect(await showPanel(page, 'Positions')).toContainText(/GBET[AB]\s*2×\s*UP/)
  })

  test('sends nothing for a discarded prediction', async () => {
    const region = await binary()
    await region.getByRole('button', { name: /^DOWN/ }).click()
    const estimate = region.getByRole('region', { name: /Predict DOWN 25 USDC GBET[AB]/ })
    await expect(estimate).toContainText(/UP 0\.\d{3}/)
    await estimate.getByRole('button', { name: 'Discard' }).click()
    await expect(region.getByText(/Predict DOWN .*: discarded/)).toBeVisible()
  })

  test('discards a prediction on Esc from the click on, before its estimate shows, and accepts the next one as usual', async () => {
    const region = await binary()
    // A different amount, because a repeated order needs a confirmation.
    await region.getByRole('textbox', { name: 'Amount' }).fill('31')
    // The message until the estimate arrives stays long enough for a busy machine to see it.
    await venue.control('faults', { latency_ms: 3_000 })
    try {
      await region.getByRole('button', { name: /^UP/ }).click()
      await page.keyboard.press('Escape')
      await expect(region.getByText(/Canceled: its estimate will be discarded/)).toBeVisible()
      await expect(region.getByText(/Predict UP .*: discarded/)).toBeVisible()
    } finally {
      await venue.control('faults', { latency_ms: 0 })
    }
    await region.getByRole('button', { name: /^DOWN/ }).click()
    const estimate = region.getByRole('region', { name: /Predict DOWN 31 USDC GBET[AB]/ })
    await estimate.getByRole('button', { name: 'Discard' }).click()
    await expect(region.getByText(/Predict DOWN .*: discarded/)).toBeVisible()
  })

  test('starts a prediction in the ticket by a click in the ladder, no worse than its row, and sends nothing', async () => {
    const ladder = await openPanel(page, 'Ladder')
    await ladder.getByRole('button', { name: '10 USDC', exact: true }).click()
    const rows = ladder.locator('[data-row]:not([data-empty])')
    // The highest price in view: the worst for UP.
    const worst = (await rows.first().locator('[data-cell="price"]').innerText()).trim()
    await rows.first().locator('[data-zone="left"]').click()
    const region = await binary()
    const estimate = region.getByRole('region', { name: /Predict UP 10 USDC GBET[AB]/ })
    await expect(estimate).toContainText(/Signed limit\s*0\.\d{3}/)
    const limit = /Signed limit\s*(0\.\d{3})/.exec(await estimate.innerText())?.[1]
    expect(Number(limit)).toBeLessThanOrEqual(Number(worst))
    await expect(region.getByRole('textbox', { name: 'Amount' })).toHaveValue('10')
    // While that waits, another click is refused with a message, and the ticket is unchanged.
    await openPanel(page, 'Ladder')
    await ladder.getByRole('button', { name: '25 USDC', exact: true }).click()
    await rows.first().locator('[data-zone="left"]').click()
    await expect(ladder.getByRole('alert')).toContainText('An estimate is open in the ticket')
    await binary()
    await expect(region.getByRole('textbox', { name: 'Amount' })).toHaveValue('10')
    await expect(estimate).toBeVisible()
    await estimate.getByRole('button', { name: 'Discard' }).click()
    await expect(region.getByText(/Predict UP .*: discarded/)).toBeVisible()
    // Against the position it would close, without an estimate: unarmed, it sends nothing.
    await openPanel(page, 'Ladder')
    await rows.last().locator('[data-zone="right"]').click()
    await expect(ladder.getByRole('alert')).toContainText('Nothing was sent: this would close your position')
  })

  test('closes a part of the position, then the rest, from either panel', async () => {
    const held = (await binary()).getByRole('region', { name: BINARY.held })
    await held.getByRole('button', { name: /^Partial close of GBET[AB]$/ }).click()
    await held.getByRole('textbox', { name: /^Size of GBET[AB] to close/ }).fill('10')
    await held.getByRole('button', { name: 'Close 10', exact: true }).click()
    await expect(panel(page, 'Activity')).toContainText(/Closed 10 UP GBET[AB] at 0\.\d+/)
    await expect(panel(page, 'Activity').getByRole('button', { name: /Closed 10 UP GBET/ })).toContainText('filled')
    const positions = await showPanel(page, 'Positions')
    await positions.getByRole('button', { name: /^Close GBET[AB]$/ }).click()
    await expect(positions.getByRole('button', { name: /^Close GBET[AB]$/ })).toHaveCount(0)
    await expect(held).toHaveCount(0)
  })

  test('disables entries with the reason while the service takes none', async () => {
    const region = await binary()
    const asset = /GBET[AB]/.exec(await region.innerText())?.[0] ?? ''
    await venue.control('market', { asset, status: 'close_only' })
    await expect(region).toContainText(`${asset} is close-only: no entries.`)
    // The state of the market replaces the ticket; typed input comes back afterwards.
    await expect(region.getByRole('button', { name: /^(UP|DOWN)/ })).toHaveCount(0)
    await expect(region.getByRole('button', { name: 'Open orders' })).toBeVisible()
    await venue.control('market', { asset, status: null })
    await expect(region.getByRole('textbox', { name: 'Amount' })).toHaveValue('10')
    await expect(region.getByRole('button', { name: /^UP/ })).toBeEnabled()
  })
})
