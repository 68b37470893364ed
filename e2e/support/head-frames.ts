/** How soon a panel's head shows another market, counted in the frames that its window paints. */
import type { Page } from '@playwright/test'

/** A frame that a window painted: when it began, ms since the epoch, and which market the panel's head named in it. */
export interface HeadFrame {
  readonly at: number
  readonly market: string
}

/**
 * Begins to look at the head of a window's panel in every frame.
 * @param panel its kind, as `data-panel` says it.
 * @returns ends that, and gives the frames since.
 */
export async function watchHead(page: Page, panel: string): Promise<() => Promise<readonly HeadFrame[]>> {
  await page.evaluate((kind) => {
    const frames: HeadFrame[] = []
    const seen = { frames, stopped: false }
    Object.assign(window, { headFrames: seen })
    const look = (time: number): void => {
      if (seen.stopped) return
      const at = performance.timeOrigin + time
      // What this frame paints is known once everything else that it calls has run.
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        const head = document.querySelector(`[data-panel="${kind}"]`)?.getAttribute('aria-label') ?? ''
        frames.push({ at, market: head.split(', ').slice(1).join(', ') })
        channel.port1.close()
      }
      channel.port2.postMessage(null)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, panel)
  return () =>
    page.evaluate(() => {
      const { headFrames } = window as unknown as { headFrames: { frames: HeadFrame[]; stopped: boolean } }
      headFrames.stopped = true
      return headFrames.frames
    })
}
