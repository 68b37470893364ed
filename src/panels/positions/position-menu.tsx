/** What else can be done with an open position: turned to its other side, or held to its break-even. */
import { type ReactNode, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { absolute, compare, type Price, signOf } from '../../../contract/decimal.ts'
import { breakEvenPrice } from '../../../contract/exit-rules.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { reverseOff } from '../../positions/index.ts'
import { useFees } from '../../queries/index.ts'
import { Menu } from '../../ui/index.ts'
import type { OpenLine } from './position-lines.ts'

interface PositionMenu {
  readonly menu: ReactNode
  /** Why the stop at break-even was not set; null while nothing went wrong. */
  readonly failure: string | null
}

/** What opens below the row. */
interface MenuForms {
  readonly onReverse: () => void
  readonly onCancelPlan: (plan: string) => void
}

/** @param mark what the position is valued at; null while nothing is known */
export function usePositionMenu(
  line: OpenLine,
  mark: Price | null,
  { onReverse, onCancelPlan }: MenuForms,
): PositionMenu {
  const call = useCall()
  const [failure, setFailure] = useState<string | null>(null)
  const { position, spec, distance } = line
  const { asset } = position
  const price = useBreakEven(line)
  const off = breakEvenOff(line, price, mark)
  const set = (): void => {
    if (price === null || off !== null) return
    const input = { source: 'mark', stop: price, takeProfit: null, percent: '100', protection: distance } as const
    call('setConditional', { requestId: crypto.randomUUID(), asset, ...input }).then(
      () => setFailure(null),
      (error: unknown) => setFailure(wordsOf(error)),
    )
  }
  const plans = plansOf(useTopic({ kind: 'conditionals' }) ?? NONE_HELD, position)
  const cannotReverse = reverseOff(position)
  const menu = (
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
        {
          id: 'break-even',
          label: price === null ? 'Stop at break-even' : `Stop at break-even, ${price}`,
          onAction: set,
          ...(off === null ? {} : { impossible: off }),
        },
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
  return { menu, failure }
}

const NONE_HELD: readonly ConditionalView[] = []

/** The plans that protect a position, of which something is watched. */
const plansOf = (
  held: readonly ConditionalView[],
  { asset, size }: Position,
): readonly { readonly id: string; readonly name: string | null }[] => {
  const side = signOf(size) < 0 ? 'short' : 'long'
  const own = held.filter((one) => one.target.asset === asset && one.position === side && one.state === 'armed')
  return [...new Map(own.flatMap(({ plan }) => (plan === undefined ? [] : [[plan.id, plan] as const]))).values()]
}

/** Where a close would cost and bring nothing, a taker's fee in and out counted; null where that is not known. */
function useBreakEven({ position, spec }: OpenLine): Price | null {
  const fees = useFees().data
  if (position.family !== 'scalar' || fees === undefined) return null
  return breakEvenPrice({
    ...{ side: signOf(position.size) > 0 ? 'long' : 'short', entry: position.entryPx, size: absolute(position.size) },
    ...{ entryFee: null, takerBps: fees.takerBps, tick: spec.tickSize },
  })
}

/** Why no stop can stand at break-even now, or null. */
export function breakEvenOff(
  { position }: Pick<OpenLine, 'position'>,
  price: Price | null,
  mark: Price | null,
): string | null {
  if (position.family !== 'scalar') return 'Fees of these contracts are not known beforehand; set a stop by its price.'
  if (price === null || mark === null) return 'Fees or the mark are not known yet.'
  const isPast = signOf(position.size) > 0 ? compare(mark, price) > 0 : compare(mark, price) < 0
  return isPast ? null : `The mark is not past ${price} yet: a stop there would close at once.`
}
