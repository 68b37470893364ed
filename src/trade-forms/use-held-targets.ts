/** The targets of the predictions behind a position, from the current list of actions. */
import { useMemo } from 'react'
import type { Position } from '../../contract/account.ts'
import { type ActionRecord, serviceTime } from '../../contract/action.ts'
import { type Fahrenheit, negate, type Size, signOf, subtract } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { makesOrder, requestedOrderOf } from '../../contract/requested-order.ts'
import { useTopicValue } from '../market-data/index.ts'

// Targets of the predictions behind a position, from the actions whose fills built it: from the newest back to the one that opened it. Nothing is
// stored beside the journal, so that they are the same after a restart and in every window. Pure.

/**
 * Newest first, each once.
 * @param since earliest possible opening of the position, by the service's clock: its bucket's start, the last end of a position in the asset
 */
export function heldTargets(
  { asset, size }: Pick<Position, 'asset' | 'size'>,
  actions: readonly ActionRecord[],
  since: number,
): readonly Fahrenheit[] {
  const way = signOf(size)
  const traded = actions
    .flatMap((action) => {
      const delta = deltaOf(action, asset)
      return delta === null ? [] : [{ action, delta, at: timeOf(action) }]
    })
    .filter(({ at }) => at >= since)
    .sort((a, b) => b.at - a.at)
  const found: Fahrenheit[] = []
  let left: Size = size
  for (const { action, delta } of traded) {
    if (signOf(left) !== way) break
    const { intent } = action
    if (intent.kind === 'predict' && signOf(delta) === way && !found.includes(intent.targetF))
      found.push(intent.targetF)
    left = subtract(left, delta)
  }
  return found
}

/** The time of the fill of an action, else of its current state; by the service's clock. */
export const timeOf = (action: ActionRecord): number => serviceTime(action, action.execution?.at ?? action.updatedAt)

/** The signed change of the position in the asset by an action, null where it had no fills there, or its direction is unknown. */
function deltaOf(action: ActionRecord, asset: string): Size | null {
  const { intent, execution, filled } = action
  if (!makesOrder(intent) || intent.asset !== asset) return null
  const side = execution?.side ?? requestedOrderOf(intent).side
  const size = execution?.size ?? filled
  if (side === null || size === null || signOf(size) === 0) return null
  return side === 'buy' ? size : (negate(size) as Size)
}

const NONE: readonly Fahrenheit[] = []

/** Newest first. @param position null for none; families without targets have none */
export function useHeldTargets(position: Pick<Position, 'family' | 'asset' | 'size'> | null): readonly Fahrenheit[] {
  const scalar = position !== null && FAMILY_RULES[position.family].isMark ? position : null
  // A position in the live asset is no older than its bucket, as assets take turns.
  const began =
    useTopicValue({ kind: 'bucket' }, ({ current }) => (current?.asset === scalar?.asset ? current?.start : 0)) ?? 0
  const ended =
    useTopicValue({ kind: 'endings' }, (endings) =>
      endings.reduce(
        (last, { asset, part, at }) => (asset === scalar?.asset && part === undefined ? Math.max(last, at) : last),
        0,
      ),
    ) ?? 0
  const text = useTopicValue({ kind: 'actions' }, (actions) =>
    scalar === null ? '' : heldTargets(scalar, actions, Math.max(began, ended)).join(' '),
  )
  return useMemo(() => (text === undefined || text === '' ? NONE : (text.split(' ') as Fahrenheit[])), [text])
}
