/** Until when what is held can act, and that the trader hears of it at once when it cannot. */
import { type ActsUntil, earlierWords as early, actsUntil as firstEnd } from '../../contract/acts-until.ts'
import type { ConditionalTarget } from '../../contract/conditional.ts'
import type { Acting, Report } from './ports.ts'

/** What ends first: the market, the access token, or the approval of the agent. */
export const actsUntil = ({ end }: ConditionalTarget, acting: Acting): ActsUntil =>
  firstEnd(end, acting) ?? { at: end, because: 'market' }

/** What to say where something could not act as long as its market trades; null where it can. */
export function earlierWords(target: ConditionalTarget, acting: Acting): string | null {
  return early(target.end, actsUntil(target, acting), 'the market ends', 'Hold it')
}

/** Tells once when what is held can act no more, and once when it can again. */
export function createActs({
  acting,
  held,
  onChange,
  now,
  report,
}: {
  readonly acting: () => Acting
  /** How many are held: exits and other conditional orders, and scales and slices at work. */
  readonly held: () => { readonly exits: number; readonly algos: number }
  /** What is said of each that is held is something else now. */
  readonly onChange: () => void
  /** The machine's clock, ms: it goes on while the machine sleeps. */
  readonly now: () => number
  readonly report: Report
}): { look(): void } {
  let told: string | null = null
  let since = 0
  let last: string | null = null
  return {
    look() {
      const { exits, algos } = held()
      const acts = acting().cannot
      if (acts !== last) onChange()
      last = acts
      const cannot = exits + algos === 0 ? null : acts
      const what =
        algos === 0 ? 'stop or exit' : exits === 0 ? 'order of a scale or slices' : 'stop, exit, scale or slice'
      if (cannot !== null && told === null) {
        const words = `${cannot} No ${what} goes out until that has changed.`
        report('error', 'What this terminal holds cannot act', words)
      } else if (cannot === null && told !== null && exits + algos > 0) {
        const words = [exits > 0 && 'Stops and exits are watched.', algos > 0 && 'Scales and slices send again.']
        const gap = `It could not for ${gapWords(now() - since)}: what prices did meanwhile was not watched.`
        report('info', 'What this terminal holds can act again', [...words, gap].filter(Boolean).join(' '))
      }
      if (cannot !== null && told === null) since = now()
      told = cannot
    },
  }
}

/** `40 s`, `37 min`, `2 h 5 min`. */
function gapWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return `${seconds} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
