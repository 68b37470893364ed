/** What a panel's head names in each frame that its window paints, from the one on in which it can know that its link group moved. */
import type { Page } from '@playwright/test'

/** A frame that a window painted. */
export interface HeadFrame {
  /** Whether the word that a link group moved had come to the window when the frame began. */
  readonly told: boolean
  /** The market that the panel is called by, and the one that its head shows; '' for none. */
  readonly market: string
  readonly head: string
}

/** Has a window's page say when it hears of link groups, from its next load on. */
export const hearLinks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard = { links: 0 }
    Object.assign(window, { heard })
    // The page's own listener comes later, and begins the port: this one hears of each batch before the page does.
    window.addEventListener('message', ({ ports }) => {
      ports[0]?.addEventListener(
        'message',
        ({ data }: MessageEvent<{ updates: [key: string, payload: unknown][] }>) => {
          if (data.updates.some(([key]) => key === 'links')) heard.links += 1
        },
      )
    })
  })

/**
 * Begins to look at the head of a window's panel in every frame; the window hears of links (`hearLinks`).
 * @param panel its kind, as `data-panel` says it.
 * @returns ends that, and gives the frames since.
 */
export async function watchHead(page: Page, panel: string): Promise<() => Promise<readonly HeadFrame[]>> {
  await page.evaluate((kind) => {
    const { heard } = window as unknown as { heard: { readonly links: number } }
    const before = heard.links
    const frames: HeadFrame[] = []
    let told = false
    let frame = 0
    // Observers of sizes run when all else of a frame has: what they find is what it paints. So this one has something to observe in each.
    const probe = document.createElement('i')
    Object.assign(probe.style, { position: 'fixed', width: '0', height: '1px', visibility: 'hidden' })
    document.body.append(probe)
    const after = (label: string | null | undefined, mark: string): string =>
      (label ?? '').split(mark).slice(1).join(mark)
    const observer = new ResizeObserver(() => {
      const region = document.querySelector(`[data-panel="${kind}"]`)
      const button = region?.querySelector('[aria-label^="Market of"]')
      const head = after(button?.getAttribute('aria-label'), ': ')
      frames.push({ told, market: after(region?.getAttribute('aria-label'), ', '), head })
    })
    observer.observe(probe)
    const look = (): void => {
      told = heard.links > before
      probe.style.width = probe.style.width === '1px' ? '2px' : '1px'
      frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    const end = (): readonly HeadFrame[] => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      probe.remove()
      return frames
    }
    Object.assign(window, { endHeadFrames: end })
  }, panel)
  return () => page.evaluate(() => (window as unknown as { endHeadFrames: () => readonly HeadFrame[] }).endHeadFrames())
}
