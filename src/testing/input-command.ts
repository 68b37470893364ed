/** The pointer of component tests, moved by the browser itself: runs in Vitest's own process. */
import { defineBrowserCommand } from '@vitest/browser-playwright'

/** One thing that the pointer does; places in px from the corner of the tests' page. */
export type PointerStep =
  | readonly ['move', x: number, y: number]
  | readonly ['down' | 'up', button?: 'left' | 'right']
  | readonly ['wheel', dx: number, dy: number]

/** Does the steps one after the other. */
export const pointer = defineBrowserCommand<[steps: readonly PointerStep[]]>(async ({ page }, steps) => {
  const { mouse } = page
  for (const step of steps) {
    switch (step[0]) {
      case 'move':
        // The frame that tests run in begins at the corner of the page.
        await mouse.move(step[1], step[2])
        break
      case 'wheel':
        await mouse.wheel(step[1], step[2])
        break
      default:
        await mouse[step[0]]({ button: step[1] ?? 'left' })
    }
  }
})

declare module 'vitest/browser' {
  interface BrowserCommands {
    pointer(steps: readonly PointerStep[]): Promise<void>
  }
}
