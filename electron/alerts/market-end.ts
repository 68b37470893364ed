/**
 * What of the trader's settles, cuts off or expires soon. Each end of a market is told once: of a binary market its cut-off and its settlement, minutes
 * apart, together. Pure.
 */
import type { AlertRule } from '../../contract/alert.ts'
import { type CalendarEvent, EVENT_VERBS, heldWords } from '../../contract/calendar/index.ts'
import type { AlertMemory, HeldPosition } from '../storage/index.ts'
import { leftWords } from './left-words.ts'

type MarketEndRule = Extract<AlertRule, { readonly kind: 'market_end' }>

/** What an alert on ends looks at. */
export interface MarketEndFacts {
  readonly positions: () => readonly HeldPosition[]
  /** What comes next in these markets, in the order of their times. */
  readonly events: () => readonly CalendarEvent[]
  /** The service's time, ms. */
  readonly now: number
  /** Whose positions they are: an alert may watch for whoever is signed in. */
  readonly account: string
}

/** For so long an end that is past is remembered, ms. */
const REMEMBERED = 3_600_000

/** What the alert told from now on, and the words of what is near; a time that goes on needs no fresh data. */
export function lookAtMarketEnds(
  rule: MarketEndRule,
  memory: AlertMemory,
  { positions, events, now, account }: MarketEndFacts,
): { readonly memory: AlertMemory; readonly words: string | null } {
  const mine = positions().filter(({ asset }) => rule.asset === null || rule.asset === asset)
  if (mine.length === 0) return { memory, words: null }
  const before = memory.known ?? []
  const coming = events().filter(({ kind, at }) => at > now && kind !== 'closes_doubtful')
  const fresh: string[] = []
  const told: string[] = []
  for (const held of mine) {
    const ahead = coming.filter(({ concerns }) => concerns.includes(held.asset))
    const [first] = ahead
    if (first === undefined || first.at - now > rule.minutes * 60_000) continue
    const key = `${account} ${held.asset}/${first.ends}`
    if (before.includes(key)) continue
    fresh.push(key)
    told.push(wordsOf(held, ahead, now))
  }
  if (fresh.length === 0) return { memory, words: null }
  const kept = before.filter((key) => Number(key.slice(key.lastIndexOf('/') + 1)) > now - REMEMBERED)
  return { memory: { ...memory, known: [...kept, ...fresh] }, words: told.join(' ') }
}

/** `NYCTMP1 settles in 15 min, you hold long 40 at 554.50; 2 orders end with it.` */
function wordsOf(held: HeldPosition, ahead: readonly CalendarEvent[], now: number): string {
  const [first] = ahead
  const then = ahead.find(({ kind, ends }) => kind === 'settlement' && ends === first?.ends)
  if (first === undefined) return ''
  const after =
    then === undefined || then === first ? '' : ` and ${EVENT_VERBS[then.kind]} ${leftWords(then.at - first.at)} later`
  const { length } = held.orders
  const orders = length === 0 ? '' : `; ${length} order${length === 1 ? ' ends' : 's end'} with it`
  return `${held.name} ${EVENT_VERBS[first.kind]} in ${leftWords(first.at - now)}${after}, you hold ${heldWords(held)}${orders}.`
}
