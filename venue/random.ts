/**
 * Seeded randomness. Each subsystem takes its own named stream, so that an extra draw in one never disturbs another; the same seed and label always
 * give the same numbers.
 */

/** A stream of pseudo-random draws. */
export type Random = ReturnType<typeof createRandom>

/** Mixes 32 bits thoroughly (the finalizer of MurmurHash3). */
export function mix32(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A 32-bit hash of a text, different for each `salt`. */
export function hashText(text: string, salt = 0): number {
  let h = mix32(salt + 0x9e3779b9)
  for (let i = 0; i < text.length; i++) h = mix32(Math.imul(h ^ text.charCodeAt(i), 0x01000193) + i)
  return h
}

/** The stream of `label` under `seed` (sfc32). */
export function createRandom(seed: number | string, label: string) {
  const name = `${seed}/${label}`
  let a = hashText(name, 1)
  let b = hashText(name, 2)
  let c = hashText(name, 3)
  let counter = 1

  const draw = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let i = 0; i < 12; i++) draw()

  const normal = (): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  return {
    /** Uniform in [0, 1). */
    next: draw,
    /** Uniform in [low, high). */
    between: (low: number, high: number): number => low + (high - low) * draw(),
    /** An integer in [0, n). */
    below: (n: number): number => Math.floor(draw() * n),
    /** Normal with mean 0 and standard deviation 1. */
    normal,
    /** Exponential with the given mean. */
    exponential: (mean: number): number => -mean * Math.log(1 - draw()),
    /** Log-normal with the given median and standard deviation of the logarithm. */
    logNormal: (median: number, sigma: number): number => median * Math.exp(sigma * normal()),
  }
}
