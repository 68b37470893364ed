/**
 * Has targets of a position give way to what limits a loss: the close of a target that has sent nothing is taken back, also while it waits for the
 * trader's word or for its turn at the service; one that is out takes no further step after the order that is in the market.
 */
import { isFinal } from '../../contract/action.ts'
import { type Size, ZERO } from '../../contract/decimal.ts'
import type { StoredConditional } from '../storage/index.ts'
import { outcomeOf } from './outcome.ts'
import { eventsAfterPart } from './plan-group.ts'
import type { ConditionalTrading } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import type { ConditionalSteps } from './steps.ts'
import { KIND_LABELS } from './trigger.ts'

interface GivingWayOptions {
  readonly saved: Pick<SavedConditionals, 'get' | 'live'>
  readonly steps: Pick<ConditionalSteps, 'apply'>
  readonly trading: Pick<ConditionalTrading, 'action' | 'withdrawClose'>
  readonly groupOf: (exit: StoredConditional) => readonly StoredConditional[]
  /** Those of which nothing is to be concluded while their close is taken back. */
  readonly yielding: Set<string>
}

/** Resolves once every target of the position that can has given way; the others are on their way, and count as that. */
export function createGivingWay(options: GivingWayOptions): (stop: StoredConditional) => Promise<void> {
  const { saved, steps, trading, groupOf, yielding } = options

  function giveWay(target: StoredConditional, filled: Size): void {
    const event = { type: 'gave_way', filled, detail: 'A stop goes first: its close was taken back.' } as const
    steps.apply(eventsAfterPart(target, groupOf(target), event))
  }

  async function takeBack(target: StoredConditional, actionId: string, by: string): Promise<void> {
    yielding.add(target.id)
    try {
      await trading.withdrawClose(actionId, by)
    } finally {
      yielding.delete(target.id)
    }
    const now = saved.get(target.id)
    const action = trading.action(actionId)
    if (now?.actionId !== actionId || action === null || !isFinal(action.state)) return
    // What closed all the same, or what the trader declined, is told as any other close.
    if (outcomeOf(action)?.type === 'again') giveWay(now, action.filled ?? ZERO)
  }

  return async (stop) => {
    const { id, account, target, position, kind } = stop
    const targets = saved
      .live()
      .filter(
        (one) =>
          one.id !== id &&
          one.kind === 'take_profit' &&
          one.account === account &&
          one.target.asset === target.asset &&
          one.position === position,
      )
    const by = `The ${KIND_LABELS[kind].toLowerCase()} of ${target.asset}`
    for (const { id: of } of targets) {
      const one = saved.get(of)
      if (one === null || (one.state !== 'triggered' && one.state !== 'submitted')) continue
      if (one.actionId === null) giveWay(one, ZERO)
      // One that trading has not heard of is being begun this very moment.
      else if (trading.action(one.actionId) !== null) await takeBack(one, one.actionId, by)
    }
  }
}
