/** The text of a row: its line in parts, its state label, and whether the reason of its end is below it. Pure. */

import {
  type ActionRecord,
  type ActionState,
  type FoundAction,
  isDiscarded,
  isFinal,
} from '../../../contract/action.ts'
import { type ActivityRow, CANCELED_BY_USER, type RowOf, type SafetyKind } from '../../../contract/activity.ts'
import type { ConditionalState } from '../../../contract/conditional.ts'
import { absolute, padTo, placesOf, signOf, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES, ownPrice, quotedPrice } from '../../../contract/family-rules.ts'
import type { FlattenState } from '../../../contract/flatten.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { counted } from '../../../contract/plural.ts'
import type { PositionCloseKind } from '../../../contract/position-close.ts'
import { algoTitle, progressText, stateText } from '../../algo/index.ts'
import { exitName } from '../../exit-plan/index.ts'
import { priceText } from '../../format/index.ts'
import { moveParts, moveStateLabel, moveTone } from '../../orders/index.ts'
import { isUnfinished, reversalParts, reversalStateLabel, reversalTone } from '../../positions/index.ts'
import {
  actionParts,
  averageText,
  fillsText,
  joined,
  type LineParts,
  type Naming,
  parts,
  resultText,
  stateLabel,
  stateTone,
  type Tone,
} from '../../trade-forms/index.ts'
import { MESSAGES } from './messages.ts'

/** A row, or an action older than the list that was found by its id. */
export type Line = ActivityRow | { readonly kind: 'found'; readonly id: string; readonly found: FoundAction }

/** What a row of one or several actions shows while collapsed. */
export interface RowLabels {
  readonly line: LineParts
  readonly status: string
  readonly tone: Tone
  /** The reason of its end, if shown below the line; null where the line or another row shows it. */
  readonly reason: string | null
}

/** Rows that consist of a single sentence. */
type PlainKind = 'ending' | 'trade' | 'safety'
export type LabeledRow = Exclude<ActivityRow, { readonly kind: PlainKind }>

export function actionsOf(row: ActivityRow): readonly ActionRecord[] {
  if (row.kind === 'action') return [row.action]
  return row.kind === 'move' || row.kind === 'reversal' ? row.steps : []
}

/** Whether any of it is in progress: neither over nor resting. */
export const isUnderWay = (row: ActivityRow): boolean =>
  actionsOf(row).some(({ state }) => !isFinal(state) && state !== 'resting')

export function labelsOf(row: LabeledRow, names: Naming): RowLabels {
  switch (row.kind) {
    case 'action':
      return actionLabels(row, names)
    case 'move':
      return moveLabels(row, names)
    case 'reversal':
      return reversalLabels(row, names)
    case 'exit':
      return exitLabels(row, names)
    case 'algo':
      return algoLabels(row, names)
    case 'flatten':
      return flattenLabels(row)
  }
}

/** Adds the fills of its orders, which a narrow row shows before the details of the order. */
const withFills = (line: LineParts, ...fills: readonly string[]): LineParts => ({
  ...line,
  extra: [...fills, line.extra].filter((part) => part !== '').join(', '),
})

function actionLabels({ action, cancels, reason }: RowOf<'action'>, names: Naming): RowLabels {
  const { attempt } = action
  // A close is retried until it succeeds.
  const tried = attempt === undefined || attempt.number === 1 ? '' : `, try ${attempt.number}`
  return {
    line: actionParts(action, cancels === null ? [] : [cancels], names),
    status: `${stateLabel(action)}${tried}`,
    tone: stateTone(action),
    reason: reason === CANCELED_BY_USER || isDiscarded(action) ? null : reason,
  }
}

/** A new order that is pending or resting is described by the move. */
const SHOWN_BY_MOVE: ReadonlySet<ActionState> = new Set(['sent', 'acknowledged', 'resting'])

function moveLabels({ move, steps, fills, reason }: RowOf<'move'>, names: Naming): RowLabels {
  const { order, state, placeIds } = move
  const placed = steps.find(({ id }) => id === placeIds.at(-1))
  const follows = state === 'moved' && placed !== undefined && !SHOWN_BY_MOVE.has(placed.state)
  const verb = order.side === 'buy' ? 'bought' : 'sold'
  const more = fills === null ? '' : fillsText({ execution: fills, asset: order.asset, verb }, names)
  return {
    line: withFills(moveParts(move, names), more),
    status: follows ? stateLabel(placed) : moveStateLabel(move),
    tone: follows ? stateTone(placed) : moveTone(move),
    reason: reason === CANCELED_BY_USER ? null : reason,
  }
}

function reversalLabels({ reversal, steps, fills, reason }: RowOf<'reversal'>, names: Naming): RowLabels {
  const { asset, closeId, openId } = reversal
  const averageOf = (id: string | null): string | null => {
    const average = steps.find((step) => step.id === id)?.execution?.average
    return average === undefined ? null : averageText(average, asset, names)
  }
  const line = reversalParts(reversal, names, { closed: averageOf(closeId), opened: averageOf(openId) })
  return {
    line: withFills(line, fills === null ? '' : resultText(fills, true)),
    status: reversalStateLabel(reversal),
    tone: reversalTone(reversal),
    reason,
  }
}

export const EXIT_TEXTS: Readonly<Record<ConditionalState, string>> = {
  waiting: 'waiting for fill',
  armed: 'set',
  triggered: 'triggered',
  submitted: 'closing',
  done: 'done',
  cancelled: 'canceled',
  failed: 'failed',
  expired: 'expired',
}
const EXIT_TONES: Partial<Record<ConditionalState, Tone>> = { done: 'good', failed: 'bad', triggered: 'waiting' }
const MOVED_LABELS = { user: 'moved manually', break_even: 'moved to break-even', trail: 'trailing' } as const

function exitLabels({ exit, asset, fills, reason }: RowOf<'exit'>, names: Naming): RowLabels {
  const { state, plan, position, trigger, closed, target } = exit
  const size = closed ?? plan.size
  const { tickSize } = names.of(target.asset)
  const { family } = target
  const price = trigger === null ? null : padTo(trigger, placesOf(tickSize ?? trigger))
  const much = signOf(size) === 0 ? '' : trimZeros(absolute(size))
  const line = parts(
    [exitName(exit), FAMILY_RULES[family].sides?.[position], much].filter(Boolean).join(' '),
    names.asset(target.asset),
    price === null ? '' : `at ${quotedPrice(family, priceText(family, price))}`,
    plan.moved === null ? '' : MOVED_LABELS[plan.moved],
  )
  const average = fills === null ? undefined : ownPrice(family, position, fills.average)
  const more =
    fills === null
      ? ''
      : fillsText(
          { execution: fills, asset: asset ?? target.asset, verb: 'closed', ...(average && { average }) },
          names,
        )
  const isMoved = state === 'armed' && plan.moved !== null
  const hasFired = state === 'done' && (closed !== undefined || fills !== null)
  return {
    line: withFills(line, more),
    status: isMoved ? 'moved' : hasFired ? 'triggered' : EXIT_TEXTS[state],
    tone: EXIT_TONES[state] ?? 'neutral',
    reason,
  }
}

function algoLabels({ algo, fills, reason }: RowOf<'algo'>, names: Naming): RowLabels {
  const { asset, side, state } = algo
  const verb = side === 'buy' ? 'bought' : 'sold'
  const traded = fills === null ? [] : [fillsText({ execution: fills, asset, verb }, names)]
  return {
    line: parts(algoTitle(algo), names.asset(asset), '', [progressText(algo), ...traded].join(', ')),
    status: stateText({ state, waits: null, message: null }),
    tone: state === 'ended' ? 'bad' : state === 'paused' ? 'waiting' : 'neutral',
    reason,
  }
}

const FLATTEN_TEXTS: Readonly<Record<FlattenState, string>> = {
  asked: 'running',
  cancelling: 'canceling',
  closing: 'closing',
  done: 'done',
  cut_off: 'interrupted',
  left: 'dismissed',
}

function flattenLabels({ flatten, reason }: RowOf<'flatten'>): RowLabels {
  const { state, cancelOrders, report } = flatten
  const markets = report?.markets ?? []
  const closed = markets.filter(({ position }) => position === 'closed').length
  const canceled = markets.reduce((sum, { cancelled }) => sum + cancelled, 0)
  const did = [
    ...(closed > 0 ? [`closed ${counted(closed, 'position', 'positions')}`] : []),
    ...(canceled > 0 ? [`canceled ${counted(canceled, 'order', 'orders')}`] : []),
  ]
  const isLeft = report !== null && isUnfinished(report)
  return {
    line: parts(cancelOrders ? 'Flatten' : MESSAGES.closeAll, '', '', did.join(', ')),
    status: isLeft ? 'incomplete' : FLATTEN_TEXTS[state],
    tone: isLeft || state === 'left' ? 'bad' : state === 'cut_off' ? 'waiting' : 'neutral',
    reason,
  }
}

/** The end of the line for a change of a safety lock. */
export const SAFETY_LABELS: Readonly<Record<SafetyKind, string>> = {
  killed: 'trading stopped',
  kill_lifted: 'trading resumed',
  limits: 'limits changed',
  override: 'limit overridden',
  protection: 'protection removed',
}

/** The end of the line for a closed position. */
export const CLOSE_LABELS: Readonly<Record<PositionCloseKind, string>> = {
  settled: 'settled',
  stopped: 'closed by an exit',
  liquidated: 'liquidated',
  closed_elsewhere: COMMON.closedByOther,
  converted: COMMON.convertedByOther,
  unknown: 'unknown',
}

const ofAction = (action: ActionRecord, names: Naming): readonly (string | null)[] => [
  joined(actionParts(action, [], names)),
  stateLabel(action),
  action.message,
  ...[action.id, action.oid, action.cloid],
]

/** Its text, one part per line. */
function rowText(row: Line, names: Naming): string {
  const textOf = (): readonly (string | null)[] => {
    switch (row.kind) {
      case 'found':
        return [row.id]
      case 'ending':
        return [row.ending.text, CLOSE_LABELS[row.ending.kind]]
      case 'trade':
        return [row.trade.id, row.trade.side, names.asset(row.trade.asset), 'by another client']
      case 'safety':
        return [row.safety.text, SAFETY_LABELS[row.safety.kind]]
      default: {
        const { line, status } = labelsOf(row, names)
        const order = row.kind === 'move' ? [row.move.order.oid, row.move.order.cloid] : []
        const steps = actionsOf(row).flatMap((action) => ofAction(action, names))
        return [joined(line), status, row.reason, row.id, ...order, ...steps]
      }
    }
  }
  return textOf()
    .filter((part) => part !== null)
    .join('\n')
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The rows that contain every search term. */
export function rowsWith(typed: string, rows: readonly Line[], names: Naming): readonly Line[] {
  const terms = plain(typed).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return rows
  return rows.filter((row) => {
    const text = plain(rowText(row, names))
    return terms.every((label) => text.includes(label))
  })
}

/**
 * The day headings of the rows, above the first row of each day other than today.
 * @param rows newest event first; a result found by its id shows its day itself
 * @param today the current day as formatted by `dayOf`
 * @returns headings by the id of the row below
 */
export function daysAbove(
  rows: readonly Line[],
  today: string,
  dayOf: (ms: number) => string,
): ReadonlyMap<string, string> {
  const above = new Map<string, string>()
  let before = today
  for (const row of rows) {
    if (row.kind === 'found') continue
    const day = dayOf(row.at)
    if (day !== before) above.set(row.id, day)
    before = day
  }
  return above
}
