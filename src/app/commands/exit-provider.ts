/** The exits that the palette finds, each canceled alone: what its plan has beside it stays. Pure. */
import type { ConditionalView } from '../../../contract/conditional.ts'
import { type Price, padTo, placesOf } from '../../../contract/decimal.ts'
import type { EntryProvider } from '../../commands/index.ts'
import { exitName } from '../../exit-plan/index.ts'

interface ExitsPort {
  /** All that this terminal holds. */
  readonly held: readonly ConditionalView[]
  /** Null while it is not known. */
  readonly tickOf: (asset: string) => Price | null
  readonly titleOf: (asset: string) => string
  readonly cancel: (id: string) => void
}

/** `cancel stop`, `cancel target 2`, `cancel exit 571`: nothing else is meant by it, and no other line is taken for it. */
const MEANT = /^cancel\b.*\b(stop|target|take|exit)/i

/** Before the commands: Enter is for the exit that was named. */
export const exitProvider = ({ held, tickOf, titleOf, cancel }: ExitsPort): EntryProvider => ({
  section: 'Exits',
  first: true,
  search(query, most) {
    if (!MEANT.test(query.trim())) return []
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    return held
      .filter(({ state }) => state === 'armed' || state === 'waiting')
      .map((one) => {
        const { id, target, trigger, plan } = one
        const tick = tickOf(target.asset)
        const at = trigger === null ? '' : ` at ${tick === null ? trigger : padTo(trigger, placesOf(tick))}`
        const others = held.some((other) => other.plan.id === plan.id && other.id !== id)
        return {
          id,
          title: `Cancel the ${exitName(one).toLowerCase()}${at} of ${titleOf(target.asset)}`,
          detail: others ? 'an exit; the others of its plan stay' : 'an exit',
          run: () => cancel(id),
        }
      })
      .filter(({ title }) => {
        const text = `${title} an exit`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      .slice(0, most)
  },
})
