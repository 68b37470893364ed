import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NonceStore } from '../storage/index.ts'
import { NonceAllocator } from './nonces.ts'

class MemoryStore implements NonceStore {
  readonly saved = new Map<string, number>()
  last = (signer: string): number => this.saved.get(signer) ?? 0
  save(signer: string, nonce: number): void {
    this.saved.set(signer, nonce)
  }
}

const SIGNER = '0xabcdef0000000000000000000000000000000001'
const DAY = 86_400_000

describe('a nonce', () => {
  it('is the service’s time in ms, and one more than the last when that has not moved', () => {
    const nonces = new NonceAllocator({ store: new MemoryStore() })
    expect([nonces.next(SIGNER, 1000), nonces.next(SIGNER, 1000.4), nonces.next(SIGNER, 1000)]).toEqual([
      1000, 1001, 1002,
    ])
  })

  it('is never used twice, regardless of the service’s time and of restarts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.boolean()), { maxLength: 60 }), (steps) => {
        const store = new MemoryStore()
        let nonces = new NonceAllocator({ store })
        const used: number[] = []
        for (const [now, restart] of steps) {
          if (restart) nonces = new NonceAllocator({ store })
          used.push(nonces.next(SIGNER, now))
        }
        expect(used.every((nonce, i) => i === 0 || nonce > used[i - 1]!)).toBe(true)
      }),
    )
  })

  it('is neither issued nor stored while the service’s time is unknown', () => {
    const store = new MemoryStore()
    const nonces = new NonceAllocator({ store })
    expect(() => nonces.next(SIGNER, null)).toThrow("The venue's time is not known yet. Direct orders need it.")
    expect(store.saved.size).toBe(0)
  })

  it('stays within a day of the service’s time: direct orders are off until that catches up, with a message', () => {
    const store = new MemoryStore()
    const nonces = new NonceAllocator({ store })
    // The service's time was a year ahead for a moment.
    nonces.next(SIGNER, 365 * DAY)
    const last = store.last(SIGNER)
    expect(() => nonces.next(SIGNER, 1000)).toThrow('Direct orders are off until 1970-12-31T00:00:00Z')
    expect(store.last(SIGNER)).toBe(last)
    expect(nonces.next(SIGNER, 364 * DAY + 1)).toBe(365 * DAY + 1)
    expect(nonces.next('0x02', 1000)).toBe(1000)
  })

  it('is stored before it is issued, and not issued when it cannot be stored', () => {
    const store = new MemoryStore()
    const nonces = new NonceAllocator({ store })
    expect(nonces.next(SIGNER, 5)).toBe(store.last(SIGNER))
    store.save = () => {
      throw new Error('disk full')
    }
    expect(() => nonces.next(SIGNER, 5)).toThrow('disk full')
    expect(store.last(SIGNER)).toBe(5)
  })

  it('is counted per signer, whose address may be in any case', () => {
    const nonces = new NonceAllocator({ store: new MemoryStore() })
    expect(nonces.next(SIGNER.toUpperCase(), 5)).toBe(5)
    expect(nonces.next(SIGNER, 5)).toBe(6)
    expect(nonces.next('0x02', 5)).toBe(5)
  })
})
