/** Layouts of the bench's windows: six panels each, on six different markets. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { newDataDir } from '../../../e2e/support/terminal.ts'
import { ASSETS } from '../paint/sender-market.ts'
import { STAMP } from '../paint/start-sender.ts'
import { WINDOW } from '../paint/window.ts'

/** Three columns of two panels: books on top, other views of a book or price below. */
const COLUMNS = [
  ['book', 'depth'],
  ['book', 'chart'],
  ['book', 'chart'],
] as const
const PANELS = COLUMNS.flat().length

/** Panel kinds: columns from left to right, each from top to bottom. */
export type Columns = readonly (readonly string[])[]

/** A data folder with this many windows. Each shows all markets, starting with a different one. */
export function folderWithLayout(windows: number, columns: Columns = COLUMNS): string {
  const folder = newDataDir()
  const layouts = Array.from({ length: windows }, (_, at) => [`window-${at + 1}`, layoutOf(at, columns)])
  writeFileSync(join(folder, 'layouts.json'), JSON.stringify({ windows: Object.fromEntries(layouts) }))
  return folder
}

/** A layout as stored by the terminal. @param window counted from 0. */
function layoutOf(window: number, columns: Columns): Readonly<Record<string, unknown>> {
  const height = WINDOW.height - 80
  const width = WINDOW.width / columns.length
  const panels: { id: string; kind: string; market: unknown; options: object }[] = []
  const leaf = (kind: string, height: number): object => {
    const id = `bench-${panels.length}`
    const asset = ASSETS[(window + panels.length) % ASSETS.length]
    panels.push({ id, kind, market: { by: 'pin', market: `scalar/${asset}` }, options: {} })
    return { type: 'leaf', size: height, data: { views: [id], activeView: id, id: String(panels.length) } }
  }
  const data = columns.map((kinds) => ({
    type: 'branch',
    size: width,
    data: kinds.map((kind) => leaf(kind, height / kinds.length)),
  }))
  return {
    version: 2,
    layout: {
      grid: { root: { type: 'branch', size: height, data }, width: WINDOW.width, height, orientation: 'HORIZONTAL' },
      panels: Object.fromEntries(panels.map(({ id, kind }) => [id, { id, contentComponent: kind }])),
    },
    panels,
    drafts: {},
  }
}

/** Waits until a window shows its six panels and its books. */
export async function untilLaidOut(page: Page): Promise<void> {
  await page
    .locator(STAMP)
    .nth(COLUMNS.length - 1)
    .waitFor({ state: 'attached' })
  const panels = page.locator('[data-panel]')
  // Panels without a book may render after the first paints.
  await panels.nth(PANELS - 1).waitFor({ state: 'attached' })
  const shown = await panels.count()
  if (shown !== PANELS) throw new Error(`the window shows ${shown} panels, not the ${PANELS} of the bench`)
}
