/** Counts user input in a window: each press of the pointer, a drag being one, and each key, including those of typed text. */
import type { Page } from '@playwright/test'

interface Counting {
  presses?: number
}

/** Counts from now on, until the page reloads. Modifier keys, key repeats and synthetic events do not count. */
export const countPresses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counting = window as unknown as Counting
    counting.presses = 0
    const count = (): void => {
      counting.presses = (counting.presses ?? 0) + 1
    }
    addEventListener('pointerdown', count, { capture: true })
    addEventListener(
      'keydown',
      ({ key, repeat, isTrusted }) => {
        if (isTrusted && !repeat && !['Control', 'Shift', 'Alt', 'Meta'].includes(key)) count()
      },
      { capture: true },
    )
  })

/** The number of presses during an operation. */
export async function pressesOf(page: Page, done: () => Promise<void>): Promise<number> {
  const now = () => page.evaluate(() => (window as unknown as Counting).presses ?? Number.NaN)
  const before = await now()
  await done()
  return (await now()) - before
}
