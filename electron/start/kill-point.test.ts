import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import type { StoredAction } from '../storage/index.ts'
import { BUY } from '../trading/testing/setup.ts'
import { KILL_AT, killPoint } from './kill-point.ts'

const action = { id: 'a', intent: BUY } as StoredAction

describe('a crash that a test asks for', () => {
  it('comes at the named step of the named kind, and at no other', () => {
    const die = vi.fn()
    const hook = killPoint({ [KILL_AT]: 'place:sent' }, die)
    void hook?.('drafted', action)
    void hook?.('signed', action)
    void hook?.('sent', { id: 'b', intent: { kind: 'close' } } as never)
    void hook?.('sent', { id: 'of an earlier run', intent: BUY } as never)
    expect(die).not.toHaveBeenCalled()
    void hook?.('sent', action)
    expect(die).toHaveBeenCalledOnce()
  })

  it('comes for the second of its kind where that is asked for, and not for the first', () => {
    const die = vi.fn()
    const hook = killPoint({ [KILL_AT]: 'place#2:sent' }, die)
    for (const id of ['a', 'b']) {
      void hook?.('drafted', { ...action, id })
      void hook?.('drafted', { id: `close ${id}`, intent: { kind: 'close' } } as never)
    }
    void hook?.('sent', { ...action, id: 'a' })
    expect(die).not.toHaveBeenCalled()
    void hook?.('sent', { ...action, id: 'b' })
    expect(die).toHaveBeenCalledOnce()
  })

  it('can come a while later', () => {
    vi.useFakeTimers()
    const die = vi.fn()
    const hook = killPoint({ [KILL_AT]: 'place:sent+4' }, die)
    void hook?.('drafted', action)
    void hook?.('sent', action)
    vi.advanceTimersByTime(3)
    expect(die).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(die).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('never comes without being asked for, nor in a packaged app', () => {
    expect(killPoint({})).toBeUndefined()
    expect(killPoint(null)).toBeUndefined()
    const main = readFileSync(new URL('../main.ts', import.meta.url), 'utf8')
    expect(main).toContain('killPoint(app.isPackaged ? null : process.env)')
  })

  it('under a name that makes no sense stops the start', () => {
    expect(() => killPoint({ [KILL_AT]: 'sent' })).toThrow(KILL_AT)
  })
})
