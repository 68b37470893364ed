/** What can be done with one that this terminal holds: move it, cancel it, cancel its whole plan, put it away. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { absolute, padTo, placesOf } from '../../../contract/decimal.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { CancelPlan, exitName, MoveExitForm } from '../../exit-plan/index.ts'
import { priceLabel } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { type AssetSpec, useAccount } from '../../queries/index.ts'
import { Button, DetailRow, useKeepsRow } from '../../ui/index.ts'
import type { CancelIssue } from './conditional-state.ts'
import styles from './open-orders.module.css'

export interface ConditionalLine {
  readonly one: ConditionalView
  readonly spec: AssetSpec
}

interface Props {
  readonly row: ConditionalLine
}

type Asked = 'move' | 'cancel_plan'

interface RowState {
  readonly issue: CancelIssue | null
  readonly say: (issue: CancelIssue | null) => void
  /** What stands open below the row. */
  readonly asked: Asked | null
  readonly ask: (asked: Asked | null) => void
}
const RowContext = createContext<RowState>({ issue: null, say: () => undefined, asked: null, ask: () => undefined })

export const useConditionalRow = (): RowState => useContext(RowContext)

/** Whether it has not triggered: then it can be moved, and ended. */
const isWatched = ({ state }: ConditionalView): boolean => state === 'armed' || state === 'waiting'

const NONE_HELD: readonly ConditionalView[] = []

export function ConditionalRow({ row: { one }, children }: Props & { readonly children: ReactNode }): ReactNode {
  const [issue, say] = useState<CancelIssue | null>(null)
  const [asked, ask] = useState<Asked | null>(null)
  const open = isWatched(one) ? asked : null
  useKeepsRow(open !== null)
  return <RowContext value={{ issue, say, asked: open, ask }}>{children}</RowContext>
}

export function ConditionalButtons({ row: { one, spec } }: Props): ReactNode {
  const call = useCall()
  const { say, asked, ask } = useConditionalRow()
  const held = useTopic({ kind: 'conditionals' }) ?? NONE_HELD
  const { id, state, trigger, kind, plan } = one
  const name = `${exitName(one).toLowerCase()}${trigger === null ? '' : ` at ${priceLabel(padTo(trigger, placesOf(spec.tickSize ?? trigger)))}`}`
  const failed = (error: unknown): void => say({ words: wordsOf(error), state })
  if (isConditionalFinal(state)) {
    return (
      <Button
        size="small"
        aria-label={`Put ${name} away`}
        onClick={() => {
          call('putAwayConditionals', { ids: [id] }).catch(failed)
        }}
      >
        Put away
      </Button>
    )
  }
  const watched = held.filter((other) => other.plan.id === plan.id && isWatched(other))
  return (
    <span className={styles.heldButtons}>
      {kind !== 'time' && isWatched(one) && (
        <Button
          size="small"
          variant="bare"
          aria-label={`Move ${name}`}
          aria-expanded={asked === 'move'}
          onClick={() => ask(asked === 'move' ? null : 'move')}
        >
          Move
        </Button>
      )}
      {watched.length > 1 && watched[0]?.id === id && (
        <Button
          size="small"
          variant="bare"
          aria-label={`Cancel the whole plan of ${one.target.asset}`}
          aria-expanded={asked === 'cancel_plan'}
          onClick={() => ask(asked === 'cancel_plan' ? null : 'cancel_plan')}
        >
          Plan…
        </Button>
      )}
      <Button
        size="small"
        aria-label={`Cancel ${name}`}
        disabled={state === 'submitted'}
        onClick={() => {
          call('cancelConditional', { id }).then(() => say(null), failed)
        }}
      >
        Cancel
      </Button>
    </span>
  )
}

export function ConditionalDetail({ row: { one, spec } }: Props): ReactNode {
  const { asked, ask } = useConditionalRow()
  const held = useTopic({ kind: 'conditionals' }) ?? NONE_HELD
  const account = useAccount().data
  if (asked === null) return null
  const end = (): void => ask(null)
  if (asked === 'move') {
    return (
      <DetailRow>
        <MoveExitForm exit={one} name={exitName(one).toLowerCase()} tick={spec.tickSize} onEnd={end} />
      </DetailRow>
    )
  }
  const position = account?.positions.find(({ asset }) => asset === one.target.asset)
  return (
    <DetailRow>
      <CancelPlan
        plan={one.plan.id}
        held={held}
        size={position === undefined ? null : absolute(position.size)}
        onEnd={end}
      />
    </DetailRow>
  )
}
