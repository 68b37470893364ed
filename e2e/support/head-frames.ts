/** The market in a panel's header in each painted frame, from the first in which the window can know that its link group changed. */
import type { Page } from '@playwright/test'

/** A painted frame. */
export interface HeadFrame {
  /** Whether the window had received the change of the link group when the frame started. */
  readonly notified: boolean
  /** The market in the panel's name, and the one in its header; '' for none. */
  readonly market: string
  readonly head: string
}

/** Makes a window's page report changes of link groups, from its next load on. */
export const hearLinks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const received = { links: 0 }
    Object.assign(window, { heard: received })
    // The page's own listener comes later, and starts the port: this one receives each batch before the page does.
    window.addEventListener('message', ({ ports }) => {
      ports[0]?.addEventListener(
        'message',
        ({ data }: MessageEvent<{ updates: [key: string, payload: unknown][] }>) => {
          if (data.updates.some(([key]) => key === 'links')) received.links += 1
        },
      )
    })
  })

/**
 * Starts watching the header of a window's panel in every frame; requires `hearLinks`.
 * @param panel its kind, as in `data-panel`.
 * @returns a function that ends it, and returns the frames.
 */
export async function watchHead(page: Page, panel: string): Promise<() => Promise<readonly HeadFrame[]>> {
  await page.evaluate((kind) => {
    const { heard } = window as unknown as { heard: { readonly links: number } }
    const before = heard.links
    const frames: HeadFrame[] = []
    let isPublished = false
    let frame = 0
    // Resize observers run last in a frame: what they find is what is painted. So this one has a size change to observe in each.
    const probe = document.createElement('i')
    Object.assign(probe.style, { position: 'fixed', width: '0', height: '1px', visibility: 'hidden' })
    document.body.append(probe)
    const after = (label: string | null | undefined, mark: string): string =>
      (label ?? '').split(mark).slice(1).join(mark)
    const observer = new ResizeObserver(() => {
      const region = document.querySelector(`[data-panel="${kind}"]`)
      const button = region?.querySelector('[aria-label^="Market of"]')
      const head = after(button?.getAttribute('aria-label'), ': ')
      frames.push({ notified: isPublished, market: after(region?.getAttribute('aria-label'), ', '), head })
    })
    observer.observe(probe)
    const look = (): void => {
      isPublished = heard.links > before
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
