/** Tells the trader what a triggered conditional order comes to, loudly for as long as it leaves the position open. */
import { signOf } from '../../contract/decimal.ts'
import type { Clock } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import { isFollowing } from './plan-group.ts'
import type { Report } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import { KIND_LABELS } from './trigger.ts'

export interface Telling {
  /** A close did not close everything: told at the first time, and again while the position stays open. */
  stillOpen(id: string, words: string): void
  /** The close is prepared and cannot be checked: it waits for the trader. Told once for each. */
  waitsForWord(record: StoredConditional, actionId: string): void
  done(record: StoredConditional, words: string): void
  failed(record: StoredConditional, words: string): void
  /** Tells again of those that triggered a while ago and still are not closed. Call twice a second. */
  remind(): void
}

interface TellingOptions {
  readonly saved: Pick<SavedConditionals, 'get'>
  /** Those of the trader who is signed in. */
  readonly mine: () => readonly StoredConditional[]
  readonly report: Report
  readonly clock: Pick<Clock, 'monotonic'>
}

/** Of what the trader ended by hand. */
export const BY_TRADER = 'Canceled by the trader.'

/** A close that nothing is known of is reported this long after its trigger, ms. */
const LATE = 5_000
/** Between two reminders of a position that stays open, ms. */
const REMIND = 60_000

/** What there is to say of a close that nothing has been heard of. */
const NO_WORD = 'Its close is under way, and nothing is known of it yet.'

const titleOf = ({ kind, target }: StoredConditional, what: string): string =>
  `${KIND_LABELS[kind]} on ${target.asset} ${what}`

export function createTelling({ saved, mine, report, clock }: TellingOptions): Telling {
  /** When it was last told that a position is still open, and what there was to say; monotonic ms. */
  const told = new Map<string, { readonly at: number; readonly words: string; readonly isTold: boolean }>()
  const asked = new Set<string>()

  function tell(record: StoredConditional, words: string): void {
    told.set(record.id, { at: clock.monotonic(), words, isTold: true })
    report('error', titleOf(record, 'has not closed the position'), `${words} The position is open until it does.`)
  }

  return {
    stillOpen(id, words) {
      const record = saved.get(id)
      if (record === null) return
      const before = told.get(id)
      if (before?.isTold === true) told.set(id, { ...before, words })
      else tell(record, words)
    },
    waitsForWord(record, actionId) {
      if (asked.has(actionId)) return
      asked.add(actionId)
      report(
        'error',
        titleOf(record, 'waits for your word'),
        'What the service prepared cannot be checked. Confirm or discard it in Activity: until then the position is open.',
      )
    },
    done(record, words) {
      told.delete(record.id)
      const now = saved.get(record.id)
      const goesOn = now?.state === 'armed' && !(isFollowing(now) && signOf(now.plan.size) === 0)
      report('info', titleOf(record, goesOn ? 'closed a part and goes on' : 'closed the position'), words, {
        asset: record.target.asset,
        follows: true,
      })
    },
    failed(record, words) {
      told.delete(record.id)
      report('error', titleOf(record, 'failed'), `${words} The position is not closed by this order.`, {
        asset: record.target.asset,
        isBare: true,
      })
    },
    remind() {
      const open = mine().filter(({ state }) => state === 'triggered' || state === 'submitted')
      for (const id of told.keys()) if (!open.some((record) => record.id === id)) told.delete(id)
      for (const record of open) {
        const before = told.get(record.id)
        if (before === undefined) told.set(record.id, { at: clock.monotonic(), words: NO_WORD, isTold: false })
        else if (clock.monotonic() - before.at >= (before.isTold ? REMIND : LATE)) tell(record, before.words)
      }
    },
  }
}
