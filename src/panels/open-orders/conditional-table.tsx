/** Stops and take-profits that this terminal holds, and below them those that ended lately. */
import { type ReactNode, useMemo, useState } from 'react'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useTick } from '../../market-data/index.ts'
import { useLiveReads } from '../../orders/index.ts'
import type { Assets } from '../../queries/index.ts'
import { Button, Table } from '../../ui/index.ts'
import { useTableState } from '../../workspace/index.ts'
import { conditionalsSpec } from './conditional-columns.tsx'
import { MESSAGES } from './messages.ts'
import styles from './open-orders.module.css'

interface ConditionalTableProps {
  readonly conditionals: readonly ConditionalView[]
  readonly assets: Assets
  /** Told the ids of those that are selected, whenever they are others. */
  readonly onSelection: (ids: readonly string[]) => void
}

export function ConditionalTable({ conditionals, assets, onSelection }: ConditionalTableProps): ReactNode {
  const table = useTableState('held-orders')
  const live = useLiveReads()
  const spec = useMemo(() => conditionalsSpec(live), [live])
  const second = useTick(table.state.sort?.column === 'distance' ? 1000 : null)
  const rows = useMemo(
    () => endedLast(conditionals).map((one) => ({ one, spec: assets.of(one.target.asset) })),
    [conditionals, assets],
  )
  if (rows.length === 0) return null
  return (
    <div className={styles.held}>
      <div className={styles.heldText}>
        <p>
          <strong>{MESSAGES.held}.</strong> {MESSAGES.onlyHere}
        </p>
        <PutAway ids={conditionals.filter(({ state }) => isConditionalFinal(state)).map(({ id }) => id)} />
      </div>
      <Table
        label={MESSAGES.held}
        spec={spec}
        version={second}
        rows={rows}
        onSelection={(chosen) => onSelection(chosen.map(({ one }) => one.id))}
        {...table}
      />
    </div>
  )
}

/** What is watched or at work comes first, so that what is over pushes none of it out of view; each in its own order. */
const endedLast = (conditionals: readonly ConditionalView[]): readonly ConditionalView[] => [
  ...conditionals.filter(({ state }) => !isConditionalFinal(state)),
  ...conditionals.filter(({ state }) => isConditionalFinal(state)),
]

function PutAway({ ids }: { readonly ids: string[] }): ReactNode {
  const call = useCall()
  const [failure, setFailure] = useState<string | null>(null)
  if (ids.length === 0) return null
  return (
    <>
      {failure !== null && <span role="alert">{failure}</span>}
      <Button
        size="small"
        onClick={() => {
          call('putAwayConditionals', { ids }).then(
            () => setFailure(null),
            (error: unknown) => setFailure(wordsOf(error)),
          )
        }}
      >
        {MESSAGES.putAway}
      </Button>
    </>
  )
}
