/** Delays what main pushes to a window's page, to simulate an answer that arrives before the change it caused is published. */
import type { Page } from '@playwright/test'

interface Holding {
  isHeld: boolean
  readonly kept: (() => void)[]
}
type HoldingWindow = Window & { readonly holding: Holding }

/** Enables `holdBatches` in a window's page, from its next load on. */
export const canHoldBatches = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const holding: Holding = { isHeld: false, kept: [] }
    Object.assign(window, { holding })
    // The page's own listener comes later, and starts the port: this one receives each batch before the page does.
    window.addEventListener('message', ({ ports: [port] }) => {
      port?.addEventListener('message', (event) => {
        if (!holding.isHeld) return
        event.stopImmediatePropagation()
        holding.kept.push(() => port.dispatchEvent(new MessageEvent('message', { data: event.data })))
      })
    })
  })

/** From now on the page receives nothing that main pushes. @returns delivers everything held back meanwhile. */
export async function holdBatches(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    ;(window as unknown as HoldingWindow).holding.isHeld = true
  })
  return () =>
    page.evaluate(() => {
      const { holding } = window as unknown as HoldingWindow
      holding.isHeld = false
      for (const report of holding.kept.splice(0)) report()
    })
}
