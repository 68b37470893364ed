import { describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { absolute, add, type Decimal, type Price, price, signOf, subtract, ZERO } from '../../../contract/decimal.ts'
import type { BookView } from '../../../contract/market.ts'
import { violations } from '../../testing/axe.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { type Mounted, mount } from '../../testing/mount.tsx'
import { all, focus, focused, panel, press } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const HOUR = 'Same expiry'
const QUESTION = 'Implied by outcomes'
const ONE = '1' as Price

const section = (name: typeof HOUR | typeof QUESTION): Locator => panel('Settlement desk').getByRole('region', { name })
const markets = (): Locator =>
  section(HOUR).getByRole('table', { name: 'Markets that settle at the end of the live bucket' })
const outcomes = (): Locator => section(QUESTION).getByRole('table', { name: /^Outcomes of / })
const market = (name: RegExp): Locator => markets().getByRole('button', { name })
/** The texts of a table's rows. */
const rows = (table: Locator): string[][] =>
  all(table, 'tbody tr, tfoot tr').map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim()))
const sum = (texts: readonly (string | undefined)[]): Price =>
  texts.reduce<Price>((sum, text) => add(sum, price(text ?? '0')), ZERO)
const isEqual = (a: Decimal, b: Decimal): boolean => signOf(subtract(a, b)) === 0

/** A book with one level per side for each outcome, by its best prices; `isStale` applies to every book. */
function books(terminal: FakeTerminal, isStale: boolean): void {
  const assets = terminal
    .payload({ kind: 'markets' })
    .instruments.flatMap(({ family, asset }) => (family === 'outcome' && asset !== null ? [asset] : []))
  const level = (px: Price | null) => (px === null ? [] : [{ px, sz: '100', total: '100', depth: 1, own: false }])
  for (const asset of assets) {
    const { bid, ask, mid, time, receivedAt } = terminal.payload({ kind: 'quote', asset })
    const sides = { bids: level(bid), asks: level(ask) }
    terminal.publish({ kind: 'book', asset, step: null, levels: 25 }, {
      ...{ asset, ...sides, spread: null, mid, time, receivedAt, stale: isStale },
    } as unknown as BookView)
  }
  if (!isStale) return
  for (const asset of ['NYCTMP1', 'GBETA'])
    terminal.change({ kind: 'book', asset, step: null, levels: 25 }, { stale: true })
}

/** Pushes the books, then lets them be read: they are polled at an interval of their own. */
async function pushes({ terminal, play }: Mounted, isStale: boolean): Promise<void> {
  books(terminal, isStale)
  await play(0)
  await play(1000)
}

/** The settlement desk, tall enough to be fully visible, with a ticket beside it. */
async function open(width = 900, settings = {}): Promise<Mounted> {
  const mounted = await mount(
    [
      ['settlement-desk', 'scalar/live'],
      ['ticket', 'scalar/live'],
    ],
    { size: { width: width + 600, height: 2600 }, settings, before: (terminal) => books(terminal, false) },
  )
  await expect.element(market(/^Buy UP/)).toBeVisible()
  await expect.poll(() => rows(outcomes()).length).toBe(4)
  return mounted
}

describe('relative value between markets', () => {
  it('three families are side by side for one hour', async () => {
    await open()
    for (const name of [
      /^Buy NYCTMP[12] at/,
      /^Buy UP above \d.* °F at 0\.\d{3}:/,
      /^Buy DOWN below \d.* °F at 0\.\d+:/,
      /^Buy Yes above \d.* °F at 0\.\d{3}:/,
      /^Buy No \d.* °F or below at 0\.\d{3}:/,
    ]) {
      await expect.element(market(name)).toBeVisible()
    }
    expect(await violations({ within: section(HOUR).element() })).toEqual([])
  })

  it('DOWN costs 1 minus the bid for UP, and their pair gains nothing after fees', async () => {
    await open()
    const [up, down] = ['UP', 'DOWN'].map((name) => rows(markets()).find(([first]) => first?.startsWith(name)))
    expect(isEqual(sum([up?.[1], down?.[3]]), ONE)).toBe(true)
    expect(isEqual(sum([up?.[3], down?.[1]]), ONE)).toBe(true)
    const text = MESSAGES.nothingAfterFees('(UP \\+ No|Yes \\+ DOWN)', '0\\.\\d+')
    await expect.element(section(HOUR)).toMatchTextContent(new RegExp(text))
  })

  it('a question has the same content in its sentences as in its table, to the last digit', async () => {
    await open()
    const own = rows(outcomes()).slice(0, -1)
    const together = rows(outcomes()).at(-1)
    const [bids, asks] = [sum(own.map((cells) => cells[1])), sum(own.map((cells) => cells[2]))]
    expect([isEqual(bids, price(together?.[1] ?? '0')), isEqual(asks, price(together?.[2] ?? '0'))]).toEqual([
      true,
      true,
    ])
    const text = section(QUESTION).element().textContent ?? ''
    const bought = new RegExp(MESSAGES.costs('([\\d.]+)', '([\\d.]+)')).exec(text)
    const sold = new RegExp(MESSAGES.brings('([\\d.]+)', '([\\d.]+)')).exec(text)
    expect([isEqual(asks, price(bought?.[1] ?? '0')), isEqual(bids, price(sold?.[1] ?? '0'))]).toEqual([true, true])
    expect(isEqual(subtract(asks, ONE), price(bought?.[2] ?? '0'))).toBe(true)
    expect(isEqual(absolute(subtract(bids, ONE)), price(sold?.[2] ?? '0'))).toBe(true)
    const implied = own.reduce((sum, cells) => sum + Number.parseFloat(cells[3] ?? ''), 0)
    expect(Math.abs(implied - 100)).toBeLessThan(0.2)
    await expect.element(section(QUESTION).getByRole('button', { name: /^Question: / })).toBeVisible()
    expect(await violations({ within: section(QUESTION).element() })).toEqual([])
  })

  it('a click fills the ticket of that market, or opens one, and sends nothing', async () => {
    const { terminal } = await open()
    const asked = (name: string): string => rows(markets()).find(([first]) => first?.startsWith(name))?.[3] ?? ''
    await market(/^Buy NYCTMP/).click()
    const ticket = panel('Order ticket').first()
    await expect.element(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(asked('NYCTMP1'))
    await focused(ticket.getByRole('textbox', { name: 'Size' }))
    // No ticket shows the outcome: the window asks, and the opened one has the price.
    focus(market(/^Buy Yes above/))
    await press('Enter')
    await page.getByRole('button', { name: 'Open a ticket' }).click()
    const opened = page.getByRole('region', { name: /^Order ticket, .*Yes/ })
    await expect.element(opened.getByRole('textbox', { name: 'Price' })).toHaveValue(asked('Yes'))
    expect(terminal.inputs('submit')).toEqual([])
  })

  it('a price is live or stale with its age, and ignored while stale', async () => {
    const mounted = await open()
    await expect.element(section(HOUR)).toMatchTextContent(MESSAGES.live)
    await pushes(mounted, true)
    await expect.element(section(HOUR)).toMatchTextContent(/stale, \d+ s/)
    await expect.element(section(HOUR)).toMatchTextContent(MESSAGES.pairsNotCounted)
    await expect.element(section(QUESTION)).toMatchTextContent(MESSAGES.setNotCounted('Buy a set'))
    await pushes(mounted, false)
    await expect.element(section(QUESTION)).toMatchTextContent(/Buy a set: (one costs|\+)/)
  })

  it('tables keep their figures in a narrow panel and in the light theme', async () => {
    await open(300, { theme: 'light' })
    expect(panel('Settlement desk').element().clientWidth).toBeLessThan(460)
    for (const table of [markets(), outcomes()]) {
      const { scrollWidth, parentElement } = table.element() as HTMLElement
      expect(scrollWidth - (parentElement?.clientWidth ?? 0)).toBeLessThanOrEqual(0)
    }
  })
})
