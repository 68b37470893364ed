/** The columns of what this terminal holds. */
import type { ReactNode } from 'react'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { padTo, placesOf, trimZeros } from '../../../contract/decimal.ts'
import { exitName } from '../../exit-plan/index.ts'
import { atPlaces, temperatureOf, timeText } from '../../format/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import { classNames, GivesWay, type TableSpec } from '../../ui/index.ts'
import { ConditionalButtons, ConditionalDetail, ConditionalRow, useConditionalRow } from './conditional-row.tsx'
import { stateWords } from './conditional-state.ts'
import styles from './open-orders.module.css'

export interface ConditionalLine {
  readonly one: ConditionalView
  readonly spec: AssetSpec
}

interface Props {
  readonly row: ConditionalLine
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
    {exitName(one)}
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
  const { issue } = useConditionalRow()
  return (
    <span
      className={classNames(styles.state, one.paused !== null && styles.paused, one.state === 'failed' && styles.down)}
    >
      {stateWords(one, issue)}
    </span>
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
      text: ({ one }) => exitName(one),
      sort: { by: 'text', of: ({ one }) => exitName(one) },
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
      title: 'Move, cancel',
      isTitleHidden: true,
      isNumeric: true,
      least: 44,
      fit: 'content',
      isTight: true,
      stays: true,
      Cell: ConditionalButtons,
    },
  ],
  idOf: ({ one }) => one.id,
  nameOf: (row) => `${exitName(row.one)}, ${triggerText(row)}`,
  // Market, kind, trigger, state and the button never go.
  givesWay: ['degrees', 'time', 'until', 'oco', 'then'],
  Provider: ConditionalRow,
  Detail: ConditionalDetail,
  isEnded: ({ one }) => isConditionalFinal(one.state),
}
