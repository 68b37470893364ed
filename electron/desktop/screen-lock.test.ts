import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { Feature } from '../../contract/session.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { followScreenLock } from './machine.ts'

function setUp(platform: NodeJS.Platform, first: string | Error = 'active') {
  const clock = createFakeClock()
  const machine = { state: first }
  const powerMonitor = Object.assign(new EventEmitter(), {
    getSystemIdleState: () => {
      if (machine.state instanceof Error) throw machine.state
      return machine.state
    },
  })
  let locks = 0
  const known: Feature[] = []
  const stop = followScreenLock({
    powerMonitor: powerMonitor as never,
    platform,
    clock,
    locked() {
      locks += 1
    },
    known: (feature) => void known.push(feature),
  })
  return { clock, machine, powerMonitor, known, stop, locks: () => locks }
}

describe('the lock of the screen', () => {
  it('is polled on Linux, and reported once for each lock, within five seconds', () => {
    const { clock, machine, locks, known, stop } = setUp('linux')
    machine.state = 'locked'
    clock.advance(4999)
    expect(locks()).toBe(0)
    clock.advance(1)
    clock.advance(60_000)
    expect(locks()).toBe(1)
    machine.state = 'active'
    clock.advance(5000)
    machine.state = 'locked'
    clock.advance(5000)
    expect([locks(), known]).toEqual([
      2,
      [
        {
          on: false,
          reason: expect.stringContaining(
            'Locking the screen disarms every window if this system reports it. No lock has been reported since Isotherm started. Lock once to test; until then, disarm before you leave.',
          ),
        },
        { on: true },
      ],
    ])
    stop()
    expect(clock.waiting).toBe(0)
  })

  it.each(['unknown', new Error('no bus')])('is reported as undetectable where necessary: %s', (state) => {
    const { clock, machine, known } = setUp('linux', state)
    expect(known).toEqual([{ on: false, reason: expect.stringContaining('Disarm before you leave') }])
    // An answer alone does not prove that it reports locks.
    machine.state = 'idle'
    clock.advance(5000)
    expect(known.at(-1)).toEqual({
      on: false,
      reason: expect.stringContaining(
        'Locking the screen disarms every window if this system reports it. No lock has been reported since Isotherm started. Lock once to test; until then, disarm before you leave.',
      ),
    })
    machine.state = 'locked'
    clock.advance(5000)
    expect(known.at(-1)).toEqual({ on: true })
    machine.state = 'unknown'
    clock.advance(5000)
    expect(known.at(-1)).toEqual({
      on: false,
      reason: expect.stringContaining(
        'This system does not report screen locks, so a lock disarms nothing. Disarm before you leave.',
      ),
    })
  })

  it.each(['darwin', 'win32'] as const)('is reported by the system on %s, without polling', (platform) => {
    const { clock, powerMonitor, locks } = setUp(platform)
    powerMonitor.emit('lock-screen')
    expect([locks(), clock.waiting]).toEqual([1, 0])
  })
})
