import { beforeEach, describe, expect, it } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import type { Fill } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { ONE, type Price, padTo, price, subtract, ZERO } from '../../../contract/decimal.ts'
import type { PayloadOf } from '../../../contract/topics.ts'
import { type FakeTerminal, YES } from '../../testing/fake-terminal.ts'
import { type Mounted, mount } from '../../testing/mount.tsx'
import { paintedIn, rowIn } from '../../testing/pixels.ts'
import { all, boxOf, check, choose, drag, focus, frames, gone, panel, press, starting } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const chart = panel('Chart')
/** The chart, named by its summary sentence. */
const picture = chart.getByRole('img')
const lines = chart.getByRole('listbox', { name: MESSAGES.lines })
const chip = (name: RegExp): Locator => page.getByRole('dialog', { name })
const titleOf = (locator: Locator): string => locator.element().getAttribute('aria-label') ?? ''
const lineTexts = (): (string | null)[] =>
  lines
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

const CANDLES = ['--up', '--down'] as const
const expectPainted = (tokens: readonly string[]): Promise<void> =>
  expect.poll(() => paintedIn(chart.element(), tokens)).toEqual({ ground: true, tokens })

/** A menu entry that is currently chosen. */
const chosen = (name: string): RegExp => new RegExp(`^${name}\\s*, chosen$`)
const toggleLine = (name: string | RegExp) => choose(chart.getByRole('button', { name: MESSAGES.linesMenu }), name)
const more = (name: string | RegExp) => choose(chart.getByRole('button', { name: MESSAGES.more }), name)
const move = (x: number, y: number) => commands.input([['move', x, y]])

/** Only the position and these exits are on the chart, so that each line is identified by its color. */
const only =
  (...exits: readonly ConditionalView[]) =>
  (terminal: FakeTerminal): void => {
    terminal.answer('readOpenOrders', () => ({ ok: true, value: { orders: [], old: null } }))
    terminal.publish({ kind: 'conditionals' }, exits)
    terminal.change({ kind: 'alerts' }, { alerts: [] })
    // As main does: an alert that is set, moved or deleted is on the chart shortly after.
    terminal.answer('saveAlert', ({ id, rule, repeat }) => {
      const saved = { ...alert(rule), id: id ?? ALERT, repeat }
      terminal.change({ kind: 'alerts' }, { alerts: [saved] })
      return { ok: true, value: { id: saved.id } }
    })
    terminal.answer('removeAlert', () => {
      terminal.change({ kind: 'alerts' }, { alerts: [] })
      return { ok: true, value: null }
    })
  }
/** A price below that of the live market and visible together with it. */
const nearby = (terminal: FakeTerminal): Price => {
  const { asset } = terminal.payload({ kind: 'bucket' }).current ?? { asset: '' }
  return padTo(subtract(terminal.payload({ kind: 'ticker', asset }).mark ?? ZERO, price('0.25')), 2)
}
const ALERT = '2572dc38-1004-445c-b607-885013d2aebd'
const alert = (rule: unknown) =>
  ({
    ...{ id: ALERT, rule, repeat: false, state: 'on', createdAt: 1_772_629_807_765 },
    ...{ lastFiredAt: null, lastMessage: null, timesFired: 0, account: null, paused: null },
  }) as PayloadOf<{ kind: 'alerts' }>['alerts'][number]

async function opened(before?: (terminal: FakeTerminal) => void): Promise<Mounted> {
  const mounted = await mount([['chart', 'scalar/live']], {
    size: { width: 1000, height: 640 },
    ...(before === undefined ? {} : { before }),
  })
  await expectPainted(CANDLES)
  return mounted
}

/** Grabs the line in this color, by its line or by its label on the scale, and moves it by this many px; it stays held. */
async function pull(token: string, by: 'line' | 'label', down: number): Promise<void> {
  await expect.poll(() => paintedIn(chart.element(), [token]).tokens).toEqual([token])
  await frames()
  const { y, left, right } = rowIn(chart.element(), token)
  const [fromX, fromY] = by === 'line' ? [left + 60, y] : [right - 30, y + 4]
  await move(fromX, fromY)
  await expect.poll(() => (picture.element() as HTMLElement).dataset.grip).toBe('line')
  await commands.input([
    ['down'],
    ['move', fromX, fromY + down / 4],
    ['move', fromX, fromY + down / 2],
    ['move', fromX, fromY + down],
  ])
}
const letGo = () => commands.input([['up']])

/** The pointer's position from the previous test could be over a line or a time of this one. */
beforeEach(() => move(0, 0))

describe('painting of the chart', () => {
  it('uses the colors of the theme after every change, in front and in the background', async () => {
    await mount([
      ['chart', 'scalar/live'],
      ['trades', 'scalar/live'],
    ])
    const theme = (name: string) => page.getByRole('button', { name: `Use the ${name} theme` }).click()
    const openAndLeave = async (): Promise<void> => {
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await expect.element(page.getByRole('menu')).toBeVisible()
      await press('Escape')
      await gone(page.getByRole('menu'))
    }
    const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}(, |$)`) })
    const close = async (name: string): Promise<void> => {
      focus(tab(name))
      await press('Delete')
      await gone(tab(name))
    }
    const open = (name: string) =>
      choose(page.getByRole('button', { name: 'View', exact: true }), new RegExp(`^.?${name}`))
    const IN_FRONT = [openAndLeave, () => theme('light'), () => close('Trades')]
    for (const change of IN_FRONT) {
      await change()
      await expectPainted(CANDLES)
    }
    expect(document.documentElement.dataset.theme).toBe('light')
    // A tab in place of the chart.
    await open('Account')
    for (const change of [openAndLeave, () => theme('dark'), () => open('Trades')]) {
      await tab('Account').click()
      await expect.element(chart).not.toBeInTheDocument()
      await change()
      await tab('Chart').click()
      await expectPainted(CANDLES)
    }
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  it('has a fill at its own price, at the position line, with side, size, price, fee and time', async () => {
    let fill = {} as Fill
    await opened((terminal) => {
      only()(terminal)
      // A single fill, however many the order took from the book.
      terminal.alter('readFills', (fills) => {
        const bought = fills.findLast(({ asset }) => asset === terminal.payload({ kind: 'bucket' }).current?.asset)
        fill = { ...bought, size: '12', fee: '2.90' } as Fill
        return [fill]
      })
    })
    await choose(chart.getByRole('button', { name: starting(MESSAGES.range('')) }), /^15 min/)
    await frames()
    const { y, right } = rowIn(chart.element(), '--up')
    const hint = chart.getByRole('tooltip')
    // From the newest candle on, which is close to the right edge. A mark is hit from 7 px away.
    let x = right - 5
    for (; hint.elements().length === 0 && x > right - 260; x -= 5) {
      await move(x, y + 5)
      await frames()
    }
    const time = new Date(fill.time).toISOString().slice(11, 19)
    await expect
      .element(hint)
      .toHaveTextContent(`Bought 12 at ${fill.price} (${fill.price.slice(1)} °F)fee 2.90 USDC · ${time} UTC`)
    await move(0, 0)
    await gone(hint)
  })
})

describe('own lines on the chart', () => {
  it('offer a stop below the price when the position line is dragged there, and send it by keys', async () => {
    const { terminal } = await opened(only())
    const { height } = boxOf(picture)
    await pull('--up', 'line', height / 3)
    await letGo()
    const stop = chip(/^Stop for Long 12 at /)
    await expect.element(stop).toMatchTextContent(/below the mark, \d+ ticks/)
    await expect.element(stop).toMatchTextContent(/P&L .*USDC/)
    // Keys continue from where the pointer released it.
    const before = Number(titleOf(stop).match(/ at (\d+\.\d\d)/)?.[1])
    await press('Shift+ArrowDown')
    await expect.poll(() => Number(titleOf(stop).match(/ at (\d+\.\d\d)/)?.[1])).toBeCloseTo(before - 0.1)
    await press('Enter')
    await gone(stop)
    expect(terminal.inputs('setExitPlan')).toMatchObject([
      { position: 'long', terms: { stop: { by: 'price', price: (before - 0.1).toFixed(2) }, targets: [] } },
    ])
  })

  it('let a stop be moved by its label, once and to where it was released', async () => {
    const near = (terminal: FakeTerminal): void => {
      const [stop] = terminal.payload({ kind: 'conditionals' })
      only({ ...stop, trigger: nearby(terminal) } as ConditionalView)(terminal)
    }
    const { terminal } = await opened(near)
    const trigger = nearby(terminal)
    await pull('--accent', 'label', 12)
    await letGo()
    const ask = chip(/^Move stop 12: /)
    await expect.element(ask).toBeVisible()
    const [plot, shown] = [boxOf(picture), boxOf(ask)]
    expect(plot.x + plot.width - shown.x - shown.width, 'beside the label, at the right').toBeLessThan(plot.width / 3)
    const [, from, to] = titleOf(ask).match(/: (\d+\.\d+) → (\d+\.\d+)$/) ?? []
    expect(from).toBe(trigger)
    expect(Number(to)).toBeLessThan(Number(trigger))
    await press('Enter')
    await gone(ask)
    expect(terminal.inputs('moveConditional')).toEqual([{ id: expect.any(String), trigger: to }])
  })

  it('offer a target of half the position by keys alone', async () => {
    const { terminal } = await opened(only())
    focus(lines)
    await press('Home', 'Enter')
    const exit = chip(/ for Long 12 at |^Exit of Long 12/)
    await expect.element(exit).toBeVisible()
    const target = chip(/^Target for Long 12 at /)
    for (let presses = 0; presses < 20 && target.elements().length === 0; presses += 1) await press('Shift+ArrowUp')
    await check(target.getByRole('radio', { name: '50 %' }))
    const half = chip(/^Target for Long 6 at /)
    await half.getByRole('button', { name: /^Set target/ }).click()
    await gone(half)
    expect(terminal.inputs('setExitPlan')).toMatchObject([
      { position: 'long', terms: { stop: null, targets: [{ share: { of: 'position', percent: '50' } }] } },
    ])
  })

  it('include an alert that is set at a price, moved by keys, and deleted', async () => {
    const { terminal } = await opened(only())
    const { right, top } = boxOf(picture)
    await commands.input([
      ['move', right - 20, top + 60],
      ['down', 'right'],
      ['up', 'right'],
    ])
    const entry = page.getByRole('menuitem', { name: /^Alert at / })
    const at = (await entry.findElement()).textContent?.match(/\d+\.\d+/)?.[0] ?? ''
    await entry.click()
    const line = lines.getByRole('option', { name: starting(MESSAGES.alertAt('')) })
    await expect.element(line).toHaveTextContent(MESSAGES.alertAt(at))
    focus(lines)
    await press('End')
    await expect.element(line).toHaveAttribute('aria-selected', 'true')
    await press('Enter')
    const ask = chip(starting(MESSAGES.moveAlert))
    await expect.element(ask.getByRole('status')).toBeVisible()
    await press('ArrowUp', 'Enter')
    await gone(ask)
    const moved = (Number(at) + 0.01).toFixed(2)
    await expect.element(line).toHaveTextContent(MESSAGES.alertAt(moved))
    expect(terminal.inputs('saveAlert').map(({ rule }) => rule)).toMatchObject([{ price: at }, { price: moved }])
    expect(document.activeElement).toBe(lines.element())
    await press('Delete')
    await gone(line)
  })
})

describe('the price scale', () => {
  const hint = chart.getByRole('tooltip').filter({ hasText: /at \d+\.\d\d \(.+°F\)$/ })
  const line = lines.getByRole('option', { name: starting(MESSAGES.alertAt('')) })

  it('shows the level of an alert before a click sets it there, and the alert becomes a regular line', async () => {
    const { terminal, play } = await opened(only())
    const { left, right, top, width } = boxOf(picture)
    const y = top + 90
    await move(right - 20, y)
    await expect.element(hint).toBeVisible()
    const at = hint.element().textContent?.match(/\d+\.\d+/)?.[0] ?? ''
    await commands.input([['down'], ['up']])
    await play(400)
    await expect.poll(lineTexts).toContain(MESSAGES.alertAt(at))
    await expect.element(chart.getByRole('status').filter({ hasText: at })).toBeVisible()
    // Dragged, asked about, and restored by Esc.
    await move(left + width / 2, y)
    await expect.poll(() => (picture.element() as HTMLElement).dataset.grip).toBe('line')
    await drag([left + width / 2, y], [left + width / 2, y + 30])
    await expect.element(chip(starting(MESSAGES.moveAlert))).toBeVisible()
    await press('Escape')
    await gone(chip(starting(MESSAGES.moveAlert)))
    expect(lineTexts()).toContain(MESSAGES.alertAt(at))
    expect(terminal.inputs('saveAlert')).toHaveLength(1)
  })

  it('sets no alert by a click that Esc cancels, by a drag, or by a double click', async () => {
    const { terminal, play } = await opened(only())
    const { right, top } = boxOf(picture)
    const [x, y] = [right - 20, top + 90]
    await move(x, y)
    await expect.element(hint).toBeVisible()
    await commands.input([['down']])
    await press('Escape')
    await letGo()
    await play(400)
    await drag([x, y + 1], [x, y + 30])
    await play(400)
    await move(x, y)
    await commands.input([['down'], ['up'], ['down'], ['up']])
    await play(400)
    await move(x - 200, y)
    await gone(hint)
    await gone(line)
    expect(terminal.inputs('saveAlert')).toEqual([])
  })
})

describe('choices of a chart', () => {
  it('of lines are saved with the window', async () => {
    const { terminal, play } = await mount([['chart', 'scalar/live']])
    await expectPainted(CANDLES)
    await toggleLine(MESSAGES.mid)
    await toggleLine(chosen(MESSAGES.lastTrade))
    await expect
      .poll(async () => {
        await play(1000)
        return JSON.stringify(terminal.inputs('saveLayout').at(-1))
      })
      .toMatch(/"midLine":true,"lastLine":false/)
    const kept = terminal.inputs('saveLayout').at(-1)?.layout ?? null
    await mount([], { before: (again) => again.answer('readLayout', () => ({ ok: true, value: kept })) })
    await chart.getByRole('button', { name: MESSAGES.linesMenu }).click()
    await expect.element(page.getByRole('menuitem', { name: chosen(MESSAGES.mid) })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: MESSAGES.lastTrade, exact: true })).toBeVisible()
    await press('Escape')
  })

  it('of candle lengths are a menu with full names beside the market where the chart is narrow', async () => {
    await mount(null, { size: { width: 960, height: 600 } })
    const market = chart.getByRole('button', { name: /^Market of Chart: / })
    const name = (await market.findElement()) as HTMLElement
    const parts = [name, ...all(market, '*')]
    expect(parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)).toBe(false)
    await choose(chart.getByRole('button', { name: `${MESSAGES.candleLength}: 1m` }), /^5 minutes/)
    await expect.element(chart.getByRole('button', { name: `${MESSAGES.candleLength}: 5m` })).toMatchTextContent(/^5m/)
  })
})

it('shows the crosshair time of the other charts of its link group', async () => {
  await mount([
    ['chart', { group: 1 }],
    ['chart', { group: 1 }],
  ])
  const [one, other] = [chart.nth(0), chart.nth(1)]
  const legend = (of: Locator): string => all(of, '[class*="legend"]')[0]?.textContent ?? ''
  await expect.poll(() => paintedIn(other.element(), CANDLES).tokens).toEqual(CANDLES)
  const pointed = (): boolean => other.getByRole('img').element().matches('[class*="pointed"]')
  const { left, top, width, height } = boxOf(one.getByRole('img'))
  const newest = legend(other)
  // Among the candles of the last minutes.
  await move(left + width * 0.4, top + height / 2)
  await move(left + width * 0.4 + 3, top + height / 2)
  await expect.poll(pointed).toBe(true)
  // Without a new price: a quiet market's charts follow too.
  await expect.poll(() => legend(other)).not.toBe(newest)
  expect(legend(one)).toMatch(/^O \d{3}\.\d\d/)
  expect(legend(other)).toBe(legend(one))
  await move(0, 0)
  await expect.poll(pointed).toBe(false)
  await expect.poll(() => legend(other)).toBe(newest)
})

describe('the chart of another family', () => {
  it('shows a binary market by the mark against the price to beat, and by the price of either side', async () => {
    const { terminal, play } = await mount([['chart', 'binary/active']])
    // The background shows which side wins.
    await expect.poll(() => paintedIn(chart.element(), CANDLES).tokens).toEqual(CANDLES)
    await play(2000)
    await expect
      .poll(() => titleOf(picture))
      .toMatch(
        /^NYCTMP\d, 1 minute per candle: last mark \d{3}\.\d\d \(.+\), [\d.]+\s°F (above the price to beat, UP|below the price to beat, DOWN) leads; in view/,
      )
    await check(chart.getByRole('radio', { name: 'Price', exact: true }))
    await expectPainted(CANDLES)
    await play(2000)
    const up = terminal.payload({ kind: 'ticker', asset: 'GBETA' }).mark ?? ONE
    await expect.poll(() => titleOf(picture)).toMatch(new RegExp(`^GBETA, .*last price ${up} \\(\\d+\\.\\d\\s%\\)`))
    await more(/^DOWN/)
    await expect.poll(() => titleOf(picture)).toContain(`last price ${padTo(subtract(ONE, up), 3)}`)
  })

  it('shows an outcome as steps with the other outcomes, each removable', async () => {
    const { play } = await mount([['chart', YES]])
    await expectPainted(['--done', '--series-1', '--series-2'])
    await play(2000)
    const others = /^43 °F or lower, each price until the next: last price 0\.\d{3} .*; 44 °F 0\.\d{3}/
    await expect.poll(() => titleOf(picture)).toMatch(others)
    await toggleLine(chosen('44 °F'))
    await play(2000)
    await expect.poll(() => titleOf(picture)).not.toMatch(others)
  })

  it('has its newest prices as a table beside it', async () => {
    await mount([['chart', YES]])
    await more(MESSAGES.table)
    const table = chart.getByRole('grid', { name: MESSAGES.newest('43 °F or lower', MESSAGES.asSteps) })
    await expect.poll(() => table.getByRole('row').elements().length).toBeGreaterThan(5)
    const heads = table
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent?.trim())
    expect(heads).toEqual(['Time', 'Price', '%', '44 °F', '45 °F or higher'])
  })
})

it('is copied as a picture', async () => {
  const { terminal } = await opened()
  await more(MESSAGES.copyPicture)
  await expect.element(chart.getByRole('status').filter({ hasText: MESSAGES.pictureCopied })).toBeVisible()
  const [copied] = terminal.inputs('copyPicture')
  expect(copied?.png.length).toBeGreaterThan(10_000)
})
