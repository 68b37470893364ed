/** Has main refuse a window the panels that arrive at it, as it does when a window saves its layout too often. */
import type { Page } from '@playwright/test'

/** Loads the page anew. @returns has main take what the window asks for again. */
export async function refuseArrivals(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const state: { timer: ReturnType<typeof setInterval> | null } = { timer: null }
    Object.assign(window, { refusing: state })
    // As many calls as wear out what a window may make, none of which does anything.
    const wearOut = (): void => {
      for (let call = 0; call < 30; call += 1)
        void window.terminal?.takePanels({ ids: ['11111111-1111-4111-8111-111111111111'], layout: {} })
    }
    let isDone = false
    // The page's own listener comes later: this one hears of a panel, and asks for a frame, before the page does.
    window.addEventListener('message', ({ ports }) => {
      ports[0]?.addEventListener('message', ({ data }: MessageEvent<{ updates: [string, unknown[]][] }>) => {
        const arriving = data.updates.find(([key]) => key === 'arriving_panels')?.[1].length ?? 0
        if (arriving === 0 || isDone) return
        isDone = true
        wearOut()
        requestAnimationFrame(wearOut)
        state.timer = setInterval(wearOut, 50)
      })
    })
  })
  await page.reload()
  return () =>
    page.evaluate(() => {
      const { timer } = (window as unknown as { refusing: { timer: ReturnType<typeof setInterval> | null } }).refusing
      if (timer !== null) clearInterval(timer)
    })
}
