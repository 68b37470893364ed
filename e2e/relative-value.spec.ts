/** What markets that settle alike say about one another, on the panel "Settlement desk": the hour, the question, and complete sets. */
import type { Locator, Page } from '@playwright/test'
import { absolute, add, type Decimal, type Price, price, signOf, subtract, ZERO } from '../contract/decimal.ts'
import { violations } from './support/axe.ts'
import { openPanel, panel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

/** For who judges the looks: `ISOTHERM_PICTURES` names a folder. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.ISOTHERM_PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** The texts of a section's table and of its sentences, all of one moment. */
const seenIn = (section: Locator): Promise<{ readonly rows: string[][]; readonly words: string }> =>
  section.evaluate((element) => ({
    rows: [...element.querySelectorAll('tbody tr, tfoot tr')].map((row) =>
      [...row.children].map((cell) => (cell as HTMLElement).innerText.trim()),
    ),
    words: (element as HTMLElement).innerText,
  }))

const sum = (texts: readonly (string | undefined)[]): Price =>
  texts.reduce<Price>((all, text) => add(all, price(text ?? '0')), ZERO)
const isEqual = (a: Decimal, b: Decimal): boolean => signOf(subtract(a, b)) === 0

test('three families stand side by side for one hour, and a question has its distribution and its sets', async ({
  asNewTrader,
}) => {
  const { page, venue, terminal } = await asNewTrader({ width: 1600, height: 960 })
  const desk = await openPanel(page, 'Settlement desk')
  await page.getByRole('tab', { name: /^Settlement desk/ }).dblclick()

  const hour = desk.getByRole('region', { name: 'The same hour' })
  const markets = hour.getByRole('table', { name: 'Markets that settle at the end of the live bucket' })
  await markets.scrollIntoViewIfNeeded()
  const row = (name: RegExp): Locator => markets.getByRole('button', { name })
  for (const name of [
    /^Buy NYCTMP[12] at/,
    /^Buy UP above \d.* °F at 0\.\d{3}:/,
    /^Buy DOWN below \d.* °F at 0\.\d+:/,
    /^Buy Yes above \d.* °F at 0\.\d{3}:/,
    /^Buy No \d.* °F or below at 0\.\d{3}:/,
  ]) {
    await expect(row(name)).toBeVisible()
  }
  await picture(page, 'hour')

  // Both sides of one book: what DOWN costs is what is left to 1 of the bid for UP, and its pair gains nothing after fees.
  await expect
    .poll(async () => {
      const { rows } = await seenIn(hour)
      const [up, down] = [
        rows.find(([name]) => name?.startsWith('UP')),
        rows.find(([name]) => name?.startsWith('DOWN')),
      ]
      return isEqual(sum([up?.[1], down?.[3]]), '1' as Decimal) && isEqual(sum([up?.[3], down?.[1]]), '1' as Decimal)
    })
    .toBe(true)
  await expect(hour).toContainText(/Nothing after fees\. Nearest: (UP \+ No|Yes \+ DOWN) together cost 0\.\d+ more/)

  const question = desk.getByRole('region', { name: 'Implied by outcomes' })
  const outcomes = question.getByRole('table', { name: /^Outcomes of / })
  await outcomes.scrollIntoViewIfNeeded()
  await expect(outcomes.getByRole('row')).toHaveCount(5)
  await expect(question.getByRole('button', { name: /^Question: / })).toBeVisible()

  // What stands in the sentences is what stands in the table, to the last digit.
  await expect
    .poll(async () => {
      const { rows, words } = await seenIn(question)
      const own = rows.slice(0, -1)
      const together = rows.at(-1)
      const [bids, asks] = [sum(own.map((cells) => cells[1])), sum(own.map((cells) => cells[2]))]
      const bought = /Buy a set: nothing: one costs ([\d.]+), ([\d.]+) more/.exec(words)
      const sold = /Sell a set: nothing: one brings ([\d.]+), ([\d.]+) less/.exec(words)
      const one = '1' as Price
      return {
        sums: isEqual(bids, (together?.[1] ?? '0') as Decimal) && isEqual(asks, (together?.[2] ?? '0') as Decimal),
        bought:
          isEqual(asks, (bought?.[1] ?? '0') as Decimal) &&
          isEqual(subtract(asks, one), (bought?.[2] ?? '0') as Decimal),
        sold:
          isEqual(bids, (sold?.[1] ?? '0') as Decimal) &&
          isEqual(absolute(subtract(bids, one)), (sold?.[2] ?? '0') as Decimal),
        implied: Math.abs(own.reduce((all, cells) => all + Number.parseFloat(cells[3] ?? ''), 0) - 100) < 0.2,
      }
    })
    .toEqual({ sums: true, bought: true, sold: true, implied: true })
  await picture(page, 'question')

  await test.step('a press fills the ticket of that market, and sends nothing', async () => {
    await row(/^Buy NYCTMP/).scrollIntoViewIfNeeded()
    await row(/^Buy NYCTMP/).click()
    const ticket = panel(page, 'Order ticket').first()
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(/^5\d\d\.\d\d$/)
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toBeFocused()
    // No ticket shows the outcome: the window asks, and the one that is opened has the price.
    const yes = row(/^Buy Yes above/)
    await yes.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Open a ticket' }).click()
    const opened = page.getByRole('region', { name: /^Order ticket, .*Yes/ })
    await expect(opened.getByRole('textbox', { name: 'Price' })).toHaveValue(/^0\.\d{3}$/)
    await expect(panel(page, 'Activity')).not.toContainText(/Buy|Predict/)
  })

  await test.step('it is told to everybody alike', async () => {
    for (const name of ['The same hour', 'Implied by outcomes']) {
      const within = `document.querySelector('[data-panel="settlement-desk"] [aria-label="${name}"]')`
      expect(await violations(page, within)).toEqual([])
    }
  })

  await test.step('what is out of date is marked with its age, and counted nowhere', async () => {
    await venue.control('faults', { freeze_feed: true })
    const { during } = terminal.clock(venue)
    await during(expect(hour).toContainText(/stale, \d+ s/))
    await during(expect(hour).toContainText('Not counted: prices that it takes are missing or out of date.'))
    await outcomes.scrollIntoViewIfNeeded()
    await during(expect(question).toContainText('Buy a set: not counted'))
    await picture(page, 'stale')
    await venue.control('faults', { freeze_feed: false })
    await during(expect(question).toContainText(/Buy a set: (nothing|\+)/))
  })
})

test('the desk’s tables keep their figures in a narrow panel and in the light', async ({ asNewTrader }) => {
  const { page, bridge } = await asNewTrader({ width: 1024, height: 768 })
  await bridge.call('saveSettings', { theme: 'light' })
  const desk = await openPanel(page, 'Settlement desk')
  const markets = desk.getByRole('table', { name: 'Markets that settle at the end of the live bucket' })
  await markets.scrollIntoViewIfNeeded()
  await expect(markets.getByRole('button', { name: /^Buy UP/ })).toBeVisible()
  await picture(page, 'narrow hour')
  const outcomes = desk.getByRole('table', { name: /^Outcomes of / })
  await outcomes.scrollIntoViewIfNeeded()
  await expect(outcomes.getByRole('row')).toHaveCount(5)
  await picture(page, 'narrow question')
  for (const table of [markets, outcomes]) {
    const over = await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))
    expect(over).toBeLessThanOrEqual(0)
  }
  await bridge.call('saveSettings', { theme: 'dark' })
})
