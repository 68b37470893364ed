/** Brownian paths that can be read at any time: what is known of something that is decided by chance, as it becomes known. */
import { hashText } from '../random/index.ts'

const LEVELS = 18

/** A standard normal draw that depends only on its name. */
function draw(name: string): number {
  const u = (hashText(name, 1) + 1) / 4294967297
  const v = hashText(name, 2) / 4294967296
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v)
}

/** A uniform draw in (0, 1) that depends only on its name. */
export const uniform = (name: string): number => (hashText(name, 3) + 0.5) / 4294967296

/**
 * A Brownian path from 0 at time 0 to `end` at time 1, at a time in [0, 1]: halved again and again, each middle drawn by its name.
 */
export function bridge(name: string, end: number, time: number): number {
  let [t0, t1, w0, w1] = [0, 1, 0, end]
  let node = 1
  for (let level = 0; level < LEVELS; level++) {
    const middle = (t0 + t1) / 2
    const w = (w0 + w1) / 2 + draw(`${name}/${node}`) * Math.sqrt((t1 - t0) / 4)
    if (time < middle) [t1, w1, node] = [middle, w, node * 2]
    else [t0, w0, node] = [middle, w, node * 2 + 1]
  }
  return w0 + ((w1 - w0) * (time - t0)) / (t1 - t0)
}

/** The end of a path: standard normal. */
export const endOf = (name: string): number => draw(`${name}/end`)
