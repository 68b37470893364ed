/** Labels of an outcome market: its time and state, its groups, permitted orders, and the results of its positions. Pure. */
import type { Position } from '../../../contract/account.ts'
import { absolute, type Decimal, type Money, toPlaces } from '../../../contract/decimal.ts'
import { outcomeEntry } from '../../../contract/entry.ts'
import type { OutcomeInstrument } from '../../../contract/instrument.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { questionOf } from '../../../contract/outcome-names.ts'
import { countdown } from '../../format/index.ts'
import { type Permission, permissionIn, type SessionState, sessionReason } from '../../trade-forms/index.ts'
import type { Closed, PositionEnd } from '../closed.ts'

type OutcomeState = 'open' | 'settling' | 'expired'

/** The list of outcome markets: by question, tradable ones first, filtered by the search text. */
export const stateOf = ({ expired, settling }: Pick<OutcomeMarket, 'expired' | 'settling'>): OutcomeState =>
  expired ? 'expired' : settling ? 'settling' : 'open'

interface OutcomeGroup {
  readonly key: string
  readonly title: string
  readonly expiry: number | null
  /** Open as long as one of its markets is. */
  readonly state: OutcomeState
  readonly markets: readonly OutcomeMarket[]
  /** Whether its markets need names in addition to the question. */
  readonly many: boolean
}

interface OutcomeFilter {
  readonly search: string
  readonly openOnly: boolean
}

const RANK: Readonly<Record<OutcomeState, number>> = { open: 0, settling: 1, expired: 2 }

/** Groups in list order: open ones by expiry, then settling ones, then expired ones, newest first. */
export function groupsOf(markets: readonly OutcomeMarket[], filter: OutcomeFilter): readonly OutcomeGroup[] {
  const byQuestion = new Map<string, OutcomeMarket[]>()
  for (const market of markets) {
    const question = questionOf(market)
    const key = question === null ? `outcome/${market.outcomeId}` : `question/${question.id}`
    const own = byQuestion.get(key)
    if (own === undefined) byQuestion.set(key, [market])
    else own.push(market)
  }
  return [...byQuestion]
    .map(([key, own]) => groupOf(key, own))
    .filter((group) => (!filter.openOnly || group.state !== 'expired') && matches(group, filter.search))
    .sort(inOrder)
}

function groupOf(key: string, markets: readonly OutcomeMarket[]): OutcomeGroup {
  const [first] = markets
  const question = first === undefined ? null : questionOf(first)
  const states = markets.map(stateOf).sort((a, b) => RANK[a] - RANK[b])
  return {
    key,
    title: question?.title ?? first?.name ?? '',
    expiry: first?.expiry ?? null,
    state: states[0] ?? 'open',
    markets,
    many: markets.length > 1 || question?.several === true,
  }
}

function inOrder(a: OutcomeGroup, b: OutcomeGroup): number {
  if (a.state !== b.state) return RANK[a.state] - RANK[b.state]
  const later = (a.expiry ?? Number.MAX_SAFE_INTEGER) - (b.expiry ?? Number.MAX_SAFE_INTEGER)
  return a.state === 'expired' ? -later : later
}

/** Whether every search term is in the title, a market's name or a side's. */
function matches(group: OutcomeGroup, search: string): boolean {
  const text = [group.title, ...group.markets.flatMap(({ name, sides }) => [name, ...sides.map((side) => side.name)])]
    .join(' ')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((label) => text.includes(label))
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Below this remaining time, seconds are shown. */
const SECONDS_BELOW = 10 * MINUTE
const NBSP = '\u00a0'

/** `17 s`, `28 min`, `5 h 12 min`, `3 d 4 h`: the remaining time; seconds only where they may matter. */
function leftText(ms: number): string {
  if (ms < SECONDS_BELOW) return countdown(ms)
  return ms < HOUR ? `${Math.floor(ms / MINUTE)}${NBSP}min` : countdown(ms)
}

/** The market's stage: its remaining time, that it settles, or which side was paid out. */
export function lifeText(
  market: Pick<OutcomeMarket, 'expired' | 'settling' | 'expiry' | 'winner' | 'sides'>,
  now: number,
): string {
  switch (stateOf(market)) {
    case 'expired': {
      const won = market.sides.find(({ index }) => index === market.winner)
      return won === undefined ? 'expired' : `${won.name} won`
    }
    case 'settling':
      return 'settling'
    case 'open':
      if (market.expiry === null) return 'expiry unknown'
      return market.expiry > now ? `${leftText(market.expiry - now)} left` : 'expired'
  }
}

/** Whether an outcome market takes no orders: once it settles or has expired, it never reopens. */
export const outcomeClosed = ({ entry, phase }: OutcomeInstrument): Closed | null =>
  entry.takes === 'everything' ? null : { title: phase.text, reason: entry.reason, again: null }

/** The payout of shares if their side wins. */
export const outcomeEnd = ({ size }: Position): PositionEnd => ({
  by: 'payout',
  pays: toPlaces(absolute(size) as Decimal as Money, 2),
})

interface OutcomePermissionInput {
  readonly session: SessionState
  readonly market: Pick<OutcomeMarket, 'expired' | 'settling' | 'expiry' | 'winner' | 'sides' | 'fault'>
  /** Service time. */
  readonly now: number
  /** Why this window sends no orders that add exposure; null where it does. */
  readonly entriesOff: string | null
}

/** Permissions in an outcome market; an ended market takes precedence over what the session lacks. */
export function outcomePermission({ session, market, now, entriesOff }: OutcomePermissionInput): Permission {
  const entry = outcomeEntry(market, now)
  const identity = entry.takes === 'everything' ? sessionReason(session) : null
  return identity === null ? permissionIn(entry, entriesOff) : { orders: 'none', reason: identity }
}
