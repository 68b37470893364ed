/** Conditional orders as windows see them: whether each is watched and why not, until when it can act, and what its close will need. */
import {
  type ActiveUntil,
  cannotText,
  earlierText as early,
  activeUntil as firstEnd,
} from '../../contract/active-until.ts'
import { shortAddress } from '../../contract/address.ts'
import {
  type ConditionalKind,
  type ConditionalTarget,
  type ConditionalView,
  isConditionalFinal,
} from '../../contract/conditional.ts'
import { signOf } from '../../contract/decimal.ts'
import { priceLabel } from '../../contract/price-text.ts'
import type { WatchEntry, WatchState } from '../../contract/watch-list.ts'
import type { StoredConditional } from '../storage/index.ts'
import { heldBackBy } from './armed.ts'
import { isFollowing } from './plan-group.ts'
import type { Acting, ConditionalTrading } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import { KIND_LABELS } from './trigger.ts'
import { type closingOf, notTrading, type Watching } from './watching.ts'

interface ShownOptions {
  readonly saved: Pick<SavedConditionals, 'live' | 'isOld'>
  /** Those of the wallet that is signed in, or was last. */
  readonly shownOnes: () => readonly StoredConditional[]
  readonly address: () => string | null
  readonly watching: (record: StoredConditional) => Watching
  readonly closable: (record: StoredConditional) => ReturnType<typeof closingOf>
  /** Why a time exit does not act on its time now; null where it does. */
  readonly timeDoubt: (record: StoredConditional) => string | null
  readonly unverifiable: ConditionalTrading['unverifiable']
  readonly acting: () => Acting
}

const WATCHED: WatchState = { at: 'watched' }
const certain = (reason: string): WatchState => ({ at: 'not_watched', reason, isCertain: true })

export function createShown(options: ShownOptions) {
  const { saved, shownOnes, address, watching, closable, timeDoubt, unverifiable, acting } = options
  /** The last published state, updated by every read of it: a window may open between two looks. */
  let publishedState = ''
  const given = new Set<string>()

  /** What a close will need from the trader, judged by this deployment's actions. */
  const needsOf = (asset: string): string | null => needText(asset, unverifiable(asset))?.text ?? null

  /** The displayed state that changes without a step. */
  function displayedState(): string {
    const all = shownOnes()
    const assets = new Set(all.filter(isLive).map(({ target }) => target.asset))
    return JSON.stringify([all.map((record) => [record.id, pauseOf(record)]), [...assets].map(needsOf)])
  }

  function watchOf(record: StoredConditional): WatchState {
    const { state, account, kind } = record
    const who = address()
    if (account !== who) {
      const owner = shortAddress(account)
      return certain(
        who === null
          ? `Signed out. It belongs to wallet ${owner}.`
          : `It belongs to wallet ${owner}, which is not signed in.`,
      )
    }
    const { cannot } = acting()
    if (cannot !== null) return certain(cannotText(cannot))
    // The plan waits for its order's fills, or its close is under way, which has its own reports.
    if (state !== 'armed' || heldBackBy(record, saved) !== null) return WATCHED
    // A time exit needs no price: it waits only while no close can be sent.
    if (kind === 'time') {
      const reason = notTrading(record.target.asset)
      if (closable(record) === 'shut') return { at: 'closed_market', reason }
      const doubt = timeDoubt(record)
      return doubt === null ? WATCHED : { at: 'not_watched', reason: doubt, isCertain: false }
    }
    const now = watching(record)
    if (now.at !== 'paused') return WATCHED
    const { reason, isShut } = now
    return isShut ? { at: 'closed_market', reason } : { at: 'not_watched', reason, isCertain: false }
  }

  /** Why it is not watched, or what it waits for; null while it is watched or over. */
  function pauseOf(record: StoredConditional): string | null {
    if (!isLive(record)) return null
    const watch = watchOf(record)
    if (watch.at !== 'watched') return watch.reason
    if (record.state !== 'armed') return null
    if (isFollowing(record) && record.kind !== 'take_profit' && signOf(record.plan.size) === 0)
      return 'All known size is closed. The next position read ends this exit or shows added size.'
    const partner = heldBackBy(record, saved)
    return partner === null ? null : WAITING_FOR[partner.kind]
  }

  return {
    view(): readonly ConditionalView[] {
      given.add(displayedState())
      return shownOnes()
        .filter((record) => !saved.isOld(record))
        .map((record) => {
          const { profile: _profile, account: _account, isReportDue: _isReportDue, ...shown } = record
          const isOver = isConditionalFinal(record.state)
          return {
            ...shown,
            paused: pauseOf(record),
            until: isOver ? null : activeUntil(record.target, acting()),
            needs: isOver ? null : needsOf(record.target.asset),
          }
        })
    },
    /** Whether the displayed state differs from the last published one. Call at each look. */
    isNews(): boolean {
      const now = displayedState()
      given.delete(now)
      if (now === publishedState && given.size === 0) return false
      publishedState = now
      given.clear()
      return true
    },
    /** Every one that has not ended, of every wallet. */
    watchEntries: (): readonly WatchEntry[] =>
      saved.live().map((record) => {
        const { id, account, target } = record
        const watch = withoutPause(watchOf(record))
        return { id, kind: 'exit', label: labelOf(record), asset: target.asset, account, watch }
      }),
  }
}

const WAITING_FOR: Readonly<Record<ConditionalKind, string>> = {
  stop: 'Waiting for the stop of the plan, which triggered.',
  take_profit: 'Waiting for the take-profit of the plan, which triggered.',
  time: 'Waiting for the time exit of the plan, which triggered.',
}

const isLive = ({ state }: StoredConditional): boolean => !isConditionalFinal(state)

/** In the list the state is shown beside the reason: `Paused: the book is stale.` becomes `The book is stale.` there. */
function withoutPause(watch: WatchState): WatchState {
  if (watch.at === 'watched') return watch
  const reason = watch.reason.replace(/^Paused: (.)/, (_, first: string) => first.toUpperCase())
  return { ...watch, reason }
}

/** `Stop on NYCTMP1 at 565.00`, `Time exit on NYCTMP1`. */
function labelOf({ kind, target: { asset }, trigger }: StoredConditional): string {
  const label = KIND_LABELS[kind]
  return trigger === null ? `${label} on ${asset}` : `${label} on ${asset} at ${priceLabel(trigger)}`
}

/** What ends first: the market, the access token, or the approval of the agent. */
const activeUntil = ({ end }: ConditionalTarget, acting: Acting): ActiveUntil =>
  firstEnd(end, acting) ?? { at: end, because: 'market' }

/** Message where something could not act as long as its market trades; null where it can. */
export function earlierText(target: ConditionalTarget, acting: Acting): string | null {
  return early('exit', target.end, activeUntil(target, acting))
}

/** What its close will need: the title of a notice, and the last sentence of its text. */
const NEEDS = {
  will: {
    confirm: {
      title: (asset: string): string => `Exit on ${asset}: its close will need your confirmation`,
      need: 'Its close will need your confirmation.',
    },
    refuse: {
      title: (asset: string): string => `Exit on ${asset}: its close will be refused`,
      need: 'Its close will be refused, according to your settings.',
    },
  },
  may: {
    confirm: {
      title: (asset: string): string => `Exit on ${asset}: its close may need your confirmation`,
      need: 'Its close may need your confirmation.',
    },
    refuse: {
      title: (asset: string): string => `Exit on ${asset}: its close may be refused`,
      need: 'Its close may be refused, according to your settings.',
    },
  },
} as const

type Unverifiable = ReturnType<ConditionalTrading['unverifiable']>

/** What the close of a conditional order will need from the trader: shown when it is set and while it is active; null when nothing is needed. */
export function needText(asset: string, found: Unverifiable): { readonly title: string; readonly text: string } | null {
  if (found === null) return null
  const { why, answer } = found
  if (why === 'left_out') {
    return {
      title: NEEDS.will.confirm.title(asset),
      text: 'This deployment does not send the signed fields, so its close will need your confirmation.',
    }
  }
  const { title, need } = NEEDS[why === 'number' ? 'will' : 'may'][answer === 'confirm' ? 'confirm' : 'refuse']
  return {
    title: title(asset),
    text: `No order has confirmed the number of ${asset} yet (Account, Asset numbers). ${need}`,
  }
}

/** Why its close would certainly never be sent, so that it cannot be set; null when it would. */
export function neverText(asset: string, found: Unverifiable): string | null {
  if (found === null || found.answer === 'confirm' || found.why === 'perhaps_number') return null
  return found.why === 'left_out'
    ? 'This deployment does not send the signed fields, and your settings refuse unverified actions: its close would never be sent.'
    : `No order has confirmed the number of ${asset} yet, and your settings refuse unverified actions: its close would never be sent.`
}
