import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { IS_CORE } from '../../../contract/testing/property-runs.ts'
import { violations } from '../../testing/axe.ts'
import { YES } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { MESSAGES } from './messages.ts'
import { PANELS } from './panel-table.tsx'

const MARKETS = { scalar: 'scalar/live', binary: 'binary/active', outcome: YES } as const
const chunk = <T,>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))
/** Several panels share a window, as axe checks the window's own parts again for each. */
const WINDOWS = [
  ...chunk(
    PANELS.filter(({ shows }) => shows !== null),
    5,
  ),
  ...chunk(
    PANELS.filter(({ shows }) => shows === null),
    8,
  ),
].map((panels) => ({ panels, titles: panels.map(({ title }) => title).join(', ') }))

describe('in either theme, axe finds no violation in', () => {
  it.each(WINDOWS)('$titles', async ({ panels }) => {
    const columns = panels.map(({ id, shows }) =>
      shows === null ? [[id] as const] : shows.map((family) => [id, MARKETS[family]] as const),
    )
    const rows = Math.max(...columns.map(({ length }) => length))
    const { terminal, play } = await mount(columns, {
      settings: { theme: 'dark', textSize: 130 },
      size: { width: 800 * columns.length, height: 400 * rows },
    })
    await expect
      .poll(() => page.getByRole('main').element().querySelectorAll('[data-panel]').length)
      .toBe(columns.flat().length)
    await play(100)
    expect(document.documentElement.dataset.theme).toBe('dark')
    // Themes differ only in colors, so all rules run in one of them, at a large text size, where most can fail.
    expect(await violations()).toEqual([])
    // The colors of the light theme are those of its tokens: `npm run test:all` looks at every panel, `npm test` at Settings.
    if (IS_CORE) return
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
  await expect.element(panel('Order book')).toMatchTextContent(MESSAGES.groupHasNoMarket(8))
  await expect.element(panel('Markets').getByRole('row').nth(3)).toBeVisible()
  expect(await violations()).toEqual([])
})
