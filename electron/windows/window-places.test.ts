import { describe, expect, it, vi } from 'vitest'
import { block, text } from '../../contract/safe-text.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { type DisplayArea, placeOf } from './placement.ts'
import { memoryLayouts, windowsForTest } from './testing/setup.ts'

const display = (x: number, width: number, height: number, more: Partial<DisplayArea> = {}): DisplayArea => {
  const bounds = { x, y: 0, width, height }
  return { bounds, workArea: bounds, scale: 1, isPrimary: false, ...more }
}
const primary = display(0, 1920, 1080, { isPrimary: true })
const side = display(1920, 2560, 1440, { scale: 2 })

const home = {
  profile: 'alpha',
  attach: () => ({ setVisible: () => undefined, reset: () => undefined, detach: () => undefined }),
}

type Options = NonNullable<Parameters<typeof windowsForTest>[2]>

/** Windows over displays that the test adds and removes; each `start` is one of the terminal. */
function terminal(there: readonly DisplayArea[] = [primary, side], options: Options = {}) {
  let displays = there
  const layouts = memoryLayouts()
  const clock = createFakeClock()
  const start = (more: Options = {}) => {
    const { windows, made } = windowsForTest(clock, layouts, { displays: () => displays, ...options, ...more })
    windows.open('window-1', home)
    const [window] = made
    if (window === undefined) throw new Error('no window')
    return { windows, window }
  }
  return {
    clock,
    layouts,
    start,
    become: (next: readonly DisplayArea[], { windows }: ReturnType<typeof start>) => {
      displays = next
      windows.places.displaysChanged()
      clock.advance(1000)
    },
  }
}

describe('a window', () => {
  it('is as large at its tenth start as at its first', () => {
    const { start } = terminal()
    const sizes = Array.from({ length: 10 }, () => {
      const { window } = start()
      window.close()
      return `${window.bounds.width} ${window.bounds.height}`
    })
    expect(new Set(sizes)).toEqual(new Set(['1600 960']))
  })

  it('keeps its size and place on a second display, where the system makes windows by the scale of the first', () => {
    const { start, clock } = terminal([
      display(0, 1920, 1080, { isPrimary: true, scale: 1.5 }),
      display(1920, 2560, 1440),
    ])
    const first = start()
    const chosen = { x: 2100, y: 100, width: 1200, height: 800 }
    first.window.setBounds(chosen)
    clock.advance(1000)
    first.window.close()
    for (let again = 0; again < 5; again += 1) {
      const { window } = start({ enlargedBy: 1.5 })
      expect(window.bounds).toEqual(chosen)
      window.close()
    }
  })

  it('of the size of the command line has a page of that size', () => {
    const { window } = terminal().start({ size: { width: 1280, height: 800 } })
    expect(window.options).toMatchObject({ width: 1280, height: 800, useContentSize: true })
  })

  it('opens on the primary display the first time, at any position among them', () => {
    const { window } = terminal([side, primary]).start()
    expect(window.bounds).toMatchObject({ x: 160, y: 60 })
  })

  it('is maximized or full-screen again, and as large as before when it no longer is', () => {
    const t = terminal()
    const first = t.start()
    first.window.emit('ready-to-show')
    first.window.bounds = { x: 2000, y: 100, width: 1200, height: 700 }
    first.window.maximize()
    // A crash announces no close.
    t.clock.advance(1000)
    const second = t.start()
    expect(second.window.isMaximized()).toBe(false)
    second.window.emit('ready-to-show')
    expect([second.window.isMaximized(), second.window.bounds]).toEqual([
      true,
      { x: 2000, y: 100, width: 1200, height: 700 },
    ])
  })

  it('that was left maximized stays so even after a start in which it was never shown', () => {
    const t = terminal()
    const { window } = t.start()
    window.emit('ready-to-show')
    window.maximize()
    window.close()
    t.start({ headless: true }).window.close()
    const last = t.start().window
    last.emit('ready-to-show')
    expect(last.isMaximized()).toBe(true)
  })

  it('for a panel that moves out of another opens in the smallest size beside that window, on its display', () => {
    const { start } = terminal()
    const { windows, window } = start()
    window.setBounds({ x: 2000, y: 50, width: 1800, height: 1200 })
    windows.places.openBeside('window-2', 'window-1')
    expect(windows.places.opening('window-2')).toEqual({
      bounds: { x: 2040, y: 90, width: 960, height: 600 },
      state: 'normal',
    })
  })

  it('is never off every display, even with a size from the command line', () => {
    const t = terminal()
    const { window } = t.start()
    window.bounds = { x: 3000, y: 700, width: 1200, height: 700 }
    window.close()
    const alone = terminal([primary])
    alone.layouts.saveLayout('#places/window-1', t.layouts.readLayout('#places/window-1'))
    const { bounds } = alone.start({ size: { width: 1280, height: 800 } }).window
    expect(bounds.x).toBeLessThan(1920 - 120)
    expect(bounds.y).toBeLessThan(1080 - 24)
  })
})

describe('displays that go while windows are open', () => {
  it('leave none of them invisible, and have them back when they come back', () => {
    const t = terminal()
    const running = t.start()
    const { window } = running
    window.emit('ready-to-show')
    const left = { x: 2400, y: 200, width: 1200, height: 700 }
    window.setBounds(left)
    window.maximize()
    t.clock.advance(1000)

    t.become([primary], running)
    expect(window.bounds.x + window.bounds.width).toBeLessThanOrEqual(1920)
    expect(window.isMaximized()).toBe(true)
    t.become([side, primary], running)
    expect([window.bounds, window.isMaximized()]).toEqual([left, true])
  })

  it('do not become the place of windows that the system moves meanwhile', () => {
    const t = terminal()
    const running = t.start()
    const { window } = running
    window.emit('ready-to-show')
    const left = { x: 2400, y: 200, width: 1200, height: 700 }
    window.setBounds(left)
    t.clock.advance(1000)

    // The system is first, and main learns of the display afterwards.
    window.setBounds({ x: 40, y: 40, width: 960, height: 600 })
    t.clock.advance(100)
    t.become([primary], running)
    t.become([primary, side], running)
    expect(window.bounds).toEqual(left)
  })

  it('also have back a window that nobody ever moved', () => {
    const t = terminal()
    const left = placeOf({ bounds: { x: 2000, y: 50, width: 1300, height: 700 }, state: 'normal' }, [primary, side])
    t.layouts.saveLayout('#places/window-1', [{ on: 'other displays', place: left }])
    const running = t.start()
    running.window.emit('ready-to-show')
    t.become([primary], running)
    expect(running.window.bounds.x).toBeLessThan(1920)
    t.become([primary, side], running)
    expect(running.window.bounds).toEqual({ x: 2000, y: 50, width: 1300, height: 700 })
  })

  it('leave unaffected windows alone', () => {
    const t = terminal()
    const running = t.start()
    const { window } = running
    window.emit('ready-to-show')
    window.setBounds({ x: 100, y: 100, width: 1000, height: 700 })
    t.clock.advance(1000)
    const moves = vi.spyOn(window as never as { setBounds: () => void }, 'setBounds')
    t.become([primary], running)
    t.become([primary, side], running)
    expect(moves).not.toHaveBeenCalled()
  })
})

describe('a window whose page does not come', () => {
  it('is shown after five seconds all the same, once', () => {
    const t = terminal()
    const { window } = t.start()
    t.clock.advance(4999)
    expect(window.shown).toBe(0)
    t.clock.advance(1)
    window.emit('ready-to-show')
    expect(window.shown).toBe(1)
  })

  it('shows why, loads again on request, and closes otherwise', async () => {
    const reasons: string[] = []
    const answers = [true, false]
    const askToReload = async (window: unknown, reason: string): Promise<boolean> => {
      reasons.push(reason)
      expect((window as { shown: number }).shown).toBeGreaterThan(0)
      return answers.shift() === true
    }
    const clock = createFakeClock()
    const { windows, made } = windowsForTest(clock, memoryLayouts(), { askToReload, failure: 'ERR_FILE_NOT_FOUND' })
    windows.open('window-1', home)
    await vi.waitFor(() => expect(made[0]?.destroyed).toBe(true))
    expect(reasons).toEqual(['Error: ERR_FILE_NOT_FOUND', 'Error: ERR_FILE_NOT_FOUND'])
    expect(made[0]?.loads).toBe(2)
  })
})

describe('a window that the user closes', () => {
  const question = { message: text`Close?`, detail: block`1 alert`, confirm: 'Close' }

  it('stays until the trader has answered, who is asked once at a time', async () => {
    const answers: ((yes: boolean) => void)[] = []
    const ask = () => new Promise<boolean>((resolve) => answers.push(resolve))
    const { window } = terminal([primary], { beforeClose: () => question, ask }).start()
    window.close()
    window.close()
    expect([answers.length, window.destroyed]).toEqual([1, false])
    answers[0]?.(false)
    await vi.waitFor(() => {
      window.close()
      expect(answers).toHaveLength(2)
    })
    answers[1]?.(true)
    await vi.waitFor(() => expect(window.destroyed).toBe(true))
  })

  it('closes without a question when no automated orders are active, or the terminal quits', () => {
    expect(terminal([primary]).start().window).toMatchObject({ destroyed: false })
    const nothing = terminal([primary]).start().window
    nothing.close()
    expect(nothing.destroyed).toBe(true)
    const { windows, window } = terminal([primary], { beforeClose: () => question }).start()
    windows.beginQuit()
    window.close()
    expect(window.destroyed).toBe(true)
  })
})
