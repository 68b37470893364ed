/** An outcome market's time and state in words. Pure. */
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { countdown } from '../../ui/format.ts'
import { stateOf } from './outcome-groups.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NBSP = '\u00a0'

/** `17 s`, `5 h 12 min`, `3 d 4 h`: what is left. */
export function leftWords(ms: number): string {
  if (ms < DAY) return countdown(ms)
  return `${Math.floor(ms / DAY)}${NBSP}d ${Math.floor((ms % DAY) / HOUR)}${NBSP}h`
}

/** `2026-07-01 11:00 UTC` */
export const momentWords = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What there is to say of a market's life: what is left of it, that it settles, or who was paid out. */
export function lifeWords(
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
      if (market.expiry === null) return 'expiry not told'
      return market.expiry > now ? `${leftWords(market.expiry - now)} left` : 'at its expiry'
  }
}
