/** What the chart paints, read from its real pixels, and what it tells of own fills. */
import { expect, type Page, test } from '@playwright/test'
import { paintedBy } from './support/pixels.ts'
import { panel, ready, showPanel } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'

const CANDLES = ['--up', '--down'] as const

/** The chart is in front and painted in the theme that is on. */
async function expectChart(page: Page): Promise<void> {
  await showPanel(page, 'Chart')
  await expect
    .poll(() => paintedBy(panel(page, 'Chart'), CANDLES), { message: 'the chart' })
    .toEqual({ ground: true, tokens: CANDLES })
}

async function expectHistory(page: Page): Promise<void> {
  const history = (await showPanel(page, 'Outcomes')).getByRole('region', { name: /^Price history of/ })
  await expect.poll(() => paintedBy(history, ['--done'])).toEqual({ ground: true, tokens: ['--done'] })
}

const openAndLeave = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

const choose = async (page: Page, entry: RegExp): Promise<void> => {
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

const theme = async (page: Page, name: 'dark' | 'light'): Promise<void> => {
  await choose(page, new RegExp(`^${name} theme`, 'i'))
  await expect(page.locator('html')).toHaveAttribute('data-theme', name)
}

type Change = readonly [what: string, change: (page: Page) => Promise<void>]

/** What may have the chart painted anew: a menu, another theme, another arrangement. */
const IN_FRONT: readonly Change[] = [
  ['a menu opened and left', (page) => openAndLeave(page, 'View')],
  ['the light theme', (page) => theme(page, 'light')],
  ['a panel closed', (page) => choose(page, /^Trades/)],
]
const BEHIND: readonly Change[] = [
  ['a menu opened and left', (page) => openAndLeave(page, 'View')],
  ['the dark theme', (page) => theme(page, 'dark')],
  ['a panel brought back', (page) => choose(page, /^Trades/)],
]

test.describe('the chart', () => {
  let terminal: Terminal
  let page: Page

  test.beforeAll(async () => {
    terminal = await launch()
    page = terminal.page
    await ready(page)
  })
  test.afterAll(() => terminal.quit())

  test('A3: it is painted in the colours of the theme after every change, in front and behind, and so is the history of an outcome', async () => {
    await expectHistory(page)
    await expectChart(page)
    for (const [what, change] of IN_FRONT) {
      await test.step(`${what}, in front`, async () => {
        await change(page)
        await expectChart(page)
      })
    }
    for (const [what, change] of BEHIND) {
      await test.step(`${what}, behind`, async () => {
        await showPanel(page, 'Outcomes')
        await change(page)
        await expectHistory(page)
        await expectChart(page)
      })
    }
  })
})
