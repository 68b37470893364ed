/** The command palette: how long it takes to open, and each typed letter to show its rows. */
import type { Page } from '@playwright/test'
import { ready } from '../../../e2e/support/screen.ts'
import { launch } from '../../../e2e/support/terminal.ts'
import { percentile } from '../paint/probe.ts'
import { ms, row, type Section } from '../table.ts'

/** What traders type, letter by letter. */
const QUERIES = ['pnl', 'buy', 'stop', 'chart', 'nyc'] as const
const ROUNDS = 4

/** Frames that are waited for after a key: rows that change later are not those of the key. */
const FRAMES = 6

/**
 * Presses a key; ms from the key to the paint of the frame in which the palette changed last, by the page's own clock.
 * @throws Error when the key changed nothing
 */
async function painted(page: Page, key: string): Promise<number> {
  // Two steps: the page must listen before the key is pressed.
  await page.evaluate((frames) => {
    const measure = async (): Promise<number> => {
      const began = await new Promise<number>((resolve) => {
        document.addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
      })
      const modal = () => document.querySelector('[data-modal]')
      let isChanged = false
      // React writes some attributes again with the value they have: that changes nothing on the screen.
      const isReal = ({ type, target, attributeName, oldValue }: MutationRecord): boolean =>
        type !== 'attributes' || (target as Element).getAttribute(attributeName ?? '') !== oldValue
      const observer = new MutationObserver((records) => {
        isChanged ||= records.some(isReal)
      })
      // Panels behind it change all the time.
      const rows = { childList: true, subtree: true, characterData: true, attributes: true, attributeOldValue: true }
      const before = modal()
      if (before === null) observer.observe(document.body, { childList: true })
      else observer.observe(before, rows)
      // A message is delivered after the frame's paint.
      const paint = () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          requestAnimationFrame(() => port2.postMessage(null))
        })
      let last: number | null = null
      for (let frame = 0; frame < frames || (last === null && frame < 200); frame += 1) {
        await paint()
        const shown = modal()
        if (isChanged && shown !== null) last = performance.now() - began
        if (before === null && shown !== null) observer.observe(shown, rows)
        isChanged = false
      }
      observer.disconnect()
      if (last === null) throw new Error('the palette did not change')
      return last
    }
    Object.assign(window, { measured: measure() })
  }, FRAMES)
  await page.keyboard.press(key)
  return page.evaluate(() => (window as unknown as { readonly measured: Promise<number> }).measured)
}

interface PaletteFigures {
  /** The first time after the start, ms. */
  readonly firstMs: number
  /** Ms of each later opening. */
  readonly openMs: readonly number[]
  /** Ms of each letter. */
  readonly letterMs: readonly number[]
}

/** On the practice venue, in the layout of a first start. */
async function benchPalette(): Promise<PaletteFigures> {
  const terminal = await launch()
  try {
    const { page } = terminal
    await ready(page)
    const [opened, letters]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const query of QUERIES) {
        opened.push(await painted(page, 'Control+KeyK'))
        for (const letter of query) letters.push(await painted(page, letter))
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    }
    const [firstMs = Number.NaN, ...openMs] = opened
    return { firstMs, openMs, letterMs: letters }
  } finally {
    await terminal.quit()
  }
}

export const paletteSection: Section = {
  name: 'palette',
  async run() {
    const figures = await benchPalette()
    const { firstMs, openMs, letterMs } = figures
    const text = (times: readonly number[]): string =>
      `p50 ${percentile([...times], 0.5).toFixed(0)}, p95 ${percentile([...times], 0.95).toFixed(0)} ms`
    return {
      json: figures,
      rows: [
        row('palette: from its key to its rows', text(openMs), '100 ms'),
        row('  the first time', ms(firstMs), ''),
        row('  from a letter to its rows', text(letterMs), '30 ms'),
      ],
    }
  },
}
