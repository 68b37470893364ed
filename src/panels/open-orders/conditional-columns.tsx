/** The columns of what this terminal holds. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { padTo, placesOf, trimZeros } from '../../../contract/decimal.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { atPlaces, temperatureOf, timeText } from '../../format/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import { Button, classNames, GivesWay, type TableSpec } from '../../ui/index.ts'
import { type CancelIssue, stateWords } from './conditional-state.ts'
import styles from './open-orders.module.css'

export interface ConditionalLine {
  readonly one: ConditionalView
  readonly spec: AssetSpec
}

interface Props {
  readonly row: ConditionalLine
}

const KIND_WORDS = { stop: 'Stop', take_profit: 'Take-profit', time: 'Time exit' } as const

/** `Stop`, `Target 2`, `Time exit`; of a pair `Take-profit`. */
const kindText = ({ kind, plan }: ConditionalView): string =>
  plan !== undefined && typeof plan.role === 'number' ? `Target ${plan.role + 1}` : KIND_WORDS[kind]

interface Issue {
  readonly issue: CancelIssue | null
  readonly say: (issue: CancelIssue | null) => void
}
const IssueContext = createContext<Issue>({ issue: null, say: () => undefined })

function RowProvider({ children }: Props & { readonly children: ReactNode }): ReactNode {
  const [issue, say] = useState<CancelIssue | null>(null)
  return <IssueContext value={{ issue, say }}>{children}</IssueContext>
}

const placesFor = ({ one, spec }: ConditionalLine): number =>
  spec.tickSize === null ? (one.trigger === null ? 0 : placesOf(one.trigger)) : placesOf(spec.tickSize)
const triggerText = (row: ConditionalLine): string => {
  const { target, source, direction, trigger, plan, kind } = row.one
  if (kind === 'time') return `${plan?.terms.outBefore ?? 0} s before ${MOMENTS[target.family]}`
  if (trigger === null) return levelText(row.one)
  const sign = direction === 'at_or_above' ? '≥' : '≤'
  return `${target.family === 'binary' ? 'UP ' : ''}${source} ${sign} ${atPlaces(trigger, placesFor(row))}`
}
/** What its plan says of an exit whose order has not filled. */
function levelText({ plan }: ConditionalView): string {
  const level = typeof plan?.role === 'number' ? plan.terms.targets[plan.role]?.level : plan?.terms.stop
  if (level == null) return plan?.terms.trail == null ? '' : `${plan.terms.trail.distance} behind the best price`
  return level.by === 'price' ? level.price : `${level.distance} from the entry`
}

const MOMENTS = { scalar: 'the final window', binary: 'the cut-off', outcome: 'the expiry' } as const
const thenText = ({ one: { target, position, percent, plan, state } }: ConditionalLine): string => {
  if (plan !== undefined) {
    if (state === 'waiting') return `Close ${trimZeros(percent)} % of what fills`
    return `Close ${trimZeros(plan.size)} of ${trimZeros(plan.filled)}`
  }
  const what = target.family === 'scalar' ? position : position === 'long' ? 'UP' : 'DOWN'
  return `Close ${trimZeros(percent)} % of the ${what}`
}

const BECAUSE = { market: '', token: ', token', agent: ', agent' } as const
/** `22:00:00`, and what ends before its market; nothing for what is over. */
const untilText = ({ one: { until } }: ConditionalLine): string =>
  until === null ? '' : `${timeText(until.at)}${BECAUSE[until.because]}`

const Kind = ({ row: { one } }: Props): ReactNode => (
  <>
    <span className={styles.own} aria-hidden />
    {kindText(one)}
    {one.plan?.name != null && (
      <GivesWay part="oco">
        <span className={styles.faint}>, {one.plan.name}</span>
      </GivesWay>
    )}
    {one.oco !== null && one.plan === undefined && (
      <GivesWay part="oco">
        <span className={styles.faint}>, one cancels the other</span>
      </GivesWay>
    )}
  </>
)

const Trigger = ({ row }: Props): ReactNode => (
  <>
    {triggerText(row)}{' '}
    {row.one.target.family === 'scalar' && row.one.trigger !== null && (
      <GivesWay part="degrees">
        <span className={styles.faint}>{temperatureOf(padTo(row.one.trigger, placesFor(row)))}</span>
      </GivesWay>
    )}
  </>
)

function State({ row: { one } }: Props): ReactNode {
  const { issue } = useContext(IssueContext)
  return (
    <span
      className={classNames(styles.state, one.paused !== null && styles.paused, one.state === 'failed' && styles.down)}
    >
      {stateWords(one, issue)}
    </span>
  )
}

function Buttons({ row }: Props): ReactNode {
  const call = useCall()
  const { say } = useContext(IssueContext)
  const { id, state, trigger } = row.one
  const name = `${kindText(row.one).toLowerCase()}${trigger === null ? '' : ` at ${atPlaces(trigger, placesFor(row))}`}`
  const failed = (error: unknown): void => say({ words: wordsOf(error), state })
  return isConditionalFinal(state) ? (
    <Button
      size="small"
      aria-label={`Put ${name} away`}
      onClick={() => {
        call('putAwayConditionals', { ids: [id] }).catch(failed)
      }}
    >
      Put away
    </Button>
  ) : (
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
  )
}

export const CONDITIONALS: TableSpec<ConditionalLine> = {
  columns: [
    {
      id: 'time',
      title: 'Time',
      least: 62,
      fit: 'content',
      Cell: ({ row }) => <span className={styles.faint}>{timeText(row.one.createdAt)}</span>,
      text: ({ one }) => timeText(one.createdAt),
      csv: ({ one }) => new Date(one.createdAt).toISOString(),
      sort: { by: 'count', of: ({ one }) => one.createdAt },
    },
    {
      id: 'market',
      title: 'Market',
      least: 60,
      fit: 'content',
      stays: true,
      Cell: ({ row }) => row.spec.name,
      text: ({ spec }) => spec.name,
      sort: { by: 'text', of: ({ one }) => one.target.asset },
    },
    {
      id: 'kind',
      title: 'Kind',
      least: 60,
      fit: 'content',
      stays: true,
      Cell: Kind,
      text: ({ one }) => kindText(one),
      sort: { by: 'text', of: ({ one }) => kindText(one) },
    },
    {
      id: 'trigger',
      title: 'Trigger',
      isNumeric: true,
      least: 60,
      fit: 'content',
      stays: true,
      Cell: Trigger,
      text: triggerText,
      sort: { by: 'decimal', of: ({ one }) => one.trigger },
    },
    {
      id: 'then',
      title: 'Then',
      least: 60,
      fit: 'content',
      Cell: ({ row }) => thenText(row),
      text: thenText,
    },
    {
      id: 'state',
      title: 'State',
      least: 96,
      fit: 'wrap',
      stays: true,
      Cell: State,
      text: ({ one }) => stateWords(one, null),
      sort: { by: 'text', of: ({ one }) => one.state },
    },
    {
      id: 'until',
      title: 'Acts until',
      explanation: 'The end of its market, or of the access token or the agent before that',
      least: 62,
      fit: 'content',
      Cell: ({ row }) => <span className={styles.faint}>{untilText(row)}</span>,
      text: untilText,
    },
    {
      id: 'buttons',
      title: 'Cancel',
      isTitleHidden: true,
      isNumeric: true,
      least: 44,
      fit: 'content',
      isTight: true,
      stays: true,
      Cell: Buttons,
    },
  ],
  idOf: ({ one }) => one.id,
  nameOf: (row) => `${kindText(row.one)}, ${triggerText(row)}`,
  // Market, kind, trigger, state and the button never go.
  givesWay: ['degrees', 'time', 'until', 'oco', 'then'],
  Provider: RowProvider,
  isEnded: ({ one }) => isConditionalFinal(one.state),
}
