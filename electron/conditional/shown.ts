/** Conditional orders as windows see them: with why one is paused, until when it can act, and what its close will want. */
import { cannotWords } from '../../contract/acts-until.ts'
import { type ConditionalView, isConditionalFinal } from '../../contract/conditional.ts'
import { signOf } from '../../contract/decimal.ts'
import type { StoredConditional } from '../storage/index.ts'
import { actsUntil } from './acts.ts'
import { heldBackBy } from './armed.ts'
import { needWords } from './needs.ts'
import { isFollowing } from './plan-group.ts'
import type { Acting, ConditionalTrading } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import { KIND_LABELS } from './trigger.ts'
import type { closingOf, Watching } from './watching.ts'

interface Shown {
  view(): readonly ConditionalView[]
  /** Whether what is said of them is not what was said last, to anybody. Call at each look. */
  isNews(): boolean
}

interface ShownOptions {
  readonly saved: Pick<SavedConditionals, 'live' | 'isOld'>
  /** Those of the trader who is signed in. */
  readonly mine: () => readonly StoredConditional[]
  readonly watching: (record: StoredConditional) => Watching
  readonly closable: (record: StoredConditional) => ReturnType<typeof closingOf>
  readonly unverifiable: ConditionalTrading['unverifiable']
  readonly acting: () => Acting
}

export function createShown({ saved, mine, watching, closable, unverifiable, acting }: ShownOptions): Shown {
  /** As the last look told them, and as whoever asked was given them since: a window that opens asks between two looks. */
  let toldStanding = ''
  const given = new Set<string>()

  /** What a close will want of the trader, as far as this deployment's actions tell. */
  const needsOf = (asset: string): string | null => needWords(asset, unverifiable(asset))?.words ?? null

  /** What is said of each that no step of it brings. */
  function standing(): string {
    const live = mine().filter(({ state }) => !isConditionalFinal(state))
    const assets = new Set(live.map(({ target }) => target.asset))
    return JSON.stringify([mine().map((record) => [record.id, pauseOf(record)]), [...assets].map(needsOf)])
  }

  function pauseOf(record: StoredConditional): string | null {
    const cannot = record.state === 'armed' || record.state === 'waiting' ? cannotWords(acting().cannot) : null
    if (cannot !== null) return `${cannot[0]?.toUpperCase()}${cannot.slice(1)}`
    if (record.state !== 'armed') return null
    if (isFollowing(record) && record.kind !== 'take_profit' && signOf(record.plan.size) === 0)
      return 'It has closed all that it knew of. The next reads of the position end it, or show what came meanwhile.'
    const partner = heldBackBy(record, saved)
    if (partner !== null)
      return `Waits for the ${KIND_LABELS[partner.kind].toLowerCase()} of the plan, which triggered.`
    // What goes by the clock needs no price: it waits only while nothing closes.
    if (record.kind === 'time')
      return closable(record) === 'shut' ? `Paused: ${record.target.asset} is not trading.` : null
    const now = watching(record)
    return now.at === 'paused' ? now.reason : null
  }

  return {
    view() {
      given.add(standing())
      return mine()
        .filter((record) => !saved.isOld(record))
        .map((record) => {
          const { profile: _profile, account: _account, ...shown } = record
          const isOver = isConditionalFinal(record.state)
          return {
            ...shown,
            paused: pauseOf(record),
            until: isOver ? null : actsUntil(record.target, acting()),
            needs: isOver ? null : needsOf(record.target.asset),
          }
        })
    },
    isNews() {
      const now = standing()
      given.delete(now)
      if (now === toldStanding && given.size === 0) return false
      toldStanding = now
      given.clear()
      return true
    },
  }
}
