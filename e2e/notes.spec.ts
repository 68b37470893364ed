/** Notes and tags on what trades made, in the panel "P&L". */
import type { Locator } from '@playwright/test'
import { dayOf } from '../contract/books/index.ts'
import { aboutDay } from '../contract/notes.ts'
import { violations } from './support/axe.ts'
import { choosePeriod, openPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'

test('a note is written by keyboard, kept, found by its tag, and never lost', async ({ asNewTrader }) => {
  const { page, bridge, venue } = await asNewTrader({ width: 1600, height: 960 })
  const region = await openPanel(page, 'P&L')
  await choosePeriod(region, 'All')
  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { asset } = current
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
  const price = (Number(mark) + 0.5).toFixed(2)
  await submit(bridge, { kind: 'place', asset, side: 'buy', price, size: '10', tif: 'IOC', reduceOnly: false })

  const byDay = region.getByRole('grid', { name: 'Results by day' })
  const row = byDay.getByRole('row').nth(1)
  await expect(row).toBeVisible()
  const write = row.getByRole('button', { name: /^Write a note on / })

  // By keyboard alone: into the row, to its button, open, type, save.
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await expect(write).toBeFocused()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: /^Note on / })
  const field = editor.getByRole('textbox')
  await expect(field).toBeFocused()
  await page.keyboard.type('Sold too soon / again #late-exit')
  expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  const noted = row.getByRole('button', { name: /Sold too soon \/ again #late-exit/ })
  await expect(noted).toBeFocused()

  // Esc leaves it as it was.
  await page.keyboard.press('Enter')
  await page.keyboard.type(' and more')
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
  await expect(noted).not.toContainText('and more')

  // A tag that is in use is offered while another is typed, and a press elsewhere saves.
  await region.getByRole('radio', { name: 'By market' }).check()
  const market = region.getByRole('grid', { name: 'Results by market' }).getByRole('row').nth(1)
  await market.getByRole('button', { name: /^Write a note on / }).click()
  await field.pressSequentially('Calm day #la')
  await expect(editor.getByRole('button', { name: '#late-exit' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('Calm day #late-exit ')
  await field.pressSequentially('#calm')
  await page.mouse.click(5, 5)
  await expect(editor).toBeHidden()
  await expect(market.getByRole('button', { name: /Calm day #late-exit #calm/ })).toBeVisible()

  // Narrowed to a tag that another market's note has not.
  await chooseTag(region, '#calm')
  await expect(region.getByText('whose note has #calm')).toBeVisible()
  await expect(market).toBeVisible()
  await region.getByRole('radio', { name: 'By day' }).check()
  await expect(row).toBeVisible()

  // What main refuses stands as it was typed, with the reason.
  await noted.click()
  await field.fill('Mine')
  const fills = await bridge.call('readFills', { limit: 1, before: null })
  const about = aboutDay(dayOf(fills.ok ? (fills.value[0]?.time ?? 0) : 0))
  const saved = await bridge.call('saveNote', {
    about,
    text: 'Theirs #late-exit',
    before: 'Sold too soon / again #late-exit',
  })
  expect(saved.ok).toBe(true)
  await field.press('Enter')
  await expect(editor.getByRole('alert')).toContainText('“Theirs #late-exit”')
  await expect(field).toHaveValue('Mine')
  await field.press('Enter')
  await expect(editor).toBeHidden()
  await expect(row.getByRole('button', { name: /: Mine$/ })).toBeVisible()
})

async function chooseTag(region: Locator, tag: string): Promise<void> {
  await region.getByRole('button', { name: /^Tag: / }).click()
  await region
    .page()
    .getByRole('menuitem', { name: new RegExp(tag) })
    .or(region.page().getByRole('menuitemradio', { name: new RegExp(tag) }))
    .click()
}
