/** Results of stops and take-profits that close only a part of a position by their own setting. Pure. */
import { type ActionRecord, type Execution, serviceTime } from '../../contract/action.ts'
import type { ShownPosition } from '../../contract/books/index.ts'
import { isConditionalFinal } from '../../contract/conditional.ts'
import {
  absolute,
  add,
  compare,
  divide,
  HUNDRED,
  type Money,
  multiply,
  negate,
  type Size,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import type { PositionCloseFacts } from '../../contract/position-close.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { Trigger } from './ports.ts'

/** A position of the ledger as reads show it. */
export type LedgerPosition = ShownPosition & { readonly asset: string }

/** A part that was closed. */
export interface PartialStop {
  readonly asset: string
  /** Of the stop. */
  readonly id: string
  readonly facts: PositionCloseFacts
  /** Size held before; null while no read shows the rest, or nothing is left. */
  readonly whole: Size | null
}

interface Around {
  readonly triggerOf: (actionId: string) => Trigger | null
  readonly held: readonly LedgerPosition[]
  /** The service's time. */
  readonly now: Millis
}

/** Older results were reported, or are no longer news, ms. */
const NEWS = 600_000
const PLACES = 6

/** Every finished stop that closed a part, with all fills of its closes; `isAll` is false while another one is closing. */
export function partialStops(
  actions: readonly ActionRecord[],
  { triggerOf, held, now }: Around,
): { readonly parts: readonly PartialStop[]; readonly isAll: boolean } {
  let isAll = true
  const closes = new Map<string, { readonly trigger: Trigger; readonly actions: ActionRecord[] }>()
  for (const action of actions) {
    if (action.intent.kind !== 'close' || now - serviceTime(action, action.updatedAt) > NEWS) continue
    const trigger = triggerOf(action.id)
    if (trigger === null || compare(trigger.percent, HUNDRED) >= 0) continue
    if (!isConditionalFinal(trigger.state)) isAll = false
    if (trigger.state !== 'done') continue
    const of = closes.get(trigger.id) ?? { trigger, actions: [] }
    of.actions.push(action)
    closes.set(trigger.id, of)
  }
  const parts = [...closes.values()].flatMap(({ trigger, actions: own }) => partOf(trigger, own, held) ?? [])
  return { parts, isAll }
}

function partOf(
  trigger: Trigger,
  actions: readonly ActionRecord[],
  held: readonly LedgerPosition[],
): PartialStop | null {
  const traded = actions.filter(({ filled }) => filled !== null && compare(filled, ZERO) > 0)
  const fills = traded.flatMap(({ execution, filled }) =>
    execution != null && compare(execution.size, filled ?? ZERO) >= 0 ? [execution] : [],
  )
  const [first] = traded
  if (first === undefined || fills.length < traded.length || !('asset' in first.intent)) return null
  const { asset } = first.intent
  const amount = fills.reduce<Size>((sum, { size }) => add(sum, size), ZERO)
  const value = fills.map(({ average, size }) => multiply(average, size)).reduce((sum, one) => add(sum, one))
  const at = millis(Math.max(...traded.map((action) => serviceTime(action, action.execution?.at ?? action.updatedAt))))
  const left = held.find((position) => position.asset === asset)
  const isShown = left !== undefined && left.since >= at
  const price = trimZeros(divide(value, amount, PLACES))
  return {
    asset,
    id: trigger.id,
    facts: {
      kind: 'stopped',
      size: trigger.position === 'long' ? amount : negate(amount),
      entryPx: left?.entryPx ?? price,
      price,
      result: sumOf(fills, ({ realised }) => realised),
      fee: sumOf(fills, ({ fee }) => fee),
      at,
      isCertain: true,
      trigger: { kind: trigger.kind, price: trigger.trigger },
    },
    whole: isShown ? add(absolute(left.size), amount) : null,
  }
}

/** Null where one part is unknown. */
function sumOf(fills: readonly Execution[], of: (fill: Execution) => Money | null): Money | null {
  const amounts = fills.map(of)
  return amounts.some((amount) => amount === null)
    ? null
    : amounts.reduce<Money>((sum, amount) => add(sum, amount ?? ZERO), ZERO)
}
