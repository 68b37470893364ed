import { expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { memoryLayouts, type TestWindow, windowsForTest } from './testing/setup.ts'

const attach = () => ({ setVisible: () => undefined, reset: () => undefined, detach: () => undefined })

/** Windows side by side and overlapping, all visible; the last is of another deployment. */
function terminal(options: { readonly seesPlaces?: boolean; readonly headless?: boolean } = {}) {
  const { windows, made } = windowsForTest(createFakeClock(), memoryLayouts(), options)
  const open = (name: string, x: number, profile = 'alpha'): TestWindow => {
    windows.open(name, { profile, attach })
    const window = made.at(-1)
    if (window === undefined) throw new Error('no window')
    window.bounds = { x, y: 100, width: 800, height: 600 }
    window.emit('ready-to-show')
    return window
  }
  const from = open('window-1', 0)
  const [left, right, other] = [open('window-2', 1000), open('window-3', 1400), open('window-4', 2000, 'beta')] as const
  from.emit('focus')
  const at = (x: number, y = 300): string | null => windows.otherAt(from.contents, { x, y })
  return { at, from, left, right, other }
}

it('a dragged tab dropped within the frame of another window of the deployment is over it', () => {
  const { at } = terminal()
  expect([at(1000), at(1399), at(2199 - 800), at(1000, 100), at(1000, 699)]).toEqual(Array(5).fill('window-2'))
  expect([at(999), at(1000, 99), at(1000, 700), at(2800), at(5)]).toEqual(Array(5).fill(null))
})

it('a dragged tab over several overlapping windows is over the one used last', () => {
  const { at, from, left } = terminal()
  expect(at(1500)).toBe('window-3')
  left.emit('focus')
  expect(at(1500)).toBe('window-2')
  // A point on its own frame is no other window's, even if one is behind it.
  left.bounds = from.bounds
  from.emit('focus')
  expect(at(5)).toBe(null)
})

it('a dragged tab ignores minimized and hidden windows, and those covered by another deployment’s', () => {
  const { at, right, other } = terminal()
  right.minimized = true
  expect(at(1500)).toBe('window-2')
  right.minimized = false
  expect(at(2100)).toBe(null)
  right.emit('focus')
  expect([at(2100), at(2300)]).toEqual(['window-3', null])
  other.close()
  right.close()
  expect(at(1900)).toBe(null)
})

it('a dragged tab ignores a window that is not shown yet, except in headless mode', () => {
  for (const headless of [false, true]) {
    const { windows, made } = windowsForTest(createFakeClock(), memoryLayouts(), { headless })
    for (const name of ['window-1', 'window-2']) windows.open(name, { profile: 'alpha', attach })
    const [from, hidden] = made
    if (from === undefined || hidden === undefined) throw new Error('two windows')
    hidden.bounds = { x: 3000, y: 0, width: 800, height: 600 }
    expect(windows.otherAt(from.contents, { x: 3100, y: 20 })).toBe(headless ? 'window-2' : null)
  }
})

it('a dragged tab is over no window where the system does not report positions', () => {
  expect(terminal({ seesPlaces: false }).at(1500)).toBe(null)
})
