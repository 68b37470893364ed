/** Brings windows to the front as a trader does, and measures how soon they repaint at full rate. */
import type { Page } from '@playwright/test'
import { watchedPage, watchPaints } from '../paint/probe.ts'
import { STAMP } from '../paint/start-sender.ts'

/** Full rate means this many paints within `WITHIN`. */
const PAINTS = 11
const WITHIN = 200
/** Maximum wait, ms. */
const PATIENCE = 2000

/** Clicks an empty spot, so that the window comes to the front without other effects. */
export async function bringToFront(page: Page): Promise<void> {
  await page
    .locator('[role=contentinfo], footer, body')
    .first()
    .click({ position: { x: 3, y: 3 }, force: true })
}

/** Ms from the click that brings a window to the front until it paints 55 times a second; null when it did not in time. */
export async function regainMs(page: Page): Promise<number | null> {
  await page.evaluate(() => {
    window.addEventListener(
      'pointerdown',
      ({ timeStamp }) => {
        document.documentElement.dataset.pressedAt = String(timeStamp)
      },
      { once: true, capture: true },
    )
  })
  const watched = await watchedPage(page)
  const stop = await watchPaints(watched, STAMP)
  await page.waitForTimeout(500)
  await bringToFront(page)
  await page.waitForTimeout(PATIENCE)
  const { at } = await stop()
  await watched.release()
  const pressed = Number(await page.evaluate(() => document.documentElement.dataset.pressedAt))
  const after = at.filter((time) => time >= pressed)
  const first = after.findIndex(
    (time, index) => (after[index + PAINTS - 1] ?? Number.POSITIVE_INFINITY) - time <= WITHIN,
  )
  return first === -1 ? null : (after[first] ?? pressed) - pressed
}
