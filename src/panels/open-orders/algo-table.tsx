/** Scales and slices that this terminal holds, and below them those that ended lately. */
import { type ReactNode, useMemo } from 'react'
import { type AlgoView, isAlgoFinal } from '../../../contract/algo.ts'
import { useServerClock } from '../../market-data/index.ts'
import { useLiveReads } from '../../orders/index.ts'
import type { Assets } from '../../queries/index.ts'
import { Table } from '../../ui/index.ts'
import { useTableState } from '../../workspace/index.ts'
import { algosSpec } from './algo-columns.tsx'
import { MESSAGES } from './messages.ts'
import styles from './open-orders.module.css'

/** One that is over stays in view for so long, ms. */
const SHOWN_FOR = 15 * 60_000
const LOOK_EVERY = 60_000

/** Those that are at work, and those that ended lately. */
function shownAlgos(algos: readonly AlgoView[], now: number): readonly AlgoView[] {
  const live = algos.filter(({ state }) => !isAlgoFinal(state))
  const over = algos.filter(({ state, changedAt }) => isAlgoFinal(state) && now - changedAt < SHOWN_FOR)
  return [...live, ...over]
}

export function AlgoTable({
  algos,
  assets,
}: {
  readonly algos: readonly AlgoView[]
  readonly assets: Assets
}): ReactNode {
  const table = useTableState('algo-orders')
  const live = useLiveReads()
  const spec = useMemo(() => algosSpec(live), [live])
  const now = useServerClock(LOOK_EVERY)
  const rows = useMemo(
    () => shownAlgos(algos, now).map((one) => ({ one, spec: assets.of(one.asset) })),
    [algos, assets, now],
  )
  if (rows.length === 0) return null
  return (
    <div className={styles.held}>
      <div className={styles.heldWords}>
        <p>
          <strong>Sent by this terminal.</strong> Scales and slices send only while it runs; what rests of them is
          below.
        </p>
      </div>
      <Table label={MESSAGES.algos} spec={spec} rows={rows} {...table} />
    </div>
  )
}
