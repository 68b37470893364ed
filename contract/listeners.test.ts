import { describe, expect, it } from 'vitest'
import { Listeners, onAny } from './listeners.ts'

describe('listeners', () => {
  it('are told in the order in which they began, until they stop', () => {
    const told: string[] = []
    const listeners = new Listeners<[word: string]>()
    const stop = listeners.on((word) => told.push(`first ${word}`))
    listeners.on((word) => told.push(`second ${word}`))
    listeners.notify('a')
    stop()
    stop()
    listeners.notify('b')
    expect(told).toEqual(['first a', 'second a', 'second b'])
    expect(listeners.size).toBe(1)
  })

  it('may be the same function twice, each with its own end', () => {
    let count = 0
    const listeners = new Listeners()
    const listener = (): void => {
      count += 1
    }
    const stop = listeners.on(listener)
    listeners.on(listener)
    listeners.notify()
    stop()
    listeners.notify()
    expect(count).toBe(3)
  })

  it('that stop or begin while others are told are not told this time', () => {
    const told: string[] = []
    const listeners = new Listeners()
    listeners.on(() => {
      told.push('first')
      stop()
      listeners.on(() => told.push('late'))
    })
    const stop = listeners.on(() => told.push('second'))
    listeners.notify()
    expect(told).toEqual(['first'])
  })

  it('that throw keep the others from nothing where errors are reported', () => {
    const failed: unknown[] = []
    const told: string[] = []
    const listeners = new Listeners((error) => failed.push(error))
    listeners.on(() => {
      throw new Error('no')
    })
    listeners.on(() => told.push('second'))
    listeners.notify()
    expect([failed, told]).toEqual([[new Error('no')], ['second']])
  })

  it('can be joined, and stop together', () => {
    let count = 0
    const [one, other] = [new Listeners(), new Listeners()]
    const stop = onAny(
      one.on,
      other.on,
    )(() => {
      count += 1
    })
    one.notify()
    other.notify()
    stop()
    one.notify()
    expect([count, one.size, other.size]).toEqual([2, 0, 0])
  })
})
