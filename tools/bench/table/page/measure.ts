/** How the page measures itself: the main thread's work for each frame of scrolling, and from a key to the frame that shows its rows. */

export interface Frames {
  /** Work of the main thread for each frame, from its first event to after it was painted, ms. */
  readonly work: readonly number[]
  /** From frame to frame, ms. */
  readonly between: readonly number[]
}

/** Calls back once the frame that is being made has been painted. */
function afterPaint(done: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    done()
  }
  port2.postMessage(null)
}

/**
 * Scrolls to and fro.
 * @param selector of the table in the scroller
 * @param step how far in each frame, px
 * @param before is called at the start of each frame
 */
export function scrolled(selector: string, ms: number, step: number, before?: () => void): Promise<Frames> {
  const scroller = document.querySelector(selector)?.parentElement
  if (scroller == null) throw new Error(`there is no ${selector} to scroll`)
  const [work, between]: [number[], number[]] = [[], []]
  let [way, last, begun] = [1, performance.now(), 0]
  const end = last + ms
  // Events of a frame come before its callbacks: the first of both is where its work begins.
  scroller.addEventListener(
    'scroll',
    () => {
      if (begun === 0) begun = performance.now()
    },
    { capture: true },
  )
  return new Promise((resolve) => {
    const next = (): void => {
      const now = performance.now()
      const from = begun === 0 ? now : begun
      between.push(now - last)
      last = now
      before?.()
      if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2) way = -1
      if (scroller.scrollTop <= 0) way = 1
      scroller.scrollTop += way * step
      afterPaint(() => {
        begun = 0
        work.push(performance.now() - from)
        if (performance.now() < end) requestAnimationFrame(next)
        else resolve({ work, between })
      })
    }
    requestAnimationFrame(next)
  })
}

const keys: number[] = []
document.addEventListener(
  'keydown',
  ({ timeStamp }) => {
    requestAnimationFrame(() => afterPaint(() => keys.push(performance.now() - timeStamp)))
  },
  { capture: true },
)

/** From each key so far to the frame after it, ms. */
export const keysTimed = (): readonly number[] => keys.splice(0)
