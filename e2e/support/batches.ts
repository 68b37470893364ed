/** Keeps every batch that main pushes to a window, as text, for looking through what a window is told. */
import type { Page } from '@playwright/test'

/** From the page's next load on, in its `window.seen`. */
export const keepBatches = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    // The page's own listener comes later, and begins the port.
    window.addEventListener('message', ({ ports }) => {
      ports[0]?.addEventListener('message', ({ data }) => seen.push(JSON.stringify(data)))
    })
  })
