/** What else can be done with an open position: turned to its other side, or held to its break-even. */
import type { ReactNode } from 'react'
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { useTopic } from '../../market-data/index.ts'
import { reverseOff, sideHeld } from '../../positions/index.ts'
import { Menu } from '../../ui/index.ts'
import type { OpenLine } from './position-lines.ts'

interface PositionMenuProps {
  readonly line: OpenLine
  readonly onReverse: () => void
  readonly onBreakEven: () => void
  readonly onCancelPlan: (plan: string) => void
}

/** Each entry opens what it is about below the row. */
export function PositionMenu({ line, onReverse, onBreakEven, onCancelPlan }: PositionMenuProps): ReactNode {
  const { position, spec } = line
  const plans = plansOf(useTopic({ kind: 'conditionals' }) ?? NONE_HELD, position)
  const cannotReverse = reverseOff(position)
  return (
    <Menu
      bare
      label={`More for ${spec.name}`}
      entries={[
        {
          id: 'reverse',
          label: 'Reverse…',
          onAction: onReverse,
          ...(cannotReverse === null ? {} : { impossible: cannotReverse }),
        },
        { id: 'break-even', label: 'Stop at break-even…', onAction: onBreakEven },
        ...plans.map(({ id, name }) => ({
          id: `plan/${id}`,
          label: name === null ? 'Cancel exit plan…' : `Cancel exit plan ${name}…`,
          onAction: () => onCancelPlan(id),
        })),
      ]}
    >
      <span aria-hidden>⋯</span>
    </Menu>
  )
}

const NONE_HELD: readonly ConditionalView[] = []

/** The plans that protect a position, of which something is watched. */
export const plansOf = (
  held: readonly ConditionalView[],
  position: Position,
): readonly { readonly id: string; readonly name: string | null }[] => {
  const side = sideHeld(position)
  const own = held.filter(
    (one) => one.target.asset === position.asset && one.position === side && one.state === 'armed',
  )
  return [...new Map(own.flatMap(({ plan }) => (plan === undefined ? [] : [[plan.id, plan] as const]))).values()]
}
