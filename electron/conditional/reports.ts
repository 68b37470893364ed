/** Reports the results of exits to the trader: of those that triggered, and of those that ended with their market. */

import type { AccountView } from '../../contract/account.ts'
import { signOf } from '../../contract/decimal.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { StoredConditional } from '../storage/index.ts'
import { isFollowing } from './plan-group.ts'
import type { ConditionalTrading, Report } from './ports.ts'
import { heldIn, isHidden } from './read-confirmation.ts'
import { expiredTitle, type SavedConditionals } from './saved-conditionals.ts'
import { KIND_LABELS } from './trigger.ts'

export type ConditionalReports = ReturnType<typeof createConditionalReports>

/** Message of an exit that the trader ended. */
export const BY_TRADER = 'Canceled by you.'

/** A close without any result is reported this long after its trigger, ms. */
const LATE = 5_000
/** Interval between two reminders of a position that stays open, ms. */
const REMIND = 60_000

/** Message about a close without any result so far. */
const NO_WORD = 'Closing. No P&L yet.'

/** @param what a state: `failed` */
export const titleOf = ({ kind, target }: StoredConditional, what: string): string =>
  `${KIND_LABELS[kind]} on ${target.asset}: ${what}`

/** Reports the result of a triggered conditional order, with reminders for as long as it leaves the position open. */
export function createConditionalReports({
  saved,
  mine,
  report,
  clock,
}: {
  readonly saved: Pick<SavedConditionals, 'get'>
  /** Those of the signed-in trader. */
  readonly mine: () => readonly StoredConditional[]
  readonly report: Report
  readonly clock: Pick<Clock, 'monotonic'>
}) {
  /** When an open position was last reported, and the current message; monotonic ms. */
  const reported = new Map<string, { readonly at: number; readonly text: string; readonly isReported: boolean }>()
  const requests = new Set<string>()

  function notify(record: StoredConditional, message: string): void {
    reported.set(record.id, { at: clock.monotonic(), text: message, isReported: true })
    report('error', titleOf(record, 'position not closed'), `${message} The position is still open.`)
  }

  return {
    /** A close did not close everything: reported the first time, and again while the position stays open. */
    stillOpen(id: string, message: string): void {
      const record = saved.get(id)
      if (record === null) return
      const before = reported.get(id)
      if (before?.isReported === true) reported.set(id, { ...before, text: message })
      else notify(record, message)
    },
    /** The close is prepared and cannot be verified: it waits for the trader. Reported once for each. */
    waitsForWord(record: StoredConditional, actionId: string): void {
      if (requests.has(actionId)) return
      requests.add(actionId)
      report(
        'error',
        titleOf(record, 'needs your confirmation'),
        "The venue's prepared action cannot be verified. Confirm or discard it in Activity; until then the position stays open.",
      )
    },
    done(record: StoredConditional, text: string): void {
      reported.delete(record.id)
      const now = saved.get(record.id)
      const continues = now?.state === 'armed' && !(isFollowing(now) && signOf(now.plan.size) === 0)
      report('info', titleOf(record, continues ? 'partially closed, still active' : 'position closed'), text, {
        asset: record.target.asset,
        follows: true,
      })
    },
    failed(record: StoredConditional, text: string): void {
      reported.delete(record.id)
      report('error', titleOf(record, 'failed'), `${text} The position may still be open. Check Positions.`, {
        asset: record.target.asset,
        isBare: true,
      })
    },
    /** Reminds of those that triggered a while ago and are still not closed. Call twice a second. */
    remind(): void {
      const open = mine().filter(({ state }) => state === 'triggered' || state === 'submitted')
      for (const id of reported.keys()) if (!open.some((record) => record.id === id)) reported.delete(id)
      for (const record of open) {
        const before = reported.get(record.id)
        if (before === undefined) reported.set(record.id, { at: clock.monotonic(), text: NO_WORD, isReported: false })
        else if (clock.monotonic() - before.at >= (before.isReported ? REMIND : LATE)) notify(record, before.text)
      }
    },
  }
}

/** A position that is open right after the end is checked again after this, ms. */
const LOOK_AGAIN = 15_000

interface Ended {
  readonly exit: StoredConditional
  readonly reason: string
}

/** State of the position of an ended exit, by a read. */
type Left = 'open' | 'gone' | 'unknown'

/**
 * Reports exits that ended with their market: quietly where the position ended with it, as an error with an offer to protect it where it is open. A
 * position that settles may stay in reads for some seconds, so it is checked twice. What a quit interrupts is reported by the next start.
 */
export function createEndReports({
  saved,
  trading,
  isLater,
  report,
  clock,
  log,
}: {
  readonly saved: Pick<SavedConditionals, 'live' | 'reportDue' | 'reported'>
  readonly trading: Pick<ConditionalTrading, 'freshAccount'>
  /** Whether a later bucket of its asset is live: a position in that is not its own. */
  readonly isLater: (exit: StoredConditional) => boolean
  readonly report: Report
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}) {
  /** Ended since the last read began: the exits of many plans may end at once, and one read shows all their positions. */
  let fresh: Ended[] = []
  const timers = new Set<Cancel>()
  let isOn = false

  function after(ms: number, run: () => void): void {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      run()
    })
    timers.add(cancel)
  }

  const isProtected = ({ account, target, position }: StoredConditional): boolean =>
    saved
      .live()
      .some(
        (one) =>
          one.state !== 'waiting' &&
          one.account === account &&
          one.target.asset === target.asset &&
          one.position === position,
      )

  function leftOf(exit: StoredConditional, account: AccountView | null): Left {
    if (account === null || account.address !== exit.account || isHidden(account, exit)) return 'unknown'
    return heldIn(account, exit) === null || isLater(exit) || isProtected(exit) ? 'gone' : 'open'
  }

  /** Once it is shown: if this cannot be written, the next start reports it again. */
  function reported(ended: readonly Ended[]): void {
    try {
      saved.reported(ended.map(({ exit }) => exit.id))
    } catch (error) {
      log.error({ err: error }, 'that the end of an exit is reported could not be written')
    }
  }

  /** Those whose position is still open, or unknown; the end of all others is reported. */
  async function look(ended: readonly Ended[]): Promise<readonly (Ended & { readonly left: Left })[]> {
    const account = await trading.freshAccount().catch(() => null)
    // Nobody would see a report now: the next start reports it.
    if (!isOn) return []
    const all = ended.map((one) => ({ ...one, left: leftOf(one.exit, account) }))
    const gone = all.filter(({ left }) => left === 'gone')
    for (const { exit, reason } of gone) report('info', expiredTitle(exit), reason)
    reported(gone)
    return all.filter(({ left }) => left !== 'gone')
  }

  async function lookTwice(ended: readonly Ended[]): Promise<void> {
    const open = await look(ended)
    if (open.length === 0) return
    after(LOOK_AGAIN, () => {
      look(open).then(reportOpen, () => undefined)
    })
  }

  /** Each position once, however many plans it had. */
  function reportOpen(open: readonly (Ended & { readonly left: Left })[]): void {
    const seen = new Set<string>()
    for (const { exit, reason, left } of open) {
      const { asset } = exit.target
      const place = `${exit.account}/${asset}/${exit.position}`
      if (seen.has(place)) continue
      seen.add(place)
      if (left === 'open') {
        const text = `${reason} The position has no exits. Set new ones or close it in Positions.`
        report('error', `Exit on ${asset} ended with the position open`, text, { asset, isBare: true })
      } else {
        const text = `${reason} If the position is open, it has no exits. Check Positions.`
        report('error', `Exit on ${asset} ended; position unreadable`, text, { asset })
      }
    }
    reported(open)
  }

  /** The exits of a plan ended with their market; one of them, and why. */
  function ended(exit: StoredConditional, reason: string): void {
    fresh.push({ exit, reason })
    if (fresh.length > 1) return
    after(0, () => {
      const all = fresh
      fresh = []
      lookTwice(all).catch(() => undefined)
    })
  }

  return {
    /** Takes over ends that an earlier run did not report. */
    start(): void {
      isOn = true
      for (const exit of saved.reportDue()) ended(exit, exit.message ?? 'Its market ended.')
    },
    ended,
    /** Stops looking. */
    stop(): void {
      isOn = false
      for (const cancel of timers) cancel()
      timers.clear()
      fresh = []
    },
  }
}
