/** Conditional orders among the open ones: their table, the texts of a row, and its actions. */

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import {
  type ConditionalState,
  type ConditionalView,
  isConditionalFinal,
  watchedName,
} from '../../../contract/conditional.ts'
import { absolute, type Money, padTo, placesOf, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES, quotedPrice } from '../../../contract/family-rules.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { CancelPlan, exitName, MoveExitForm, moneyOf } from '../../exit-plan/index.ts'
import { moneyUnit, NONE, priceBeside, priceLabel, signed } from '../../format/index.ts'
import { useTick, useTopic } from '../../market-data/index.ts'
import { distanceColumn, type LiveReads, type Reached, useLiveReads } from '../../orders/index.ts'
import { type AssetSpec, type Assets, useAccount, useCloseFees } from '../../queries/index.ts'
import { Button, classNames, DetailRow, Figure, GivesWay, Table, type TableSpec, useKeepsRow } from '../../ui/index.ts'
import { useTableState } from '../../workspace/index.ts'
import { buttonsColumn, decimalColumn, textColumn } from '../columns.tsx'
import { heldColumns } from './automated-columns.tsx'
import { MESSAGES } from './messages.ts'
import styles from './open-orders.module.css'

const STATE_TEXTS: Readonly<Record<ConditionalState, string>> = {
  waiting: 'Waiting for fill',
  armed: 'Watching',
  triggered: 'Triggered',
  submitted: 'Closing',
  done: 'Done',
  cancelled: 'Canceled',
  failed: 'Failed',
  expired: 'Expired',
}

/** Why it could not be canceled, with its state at that time. */
interface CancelIssue {
  readonly text: string
  readonly state: ConditionalState
}

/** Why it could not be canceled, until its state changes: later news takes precedence. */
export function stateText(
  { state, paused, needs, message }: Pick<ConditionalView, 'state' | 'paused' | 'needs' | 'message'>,
  issue: CancelIssue | null,
): string {
  if (issue !== null && issue.state === state) return issue.text
  if (paused !== null) return paused
  if (state === 'armed') return needs === null ? STATE_TEXTS.armed : `${STATE_TEXTS.armed}. ${needs}`
  return `${STATE_TEXTS[state]}. ${message ?? ''}`
}

export interface ConditionalLine {
  readonly one: ConditionalView
  readonly spec: AssetSpec
}

interface Props {
  readonly row: ConditionalLine
}

type OpenForm = 'move' | 'cancel_plan'

interface RowState {
  readonly issue: CancelIssue | null
  readonly say: (issue: CancelIssue | null) => void
  /** The form that is open below the row. */
  readonly openForm: OpenForm | null
  readonly ask: (request: OpenForm | null) => void
}
const RowContext = createContext<RowState>({ issue: null, say: () => undefined, openForm: null, ask: () => undefined })

const useConditionalRow = (): RowState => useContext(RowContext)

/** Whether it has not triggered yet: then it can be moved and canceled. */
const isWatched = ({ state }: ConditionalView): boolean => state === 'armed' || state === 'waiting'

const NONE_HELD: readonly ConditionalView[] = []

/** The actions on a held one: move it, cancel it, cancel its whole plan, dismiss it. */
function ConditionalRow({ row: { one }, children }: Props & { readonly children: ReactNode }): ReactNode {
  const [issue, say] = useState<CancelIssue | null>(null)
  const [request, ask] = useState<OpenForm | null>(null)
  const open = isWatched(one) ? request : null
  useKeepsRow(open !== null)
  return <RowContext value={{ issue, say, openForm: open, ask }}>{children}</RowContext>
}

function ConditionalButtons({ row: { one, spec } }: Props): ReactNode {
  const call = useCall()
  const { say, openForm, ask } = useConditionalRow()
  const held = useTopic({ kind: 'conditionals' }) ?? NONE_HELD
  const { id, state, trigger, kind, plan } = one
  const at = trigger === null ? null : priceLabel(padTo(trigger, placesOf(spec.tickSize ?? trigger)))
  const name = at === null ? exitName(one) : `${exitName(one)} at ${at}`
  const failed = (error: unknown): void => say({ text: errorText(error), state })
  if (isConditionalFinal(state)) {
    return (
      <Button
        size="small"
        aria-label={`Dismiss: ${name}`}
        onClick={() => {
          call('dismissConditionals', { ids: [id] }).catch(failed)
        }}
      >
        Dismiss
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
          aria-label={`Move: ${name}`}
          aria-expanded={openForm === 'move'}
          onClick={() => ask(openForm === 'move' ? null : 'move')}
        >
          Move
        </Button>
      )}
      {watched.length > 1 && watched[0]?.id === id && (
        <Button
          size="small"
          variant="bare"
          aria-label={`Cancel plan of ${one.target.asset}`}
          aria-expanded={openForm === 'cancel_plan'}
          onClick={() => ask(openForm === 'cancel_plan' ? null : 'cancel_plan')}
        >
          Cancel plan…
        </Button>
      )}
      <Button
        size="small"
        aria-label={`Cancel: ${name}`}
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

function ConditionalDetail({ row: { one, spec } }: Props): ReactNode {
  const { openForm, ask } = useConditionalRow()
  const held = useTopic({ kind: 'conditionals' }) ?? NONE_HELD
  const account = useAccount().data
  if (openForm === null) return null
  const end = (): void => ask(null)
  if (openForm === 'move') {
    return (
      <DetailRow>
        <MoveExitForm exit={one} name={exitName(one)} tick={spec.tickSize} onEnd={end} />
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

const placesFor = ({ one, spec }: ConditionalLine): number =>
  spec.tickSize === null ? (one.trigger === null ? 0 : placesOf(one.trigger)) : placesOf(spec.tickSize)
const triggerText = (row: ConditionalLine): string => {
  const { target, source, position, direction, trigger, plan, kind } = row.one
  if (kind === 'time') return `${plan?.terms.outBefore ?? 0} s before ${FAMILY_RULES[target.family].lastMoment}`
  if (trigger === null) return levelText(row.one)
  const sign = direction === 'at_or_above' ? '≥' : '≤'
  const watched = quotedPrice(target.family, watchedName(source, position))
  return `${watched} ${sign} ${priceLabel(padTo(trigger, placesFor(row)))}`
}
/** Its plan's description of an exit whose order has not filled. */
function levelText({ plan }: ConditionalView): string {
  const level = typeof plan.role === 'number' ? plan.terms.targets[plan.role]?.level : plan.terms.stop
  if (level == null) return plan.terms.trail === null ? '' : `${plan.terms.trail.distance} behind the best price`
  return level.by === 'price' ? level.price : `${level.distance} from the entry`
}

const thenText = ({ one: { percent, plan, state, closed } }: ConditionalLine): string => {
  if (state === 'waiting') return `${trimZeros(percent)} % of what fills`
  if (isConditionalFinal(state) && closed !== undefined) return `${trimZeros(closed)} of ${trimZeros(plan.filled)}`
  return `${trimZeros(plan.size)} of ${trimZeros(plan.filled)}`
}

const moneyText = (money: Money | null): string => (money === null ? NONE : signed(money))

const Kind = ({ row: { one } }: Props): ReactNode => (
  <>
    <span className={styles.own} aria-hidden />
    {exitName(one)}
    {one.plan.name !== null && (
      <GivesWay part="name">
        <span className={styles.faint}>, {one.plan.name}</span>
      </GivesWay>
    )}
  </>
)

function Trigger({ row }: Props): ReactNode {
  const { target, trigger } = row.one
  const beside = priceBeside(target.family, trigger === null ? null : padTo(trigger, placesFor(row)))
  return (
    <>
      {triggerText(row)}{' '}
      {beside !== undefined && (
        <GivesWay part="degrees">
          <span className={styles.faint}>{beside}</span>
        </GivesWay>
      )}
    </>
  )
}

function State({ row: { one } }: Props): ReactNode {
  const { issue } = useConditionalRow()
  return (
    <span
      className={classNames(styles.state, one.paused !== null && styles.paused, one.state === 'failed' && styles.down)}
    >
      {stateText(one, issue)}
    </span>
  )
}

const ACTS = {
  title: 'Expires',
  explanation: 'End of its market, or when the access token or agent expires',
}

/** Its trigger, and the side from which the mark reaches it; null for a time exit, one waiting for its order, or one that is over. */
const reachedOf = ({ one }: ConditionalLine): Reached | null =>
  one.trigger === null || isConditionalFinal(one.state)
    ? null
    : { side: one.direction === 'at_or_below' ? 'buy' : 'sell', price: one.trigger }

/** The columns of exits held by this terminal. */
export function conditionalsSpec(live: LiveReads, feeOf: ReturnType<typeof useCloseFees>): TableSpec<ConditionalLine> {
  const money = (one: ConditionalView) => moneyOf(one, feeOf(one.target.family))
  const held = heldColumns<ConditionalLine>(
    { at: ({ one }) => one.createdAt, asset: ({ one }) => one.target.asset, until: ({ one }) => one.until },
    ACTS,
    live,
  )
  return {
    columns: [
      ...held.first,
      textColumn('kind', 'Kind', 60, ({ one }) => exitName(one), { fit: 'content', stays: true, Cell: Kind }),
      decimalColumn('trigger', 'Trigger', 60, ({ one }) => one.trigger, {
        text: triggerText,
        fit: 'content',
        stays: true,
        Cell: Trigger,
        csvAlso: { title: 'Trigger on', of: triggerText },
      }),
      decimalColumn('then', 'Size', 60, ({ one }) => one.plan.size, {
        text: thenText,
        isNumeric: false,
        explanation: 'Size it closes or has closed',
        fit: 'content',
        csv: thenText,
      }),
      decimalColumn('money', 'P&L at trigger', 70, ({ one }) => money(one), {
        text: ({ one }) => moneyText(money(one)),
        explanation: 'P&L at the trigger price, after the close fee where known',
        fit: 'content',
        Cell: ({ row: { one } }) => (
          <Figure
            value={money(one)}
            places="money"
            sign="gain"
            unit={
              feeOf(one.target.family) === null
                ? `${moneyUnit(one.target.family)} before fees`
                : moneyUnit(one.target.family)
            }
          />
        ),
      }),
      textColumn('state', 'State', 96, ({ one }) => stateText(one, null), {
        fit: 'wrap',
        stays: true,
        Cell: State,
        sort: { by: 'text', of: ({ one }) => one.state },
      }),
      distanceColumn({ asset: ({ one }) => one.target.asset, at: reachedOf }, live),
      held.age,
      held.until,
      buttonsColumn('Actions', 44, ConditionalButtons),
    ],
    idOf: ({ one }) => one.id,
    nameOf: (row) => `${exitName(row.one)}, ${triggerText(row)}`,
    // Market, kind, trigger, state and the button always stay.
    givesWay: ['age', 'degrees', 'time', 'distance', 'until', 'name', 'money', 'then'],
    Provider: ConditionalRow,
    Detail: ConditionalDetail,
    isEnded: ({ one }) => isConditionalFinal(one.state),
  }
}

interface ConditionalTableProps {
  readonly conditionals: readonly ConditionalView[]
  readonly assets: Assets
  /** Called with the selected ids, whenever they change. */
  readonly onSelection: (ids: readonly string[]) => void
}

/** Stops and targets held by this terminal, and below them those that ended recently. */
export function ConditionalTable({ conditionals, assets, onSelection }: ConditionalTableProps): ReactNode {
  const table = useTableState('held-orders')
  const live = useLiveReads()
  const feeOf = useCloseFees()
  const spec = useMemo(() => conditionalsSpec(live, feeOf), [live, feeOf])
  const second = useTick(table.state.sort?.column === 'distance' ? 1000 : null)
  const ended = conditionals.filter(isPutAside)
  const [isShown, show] = useState(false)
  const rows = useMemo(
    () => shownExits(conditionals, isShown).map((one) => ({ one, spec: assets.of(one.target.asset) })),
    [conditionals, isShown, assets],
  )
  if (conditionals.length === 0) return null
  return (
    <div className={styles.held}>
      <div className={styles.heldText}>
        <p>
          <strong>{MESSAGES.held}.</strong> {MESSAGES.onlyHere}
        </p>
        <EndedToggle count={ended.length} isShown={isShown} onChange={show} />
        <DismissEnded ids={conditionals.filter(({ state }) => isConditionalFinal(state)).map(({ id }) => id)} />
      </div>
      {rows.length > 0 && (
        <Table
          label={MESSAGES.held}
          spec={spec}
          version={second}
          rows={rows}
          onSelection={(chosen) => onSelection(chosen.map(({ one }) => one.id))}
          {...table}
        />
      )}
    </div>
  )
}

/** Ended ones are put aside, except failed ones, which may leave a position open. */
const isPutAside = ({ state }: ConditionalView): boolean => isConditionalFinal(state) && state !== 'failed'

/** Watched and working ones, then failed ones, each in default order; those put aside only where they are to be shown, last. */
export const shownExits = (
  conditionals: readonly ConditionalView[],
  withEnded: boolean,
): readonly ConditionalView[] => [
  ...conditionals.filter(({ state }) => !isConditionalFinal(state)),
  ...conditionals.filter(({ state }) => state === 'failed'),
  ...(withEnded ? conditionals.filter(isPutAside) : []),
]

interface EndedToggleProps {
  readonly count: number
  readonly isShown: boolean
  readonly onChange: (isShown: boolean) => void
}

/** Shows and hides the ended rows of a table; nothing where there is none. */
export const EndedToggle = ({ count, isShown, onChange }: EndedToggleProps): ReactNode =>
  count === 0 ? null : (
    <Button size="small" variant="bare" aria-expanded={isShown} onClick={() => onChange(!isShown)}>
      {isShown ? MESSAGES.hideEnded : MESSAGES.showEnded(count)}
    </Button>
  )

function DismissEnded({ ids }: { readonly ids: string[] }): ReactNode {
  const call = useCall()
  const [failure, setFailure] = useState<string | null>(null)
  if (ids.length === 0) return null
  return (
    <>
      {failure !== null && <span role="alert">{failure}</span>}
      <Button
        size="small"
        onClick={() => {
          call('dismissConditionals', { ids }).then(
            () => setFailure(null),
            (error: unknown) => setFailure(errorText(error)),
          )
        }}
      >
        {MESSAGES.dismiss}
      </Button>
    </>
  )
}
