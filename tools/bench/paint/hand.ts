/** A hand at the terminal, as of a trader who is at it: without one, sizes wait for company. */
import type { Page } from '@playwright/test'

/** Well within the time after which nobody is there, ms. */
const EVERY = 4000

/** Runs something while a key that does nothing is pressed in a page now and then. */
export async function withHand<Result>(page: Page, run: () => Promise<Result>): Promise<Result> {
  const press = (): Promise<void> => page.keyboard.press('Shift')
  await press()
  const timer = setInterval(() => void press(), EVERY)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}
