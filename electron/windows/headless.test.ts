import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { memoryLayouts, windowsForTest } from './testing/setup.ts'

function opened(headless: boolean) {
  const visible: boolean[] = []
  const attach = () => ({
    setVisible: (now: boolean) => void visible.push(now),
    reset: () => undefined,
    detach: () => undefined,
  })
  const { windows, made } = windowsForTest(createFakeClock(), memoryLayouts(), { headless })
  windows.open('window-1', { profile: 'alpha', attach })
  const [window] = made
  if (window === undefined) throw new Error('no window')
  return { windows, window, visible }
}

describe('a window', () => {
  it('is shown when its page is ready, and brought to the front by a second start', () => {
    const { windows, window } = opened(false)
    expect(window.shown).toBe(0)
    window.emit('ready-to-show')
    expect(window.shown).toBe(1)
    expect(windows.focusAny()).toBe(true)
    expect(window.shown).toBe(2)
  })

  it('is never shown when headless, not when ready and not by a second start', () => {
    const { windows, window } = opened(true)
    window.emit('ready-to-show')
    expect(windows.focusAny()).toBe(true)
    expect(window.shown).toBe(0)
  })

  it('gets its data at full pace when headless, although nobody sees it', () => {
    const { window, visible } = opened(true)
    window.emit('restore')
    expect(visible).toEqual([true])
  })
})
