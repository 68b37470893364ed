/** How many orders work: those that rest, and those that this terminal holds. */
import { isConditionalFinal } from '../../../contract/conditional.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { useOpenOrders } from '../../queries/index.ts'

/** Undefined until the orders were read. */
export function useWorkingCount(): number | undefined {
  const resting = useOpenOrders().data?.length
  const held = useTopicValue(
    { kind: 'conditionals' },
    (all) => all.filter(({ state }) => !isConditionalFinal(state)).length,
  )
  return resting === undefined ? undefined : resting + (held ?? 0)
}
