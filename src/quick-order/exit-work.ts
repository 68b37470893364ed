/** What a stop or a target by line or key becomes: one more exit by the rule of `exit-rules.ts`, or the nearest that there is moved. Pure. */
import type { Position } from '../../contract/account.ts'
import type { ConditionalView } from '../../contract/conditional.ts'
import {
  absolute,
  compare,
  type Decimal,
  type Price,
  type Size,
  subtract,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { type HeldExit, NO_ROOM, nextExit } from '../../contract/exit-rules.ts'
import { besideHeld, sideHeld } from '../../contract/family-rules.ts'
import { priceLabel } from '../format/index.ts'
import type { ExitRole } from './preview-action-line.ts'

type Held = Pick<Position, 'asset' | 'family' | 'size'>

/** What of a held exit decides where another one goes, or from where it is moved. */
export type StandingExit = HeldExit &
  Pick<ConditionalView, 'trigger'> & { readonly plan: Pick<ConditionalView['plan'], 'size'> }

/** How much it closes, as far as is known here. */
interface Closes {
  readonly size: Size
}

export type ExitWork =
  /** `among`: of how many of its kind it is the one nearest to the price. */
  | (Closes & { readonly does: 'move'; readonly id: string; readonly from: Price; readonly among: number })
  | (Closes & { readonly does: 'add'; readonly plan: string; readonly percent: Decimal })
  | (Closes & { readonly does: 'set' })
  | { readonly does: 'nothing'; readonly why: string }

/** @param held all that this terminal holds */
export function exitWork(role: ExitRole, position: Held, held: readonly StandingExit[], mark: Price | null): ExitWork {
  const next = nextExit(role, position, held)
  if (next.goes === 'into') return { does: 'add', plan: next.plan, percent: next.percent, size: next.size }
  if (next.goes === 'own') return { does: 'set', size: next.size }
  const kind = role === 'stop' ? 'stop' : 'take_profit'
  const side = sideHeld(position)
  const same = held
    .filter(
      (one): one is StandingExit & { trigger: Price } =>
        one.target.asset === position.asset &&
        one.position === side &&
        one.kind === kind &&
        one.state === 'armed' &&
        one.trigger !== null,
    )
    .toSorted((a, b) => compare(away(a.trigger, mark), away(b.trigger, mark)))
  const [nearest] = same
  if (nearest === undefined) return { does: 'nothing', why: NO_ROOM[next.because] }
  const { id, trigger, plan } = nearest
  return { does: 'move', id, from: trigger, among: same.length, size: trimZeros(plan.size) }
}

/** A price of an exit beside what it closes. */
export const exitPriceText = (position: Pick<Position, 'family' | 'size'>, price: Price): string =>
  besideHeld(position.family, sideHeld(position), priceLabel(price))

/** Another one where Enter would do another thing than was shown; how much it closes follows the position. */
export function workKey(work: ExitWork): string {
  switch (work.does) {
    case 'move':
      return `move/${work.id}/${work.from}`
    case 'add':
      return `add/${work.plan}/${work.percent}`
    default:
      return work.does
  }
}

const away = (trigger: Price, mark: Price | null): Price => (mark === null ? ZERO : absolute(subtract(trigger, mark)))
