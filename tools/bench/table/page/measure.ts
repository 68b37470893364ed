/** The page measures itself: main-thread work per frame of scrolling, and the time from a key to the frame with its rows. */

export interface Frames {
  /** Main-thread work per frame, from its first event until after the paint, ms. */
  readonly work: readonly number[]
  /** Time between frames, ms. */
  readonly between: readonly number[]
}

/** Calls back once the current frame has been painted. */
function afterPaint(done: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    done()
  }
  port2.postMessage(null)
}

/**
 * Scrolls back and forth.
 * @param selector of the table in the scroller
 * @param step distance per frame, px
 * @param before is called at the start of each frame
 */
export function scrolled(selector: string, ms: number, step: number, before?: () => void): Promise<Frames> {
  const scroller = document.querySelector(selector)?.parentElement
  if (scroller == null) throw new Error(`there is no ${selector} to scroll`)
  const [work, between]: [number[], number[]] = [[], []]
  let [way, last, begun] = [1, performance.now(), 0]
  const end = last + ms
  // Events of a frame come before its callbacks: its work starts at the first of both.
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

/** Times from each key so far to the next frame, ms. */
export const keysTimed = (): readonly number[] => keys.splice(0)
