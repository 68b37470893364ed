import { describe, expect, it } from 'vitest'
import { Listeners, onAny } from './listeners.ts'

describe('listeners', () => {
  it('are called in order of subscription, until they unsubscribe', () => {
    const called: string[] = []
    const listeners = new Listeners<[word: string]>()
    const stop = listeners.on((text) => called.push(`first ${text}`))
    listeners.on((text) => called.push(`second ${text}`))
    listeners.notify('a')
    stop()
    stop()
    listeners.notify('b')
    expect(called).toEqual(['first a', 'second a', 'second b'])
    expect(listeners.size).toBe(1)
  })

  it('may be the same function twice, each with its own unsubscribe', () => {
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

  it('that unsubscribe or subscribe during a notification are not called by it', () => {
    const called: string[] = []
    const listeners = new Listeners()
    listeners.on(() => {
      called.push('first')
      stop()
      listeners.on(() => called.push('late'))
    })
    const stop = listeners.on(() => called.push('second'))
    listeners.notify()
    expect(called).toEqual(['first'])
  })

  it('that throw do not affect the others when errors are reported', () => {
    const failed: unknown[] = []
    const called: string[] = []
    const listeners = new Listeners((error) => failed.push(error))
    listeners.on(() => {
      throw new Error('no')
    })
    listeners.on(() => called.push('second'))
    listeners.notify()
    expect([failed, called]).toEqual([[new Error('no')], ['second']])
  })

  it('can be combined, and unsubscribe together', () => {
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
