import { describe, expect, it } from 'vitest'
import { createKeepAwake } from './machine.ts'

describe('while automated orders are active', () => {
  it('the machine is kept awake by one blocker, and may sleep after', () => {
    const done: string[] = []
    const kept: boolean[] = []
    const log = { info: () => undefined, warn: () => undefined }
    const held = createKeepAwake({
      blocker: {
        start: (type) => {
          done.push(type)
          return 7
        },
        stop: (id) => {
          done.push(`stop ${id}`)
          return true
        },
      },
      changed: (isKept) => void kept.push(isKept),
      log,
    })
    for (const isHeld of [false, true, true, false, false, true]) held(isHeld)
    expect(done).toEqual(['prevent-app-suspension', 'stop 7', 'prevent-app-suspension'])
    expect(kept).toEqual([true, false, true])
  })

  it('a refusing system is logged, and asked again', () => {
    const warned: unknown[] = []
    const kept: boolean[] = []
    const refuse = (): never => {
      throw new Error('no')
    }
    const log = { info: () => undefined, warn: (facts: object) => void warned.push(facts) }
    const held = createKeepAwake({ blocker: { start: refuse, stop: refuse }, changed: (is) => void kept.push(is), log })
    held(true)
    held(true)
    expect([warned.length, kept]).toEqual([2, []])
  })
})
