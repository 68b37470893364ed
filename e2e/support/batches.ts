/** Records every batch that main pushes to a window, as text, for searching. */
import type { Page } from '@playwright/test'

/** Records from the page's next load on, in its `window.seen`. */
export const keepBatches = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    // The page's own listener comes later, and starts the port.
    window.addEventListener('message', ({ ports }) => {
      ports[0]?.addEventListener('message', ({ data }) => seen.push(JSON.stringify(data)))
    })
  })
