import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Ticker } from '../../../contract/market.ts'
import { parseTopicKey } from '../../../contract/topics.ts'
import { LADDER_MESSAGES } from '../../ladder/index.ts'
import { COPY_BOOK } from '../../market-parts/index.ts'
import { NO, YES } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { all, boxOf, check, choose, drag, focus, panel, press } from '../../testing/screen.ts'

type Rows = readonly (readonly [price: string, size: string])[]

/** Price texts and sizes of a side, best first. */
function rows(side: 'ask' | 'bid'): Rows {
  const book = panel('Order book')
  const sizes = (all(book, `[data-sizes="${side}"]`)[0]?.textContent ?? '').split('\n')
  if (side === 'ask') sizes.reverse()
  return all(book, `[data-side="${side}"]:not([data-empty])`)
    .sort((a, b) => Number(a.dataset.level) - Number(b.dataset.level))
    .map((row, level) => [row.children[0]?.textContent ?? '', sizes[level] ?? ''] as const)
}
const best = (side: 'ask' | 'bid'): string => rows(side)[0]?.[0] ?? ''
/** The levels of one side of a contract as those of the other: 1 − price. */
const complement = (levels: Rows): Rows => levels.map(([price, size]) => [(1 - Number(price)).toFixed(3), size])

const prices = (unit: string) =>
  choose(panel('Order book').getByRole('button', { name: /^Prices as/ }), new RegExp(`^${unit}`))

/** Texts between the sides that touch another or leave the panel. */
function touching(): string[] {
  const row = page.getByLabelText(LADDER_MESSAGES.middle).element()
  const room = row.getBoundingClientRect()
  const found: string[] = []
  for (const line of ['dt', 'dd:nth-of-type(1)', 'dd:nth-of-type(2)']) {
    let end = room.left
    for (const cell of row.querySelectorAll(line)) {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const { left, right } = range.getBoundingClientRect()
      if (left < end + 2) found.push(`${cell.textContent} begins at ${left}, the one before ends at ${end}`)
      end = right
    }
    if (end > room.right) found.push(`${line} leaves the panel`)
  }
  return found
}

describe('the order book', () => {
  it('shows mark, mid, last and spread with their °F, apart even at the narrowest panel', async () => {
    const { play } = await mount([
      ['chart', 'scalar/live'],
      ['book', 'scalar/live'],
    ])
    await play(100)
    const middle = page.getByLabelText(LADDER_MESSAGES.middle)
    const figure = (name: string): string =>
      all(middle, 'div')
        .find((cell) => cell.textContent?.startsWith(name))
        ?.innerText.replace(`${name}\n`, '') ?? ''
    const { mark, mid, last, spread } = LADDER_MESSAGES.figures
    for (const name of [mark, mid, last]) {
      await expect.poll(() => figure(name), { message: name }).toMatch(/^\d{3}\.\d{2,3}\n−?\d+\.\d{2,3}\s°F$/)
      const [inMarks, degrees] = figure(name).split('\n')
      expect(Number(inMarks) - 500).toBeCloseTo(Number(degrees?.replace('−', '-').replace(/\s°F/, '')))
    }
    expect(figure(spread)).toMatch(/^(\d\.\d{2})\n\1\s°F$/)
    expect(touching()).toEqual([])
    const { x, y, height } = boxOf(panel('Order book'))
    await drag([x - 2, y + height / 2], [x + 1000, y + height / 2])
    await expect.poll(() => boxOf(panel('Order book')).width).toBeLessThanOrEqual(220)
    expect(touching()).toEqual([])
  })

  it('shows all received levels, and where no more are known', async () => {
    await mount([['book', 'scalar/live']], { size: { width: 500, height: 2000 } })
    const book = panel('Order book')
    for (const side of ['ask', 'bid'] as const) {
      await expect.poll(() => rows(side).length).toBeGreaterThan(12)
      expect(all(book, `[data-side="${side}"][data-end="${LADDER_MESSAGES.noMore}"]`)).toHaveLength(1)
    }
    const levels = rows('bid').length
    await choose(book.getByRole('button', { name: LADDER_MESSAGES.grouping(''), exact: false }), '0.5')
    await expect.poll(() => rows('bid').length).toBeLessThan(levels)
    const [end] = all(book, `[data-side="bid"][data-end="${LADDER_MESSAGES.noMore}"]`)
    expect(Number(end?.dataset.level)).toBe(rows('bid').length)
  })

  it('copies its visible levels as CSV', async () => {
    const { terminal } = await mount([['book', 'scalar/live']])
    const book = panel('Order book')
    await expect.poll(() => rows('bid').length).toBeGreaterThan(5)
    await choose(book.getByRole('button', { name: LADDER_MESSAGES.grouping(''), exact: false }), COPY_BOOK.csv)
    await expect
      .element(book.getByRole('status').filter({ hasText: 'Copied' }))
      .toMatchTextContent(/^Copied \d+ rows as CSV\.$/)
    const [copied] = terminal.inputs('copyText')
    expect(copied?.text.trim().split('\n')).toHaveLength(1 + rows('bid').length + rows('ask').length)
  })

  it('writes prices in the chosen unit, while a click takes the price of the market', async () => {
    await mount([
      ['book', 'scalar/live'],
      ['ticket', 'scalar/live'],
    ])
    await expect.poll(() => best('bid')).toMatch(/^\d{3}\.\d{2}$/)
    const mark = best('bid')
    await prices('°F')
    await expect.poll(() => best('bid')).toBe((Number(mark) - 500).toFixed(2))
    await page.elementLocator(all(panel('Order book'), '[data-side="bid"][data-level="0"]')[0] as Element).click()
    await expect.element(panel('Order ticket').getByRole('textbox', { name: 'Price' })).toHaveValue(mark)
    await prices('Mark')
    await expect.poll(() => best('bid')).toBe(mark)
  })

  it('fills the ticket from the menu of a price, and sends nothing', async () => {
    const { terminal } = await mount([
      ['book', 'scalar/live'],
      ['ticket', 'scalar/live'],
    ])
    await expect.poll(() => rows('ask').length).toBeGreaterThan(3)
    const [price] = rows('ask')[3] ?? []
    await page
      .elementLocator(all(panel('Order book'), '[data-side="ask"][data-level="3"]')[0] as Element)
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Sell limit at / }).click()
    await expect.element(panel('Order ticket').getByRole('textbox', { name: 'Price' })).toHaveValue(price)
    expect(terminal.inputs('submit')).toEqual([])
  })

  it('is announced on request, and has a table beside the rows', async () => {
    await mount([['book', 'scalar/live']])
    const book = panel('Order book')
    await expect.poll(() => best('bid')).not.toBe('')
    focus(book.getByRole('button', { name: 'Announce the order book' }))
    await press('Enter')
    await expect
      .element(book.getByRole('status').filter({ hasText: 'best bid' }))
      .toMatchTextContent(
        /^NYCTMP\d: best bid [\d.]+, [\d.,]+ contracts; best ask [\d.]+, [\d.,]+ contracts; spread [\d.]+\.$/,
      )
    const table = book.getByRole('table', { name: /^Order book of NYCTMP\d at \d\d:\d\d:\d\d UTC$/ })
    await expect
      .element(table.getByRole('row', { name: /^(Ask|Bid) \d{3}\.\d+ [\d.,]+ [\d.,]+/ }).nth(3))
      .toBeInTheDocument()
  })

  it('shows the asks for DOWN as the complement of the bids for UP', async () => {
    const { terminal } = await mount([['book', 'binary/active']])
    const book = panel('Order book')
    await expect.element(book.getByText(/^Price to beat/)).toBeVisible()
    await check(book.getByRole('radio', { name: 'UP' }))
    await expect.poll(() => rows('bid').length).toBeGreaterThan(3)
    const bids = rows('bid')
    await check(book.getByRole('radio', { name: 'DOWN' }))
    await expect.element(book.getByRole('list', { name: 'Asks for DOWN' })).toBeVisible()
    await expect.poll(() => rows('ask')).toEqual(complement(bids))
    // It is announced as displayed, including which side is empty.
    for (const key of terminal.watched) {
      const topic = parseTopicKey(key)
      if (topic?.kind === 'book') terminal.change(topic, { asks: [], spread: null })
    }
    await expect.poll(() => rows('bid').length).toBe(0)
    focus(book.getByRole('button', { name: 'Announce the order book' }))
    await press('Enter')
    await expect
      .element(book.getByRole('status').filter({ hasText: 'best ask' }))
      .toMatchTextContent(new RegExp(`^GBETA: No DOWN bids; best ask ${rows('ask')[0]?.[0]}, [\\d.,]+ contracts\\.$`))
  })

  it('has the prices of its market announced as displayed', async () => {
    const { terminal, play } = await mount([['book', 'binary/active']], { settings: { announcements: 'every-5-s' } })
    const ticker = { kind: 'ticker', asset: 'GBETA' } as const
    const said = async (): Promise<string | null> => {
      await play(5000)
      return page.getByRole('status', { name: 'Prices' }).element().textContent.replaceAll('\u00a0', ' ')
    }
    const prices = { mark: '0.566', mid: '0.565', last: '0.56', bid: '0.56', ask: null } as Partial<Ticker>
    terminal.change(ticker, prices)
    await expect.poll(said).toBe('GBETA, UP: mark 0.566, 56.6 %, bid 0.560, ask none')
    await check(panel('Order book').getByRole('radio', { name: 'DOWN' }))
    terminal.change(ticker, { ...prices, mark: null, stale: true })
    await expect.poll(said).toBe('GBETA, DOWN: mid 0.435, 43.5 %, bid none, ask 0.440, stale')
  })

  it('writes the prices of an outcome in percent and in odds', async () => {
    await mount([['book', YES]])
    await expect.poll(() => best('bid')).toMatch(/^0\.\d{3}$/)
    await prices('Percent')
    await expect.poll(() => best('bid')).toMatch(/^\d{1,2}\.\d$/)
    await prices('American odds')
    await expect.poll(() => best('bid')).toMatch(/^[+−]\d[\d,]*(\.\d)?$/)
    await prices('Decimal odds')
    await expect.poll(() => Number(best('bid'))).toBeGreaterThan(1)
  })

  it('shows the asks of No as the complement of the bids of Yes', async () => {
    await mount([['book', YES]])
    await expect.poll(() => rows('bid').length).toBeGreaterThan(3)
    const bids = rows('bid')
    await mount([['book', NO]])
    await expect.poll(() => rows('ask').length).toBeGreaterThan(3)
    expect(rows('ask')).toEqual(complement(bids))
  })
})
