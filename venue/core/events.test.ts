import { describe, expect, it } from 'vitest'
import { quietVenue } from '../testing/quiet-venue.ts'

describe('a listener that throws', () => {
  it('affects neither the other listeners nor the call, and is reported', () => {
    const failures: unknown[] = []
    const { core, place } = quietVenue({ listenerFailed: (error) => failures.push(error) })
    const received: string[] = []
    core.on(() => {
      throw new Error('a bad listener')
    })
    core.on((event) => received.push(event.kind))
    const account = `0x${'a'.repeat(40)}` as const
    expect(place(account, 'buy', '1', '560').status).toBe('resting')
    expect(received).toEqual(['book', 'account'])
    expect(failures).toHaveLength(2)
    expect(core.openOrders(account)).toHaveLength(1)
  })
})
