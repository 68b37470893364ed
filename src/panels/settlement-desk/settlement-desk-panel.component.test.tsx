import { describe, expect, it } from 'vitest'
import type { Locator } from 'vitest/browser'
import { violations } from '../../testing/axe.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { all, check, focus, focused, panel, press } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const SECOND = 1000
const SIZE = { width: 700, height: 1600 }

const desk = (): Locator => panel('Settlement desk')
const drawing = (): Locator => desk().getByRole('img', { name: /^Settlement distribution: mean/ })
const levels = (): Locator => desk().getByRole('grid', { name: 'Levels of the settlement' })
/** A level's row, after the head. */
const row = (at: number): Locator =>
  levels()
    .getByRole('row')
    .nth(at + 1)
const cell = (at: number, column: string): string =>
  all(row(at), `[data-column="${column}"]`)[0]?.innerText.trim() ?? ''
const isNotDrawn = (): Promise<void> => expect.poll(() => drawing().elements().length).toBe(0)

/** As many past marks of any resolution as requested, on a wave. */
function hasPast(terminal: FakeTerminal): void {
  const markAt = (time: number) => (537 + Math.sin(time / 600_000) / 4 + Math.sin(time / 7000) / 20).toFixed(2)
  terminal.answer('readCandles', ({ resolution, from, to }) => {
    const step = resolution * SECOND
    const first = Math.ceil(from / step) * step
    const times = Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, at) => first + at * step)
    const candle = (time: number) => ({
      ...{ time, open: markAt(time), close: markAt(time + step) },
      ...{ high: markAt(time), low: markAt(time + step) },
    })
    return { ok: true, value: times.map(candle) as never }
  })
}
/** This many seconds of the final window have elapsed, with marks averaging `mark`. */
function averages(terminal: FakeTerminal, seconds: number, mark: string): void {
  terminal.change({ kind: 'bucket' }, { twapEstimate: { mark, coveredMs: seconds * SECOND } as never })
}

describe('the settlement desk', () => {
  it('shows the settlement distribution before the final window, and the resulting value of UP', async () => {
    await mount([['settlement-desk', 'scalar/live']], { size: SIZE })
    await expect.element(drawing()).toHaveAccessibleName(/80 % from [\d.]+.°F to [\d.]+.°F; .*the mark is [\d.]+.°F/)
    await expect.element(desk().getByLabelText('Bucket', { exact: true })).toMatchTextContent(/TWAP so farbegins in \d/)
    await expect.poll(() => levels().getByRole('row').elements().length).toBe(18)
    expect(cell(0, 'chance')).toMatch(/%$/)
    const worth = desk().getByRole('table', { name: 'Fair value of UP and DOWN' })
    await expect.element(worth.getByRole('row', { name: /^UP [01]\.\d{3} [<>\d]/ })).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('uses the station forecast only once its skill is measured on enough buckets, and leaves what rows put in a ticket', async () => {
    const { terminal, still } = await mount([['settlement-desk', 'scalar/live']], { size: SIZE })
    await expect.poll(() => levels().getByRole('row').elements().length).toBe(18)
    // What loads above the form still moves it.
    await still()
    const prices = (): string[] => Array.from({ length: 17 }, (_, at) => `${cell(at, 'mark')} ${cell(at, 'press')}`)
    const before = prices()
    await check(desk().getByRole('checkbox', { name: 'Station forecast' }))
    await expect.element(desk()).toMatchTextContent(MESSAGES.noSkill(0, 100))
    expect(prices()).toEqual(before)
    terminal.answer('readForecastSkill', () => ({
      ok: true,
      value: { buckets: 120, with: 0.4, without: 0.9 } as never,
    }))
    terminal.change({ kind: 'settlement_history' }, { version: 7 })
    await expect.element(desk()).toMatchTextContent(MESSAGES.skill(120, 0.4, 0.9))
    await expect.element(desk()).toMatchTextContent(MESSAGES.byWeather)
    for (const shown of prices()) {
      const same = before.find((row) => row.split(' ')[0] === shown.split(' ')[0])
      if (same !== undefined) expect(shown).toBe(same)
    }
  })

  it('fills the ticket with the price of a level, and sends nothing', async () => {
    const { terminal } = await mount(
      [
        ['settlement-desk', 'scalar/live'],
        ['ticket', 'scalar/live'],
      ],
      { size: { ...SIZE, width: 1400 } },
    )
    await expect.element(drawing()).toBeVisible()
    const price = cell(15, 'mark')
    expect(price).toMatch(/^\d{3}\.\d\d$/)
    await row(15).click()
    const ticket = panel('Order ticket')
    await expect.element(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(price)
    await focused(ticket.getByRole('textbox', { name: 'Size' }))
    await expect.element(desk().getByText(MESSAGES.taken('buy', price))).toBeVisible()
    const top = cell(0, 'mark')
    focus(row(0))
    await press('Enter')
    await expect.element(desk().getByText(MESSAGES.taken('sell', top))).toBeVisible()
    expect(terminal.inputs('submit')).toEqual([])
  })

  it('shows its assumptions, and refuses invalid ones', async () => {
    await mount([['settlement-desk', 'scalar/live']], { size: SIZE })
    await expect.element(desk().getByText(/From \d+ past periods of the same length/)).toBeVisible()
    await check(desk().getByRole('radio', { name: 'Custom' }))
    const own = desk().getByRole('textbox', { name: 'Volatility of the mark' })
    await own.fill('2')
    await expect.element(desk().getByText(MESSAGES.perRootHour(2), { exact: false })).toBeVisible()
    await own.fill('much')
    await expect.element(desk().getByText(MESSAGES.outOfBounds('Volatility', 0.01, 50))).toBeVisible()
    await expect.element(desk().getByText(MESSAGES.unreadable)).toBeVisible()
    await isNotDrawn()
    await desk().getByRole('button', { name: 'Reset' }).click()
    await expect.element(drawing()).toBeVisible()
  })

  it('shows no distribution where the history is too short, except with a custom volatility', async () => {
    await mount([['settlement-desk', 'scalar/live']], {
      size: SIZE,
      before: (terminal) => terminal.alter('readCandles', (candles) => candles.slice(-3)),
    })
    await expect.element(desk().getByText(MESSAGES.notEnough, { exact: false })).toBeVisible()
    await isNotDrawn()
    expect(cell(0, 'chance')).toBe('—')
    await expect.element(desk().getByText(MESSAGES.noWorth)).toBeVisible()
    await check(desk().getByRole('radio', { name: 'Custom' }))
    await expect.element(drawing()).toBeVisible()
  })

  it('shows in the final window the required average of the rest, as the average so far moves', async () => {
    const { terminal, play } = await mount([['settlement-desk', 'scalar/live']], {
      size: SIZE,
      before: (terminal) => {
        hasPast(terminal)
        const { current, clockOffset, twapWindow } = terminal.payload({ kind: 'bucket' })
        const now = Math.floor((terminal.clock.now() + clockOffset) / SECOND) * SECOND
        const end = now + twapWindow - 60 * SECOND
        terminal.change({ kind: 'bucket' }, { current: { ...current, end } as typeof current })
        averages(terminal, 60, '537.45')
      },
    })
    const soFar = (seconds: number): Locator =>
      desk().getByLabelText('Bucket', { exact: true }).getByText(`TWAP so far, ${seconds} of 120 s`)
    await expect.element(soFar(60)).toBeVisible()
    await expect.element(drawing()).toBeVisible()
    await expect.element(desk().getByLabelText('Distribution figures')).toMatchTextContent(/50 % open/)
    await expect.poll(() => cell(0, 'rest')).toMatch(/^\d{3}\.\d\d$/)
    const rest = cell(0, 'rest')
    averages(terminal, 61, '537.40')
    await play(SECOND)
    await expect.element(soFar(61)).toBeVisible()
    await expect.poll(() => cell(0, 'rest')).not.toBe(rest)
    expect(cell(0, 'rest')).toMatch(/^\d{3}\.\d\d$/)
  })

  it('reports that nothing is forecast between buckets, and resumes with the next', async () => {
    const { terminal } = await mount([['settlement-desk', 'scalar/live']], { size: SIZE })
    await expect.element(drawing()).toBeVisible()
    const { phase } = terminal.payload({ kind: 'bucket' })
    terminal.change({ kind: 'bucket' }, { phase: 'settling' })
    await expect.element(desk().getByText(MESSAGES.beginsAnew, { exact: false })).toBeVisible()
    await isNotDrawn()
    terminal.change({ kind: 'bucket' }, { phase })
    await expect.element(drawing()).toBeVisible()
  })
})
