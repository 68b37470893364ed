/** Simulates a user at the terminal: without one, updates of sizes are delayed. */
import type { Page } from '@playwright/test'

/** Well within the time after which the user counts as away, ms. */
const EVERY = 4000

/** Runs something while a key without effect is pressed in a page now and then. */
export async function withUserInput<Result>(page: Page, run: () => Promise<Result>): Promise<Result> {
  const press = (): Promise<void> => page.keyboard.press('Shift')
  await press()
  const timer = setInterval(() => void press(), EVERY)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}
