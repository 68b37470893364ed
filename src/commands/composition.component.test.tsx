import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../testing/mount.tsx'
import { frames, panel } from '../testing/screen.ts'

/** The Enter of an input method, as browsers report it: while text is composed, and the press that ends it. */
const COMPOSED = [
  { isComposing: true, keyCode: 229 },
  { isComposing: false, keyCode: 229 },
] as const

/** Presses Enter in an element; whether something acted on it. */
function enter(element: Element, init: object = {}): boolean {
  const event = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true, ...init })
  return !element.dispatchEvent(event)
}

describe('Enter of an input method', () => {
  it('sets no exits, which the next Enter does', async () => {
    const { terminal } = await mount(['positions'], { size: { width: 1000, height: 900 } })
    await panel('Positions').getByRole('button', { name: 'Set exits of NYCTMP1' }).click()
    const stop = panel('Positions').getByRole('textbox', { name: /^Stop/ })
    await stop.fill('530')
    for (const init of COMPOSED) {
      expect(enter(stop.element(), init)).toBe(false)
      await frames()
      expect(terminal.inputs('setExitPlan')).toEqual([])
    }
    enter(stop.element())
    await expect.poll(() => terminal.inputs('setExitPlan').length).toBe(1)
  })

  it('does nothing in any field of any panel', async () => {
    const { terminal } = await mount([
      [['ticket', 'scalar/live'], ['alerts']],
      [['limits'], ['trade-log']],
      [['markets'], ['transfers']],
    ])
    await expect.element(panel('Order ticket').getByRole('textbox').first()).toBeVisible()
    const fields = page.getByRole('textbox').elements()
    expect(fields.length).toBeGreaterThan(2)
    for (const field of fields) {
      ;(field as HTMLElement).focus()
      for (const init of COMPOSED) expect(enter(field, init)).toBe(false)
      expect(document.activeElement).toBe(field)
    }
    await frames()
    const acts = ['submit', 'saveAlert', 'saveLimits', 'saveNote', 'settleTransfer', 'setFavourite', 'setLink'] as const
    expect(acts.flatMap((name) => terminal.inputs(name))).toEqual([])
  })
})
