/** The trader's own orders, stops, positions, fills and alerts, as charts show them. */
import { useMemo } from 'react'
import { padTo, placesOf } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { type ReadState, useAccount, useFills, useOpenOrders } from '../../queries/index.ts'
import { useHeldTargets } from '../../trade-forms/index.ts'
import type { AnnotationInput } from './annotations.ts'

type OwnThings = Pick<AnnotationInput, 'orders' | 'conditionals' | 'positions' | 'targets' | 'fills' | 'alerts'>

/** Fills that a chart can show. */
const MOST_FILLS = 200

/** What there is, and the reads that it comes from. @param instrument whose position's predictions are told */
export function useOwnThings({
  asset,
  tick,
}: Pick<Instrument, 'asset' | 'tick'>): readonly [things: OwnThings, reads: readonly ReadState[]] {
  const orders = useOpenOrders()
  const fills = useFills(MOST_FILLS)
  const account = useAccount()
  const conditionals = useTopic({ kind: 'conditionals' })
  const alerts = useTopicValue({ kind: 'alerts' }, (view) => view.alerts)
  const positions = account.data?.positions
  const predicted = useHeldTargets(positions?.find((one) => one.asset === asset) ?? null)
  const targets = useMemo(
    () => predicted.map((target) => padTo(markOfFahrenheit(target), tick === null ? 0 : placesOf(tick))),
    [predicted, tick],
  )
  const things = useMemo(
    () => ({
      orders: orders.data ?? [],
      conditionals: conditionals ?? [],
      positions: positions ?? [],
      targets,
      fills: fills.data ?? [],
      alerts: alerts ?? [],
    }),
    [orders.data, conditionals, positions, targets, fills.data, alerts],
  )
  return [things, [orders, fills, account]]
}
