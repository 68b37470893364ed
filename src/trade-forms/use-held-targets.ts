/** The targets of the predictions that a position is made of, as the list of actions tells them now. */
import { useMemo } from 'react'
import type { Position } from '../../contract/account.ts'
import type { Fahrenheit } from '../../contract/decimal.ts'
import { useTopicValue } from '../market-data/index.ts'
import { heldTargets } from './held-targets.ts'

const NONE: readonly Fahrenheit[] = []

/** Newest first. @param position null for none; of families that know no target there is none */
export function useHeldTargets(position: Pick<Position, 'family' | 'asset' | 'size'> | null): readonly Fahrenheit[] {
  const scalar = position?.family === 'scalar' ? position : null
  // A position in the live asset is no older than its bucket: assets take turns.
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
