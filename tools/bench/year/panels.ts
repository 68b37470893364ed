/** How long history panels take to open over a year of records: from the click on a tab to the first painted row. */
import type { Page } from '@playwright/test'
import { panel } from '../../../e2e/support/screen.ts'
import { launch } from '../../../e2e/support/terminal.ts'
import { median } from '../table.ts'

const PANELS = ['Fills', 'Order history', 'Trade log'] as const

export interface PanelOpened {
  readonly panel: string
  /** The first time after the start, ms. */
  readonly firstMs: number
  /** Median of the following times, ms. */
  readonly againMs: number
}

const TIMES = 5

/** Ms from the click on a panel's tab until its first row is painted, by the page's own clock. */
async function opening(page: Page, name: string): Promise<number> {
  const shown = page.evaluate(async (title) => {
    const began = await new Promise<number>((resolve) => {
      document.addEventListener('pointerdown', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
    })
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const row = () => document.querySelector<HTMLElement>(`section[aria-label="${title}"] [data-row]`)
    while (row()?.checkVisibility() !== true) {
      if (performance.now() - began > 20_000) throw new Error(`${title} showed no row`)
      await frame()
    }
    // A message is delivered after the frame's paint.
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    return performance.now() - began
  }, name)
  await page.getByRole('tab', { name, exact: true }).click()
  return shown
}

/** @param userDataDir a data folder with processed records. */
export async function openPanels(userDataDir: string): Promise<readonly PanelOpened[]> {
  const terminal = await launch({ userDataDir, at: new Date().toISOString() })
  try {
    const { page } = terminal
    const books = page
      .getByRole('navigation', { name: 'Workspaces' })
      .getByRole('button', { name: 'Books', exact: true })
    await books.waitFor()
    if (!(await panel(page, 'P&L').isVisible())) await books.click()
    await panel(page, 'P&L').waitFor()
    const times = new Map<string, number[]>(PANELS.map((name) => [name, []]))
    // The panel already in front comes last.
    for (let round = 0; round <= TIMES; round++) {
      for (const name of PANELS) times.get(name)?.push(await opening(page, name))
    }
    return [...times].map(([name, [firstMs = Number.NaN, ...again]]) => ({
      panel: name,
      firstMs,
      againMs: median(again),
    }))
  } finally {
    await terminal.quit()
  }
}
