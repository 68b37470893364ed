/** Where things lie on the axis of the distribution, in per cent of its width. Numbers for pixels alone. Pure. */
import { absolute, signOf, trimZeros } from '../../../contract/decimal.ts'
import { type Distribution, quantileOf } from '../../../contract/settlement/index.ts'
import { grouped } from '../../format/index.ts'
import type { Desk } from './desk.ts'
import { degreesOf } from './model-texts.ts'

/** In marks. */
export interface Axis {
  readonly low: number
  readonly high: number
}

/** Something of the trader's at a price. */
export interface OwnMark {
  readonly id: string
  readonly kind: 'entry' | 'exit'
  readonly name: string
  readonly at: number
  /** Names of neighbors stand in rows of their own. */
  readonly row: number
}

const ROWS = 2
/** Part of the distribution that the axis shows on either side, and how far beyond it own things widen it, in its widths. */
const TAIL = 0.005
const WIDENS = 1

/** The distribution with some room, the mark, and what the trader holds as far as it is near. */
export function axisOf(distribution: Distribution, marks: readonly (number | null)[], own: readonly OwnMark[]): Axis {
  const least = quantileOf(distribution, TAIL)
  const most = quantileOf(distribution, 1 - TAIL)
  // At the very end nothing is open any more: an axis without any width would place nothing.
  const width = Math.max(most - least, 0.04)
  const known = marks.filter((one) => one !== null)
  const near = own.map(({ at }) => at).filter((at) => at > least - WIDENS * width && at < most + WIDENS * width)
  const low = Math.min(least, ...known, ...near)
  const high = Math.max(most, ...known, ...near)
  const room = Math.max(high - low, width) * 0.05
  return { low: low - room, high: high + room }
}

/** Whether something lies beyond the axis, and on which side. */
export const beyond = ({ low, high }: Axis, value: number): -1 | 0 | 1 => (value < low ? -1 : value > high ? 1 : 0)

/** Per cent from the left; things beyond the axis stand at its end. */
export const placeOf = ({ low, high }: Axis, value: number): number =>
  Math.min(100, Math.max(0, (100 * (value - low)) / (high - low)))

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
/** As many as find room in a narrow panel. */
const MOST_TICKS = 4

/** Round values along the axis; none where it spans more than temperatures do: an absurd mark is on it. */
export function ticksOf({ low, high }: Axis): readonly number[] {
  const step = STEPS.find((one) => (high - low) / one <= MOST_TICKS + 0.5)
  if (step === undefined) return []
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  const margin = (high - low) * 0.07
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toFixed(2)),
  ).filter((value) => value > low + margin && value < high - margin)
}

/** The trader's position and its stops and targets. */
export function ownMarks({ position, exits }: Pick<Desk, 'position' | 'exits'>): readonly OwnMark[] {
  const side = position === null ? 0 : signOf(position.size)
  const entry =
    position === null || side === 0
      ? []
      : [
          {
            id: 'entry',
            kind: 'entry' as const,
            name: `${side > 0 ? 'Long' : 'Short'} ${grouped(trimZeros(absolute(position.size)))} from ${degreesOf(Number(position.entryPx))}`,
            at: Number(position.entryPx),
          },
        ]
  const held = exits.map(({ id, kind, trigger }) => ({
    id,
    kind: 'exit' as const,
    name: `${kind === 'stop' ? 'Stop' : 'Target'} ${degreesOf(Number(trigger))}`,
    at: Number(trigger),
  }))
  return [...entry, ...held].sort((a, b) => a.at - b.at).map((one, i) => ({ ...one, row: i % ROWS }))
}
