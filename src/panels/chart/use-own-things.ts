/** The trader's own orders, stops, positions, fills and alerts, as charts show them. */
import { useMemo } from 'react'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { type ReadState, useAccount, useFills, useOpenOrders } from '../../queries/index.ts'
import type { AnnotationInput } from './annotations.ts'

type OwnThings = Pick<AnnotationInput, 'orders' | 'conditionals' | 'positions' | 'fills' | 'alerts'>

/** Fills that a chart can show. */
const MOST_FILLS = 200

/** What there is, and the reads that it comes from. */
export function useOwnThings(): readonly [things: OwnThings, reads: readonly ReadState[]] {
  const orders = useOpenOrders()
  const fills = useFills(MOST_FILLS)
  const account = useAccount()
  const conditionals = useTopic({ kind: 'conditionals' })
  const alerts = useTopicValue({ kind: 'alerts' }, (view) => view.alerts)
  const positions = account.data?.positions
  const things = useMemo(
    () => ({
      orders: orders.data ?? [],
      conditionals: conditionals ?? [],
      positions: positions ?? [],
      fills: fills.data ?? [],
      alerts: alerts ?? [],
    }),
    [orders.data, conditionals, positions, fills.data, alerts],
  )
  return [things, [orders, fills, account]]
}
