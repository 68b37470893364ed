/** Outcome markets as they are listed: by question, what trades first, filtered by what was typed. Pure. */
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { questionOf } from '../../../contract/outcome-names.ts'

type OutcomeState = 'open' | 'settling' | 'expired'

export const stateOf = ({ expired, settling }: Pick<OutcomeMarket, 'expired' | 'settling'>): OutcomeState =>
  expired ? 'expired' : settling ? 'settling' : 'open'

/** A question and its markets. */
export interface OutcomeGroup {
  readonly key: string
  readonly title: string
  readonly expiry: number | null
  /** That of its markets: open as long as one of them is. */
  readonly state: OutcomeState
  readonly markets: readonly OutcomeMarket[]
  /** Whether its markets need names of their own beside the question's. */
  readonly many: boolean
}

interface OutcomeFilter {
  readonly search: string
  readonly openOnly: boolean
}

const RANK: Readonly<Record<OutcomeState, number>> = { open: 0, settling: 1, expired: 2 }

/** Groups in the order of the list: open ones by expiry, then what settles, then what is over, newest first. */
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

/** Whether every word that was typed is in the title, a market's name or a side's. */
function matches(group: OutcomeGroup, search: string): boolean {
  const text = [group.title, ...group.markets.flatMap(({ name, sides }) => [name, ...sides.map((side) => side.name)])]
    .join(' ')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
