/** Screen queries by role and name, as users and assistive technology find things. */
import { expect, type Locator, type Page } from '@playwright/test'
import { MESSAGES as DOCKING } from '../../src/app/docking/messages.ts'
import type { PanelTitle } from '../../src/app/index.ts'
import { MESSAGES as OUTCOMES } from '../../src/panels/outcomes/messages.ts'

export type PanelName = PanelTitle

/** A panel by kind; its region's name also contains its market. */
export const panel = (page: Page, name: PanelName): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}(, |$)`) })

/** The full market name in a panel's header. */
export const marketOf = async (region: Locator): Promise<string> => {
  const name = await region.getByRole('button', { name: /^Market of/ }).getAttribute('aria-label')
  return (name ?? '').replace(/^Market of [^:]*: /, '')
}

/** A panel's tab. */
export const tabOf = (page: Page, name: PanelName): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}(, |$)`) })

/** Closes a panel by its menu: its tab's, or its own without a tab. */
export async function closePanel(page: Page, name: PanelName): Promise<void> {
  if ((await tabOf(page, name).count()) > 0) await tabOf(page, name).click({ button: 'right' })
  else
    await panel(page, name)
      .getByRole('button', { name: `Panel ${name}` })
      .click()
  await page.getByRole('menuitem', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** Sets a radio button or box by its label, which covers it, once that takes presses. */
export async function check(control: Locator, isChecked = true): Promise<void> {
  if ((await control.isChecked()) !== isChecked) await control.locator('xpath=ancestor::label').click()
}

export const statusBar = (page: Page): Locator => page.getByRole('contentinfo', { name: 'Status' })

/**
 * Makes a panel show a market, unlinked.
 * @param typed the search text.
 */
export async function showMarket(page: Page, name: PanelName, typed: string, market: RegExp): Promise<Locator> {
  const region = await showPanel(page, name)
  await region.getByRole('button', { name: /^Link of/ }).click()
  await page.getByRole('menuitem', { name: /^This market only/ }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await region.getByRole('button', { name: /^Market of/ }).click()
  await page.getByRole('searchbox', { name: DOCKING.search }).fill(typed)
  await page.getByRole('menuitem', { name: market }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return region
}

/** Brings a tabbed panel to the front. */
export async function showPanel(page: Page, name: PanelName): Promise<Locator> {
  const region = panel(page, name)
  if (!(await region.isVisible())) await tabOf(page, name).first().click()
  await expect(region).toBeVisible()
  return region
}

/** Chooses an entry of the menu "View". */
export async function chooseInView(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** Changes the market of a panel and its link group in its header: the first match of the typed text with this name. */
export async function chooseMarket(page: Page, name: PanelName, typed: string, entry: RegExp): Promise<Locator> {
  const region = await showPanel(page, name)
  await region.getByRole('button', { name: new RegExp(`^Market of ${name}`) }).click()
  await page.getByRole('searchbox', { name: DOCKING.search }).fill(typed)
  await page.getByRole('menuitem', { name: entry }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A ticket that has just appeared ignores clicks at first.
  await expect(region.locator('[data-moved]')).toHaveCount(0)
  return region
}

/** The ticket of the live scalar market. */
export const scalarTicket = (page: Page): Promise<Locator> =>
  chooseMarket(page, 'Order ticket', 'live scalar', /^Live scalar/)

/** The ticket of the active binary market. */
export const binaryTicket = (page: Page): Promise<Locator> =>
  chooseMarket(page, 'Order ticket', 'active binary', /^Active binary/)

/** The ticket of an outcome: the first one listed, unless it shows one already. */
export async function outcomeForm(page: Page): Promise<Locator> {
  const form = panel(page, 'Order ticket').getByRole('form', { name: OUTCOMES.orderFor('') })
  if (!(await form.isVisible())) await chooseMarket(page, 'Order ticket', 'new york high', /Yes/)
  await expect(form).toBeVisible()
  return form
}

/** Opens another panel by the menu "View". */
export async function openPanel(page: Page, name: PanelName): Promise<Locator> {
  await chooseInView(page, new RegExp(`^.?${name}`))
  await expect(panel(page, name)).toBeVisible()
  return panel(page, name)
}

/** Makes a books panel show another period, by its name. */
export async function choosePeriod(region: Locator, name: string): Promise<void> {
  await region.getByRole('button', { name: /^(Time|Change over): / }).click()
  await region
    .page()
    .getByRole('menuitem', { name: new RegExp(`^${name}(\\s*, chosen)?$`) })
    .click()
  await expect(region.page().getByRole('menu')).toHaveCount(0)
}

/** Waits until the terminal shows a live book and an approved agent. */
export async function ready(page: Page): Promise<void> {
  await expect(statusBar(page)).toContainText('Live')
  await expect(statusBar(page)).toContainText(/Agent 0x/)
  await expect(panel(page, 'Order book').locator('[data-side="bid"][data-level="0"]')).toHaveText(/\d/)
}

/** Types an order into the ticket. */
export async function fillTicket(
  page: Page,
  order: { price?: string; size?: string; tif?: 'GTC' | 'IOC' | 'ALO'; reduceOnly?: boolean },
): Promise<Locator> {
  const ticket = panel(page, 'Order ticket')
  if (order.price !== undefined) await ticket.getByRole('textbox', { name: 'Price' }).fill(order.price)
  if (order.size !== undefined) await ticket.getByRole('textbox', { name: 'Size' }).fill(order.size)
  if (order.tif !== undefined) await check(ticket.getByRole('radio', { name: order.tif }))
  if (order.reduceOnly !== undefined) {
    await check(ticket.getByRole('checkbox', { name: 'Reduce only' }), order.reduceOnly)
  }
  return ticket
}
