import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import type { StoredAction } from '../storage/index.ts'
import { BUY } from '../trading/testing/setup.ts'
import { killPoint } from './kill-point.ts'

const KILL_AT = 'ISOTHERM_TEST_KILL_AT'
const action = { id: 'a', intent: BUY } as StoredAction

describe('a crash that a test requests', () => {
  it('comes at the named step of the named kind, and at no other', () => {
    const die = vi.fn()
    const hook = killPoint({ [KILL_AT]: 'place:sent' }, die)
    void hook?.onStep('drafted', action)
    void hook?.onStep('signed', action)
    void hook?.onStep('sent', { id: 'b', intent: { kind: 'close' } } as never)
    void hook?.onStep('sent', { id: 'of an earlier run', intent: BUY } as never)
    expect(die).not.toHaveBeenCalled()
    void hook?.onStep('sent', action)
    expect(die).toHaveBeenCalledOnce()
  })

  it('comes for the second of its kind where requested, and not for the first', () => {
    const die = vi.fn()
    const hook = killPoint({ [KILL_AT]: 'place#2:sent' }, die)
    for (const id of ['a', 'b']) {
      void hook?.onStep('drafted', { ...action, id })
      void hook?.onStep('drafted', { id: `close ${id}`, intent: { kind: 'close' } } as never)
    }
    void hook?.onStep('sent', { ...action, id: 'a' })
    expect(die).not.toHaveBeenCalled()
    void hook?.onStep('sent', { ...action, id: 'b' })
    expect(die).toHaveBeenCalledOnce()
  })

  it('can come with a delay', () => {
    vi.useFakeTimers()
    const die = vi.fn()
    const hook = killPoint({ [KILL_AT]: 'place:sent+4' }, die)
    void hook?.onStep('drafted', action)
    void hook?.onStep('sent', action)
    vi.advanceTimersByTime(3)
    expect(die).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(die).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('never comes without a request, nor in a packaged app', () => {
    expect(killPoint({})).toBeUndefined()
    expect(killPoint(null)).toBeUndefined()
    const main = readFileSync(new URL('../main.ts', import.meta.url), 'utf8')
    expect(main).toContain('killPoint(app.isPackaged ? null : process.env)')
  })

  it('comes once a record of this run is on disk in the named state, at the requested write', () => {
    const die = vi.fn()
    const disk: string[] = []
    const store = { write: (one: { id: string; state: string }) => void disk.push(`${one.id} ${one.state}`) }
    const read = (id: string) => (disk.some((line) => line.startsWith(`${id} `)) ? { id } : null)
    const records = { moves: { ...store, read }, reversals: {}, algos: {}, conditionals: {} } as never
    const watched = killPoint({ [KILL_AT]: 'move#2:reading' }, die)?.watched(records)
    disk.push('of an earlier run reading')
    const write = (id: string, state: string) => watched?.moves.write({ id, state } as never)
    for (const state of ['cancelling', 'reading']) write('a', state)
    write('of an earlier run', 'reading')
    expect(die).not.toHaveBeenCalled()
    die.mockImplementation(() => expect(disk.at(-1)).toBe('a reading'))
    write('a', 'reading')
    expect(die).toHaveBeenCalledOnce()
  })

  it('comes at the exits of a plan by their role, counting each write of several at once separately', () => {
    const die = vi.fn()
    const records = {
      moves: {},
      reversals: {},
      algos: {},
      conditionals: { write: () => {}, read: () => null },
    } as never
    const watched = killPoint({ [KILL_AT]: 'exit_stop:armed' }, die)?.watched(records)
    const one = (id: string, role: unknown, state: string) => ({ id, state, plan: { role } }) as never
    watched?.conditionals.write([one('s', 'stop', 'waiting'), one('t', 0, 'waiting')])
    watched?.conditionals.write([one('t', 0, 'armed')])
    expect(die).not.toHaveBeenCalled()
    watched?.conditionals.write([one('t', 0, 'armed'), one('s', 'stop', 'armed')])
    expect(die).toHaveBeenCalledOnce()
  })

  it('under an invalid name prevents the start', () => {
    expect(() => killPoint({ [KILL_AT]: 'sent' })).toThrow(KILL_AT)
  })
})
