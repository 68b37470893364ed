/** A hand at the terminal, as of a trader who looks at it: without one, sizes wait for company. */
import type { Page } from '@playwright/test'

/** Well within the time after which nobody is there, ms. */
const EVERY = 4000

/** Runs something while the pointer moves in a page now and then, over where nothing is. */
export async function withHand<Result>(page: Page, run: () => Promise<Result>): Promise<Result> {
  let moves = 0
  const move = (): Promise<void> => page.mouse.move(2 + (moves++ % 2), 2)
  await move()
  const timer = setInterval(() => void move(), EVERY)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}
