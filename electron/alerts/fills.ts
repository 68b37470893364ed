/** Which fills an alert has not told yet. Pure. */

import type { Fill } from '../../contract/account.ts'
import { trimZeros } from '../../contract/decimal.ts'
import { fillIdOf } from '../../contract/fill-id.ts'
import { priceWords } from '../../contract/price-words.ts'
import type { AlertMemory } from '../storage/index.ts'
import type { AlertLook } from './evaluate.ts'

/** One telling for all that is new; fills of the same millisecond are told apart by their ids. */
export function lookAtFills(asset: string | null, memory: AlertMemory, fills: readonly Fill[]): AlertLook {
  const fresh = fills.filter(
    (fill) =>
      (asset === null || fill.asset === asset) &&
      (fill.time > memory.fillsUntil || (fill.time === memory.fillsUntil && !memory.fillsAt.includes(fillIdOf(fill)))),
  )
  const newest = fresh.reduce<Fill | null>((best, fill) => (best === null || fill.time > best.time ? fill : best), null)
  if (newest === null) return { memory, words: null }
  const fillsUntil = newest.time
  const there = fresh.filter(({ time }) => time === fillsUntil).map(fillIdOf)
  const kept = fillsUntil === memory.fillsUntil ? memory.fillsAt : []
  const { side, size, price } = newest
  const more = fresh.length > 1 ? `, and ${fresh.length - 1} more` : ''
  return {
    memory: { ...memory, fillsUntil, fillsAt: [...kept, ...there] },
    words: `${side === 'buy' ? 'Bought' : 'Sold'} ${trimZeros(size)} ${newest.asset} at ${priceWords(price)}${more}.`,
  }
}

/** What an alert that is set now must not tell any more. */
export function fillsSeen(fills: readonly Fill[], now: number): Pick<AlertMemory, 'fillsUntil' | 'fillsAt'> {
  const fillsUntil = fills.reduce((latest, { time }) => Math.max(latest, time), 0)
  if (fills.length === 0) return { fillsUntil: now, fillsAt: [] }
  return { fillsUntil, fillsAt: fills.filter(({ time }) => time === fillsUntil).map(fillIdOf) }
}
