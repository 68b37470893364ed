/** An outcome market's time and state in words. Pure. */
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { countdown } from '../../format/index.ts'
import { stateOf } from './groups.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** From here on the seconds are counted. */
const SECONDS_BELOW = 10 * MINUTE
const NBSP = '\u00a0'

/** `17 s`, `28 min`, `5 h 12 min`, `3 d 4 h`: what is left; seconds only where they may matter. */
function leftText(ms: number): string {
  if (ms < SECONDS_BELOW) return countdown(ms)
  return ms < HOUR ? `${Math.floor(ms / MINUTE)}${NBSP}min` : countdown(ms)
}

/** What there is to say of a market's life: what is left of it, that it settles, or who was paid out. */
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
      if (market.expiry === null) return 'expiry not told'
      return market.expiry > now ? `${leftText(market.expiry - now)} left` : 'at its expiry'
  }
}
