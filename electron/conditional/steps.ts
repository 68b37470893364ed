/** Takes the steps of conditional orders: what cannot be written is not taken, and the trader hears of it once. */
import type { Log } from '../log/index.ts'
import type { StoredConditional } from '../storage/index.ts'
import { mayEnd } from './plan-group.ts'
import type { Report } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import { KIND_LABELS } from './trigger.ts'

export interface ConditionalSteps {
  /** Takes steps together, on disk when it returns true. One that cannot be written is tried again at the next look; nothing follows from it. */
  apply(events: Parameters<SavedConditionals['apply']>[0]): boolean
  /** What ends the other exits of a plan with the one that closed the position. */
  partnersEnd(record: StoredConditional): Parameters<SavedConditionals['apply']>[0]
  /** Ends one that has nothing left to close, or whose market is over; with the other exits of its plan. */
  end(record: StoredConditional, reason: string, because: 'position_gone' | 'market_over'): void
}

export function createSteps(
  saved: Pick<SavedConditionals, 'apply' | 'live'>,
  report: Report,
  log: Log,
  /** The exits of a plan ended with their market: whether their position did is to be looked at. */
  marketOver: (record: StoredConditional, reason: string) => void,
): ConditionalSteps {
  /** Whether the last write went well: a disk that is full is told once. */
  let writable = true

  function apply(events: Parameters<SavedConditionals['apply']>[0]): boolean {
    try {
      const taken = saved.apply(events)
      writable = true
      return taken
    } catch (error) {
      log.error({ err: error }, 'a conditional order could not be written')
      const words = `${(error as Error).message} Until they can, none triggers.`
      if (writable) report('error', 'Conditional orders cannot be written', words)
      writable = false
      return false
    }
  }

  return {
    apply,
    partnersEnd({ id, kind, plan }) {
      const detail = `The ${KIND_LABELS[kind].toLowerCase()} of the plan closed the position.`
      return saved
        .live()
        .filter((one) => one.plan.id === plan.id && one.id !== id && mayEnd(one))
        .map((one) => [one.id, { type: 'cancelled', detail }] as const)
    },
    end(record, reason, because) {
      const plan = saved.live().filter((one) => one.plan.id === record.plan.id && isOpen(one))
      const ended = [record, ...plan.filter(({ id }) => id !== record.id)]
      // A plan whose order never filled held nothing.
      const isHeld = ended.some(({ state }) => state !== 'waiting')
      // On the disk with the end itself: a quit before the report must not lose it.
      const isDue = (id: string): boolean => isHeld && because === 'market_over' && id === record.id
      const event = (id: string) => ({ type: 'expired', detail: reason, isReportDue: isDue(id) }) as const
      if (!apply(ended.map(({ id }) => [id, event(id)] as const)) || !isHeld) return
      if (because === 'market_over') marketOver(record, reason)
      else report('info', `Exit plan on ${record.target.asset} expired`, reason)
    },
  }
}

/** Whether it can end without a close of its own. */
const isOpen = ({ state }: StoredConditional): boolean => state === 'armed' || state === 'waiting'
