/**
 * Handles orders that were believed to be over and reappear. Where their plan ended because the order came to nothing, the exits that the trader had
 * not canceled are set again; without any, the trader is notified that the order, or what has filled, is not protected.
 */
import type { ActionRecord } from '../../contract/action.ts'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { compare, signOf } from '../../contract/decimal.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { StoredConditional } from '../storage/index.ts'
import { derivedId } from '../trading/index.ts'
import { exitId } from './plan-group.ts'
import type { Plans } from './plans.ts'
import type { Report } from './ports.ts'
import { BY_TRADER } from './reports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'

interface SurfacingOptions {
  readonly saved: Pick<SavedConditionals, 'get' | 'add'>
  /** Newest first, including those that ended long ago. */
  readonly newest: () => readonly StoredConditional[]
  readonly plans: Pick<Plans, 'groupOf' | 'foundOf' | 'followEntries'>
  readonly report: Report
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

export function createSurfacing(options: SurfacingOptions): (action: ActionRecord) => void {
  const { saved, newest, plans, report, clock, log } = options

  /** One exit of each plan whose order, or its replacement, is the action. */
  function plansOf(action: ActionRecord): readonly StoredConditional[] {
    const first = new Map<string, StoredConditional>()
    for (const record of newest()) {
      if (record.plan.entry === null || first.has(record.plan.id)) continue
      if (plans.foundOf(record, record.plan.entry)?.orders.includes(action.id) === true)
        first.set(record.plan.id, record)
    }
    return [...first.values()]
  }

  /** The same plan under a new id: what has ended stays ended. The id is the same however often the order is found. */
  function heldAgain(group: readonly StoredConditional[]): readonly StoredConditional[] {
    return group.map((exit) => {
      const plan = derivedId(exit.plan.id, 'found')
      const at = clock.now()
      const detail = 'Its order was found.'
      return {
        ...exit,
        ...{ id: exitId(plan, exit.plan.role), state: 'waiting', message: detail, updatedAt: at },
        steps: [{ state: 'waiting', at, detail }],
        plan: { ...exit.plan, id: plan, isEntryOver: false },
      }
    })
  }

  const isLive = (exit: StoredConditional): boolean =>
    plans.groupOf(exit).some(({ state }) => !isConditionalFinal(state))

  function take(exit: StoredConditional, entry: string, action: ActionRecord): void {
    const group = plans.groupOf(exit)
    if (isLive(exit)) return
    const { asset } = exit.target
    const cameToNothing = group.every(
      ({ state, plan, closed }) => state === 'cancelled' && signOf(plan.filled) === 0 && closed === undefined,
    )
    // Each exit by itself: one that the trader canceled stays canceled, without affecting the others.
    const again = cameToNothing ? heldAgain(group.filter(({ message }) => message !== BY_TRADER)) : []
    if (again.some(({ id }) => saved.get(id) !== null)) return
    if (again.length > 0) {
      saved.add(again)
      const isAll = again.length === group.length
      report(
        'error',
        `Exits of an order in ${asset} are active again`,
        isAll
          ? 'The order was found. The exits protect its fills.'
          : 'The order was found. Exits you canceled stay canceled: check the exits of its fills.',
      )
      plans.followEntries()
      return
    }
    const found = plans.foundOf(exit, entry)
    // Another plan of the same order covers what it fills.
    if (found === null || plansOf(action).some(isLive)) return
    if (compare(found.filled, exit.plan.filled) > 0) {
      const text = 'Its exits have ended. Set new exits in Positions, or close the position there.'
      report('error', `Late order in ${asset} filled without exits`, text, { asset, isBare: true })
    } else if (!found.isOver) {
      const text = 'It was found, but its exits have ended. Cancel it in Open orders, or set exits when it fills.'
      report('error', `Late order in ${asset} rests without exits`, text, { asset, isBare: true })
    }
  }

  return (action) => {
    try {
      for (const exit of plansOf(action)) if (exit.plan.entry !== null) take(exit, exit.plan.entry, action)
    } catch (error) {
      log.error({ err: error, action: action.id }, 'the exits of a found order could not be restored')
      report(
        'error',
        'Exits could not be restored',
        'An order was found. Check its position and set its exits there.',
        'asset' in action.intent ? { asset: action.intent.asset, isBare: true } : undefined,
      )
    }
  }
}
