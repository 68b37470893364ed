/** The pointer and the keys of component tests, worked by the browser itself: runs in Vitest's own process. */
import { defineBrowserCommand } from '@vitest/browser-playwright'

/** One thing that a person does; places in px from the corner of the tests' page. */
export type InputStep =
  | readonly ['move', x: number, y: number]
  | readonly ['down' | 'up', button?: 'left' | 'right']
  | readonly ['wheel', dx: number, dy: number]
  /** A key with what is held, as `Control+Shift+K`. */
  | readonly ['key', key: string]
  /** Text that takes the place of what is selected. */
  | readonly ['text', text: string]

/** Does the steps one after the other. */
export const input = defineBrowserCommand<[steps: readonly InputStep[]]>(async ({ page }, steps) => {
  const { mouse, keyboard } = page
  for (const step of steps) {
    switch (step[0]) {
      case 'move':
        // The frame that tests run in begins at the corner of the page.
        await mouse.move(step[1], step[2])
        break
      case 'wheel':
        await mouse.wheel(step[1], step[2])
        break
      case 'key':
        await keyboard.press(step[1])
        break
      case 'text':
        await keyboard.insertText(step[1])
        break
      default:
        await mouse[step[0]]({ button: step[1] ?? 'left' })
    }
  }
})

declare module 'vitest/browser' {
  interface BrowserCommands {
    input(steps: readonly InputStep[]): Promise<void>
  }
}
