import { afterEach, expect, it, vi } from 'vitest'
import { runtime } from './runtime.ts'
import { WindowBounds } from './window-bounds.ts'

/** A browser with one window, in which every change of state takes a turn. */
function browserOf(isBusy = () => false) {
  const bounds = { left: 0, top: 0, width: 800, height: 600, windowState: 'normal' }
  const states: string[] = []
  const call = async (method: string, { bounds: change }: { bounds?: object } = {}) => {
    await Promise.resolve()
    if (method === 'Browser.setWindowBounds' && !isBusy()) Object.assign(bounds, change)
    states.push(bounds.windowState)
    return { bounds: { ...bounds } }
  }
  runtime.browser = { connection: { browser: { call } } } as never
  return states
}

afterEach(() => {
  vi.useRealTimers()
  runtime.browser = null
})

it('a window minimized from maximized returns to maximized, even if polled in between', async () => {
  const states = browserOf()
  const window = new WindowBounds({ width: 800, height: 600 }, () => undefined)
  await window.adopt({ windowId: 1, bounds: { left: 0, top: 0 } })
  window.setState('maximized')
  await window.sync()
  expect(window.state).toBe('maximized')
  window.setState('minimized')
  // The page is polled all the time; by way of the normal state it is in neither of the two.
  for (let turn = 0; turn < 20; turn += 1) {
    window.sync().catch(() => undefined)
    await Promise.resolve()
  }
  await window.sync()
  expect(states).toContain('normal')
  expect(window.state).toBe('minimized')
  window.restore()
  await window.sync()
  expect(window.state).toBe('maximized')
})

it('a window keeps the state that main requested while the browser is too busy to report it', async () => {
  vi.useFakeTimers()
  let busy = false
  browserOf(() => busy)
  const window = new WindowBounds({ width: 800, height: 600 }, () => undefined)
  await window.adopt({ windowId: 1, bounds: { left: 0, top: 0 } })
  window.setState('maximized')
  await vi.advanceTimersByTimeAsync(0)
  busy = true
  window.setState('minimized')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(window.state).toBe('minimized')
  busy = false
  window.restore()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(window.state).toBe('maximized')
})

it('an answer of the browser from before a request does not undo that request', async () => {
  browserOf()
  const window = new WindowBounds({ width: 800, height: 600 }, () => undefined)
  await window.adopt({ windowId: 1, bounds: { left: 0, top: 0 } })
  for (let turns = 0; turns < 6; turns += 1) {
    const looked = window.sync()
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    window.setState('maximized')
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    expect(window.state).toBe('maximized')
    window.setState('minimized')
    await looked
    await window.sync()
    window.restore()
    await window.sync()
    expect(window.state).toBe('maximized')
    window.setState('normal')
    await window.sync()
  }
})
