/**
 * Reports exits that ended with their market: quietly where the position ended with it, as an error with the offer to protect it where it is open.
 * A position that settles may stay in reads for some seconds, so that it is looked at twice. What a quit cut short the next start reports.
 */
import type { AccountView } from '../../contract/account.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { StoredConditional } from '../storage/index.ts'
import type { ConditionalTrading, Report } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import { heldIn, isHidden } from './sizing.ts'

/** A position that is open right after the end is looked at again after this, ms. */
const LOOK_AGAIN = 15_000

export interface EndReports {
  /** Takes up the ends that an earlier run did not report. */
  start(): void
  /** The exits of a plan ended with their market; one of them, and why. */
  ended(exit: StoredConditional, reason: string): void
  /** Nothing is looked at any more. */
  stop(): void
}

interface EndReportsOptions {
  readonly saved: Pick<SavedConditionals, 'live' | 'reportDue' | 'reported'>
  readonly trading: Pick<ConditionalTrading, 'freshAccount'>
  /** Whether a later bucket of its asset is live: what is held in that is none of its. */
  readonly isLater: (exit: StoredConditional) => boolean
  readonly report: Report
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

interface Ended {
  readonly exit: StoredConditional
  readonly reason: string
}

/** What a read says of the position of an exit that ended. */
type Left = 'open' | 'gone' | 'unknown'

export function createEndReports({ saved, trading, isLater, report, clock, log }: EndReportsOptions): EndReports {
  /** Ended since the last read was begun: the exits of many plans may end at once, and one read shows all their positions. */
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

  /** Once it is shown: what cannot be written is reported once more by the next start. */
  function reported(ended: readonly Ended[]): void {
    try {
      saved.reported(ended.map(({ exit }) => exit.id))
    } catch (error) {
      log.error({ err: error }, 'that the end of an exit is reported could not be written')
    }
  }

  /** Those of which the position is still open, or not known; the end of all others is reported. */
  async function look(ended: readonly Ended[]): Promise<readonly (Ended & { readonly left: Left })[]> {
    const account = await trading.freshAccount().catch(() => null)
    // Nobody would see what is reported now: the next start reports it.
    if (!isOn) return []
    const all = ended.map((one) => ({ ...one, left: leftOf(one.exit, account) }))
    const gone = all.filter(({ left }) => left === 'gone')
    for (const { exit, reason } of gone) report('info', `Exit plan on ${exit.target.asset} expired`, reason)
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
        const words = `${reason} No exit protects it any more. Set exits again, or close it in Positions.`
        report('error', `Exit on ${asset} ended while its position is open`, words, { asset, isBare: true })
      } else {
        const words = `${reason} If its position is open, no exit protects it. Look at Positions.`
        report('error', `Exit on ${asset} ended, and its position could not be read`, words, { asset })
      }
    }
    reported(open)
  }

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
    start() {
      isOn = true
      for (const exit of saved.reportDue()) ended(exit, exit.message ?? 'Its market ended.')
    },
    ended,
    stop() {
      isOn = false
      for (const cancel of timers) cancel()
      timers.clear()
      fresh = []
    },
  }
}
