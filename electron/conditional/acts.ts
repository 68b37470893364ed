/** Until when what is held can act, and that the trader hears of it at once when it cannot. */
import { type ActsUntil, actsUntil as firstEnd } from '../../contract/acts-until.ts'
import type { ConditionalTarget } from '../../contract/conditional.ts'
import type { Acting, Report } from './ports.ts'

const WHAT: Readonly<Record<ActsUntil['because'], string>> = {
  market: 'the market ends',
  token: 'the access token runs out',
  agent: "the agent's approval runs out",
}

/** What ends first: the market, the access token, or the approval of the agent. */
export const actsUntil = ({ end }: ConditionalTarget, acting: Acting): ActsUntil =>
  firstEnd(end, acting) ?? { at: end, because: 'market' }

/** What to say where something could not act as long as its market trades; null where it can. */
export function earlierWords(target: ConditionalTarget, acting: Acting): string | null {
  const until = actsUntil(target, acting)
  if (until.because === 'market') return null
  const minutes = Math.max(1, Math.ceil((target.end - until.at) / 60_000))
  return `It can act only until ${WHAT[until.because]}, ${minutes} min before the market ends. Hold it all the same?`
}

/** Tells once when what is held can act no more, and once when it can again. */
export function createActs({
  acting,
  held,
  report,
}: {
  readonly acting: () => Acting
  /** How many are held. */
  readonly held: () => number
  readonly report: Report
}): { look(): void } {
  let told: string | null = null
  return {
    look() {
      const cannot = held() === 0 ? null : acting().cannot
      if (cannot !== null && told === null) {
        report(
          'error',
          'What this terminal holds cannot act',
          `${cannot} No stop or exit goes out until that has changed.`,
        )
      } else if (cannot === null && told !== null && held() > 0) {
        report('info', 'What this terminal holds can act again', 'Stops and exits are watched.')
      }
      told = cannot
    },
  }
}
