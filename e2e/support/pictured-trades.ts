/** Manual trades for scripts that take pictures. */
import { expect, type Page } from '@playwright/test'
import { fillTicket, panel } from './screen.ts'

/** The best price of a side of the book. */
export async function best(page: Page, side: 'bid' | 'ask'): Promise<number> {
  const cell = panel(page, 'Order book').locator(`[data-side="${side}"][data-level="0"] [data-cell="price"]`)
  return Number(await cell.textContent())
}

/** Sends an order by the ticket, and waits until Activity shows it. */
export async function send(
  page: Page,
  side: 'Buy' | 'Sell',
  size: string,
  price: number,
  tif: 'GTC' | 'IOC',
): Promise<void> {
  const rows = panel(page, 'Activity').getByRole('button', { expanded: false })
  const before = await rows.count()
  const ticket = await fillTicket(page, { price: price.toFixed(2), size, tif })
  await ticket.getByRole('button', { name: new RegExp(`^${side}`) }).click()
  await expect(rows).toHaveCount(before + 1)
  await page.waitForTimeout(500)
}
