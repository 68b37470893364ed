/** What else can be done with an open position: half of it closed, turned to its other side, or held to its break-even. */
import type { ReactNode } from 'react'
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { absolute, type Size, signOf, trimZeros } from '../../../contract/decimal.ts'
import { sideHeld } from '../../../contract/family-rules.ts'
import { useTopic } from '../../market-data/index.ts'
import { quickOrderRulesOf } from '../../markets/family/index.ts'
import { fractionOf } from '../../trade-forms/index.ts'
import { Menu } from '../../ui/index.ts'
import type { OpenLine } from './position-lines.ts'

interface PositionMenuProps {
  readonly line: OpenLine
  readonly sizeDecimals: number
  /** Why no other close may begin now, in words; null where one may. */
  readonly closeOff: string | null
  /** Closes a part at once, as the Close button does all of it. */
  readonly onClose: (size: Size) => void
  readonly onReverse: () => void
  readonly onBreakEven: () => void
  readonly onCancelPlan: (plan: string) => void
}

/** All but the close of half of it open what they are about below the row. */
export function PositionMenu(props: PositionMenuProps): ReactNode {
  const { line, sizeDecimals, closeOff, onClose, onReverse, onBreakEven, onCancelPlan } = props
  const { position, spec } = line
  const half = fractionOf(absolute(position.size), 50, sizeDecimals)
  const cannotHalve = closeOff ?? (signOf(half) > 0 ? null : 'It is the least size already.')
  const plans = plansOf(useTopic({ kind: 'conditionals' }) ?? NONE_HELD, position)
  const cannotReverse = quickOrderRulesOf(position.family).reverseOff
  return (
    <Menu
      bare
      label={`More for ${spec.name}`}
      entries={[
        {
          id: 'half',
          label: `Close half, ${trimZeros(half)}`,
          onAction: () => onClose(half),
          ...(cannotHalve === null ? {} : { impossible: cannotHalve }),
        },
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
  return [...new Map(own.map(({ plan }) => [plan.id, plan] as const)).values()]
}
