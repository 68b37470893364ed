import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { violations } from '../../testing/axe.ts'
import { YES } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { MESSAGES } from './messages.ts'
import { PANELS } from './panel-table.tsx'

const MARKETS = { scalar: 'scalar/live', binary: 'binary/active', outcome: YES } as const
describe('in either theme, axe finds no violation in', () => {
  it.each(PANELS.map(({ id, title, shows }) => ({ id, title, shows })))('$title', async ({ id, shows }) => {
    const column = shows === null ? [[id] as const] : shows.map((family) => [id, MARKETS[family]] as const)
    const { terminal, play } = await mount([column], {
      settings: { theme: 'dark', textSize: 130 },
      size: { width: 900, height: 400 * column.length },
    })
    await expect
      .poll(() => page.getByRole('main').element().querySelectorAll('[data-panel]').length)
      .toBe(column.length)
    await play(100)
    expect(document.documentElement.dataset.theme).toBe('dark')
    // Themes differ only in colors, so all rules run in one of them, at a large text size, where most can fail.
    expect(await violations()).toEqual([])
    terminal.change({ kind: 'settings' }, { theme: 'light', textSize: 100 })
    await expect.poll(() => document.documentElement.dataset.theme).toBe('light')
    await play(100)
    expect(await violations({ rules: ['color-contrast'] })).toEqual([])
  })
})

it('shows why a panel has no market', async () => {
  const { panel } = await mount([
    [
      ['markets', { group: 8 }],
      ['chart', 'outcome/3601/0'],
    ],
    [
      ['phase', 'scalar/live'],
      ['bucket', 'binary/active'],
      ['book', { group: 8 }],
    ],
  ])
  await expect.element(panel('Chart')).toMatchTextContent(MESSAGES.notHere('outcome 3601'))
  await expect.element(panel('Binary phase')).toMatchTextContent(MESSAGES.isFor('Binary phase', 'binary'))
  await expect.element(panel('Bucket')).toMatchTextContent(MESSAGES.isFor('Bucket', 'scalar'))
  await expect.element(panel('Order book')).toMatchTextContent(MESSAGES.noMarket('Link group 8'))
  await expect.element(panel('Markets').getByRole('row').nth(3)).toBeVisible()
  expect(await violations()).toEqual([])
})
