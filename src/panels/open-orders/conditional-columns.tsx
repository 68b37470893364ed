/** The columns of what this terminal holds. */
import type { ReactNode } from 'react'
import { type ConditionalView, isConditionalFinal, watchedName } from '../../../contract/conditional.ts'
import { type Money, padTo, placesOf, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES, quotedPrice } from '../../../contract/family-rules.ts'
import { exitName, moneyOf } from '../../exit-plan/index.ts'
import { moneyUnit, NONE, priceBeside, priceLabel, signed } from '../../format/index.ts'
import { distanceColumn, type LiveReads, type Reached } from '../../orders/index.ts'
import { classNames, Figure, GivesWay, type TableSpec } from '../../ui/index.ts'
import {
  ConditionalButtons,
  ConditionalDetail,
  type ConditionalLine,
  ConditionalRow,
  useConditionalRow,
} from './conditional-row.tsx'
import { stateText } from './conditional-state.ts'
import { heldColumns } from './held-columns.tsx'
import styles from './open-orders.module.css'

interface Props {
  readonly row: ConditionalLine
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
/** What its plan says of an exit whose order has not filled. */
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
  title: 'Acts until',
  explanation: 'The end of its market, or of the access token or the agent before that',
}

/** At its trigger, and from which side the mark comes to it; null for what goes by the clock, waits for its order or is over. */
const reachedOf = ({ one }: ConditionalLine): Reached | null =>
  one.trigger === null || isConditionalFinal(one.state)
    ? null
    : { side: one.direction === 'at_or_below' ? 'buy' : 'sell', price: one.trigger }

export function conditionalsSpec(live: LiveReads): TableSpec<ConditionalLine> {
  const held = heldColumns<ConditionalLine>(
    { at: ({ one }) => one.createdAt, asset: ({ one }) => one.target.asset, until: ({ one }) => one.until },
    ACTS,
    live,
  )
  return {
    columns: [
      ...held.first,
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
        csvAlso: { title: 'Watches', of: triggerText },
        sort: { by: 'decimal', of: ({ one }) => one.trigger },
      },
      {
        id: 'then',
        title: 'Closes',
        explanation: 'How much of what it protects it closes, or has closed',
        least: 60,
        fit: 'content',
        Cell: ({ row }) => thenText(row),
        text: thenText,
        csv: thenText,
        sort: { by: 'decimal', of: ({ one }) => one.plan.size },
      },
      {
        id: 'money',
        title: 'Comes to',
        explanation: 'What it comes to at its trigger against what its plan paid, before fees',
        isNumeric: true,
        least: 70,
        fit: 'content',
        Cell: ({ row: { one } }) => <Figure value={moneyOf(one)} sign="gain" unit={moneyUnit(one.target.family)} />,
        text: ({ one }) => moneyText(moneyOf(one)),
        sort: { by: 'decimal', of: ({ one }) => moneyOf(one) },
      },
      {
        id: 'state',
        title: 'State',
        least: 96,
        fit: 'wrap',
        stays: true,
        Cell: State,
        text: ({ one }) => stateText(one, null),
        sort: { by: 'text', of: ({ one }) => one.state },
      },
      distanceColumn({ asset: ({ one }) => one.target.asset, at: reachedOf }, live),
      held.age,
      held.until,
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
    givesWay: ['age', 'degrees', 'time', 'distance', 'until', 'name', 'money', 'then'],
    Provider: ConditionalRow,
    Detail: ConditionalDetail,
    isEnded: ({ one }) => isConditionalFinal(one.state),
  }
}
