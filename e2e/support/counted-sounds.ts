/** Counts the sounds that a page plays. */
import type { Page } from '@playwright/test'

/** Counts from now on, until the page reloads. Returns a function for the number of sounds. */
export async function countSounds(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { sounds?: number; AudioContext: typeof AudioContext }
    const isCounted = counted.sounds !== undefined
    counted.sounds = 0
    if (isCounted) return
    counted.AudioContext = class extends AudioContext {
      constructor() {
        super()
        counted.sounds = (counted.sounds ?? 0) + 1
      }
    }
  })
  return () => page.evaluate(() => (window as unknown as { sounds: number }).sounds)
}
