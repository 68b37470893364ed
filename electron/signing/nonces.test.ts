import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Millis, millis } from '../../contract/time.ts'
import type { NonceStore } from '../storage/index.ts'
import { NonceAllocator } from './nonces.ts'

class MemoryStore implements NonceStore {
  readonly saved = new Map<string, number>()
  last = (signer: string): number => this.saved.get(signer) ?? 0
  save(signer: string, nonce: number): void {
    this.saved.set(signer, nonce)
  }
}

const at = (time: number): { now(): Millis } => ({ now: () => millis(time) })
const SIGNER = '0xabcdef0000000000000000000000000000000001'

describe('a nonce', () => {
  it('is the time in ms, and one more than the last when the clock has not moved', () => {
    const nonces = new NonceAllocator({ clock: at(1000), store: new MemoryStore() })
    expect([nonces.next(SIGNER), nonces.next(SIGNER), nonces.next(SIGNER)]).toEqual([1000, 1001, 1002])
  })

  it('is of the service’s time, however wrong the machine’s clock is, and still never used twice', () => {
    const store = new MemoryStore()
    const nonces = new NonceAllocator({ clock: at(9_000_000), store })
    expect([nonces.next(SIGNER, -8_000_000.4), nonces.next(SIGNER, -8_000_000.4)]).toEqual([1_000_000, 1_000_001])
    expect(nonces.next(SIGNER, 500)).toBe(9_000_500)
    expect(nonces.next(SIGNER, -8_000_000)).toBe(9_000_501)
  })

  it('is never used twice, whatever the clock does and however often the terminal restarts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.boolean()), { maxLength: 60 }), (steps) => {
        const store = new MemoryStore()
        let time = 0
        let nonces = new NonceAllocator({ clock: { now: () => millis(time) }, store })
        const used: number[] = []
        for (const [now, restart] of steps) {
          time = now
          if (restart) nonces = new NonceAllocator({ clock: { now: () => millis(time) }, store })
          used.push(nonces.next(SIGNER))
        }
        expect(used.every((nonce, i) => i === 0 || nonce > used[i - 1]!)).toBe(true)
      }),
    )
  })

  it('is stored before it is handed out, and not handed out when it cannot be stored', () => {
    const store = new MemoryStore()
    const nonces = new NonceAllocator({ clock: at(5), store })
    expect(nonces.next(SIGNER)).toBe(store.last(SIGNER))
    store.save = () => {
      throw new Error('disk full')
    }
    expect(() => nonces.next(SIGNER)).toThrow('disk full')
    expect(store.last(SIGNER)).toBe(5)
  })

  it('is counted per signer, whose address may come in any case', () => {
    const nonces = new NonceAllocator({ clock: at(5), store: new MemoryStore() })
    expect(nonces.next(SIGNER.toUpperCase())).toBe(5)
    expect(nonces.next(SIGNER)).toBe(6)
    expect(nonces.next('0x02')).toBe(5)
  })
})
