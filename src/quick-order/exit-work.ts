/** What a stop or a target by line or key does: adds an exit by the rule of `exit-rules.ts`, or moves the nearest existing one. Pure. */
import { create } from 'zustand'
import type { Family, Position } from '../../contract/account.ts'
import type { ConditionalView } from '../../contract/conditional.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  lesser,
  multiply,
  type Price,
  padTo,
  placesOf,
  price,
  type Size,
  signOf,
  subtract,
  toStep,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { type HeldExit, NO_ROOM, nextExit, replacedBy, termsWith } from '../../contract/exit-rules.ts'
import { besideHeld, FAMILY_RULES, isPriceOf, sideHeld } from '../../contract/family-rules.ts'
import { priceLabel } from '../format/index.ts'
import type { ExitRole } from './preview-action-line.ts'

type Held = Pick<Position, 'asset' | 'family' | 'size'>

/** The fields of a held exit that decide where another one is added, or from which price it is moved. */
export type HeldExitPlace = HeldExit &
  Pick<ConditionalView, 'trigger'> & { readonly plan: Pick<ConditionalView['plan'], 'size'> }

/** The size it closes, if known. */
interface Closes {
  readonly size: Size
}

export type ExitWork =
  /** `among`: the number of exits of its kind, of which this is the nearest to the price. */
  | (Closes & { readonly does: 'move'; readonly id: string; readonly from: Price; readonly among: number })
  | (Closes & { readonly does: 'add'; readonly plan: string; readonly percent: Decimal })
  | (Closes & { readonly does: 'set' })
  | { readonly does: 'nothing'; readonly why: string }

/** @param held all exits of this terminal */
export function exitWork(role: ExitRole, position: Held, held: readonly HeldExitPlace[], mark: Price | null): ExitWork {
  const next = nextExit(role, position, held)
  if (next.goes === 'into') return { does: 'add', plan: next.plan, percent: next.percent, size: next.size }
  if (next.goes === 'own') return { does: 'set', size: next.size }
  const kind = role === 'stop' ? 'stop' : 'take_profit'
  const side = sideHeld(position)
  const same = held
    .filter(
      (one): one is HeldExitPlace & { trigger: Price } =>
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

/** The price of an exit with the side that it closes. */
export const exitPriceText = (position: Pick<Position, 'family' | 'size'>, price: Price): string =>
  besideHeld(position.family, sideHeld(position), priceLabel(price))

/** Changes when Enter would do something other than what was shown; the size to close follows the position. */
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

// The initial price of a stop or target previewed by key, and how keys move it.

/** Initial distance from the mark: °F, points of probability. */
const AWAY: { readonly [F in Family]: Price } = { scalar: price('0.50'), binary: price('0.05'), outcome: price('0.05') }

interface ExitMarket {
  readonly family: Family
  readonly side: 'long' | 'short'
  readonly mark: Price | null
  readonly tick: Price | null
}

/** On the side of the mark where it closes nothing at once; null while mark or tick are unknown, or where the price bounds leave no space. */
export function exitPriceAtDistance(role: ExitRole, { family, side, mark, tick }: ExitMarket): Price | null {
  if (mark === null || tick === null) return null
  const isBelow = (role === 'stop') === (side === 'long')
  const room = FAMILY_RULES[family].isMark || !isBelow ? AWAY[family] : lesser(AWAY[family], subtract(mark, tick))
  if (signOf(room) <= 0) return null
  const at = isBelow ? toStep(subtract(mark, room), tick, 'down') : toStep(add(mark, room), tick, 'up')
  return isPriceOf(family, at) ? padTo(at, placesOf(tick)) : null
}

/** Moves by this many ticks; unchanged where the result would be no valid price. */
export function exitMoved(from: Price, ticks: number, tick: Price | null, family: Family): Price {
  if (tick === null) return from
  const to = padTo(add(from, multiply(tick, String(ticks) as Decimal) as Price), placesOf(tick))
  return isPriceOf(family, to) ? to : from
}

interface SentExit {
  /** Id of the line that sent it. */
  readonly line: number
  readonly asset: string
  /** The exit by main's answer; null until there is one. */
  readonly stands: HeldExitPlace | null
  /** Whether the list has never contained it. */
  readonly isNew: boolean
  /** Its previous prices: a list that shows one of them is out of date. */
  readonly before: readonly Price[]
}

/** A list that now belongs to another trader never shows it. */
export const UNSEEN_MS = 5000

/** Stops and targets that a line of this window has set or moved and that the list of held exits does not show yet, as answers arrive before it. */
export const useSentExits = create<{ readonly sent: readonly SentExit[] }>(() => ({ sent: [] }))

const put = (change: (sent: readonly SentExit[]) => readonly SentExit[]): void =>
  useSentExits.setState(({ sent }) => ({ sent: change(sent) }))

/** Records that a line has sent its exit. */
export const exitBegan = (line: number, asset: string): void =>
  put((sent) => [...sent.filter((one) => one.line !== line), { line, asset, stands: null, isNew: false, before: [] }])

/** Main has accepted it; null where the resulting exit is unknown. */
export function exitAccepted(line: number, stands: HeldExitPlace | null, work: ExitWork): void {
  if (stands === null) exitOver(line)
  else
    put((sent) => {
      const earlier = sent.find((one) => one.stands?.id === stands.id)
      return sent.flatMap((one) => {
        if (one === earlier) return []
        if (one.line !== line) return [one]
        const isNew = work.does === 'move' ? earlier?.isNew === true : true
        const before = [...(earlier?.before ?? []), ...(work.does === 'move' ? [work.from] : [])]
        return [{ ...one, stands, isNew, before }]
      })
    })
}

/** Removes an exit that was refused, or is no longer awaited. */
export const exitOver = (line: number): void => put((sent) => sent.filter((one) => one.line !== line))

/** Drops exits that the list shows by now. */
export function dropListedExits(held: readonly HeldExitPlace[]): void {
  const { sent } = useSentExits.getState()
  const unseen = sent.filter((one) => !isSeen(one, held))
  if (unseen.length < sent.length) useSentExits.setState({ sent: unseen })
}

function isSeen({ stands, isNew, before }: SentExit, held: readonly HeldExitPlace[]): boolean {
  if (stands === null) return false
  const listed = held.find(({ id }) => id === stands.id)
  if (listed === undefined) return !isNew
  return listed.trigger === null || !before.includes(listed.trigger)
}

/** Whether another line of a market waits for its answer: the state of that exit is unknown. */
export const isExitUnanswered = (sent: readonly SentExit[], asset: string | null, line: number): boolean =>
  sent.some((one) => one.line !== line && one.asset === asset && one.stands === null)

/** The held exits including those that the list does not show yet. */
export const heldWith = (held: readonly HeldExitPlace[], sent: readonly SentExit[]): readonly HeldExitPlace[] =>
  sent.reduce<readonly HeldExitPlace[]>(
    (all, one) =>
      one.stands === null || isSeen(one, held) ? all : [...all.filter(({ id }) => id !== one.stands?.id), one.stands],
    held,
  )

/** A new exit is answered by ids, a moved one by its price. */
export type ExitAnswer = { readonly ids: readonly string[] } | { readonly trigger: Price }

/** A request to main and its answer. */
interface Answered {
  readonly role: ExitRole
  readonly work: ExitWork
  readonly price: Price
  readonly position: Pick<Position, 'asset' | 'size'>
  /** Of a new exit: the terms and the id of its plan. */
  readonly terms: ExitTerms
  readonly plan: string
  /** Size increment of the market; null while unknown. */
  readonly lot: Size | null
  readonly answer: ExitAnswer
}

/** The exit after main's answer; null where it cannot be derived. */
export function exitAfter(request: Answered, held: readonly HeldExitPlace[]): HeldExitPlace | null {
  const { role, work, price, position, answer } = request
  if (work.does === 'move') {
    const moved = held.find(({ id }) => id === work.id)
    return moved === undefined ? null : { ...moved, trigger: 'trigger' in answer ? answer.trigger : price }
  }
  const id = 'ids' in answer ? answer.ids[0] : undefined
  if (id === undefined || work.does === 'nothing') return null
  const plan = planAfter(request, held)
  if (plan === null) return null
  return {
    id,
    target: { asset: position.asset },
    ...{ kind: role === 'stop' ? 'stop' : 'take_profit', state: 'armed', position: sideHeld(position) },
    ...{ trigger: price, plan },
  }
}

function planAfter(
  { role, work, price, terms, plan, lot }: Answered,
  held: readonly HeldExitPlace[],
): HeldExitPlace['plan'] | null {
  if (work.does === 'set') {
    const at = role === 'stop' ? 'stop' : 0
    return { id: plan, terms, filled: work.size, gone: ZERO as Size, size: work.size, lot, role: at }
  }
  if (work.does !== 'add') return null
  const into = held.find((one) => one.plan.id === work.plan)?.plan
  if (into === undefined) return null
  const group = held.filter((one) => one.plan.id === work.plan)
  const replaced = replacedBy(role, group)
  const { role: _role, ...shared } = into
  const at = replaced?.plan.role ?? (role === 'stop' ? 'stop' : into.terms.targets.length)
  return { ...shared, role: at, terms: termsWith(role, price, work.percent, into, replaced), size: work.size }
}
