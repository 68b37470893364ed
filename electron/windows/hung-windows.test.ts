import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { askAboutHung, followHung } from './page-failures.ts'

function setUp() {
  const window = Object.assign(new EventEmitter(), { isDestroyed: () => false })
  const done: string[] = []
  const requests: { readonly signal: AbortSignal; readonly answer: (answer: 'wait' | 'reload' | 'close') => void }[] =
    []
  followHung(window as unknown as BrowserWindow, {
    ask: (signal) => new Promise((answer) => void requests.push({ signal, answer })),
    reload: () => void done.push('reload'),
    close: () => void done.push('close'),
    log: { warn: () => undefined },
  })
  return { window, done, asked: requests }
}

describe('a window that does not answer', () => {
  it.each([
    ['wait', []],
    ['reload', ['reload']],
    ['close', ['close']],
  ] as const)('is asked about once; on %s does %j', async (answer, does) => {
    const { window, done, asked } = setUp()
    window.emit('unresponsive')
    window.emit('unresponsive')
    expect(asked).toHaveLength(1)
    asked[0]?.answer(answer)
    await vi.waitFor(() => {
      window.emit('unresponsive')
      expect(asked).toHaveLength(2)
    })
    expect(done).toEqual(does)
  })

  it('is no longer asked about once it answers', async () => {
    const { window, done, asked } = setUp()
    window.emit('unresponsive')
    window.emit('responsive')
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.answer('close')
    await vi.waitFor(() => {
      window.emit('unresponsive')
      expect(asked).toHaveLength(2)
    })
    expect(done).toEqual([])
  })

  it('waits where the dialog is closed', async () => {
    const box = vi.fn(async () => ({ response: 0, checkboxChecked: false }))
    const { signal } = new AbortController()
    expect(await askAboutHung({ showMessageBox: box } as never, {} as BrowserWindow, signal)).toBe('wait')
    expect(box).toHaveBeenCalledWith({}, expect.objectContaining({ cancelId: 0, defaultId: 0, signal }))
  })
})
