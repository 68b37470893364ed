/** Outcome markets for a trader: collateral, resting and filled orders, their status by either id, shares split from USDH and merged back. */
import type { Locator, Page } from '@playwright/test'
import { MESSAGES as OUTCOMES } from '../src/panels/outcomes/messages.ts'
import { check, chooseMarket, marketOf, openPanel, panel, showMarket, showPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { Terminal } from './support/terminal.ts'
import type { TestVenue } from './support/venue.ts'

/** Interval between expiries in the shortest series, ms; each settles as long. */
const HALF_HOUR = 30 * 60_000

test.describe('trading outcomes', () => {
  let venue: TestVenue
  let terminal: Terminal
  let page: Page
  const tab = async (name: string): Promise<Locator> => {
    const region = await showPanel(page, 'Shares')
    await check(region.getByRole('radio', { name, exact: true }))
    return region
  }
  const ticket = async (): Promise<Locator> =>
    (await showPanel(page, 'Order ticket')).getByRole('form', { name: OUTCOMES.orderFor('') })

  test.beforeAll(async ({ asNewTrader }) => {
    ;({ page, terminal, venue } = await asNewTrader({ width: 1920, height: 1080 }))
  })

  test('an outcome is found by a word, and its question shows the rules and the chance of each side', {
    tag: '@core',
  }, async () => {
    await chooseMarket(page, 'Order ticket', 'new york high', /Yes/)
    const region = await openPanel(page, 'Question')
    const question = region.getByRole('region', { name: /^New York high on/ })
    await expect(question.getByRole('button', { name: /, Yes \d+\.\d %$/ })).toHaveCount(3)
    await question
      .getByRole('button', { name: /, Yes \d+\.\d %$/ })
      .nth(1)
      .click()
    await region.getByText('Rules').click()
    await expect(region).toContainText('Exactly one of the outcomes is Yes.')
    // A choice in one panel of a link group applies to all of them.
    const shown = (await region.getAttribute('aria-label'))?.replace(/^Question, /, '') ?? ''
    await expect(page.getByRole('region', { name: `Order ticket, ${shown}`, exact: true })).toBeVisible()
    await openPanel(page, 'Shares')
    await expect(page.getByRole('region', { name: `Shares, ${shown}`, exact: true })).toBeVisible()
  })

  test("USDH is transferred into outcome trading by the trader's own wallet", { tag: '@core' }, async () => {
    const region = await tab('Collateral')
    await expect(region).toContainText('Your wallet 0x')
    await region.getByRole('textbox', { name: 'Amount' }).fill('200')
    await region.getByRole('button', { name: 'Move USDH to outcomes balance' }).click()
    await expect(region).toContainText(/Move 200 USDH to outcomes balance: done/)
    await expect(region).toContainText(/USDH in outcomes balance\s*200\.00/)
  })

  test('a limit order rests, is found by either of its ids, and is canceled', { tag: '@core' }, async () => {
    const form = await ticket()
    await form.getByRole('textbox', { name: 'Price' }).fill('0.010')
    await form.getByRole('textbox', { name: 'Size' }).fill('10')
    await expect(form).toContainText(/Cost\s*0\.10/)
    await expect(form).toContainText(/If Yes\s*\+\s9\.90\s*pays 10\.00/)
    await form.getByRole('button', { name: 'Buy Yes 10 at 0.010' }).click()
    const orders = await tab(OUTCOMES.views.yours)
    await expect(orders.getByRole('button', { name: 'Cancel buy 10 Yes at 0.010' })).toBeVisible()

    // One book for both sides: the bid for Yes is an offer of No. Extreme prices stay valid, with odds.
    const book = panel(page, 'Order book')
    const own = (side: 'bid' | 'ask') => book.locator(`[data-side="${side}"][data-own] [data-cell="price"]`)
    const shown = await marketOf(book)
    await book.getByRole('button', { name: /^Grouping/ }).click()
    await page.getByRole('menuitem', { name: '0.1', exact: true }).click()
    await expect(own('bid')).toHaveText('0.001')
    await showMarket(page, 'Order book', shown.replace(/, Yes.*$/s, ''), /, No/)
    await expect(own('ask')).toHaveText('0.999')
    await book.getByRole('button', { name: /^Prices as/ }).click()
    await page.getByRole('menuitem', { name: 'American odds' }).click()
    await expect(own('ask')).toHaveText('−99,900')

    const line = panel(page, 'Activity').getByRole('button', { name: /Buy 10 Yes, .*New York high/ })
    await line.click()
    const ids = panel(page, 'Activity')
    const idOf = async (name: string): Promise<string> =>
      (await ids.getByText(name, { exact: true }).locator('xpath=following-sibling::*[1]').textContent()) ?? ''
    for (const [by, id] of [
      [OUTCOMES.oid, await idOf('order id')],
      [OUTCOMES.cloid, await idOf('client order id')],
    ] as const) {
      const status = await tab(OUTCOMES.views.status)
      await check(status.getByRole('radio', { name: by, exact: true }))
      await status.getByRole('textbox', { name: by }).fill(id)
      await status.getByRole('button', { name: OUTCOMES.lookUp }).click()
      await expect(status.getByRole('status', { name: OUTCOMES.statusOf(id) })).toContainText(/resting/)
      await expect(status.getByRole('status', { name: OUTCOMES.statusOf(id) })).toContainText(
        /Buy 10 Yes, .* at 0\.010/,
      )
    }

    const back = await tab(OUTCOMES.views.yours)
    const cancel = back.getByRole('button', { name: 'Cancel buy 10 Yes at 0.010' })
    await cancel.click()
    await expect(cancel).toHaveCount(0)
    await expect(panel(page, 'Activity')).toContainText(/Cancel buy 10 Yes/)
    await expect(own('ask')).toHaveCount(0)
  })

  test('a market order fills, and its shares show their payout', { tag: '@core' }, async () => {
    const form = await ticket()
    await check(form.getByRole('radio', { name: 'Market', exact: true }))
    await form.getByRole('textbox', { name: 'Max slippage' }).fill('5')
    await form.getByRole('textbox', { name: 'Size' }).fill('20')
    await form.getByRole('button', { name: /^Buy Yes 20 at most 0\.\d{3}/ }).click()
    await expect(form.getByText(/Bought 20 Yes, .* at 0\.\d+, fee .* USDH/)).toBeVisible()
    const shares = (await tab(OUTCOMES.views.yours)).getByRole('grid', { name: OUTCOMES.shares })
    await expect(shares.getByRole('row', { name: /^Yes 20\.00 0\.\d{3}/ })).toContainText('20.00 or 0')
    const positions = await showPanel(page, 'Positions')
    await expect(positions.getByRole('row', { name: /New York high/ })).toContainText(/pays 20\.00 or 0/)
  })

  test('USDH is split into shares and merged back, and the history shows both', { tag: '@core' }, async () => {
    const region = await tab('Convert')
    await expect(region.getByRole('radio', { name: 'Negate', exact: true })).toBeAttached()
    const split = region.getByRole('form', { name: 'Split' })
    await split.getByRole('textbox', { name: 'Amount' }).fill('12.50')
    await split.getByRole('button', { name: 'Split 12.5 USDH' }).click()
    await expect(region).toContainText(/Split 12\.5 USDH, .*New York high.*: done/)
    // In a narrow row the market has its own line, without a comma before it.
    const lead = panel(page, 'Activity').locator('[class*="lead"]', { hasText: 'Split 12.5' })
    expect((await lead.innerText()).trim()).toBe('Split 12.5 USDH')
    await check(region.getByRole('radio', { name: 'Merge', exact: true }))
    const merge = region.getByRole('form', { name: 'Merge', exact: true })
    await merge.getByRole('textbox', { name: 'Amount' }).fill('2.5')
    await merge.getByRole('button', { name: 'Merge 2.5 shares' }).click()
    await expect(region).toContainText(/Merge 2\.5 into USDH, .*New York high.*: done/)
    const history = (await tab(OUTCOMES.views.history)).getByRole('grid', { name: 'Conversions' })
    await expect(history.getByRole('row', { name: /Split .*New York high.* 12\.50$/ })).toBeVisible()
    await expect(history.getByRole('row', { name: /Merge .*New York high.* 2\.50$/ })).toBeVisible()
    // Input typed for one market does not appear for the next one.
    await tab('Convert')
    await check(region.getByRole('radio', { name: 'Split', exact: true }))
    const amount = region.getByRole('form', { name: 'Split' }).getByRole('textbox', { name: 'Amount' })
    await amount.fill('7')
    await chooseMarket(page, 'Shares', 'new york above', /Yes/)
    await expect(region).toHaveAccessibleName(/^Shares, New York above/)
    await expect(amount).toHaveValue('')
  })

  test('shares are sold by closing them', async () => {
    const positions = await showPanel(page, 'Positions')
    const close = positions.getByRole('button', { name: /^Close No, .*New York high/ })
    await close.click()
    await expect(close).toHaveCount(0)
    await expect(panel(page, 'Activity')).toContainText(/Closed [\d.]+ No, .*New York high.* at 0\.\d+/)
  })

  test('shares of a settling market say so, and offer neither a partial nor a full close', async () => {
    // The first of the list is the next to expire.
    await chooseMarket(page, 'Order ticket', 'new york above', /Yes/)
    const region = await tab('Convert')
    const split = region.getByRole('form', { name: 'Split' })
    await split.getByRole('textbox', { name: 'Amount' }).fill('5')
    await split.getByRole('button', { name: 'Split 5 USDH' }).click()
    const shares = (await tab(OUTCOMES.views.yours)).getByRole('grid', { name: OUTCOMES.shares })
    await expect(shares.getByRole('button', { name: /^(Close|Partial close)/ })).toHaveCount(4)
    const positions = await showPanel(page, 'Positions')
    const rows = positions.getByRole('row', { name: /New York above/ })
    await expect(rows.getByRole('button', { name: /^(Close|Partial close)/ })).toHaveCount(4)
    const { server_time } = await venue.read<{ server_time: number }>('/v1/bucket')
    await venue.control('clock', { advance_ms: HALF_HOUR - (server_time % HALF_HOUR) + 60_000 })
    const { during } = terminal.clock(venue)
    await during(expect(rows.filter({ hasText: "Settling: can't close" })).toHaveCount(2))
    await during(expect(rows.getByRole('button')).toHaveCount(0))
    await showPanel(page, 'Shares')
    await expect(shares.getByRole('row')).toHaveCount(3)
    await expect(shares.locator('tbody').getByRole('button')).toHaveCount(0)
  })
})
