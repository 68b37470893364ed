/** A set of price ticks with constant-time neighbors: bits in four tiers, each summing up 32 words of the one below. */

const TIERS = 4

/** Ticks from 0 up to 32⁴ − 1 (well past the highest price). */
export class TickSet {
  readonly #tiers: Int32Array[]

  /** @param limit highest tick that can be held */
  constructor(limit: number) {
    let words = (limit >>> 5) + 1
    this.#tiers = Array.from({ length: TIERS }, () => {
      const tier = new Int32Array(words)
      words = (words >>> 5) + 1
      return tier
    })
  }

  add(tick: number): void {
    let index = tick
    for (const tier of this.#tiers) {
      const word = index >>> 5
      tier[word] = (tier[word] ?? 0) | (1 << (index & 31))
      index = word
    }
  }

  delete(tick: number): void {
    let index = tick
    for (const tier of this.#tiers) {
      const word = index >>> 5
      const left = (tier[word] ?? 0) & ~(1 << (index & 31))
      tier[word] = left
      if (left !== 0) return
      index = word
    }
  }

  /** The lowest tick ≥ `tick`, or −1. */
  atOrAbove(tick: number): number {
    let index = tick
    for (let t = 0; t < TIERS; t++) {
      const word = index >>> 5
      const bits = (this.#tiers[t]?.[word] ?? 0) & (-1 << (index & 31))
      if (bits !== 0) return this.#lowestUnder(t, (word << 5) | (31 - Math.clz32(bits & -bits)))
      index = word + 1
    }
    return -1
  }

  /** The highest tick ≤ `tick`, or −1. */
  atOrBelow(tick: number): number {
    let index = tick
    for (let t = 0; t < TIERS; t++) {
      if (index < 0) return -1
      const word = index >>> 5
      const bits = (this.#tiers[t]?.[word] ?? 0) & (-1 >>> (31 - (index & 31)))
      if (bits !== 0) return this.#highestUnder(t, (word << 5) | (31 - Math.clz32(bits)))
      index = word - 1
    }
    return -1
  }

  #lowestUnder(tier: number, index: number): number {
    let at = index
    for (let t = tier - 1; t >= 0; t--) {
      const bits = this.#tiers[t]?.[at] ?? 0
      at = (at << 5) | (31 - Math.clz32(bits & -bits))
    }
    return at
  }

  #highestUnder(tier: number, index: number): number {
    let at = index
    for (let t = tier - 1; t >= 0; t--) at = (at << 5) | (31 - Math.clz32(this.#tiers[t]?.[at] ?? 0))
    return at
  }
}
