/** Closes the position of triggered exits, follows each close, and retries until the position is closed or its market ends. */

import { isFinal } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import type { ConditionalKind } from '../../contract/conditional.ts'
import { absolute, type Size, signOf, trimZeros, ZERO } from '../../contract/decimal.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { StoredConditional } from '../storage/index.ts'
import type { Refusal } from '../trading/index.ts'
import { partnerAtWork } from './armed.ts'
import { eventsAfterClose, eventsAfterPart, eventsOfGone, eventsWhenGone, isFollowing, mayFill } from './plan-group.ts'
import type { ConditionalTrading } from './ports.ts'
import { createReadConfirmation, heldIn, isHidden } from './read-confirmation.ts'
import type { ConditionalReports } from './reports.ts'
import type { ConditionalSteps, SavedConditionals } from './saved-conditionals.ts'
import { closeId, closeNow, closingBeside, isCut, outcomeOf, type Sized, sized } from './sizing.ts'
import type { closingOf } from './watching.ts'

/** Delay before the next close after one that did not close everything, or after a failed read, ms; the last one repeats until the bucket ends. */
const AGAIN = [250, 500, 1_000, 2_000]

interface ClosingOptions {
  readonly saved: Pick<SavedConditionals, 'get' | 'live'>
  readonly steps: ConditionalSteps
  readonly trading: ConditionalTrading
  /** The exits of the same plan, ended or not, including this one. */
  readonly groupOf: (exit: StoredConditional) => readonly StoredConditional[]
  readonly closable: (record: StoredConditional) => ReturnType<typeof closingOf>
  readonly telling: ConditionalReports
  readonly address: () => Address | null
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly log: Log
}

/** Why the close of a target is withdrawn. */
const FIRST: Readonly<Record<ConditionalKind, (asset: string) => string>> = {
  stop: (asset) => `The stop of ${asset} takes priority.`,
  take_profit: (asset) => `The take-profit of ${asset} takes priority.`,
  time: (asset) => `The time exit of ${asset} takes priority.`,
}

/** A close is refused when another wallet is signed in; it is retried once its own wallet is back. */
const OTHER_WALLET: Refusal = { code: 'identity_changed', message: COMMON.anotherWallet, field: null }

export function createClosing(options: ClosingOptions) {
  const { saved, steps, trading, groupOf, closable, telling, address, clock, log } = options
  const { apply, end } = steps
  const running = new Set<string>()
  const isMine = (id: string): boolean => saved.get(id)?.account === address()
  /** The id of the close stays the same until the previous one is certainly over. */
  const tries = createTries(clock, (id) => carryOutWhenDue(id))
  const { later } = tries
  const gone = createReadConfirmation(clock)
  /** Targets whose close is being withdrawn: nothing is concluded from it meanwhile. */
  const yielding = new Set<string>()

  /** Starts or continues the close of one that triggered; one at a time. */
  function carryOut(id: string): void {
    if (running.has(id)) return
    running.add(id)
    closePosition(id)
      .catch((error: unknown) => {
        log.warn({ err: error, conditional: id }, 'the close of a conditional order could not be started')
        telling.stillOpen(id, error instanceof Error ? error.message : String(error))
        later(id)
      })
      .finally(() => running.delete(id))
      .catch(() => undefined)
  }

  /** Like `carryOut`, unless the last attempt was too recent. */
  function carryOutWhenDue(id: string): void {
    if (tries.isDue(id)) carryOut(id)
  }

  function forget(id: string): void {
    tries.forget(id)
    gone.settle(id)
  }

  async function closePosition(id: string): Promise<void> {
    const next = await sizeClose(id)
    if (next === null) return
    // From here on the close may be sent. Its id is on disk: a repeat submits the same one.
    const refusal = () => (isMine(id) ? null : OTHER_WALLET)
    await trading.submit(next.actionId, next.intent, { refusal, attempt: next.attempt, held: next.held })
    // It gave way to a stop before it was sent.
    if (saved.get(id)?.actionId !== next.actionId) return
    if (!apply([[id, { type: 'submitted' }]])) throw new Error('the submitted close could not be noted')
    follow(id)
  }

  /** The close and its id, on disk; null when there is nothing to close, or not now. */
  async function sizeClose(id: string): Promise<Sized | null> {
    const before = saved.get(id)
    if (before === null || before.state !== 'triggered' || before.account !== address()) return null
    if (before.intent !== null && before.actionId !== null) {
      if (trading.isKnown(before.actionId)) return sized(before, before.actionId, before.intent)
      // It may have been sized long ago: the position and the bucket are checked again.
      apply([[id, { type: 'not_begun', detail: 'Isotherm stopped before the close started.' }]])
    }
    const now = closable(before)
    if (typeof now === 'object') end(before, now.ended, 'market_over')
    if (now !== 'open') return null
    if (before.kind === 'take_profit' && partnerAtWork(before, saved) !== null) {
      apply([[id, { type: 'gave_way', filled: ZERO, detail: 'A stop takes priority.' }]])
      return null
    }
    if (before.kind !== 'take_profit') await wayMadeFor(before)
    const account = await trading.readAccount()
    const record = saved.get(id)
    if (record === null || record.state !== 'triggered') return null
    /** Another wallet may have signed in during the account read: its position is not this one's. */
    if (account.address !== record.account || record.account !== address()) return null
    if (isHidden(account, record)) {
      later(id)
      return null
    }
    const held = heldIn(account, record)
    if (!gone.isProven(id, held === null)) {
      if (held === null) later(id)
    } else nothingLeft(record)
    if (held === null) return null
    const beside = closingBeside(record, saved.live())
    if (signOf(record.plan.size) === 0 && beside.length === 0) {
      if (isFollowing(record)) {
        // The position is beyond what the plan knows: reads show what was added while it closed, and end the plan where nothing was.
        const detail = 'All known size was closed.'
        apply([[id, { type: 'rearmed', filled: ZERO, detail }]])
      } else nothingLeft(record)
      return null
    }
    // A stop or time exit closes what no other close already covers; a target waits for them.
    const next = record.kind === 'take_profit' && beside.length > 0 ? null : sizedFor(record, held, beside)
    if (next === null) later(id)
    return next
  }

  function giveWay(target: StoredConditional, filled: Size): void {
    const event = { type: 'gave_way', filled, detail: 'A stop takes priority: its close was withdrawn.' } as const
    apply(eventsAfterPart(target, groupOf(target), event))
  }

  async function withdraw(target: StoredConditional, actionId: string, why: string): Promise<void> {
    yielding.add(target.id)
    try {
      await trading.withdrawClose(actionId, why)
    } finally {
      yielding.delete(target.id)
    }
    const now = saved.get(target.id)
    const action = trading.action(actionId)
    if (now?.actionId !== actionId || action === null || !isFinal(action.state)) return
    // What was closed all the same, or what the trader declined, is reported like any other close.
    if (outcomeOf(action)?.type === 'again') giveWay(now, action.filled ?? ZERO)
  }

  /**
   * Makes targets of a position give way to a stop or time exit. The close of a target that has sent nothing is withdrawn, even while it waits for
   * the trader's confirmation or in the queue; one that is out takes no further step after its current order. Resolves once every target of the
   * position that can has given way; the others are under way, and count as that.
   */
  async function wayMadeFor(stop: StoredConditional): Promise<void> {
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
    const why = FIRST[kind](target.asset)
    for (const { id: of } of targets) {
      const one = saved.get(of)
      if (one === null || (one.state !== 'triggered' && one.state !== 'submitted')) continue
      if (one.actionId === null) giveWay(one, ZERO)
      // A close unknown to trading is being submitted at this very moment.
      else if (trading.action(one.actionId) !== null) await withdraw(one, one.actionId, why)
    }
  }

  /** More than one read shows that the position is gone. */
  function nothingLeft(record: StoredConditional): void {
    const { closed, target } = record
    if (mayFill(record)) {
      // Its order may fill again: nothing that fills may be without its stop.
      apply(eventsWhenGone(record, groupOf(record), 'The position was closed another way.'))
    } else if (closed === undefined)
      end(record, `The position in ${target.asset} was gone before the close.`, 'position_gone')
    else if (closedBy(record, `Closed ${trimZeros(closed)}.`)) telling.done(record, `Closed ${trimZeros(closed)}.`)
    forget(record.id)
  }

  /** Null while others close everything that it should close. */
  function sizedFor(record: StoredConditional, held: Size, beside: readonly StoredConditional[]): Sized | null {
    const { target, position, protection } = record
    const { asset } = target
    // A plan knows what is left of it, and may have grown since its last close.
    const left = record.plan.size
    const size = closeNow(record, { wanted: left, held, beside })
    if (size === null) return null
    const actionId = closeId(record, record.attempt)
    const stated = { kind: 'distance', ...protection } as const
    const intent: CloseIntent = { kind: 'close', asset, position, size, protection: stated }
    const detail = `Closing ${trimZeros(size)} of ${trimZeros(absolute(held))}.`
    if (apply([[record.id, { type: 'sized', intent, actionId, left, detail }]])) return sized(record, actionId, intent)
    throw new Error('the close could not be noted')
  }

  /** Ends it as done, and the others of its plan in the same write: the position is closed as planned. */
  function closedBy(record: StoredConditional, detail: string, filled: Size | null = null): boolean {
    if (filled !== null) return apply(eventsAfterClose(record, groupOf(record), filled, detail))
    return apply([
      ...eventsOfGone(record, groupOf(record)),
      [record.id, { type: 'closed', detail }],
      ...steps.partnersEnd(record),
    ])
  }

  /** Takes the result of the close from trading. */
  function follow(id: string): void {
    const record = saved.get(id)
    if (record === null || record.state !== 'submitted') return
    if (record.account !== address() || yielding.has(id)) return
    const action = record.actionId === null ? null : trading.action(record.actionId)
    if (action === null) {
      failed(record, 'The result of the close is no longer in the journal.')
      return
    }
    if (trading.waitsForWord(action)) telling.waitsForWord(record, action.id)
    const event = outcomeOf(action)
    if (event?.type === 'closed' && isCut(record)) continueWith(record, action.filled ?? record.intent?.size ?? ZERO)
    else if (event?.type === 'closed') {
      const sum =
        record.closed === undefined ? event.detail : `${event.detail} ${trimZeros(record.closed)} closed earlier.`
      if (!closedBy(record, sum, action.filled ?? record.intent?.size ?? record.plan.size)) return
      telling.done(record, sum)
      forget(id)
    } else if (event?.type === 'failed') failed(record, event.detail)
    else if (event?.type === 'again' && apply(eventsAfterPart(record, groupOf(record), event))) {
      if (event.filled !== null && signOf(event.filled) > 0) tries.forget(id)
      telling.stillOpen(id, event.detail)
      later(id)
    }
  }

  /** It closed what no other close covered: what those leave still belongs to it. */
  function continueWith(record: StoredConditional, filled: Size): void {
    const detail = `Closed ${trimZeros(filled)}; another exit is closing the rest. Continuing with any remainder.`
    const event = { type: 'again', filled, detail } as const
    if (!apply(eventsAfterPart(record, groupOf(record), event))) return
    tries.forget(record.id)
    later(record.id)
  }

  function failed(record: StoredConditional, detail: string): void {
    if (!apply([[record.id, { type: 'failed', detail }]])) return
    telling.failed(record, detail)
    forget(record.id)
  }

  return {
    carryOut,
    carryOutWhenDue,
    follow,
    /** Starts nothing more. */
    stop: tries.stop,
  }
}

/** Schedules retries of closes, with growing delays. @param again called once a delay is over. */
function createTries(clock: Pick<Clock, 'monotonic' | 'after'>, again: (id: string) => void) {
  /** Monotonic ms. */
  const waiting = new Map<string, { readonly until: number; readonly count: number; readonly cancel: Cancel }>()
  return {
    /** Whether the last attempt was long enough ago, or there was none. */
    isDue: (id: string): boolean => (waiting.get(id)?.until ?? 0) <= clock.monotonic(),
    /** Schedules another attempt after a longer delay than the last one. */
    later(id: string): void {
      const before = waiting.get(id)
      before?.cancel()
      const count = before?.count ?? 0
      const pause = AGAIN[Math.min(count, AGAIN.length - 1)] ?? 0
      const cancel = clock.after(pause, () => again(id))
      waiting.set(id, { until: clock.monotonic() + pause, count: count + 1, cancel })
    },
    /** Resets the delay to the first one. */
    forget(id: string): void {
      waiting.get(id)?.cancel()
      waiting.delete(id)
    },
    /** Starts nothing more. */
    stop(): void {
      for (const { cancel } of waiting.values()) cancel()
      waiting.clear()
    },
  }
}
