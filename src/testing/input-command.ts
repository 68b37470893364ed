/** Pointer and key input of component tests, executed by the browser itself: runs in Vitest's own process. */
import { defineBrowserCommand } from '@vitest/browser-playwright'

/** One user action; positions in px from the corner of the tests' page. */
export type InputStep =
  | readonly ['move', x: number, y: number]
  | readonly ['down' | 'up', button?: 'left' | 'right']
  | readonly ['wheel', dx: number, dy: number]
  /** A key with modifiers, as `Control+Shift+K`. */
  | readonly ['key', key: string]
  /** Text that replaces the selection. */
  | readonly ['text', text: string]

/** Runs the steps in order. */
export const input = defineBrowserCommand<[steps: readonly InputStep[]]>(async ({ page }, steps) => {
  const { mouse, keyboard } = page
  for (const step of steps) {
    switch (step[0]) {
      case 'move':
        // The tests' frame starts at the corner of the page.
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
