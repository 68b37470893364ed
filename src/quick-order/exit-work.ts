/** What a stop or a target by line or key becomes: one more exit by the rule of `exit-rules.ts`, or the nearest that there is moved. Pure. */
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

// Where a stop or target that is shown by a key begins, and how keys move it.

/** How far from the mark one begins: °F, points of probability. */
const AWAY: { readonly [F in Family]: Price } = { scalar: price('0.50'), binary: price('0.05'), outcome: price('0.05') }

interface ExitMarket {
  readonly family: Family
  readonly side: 'long' | 'short'
  readonly mark: Price | null
  readonly tick: Price | null
}

/** On the side of the mark where it closes nothing at once; null while mark or tick are not known, or where the market has no room there. */
export function exitPriceAway(role: ExitRole, { family, side, mark, tick }: ExitMarket): Price | null {
  if (mark === null || tick === null) return null
  const isBelow = (role === 'stop') === (side === 'long')
  const room = FAMILY_RULES[family].isMark || !isBelow ? AWAY[family] : lesser(AWAY[family], subtract(mark, tick))
  if (signOf(room) <= 0) return null
  const at = isBelow ? toStep(subtract(mark, room), tick, 'down') : toStep(add(mark, room), tick, 'up')
  return isPriceOf(family, at) ? padTo(at, placesOf(tick)) : null
}

/** By so many ticks; the same where that would be no price. */
export function exitMoved(from: Price, ticks: number, tick: Price | null, family: Family): Price {
  if (tick === null) return from
  const to = padTo(add(from, multiply(tick, String(ticks) as Decimal) as Price), placesOf(tick))
  return isPriceOf(family, to) ? to : from
}

interface SentExit {
  /** Id of the line that sent it. */
  readonly line: number
  readonly asset: string
  /** Where it stands by main's answer; null until there is one. */
  readonly stands: StandingExit | null
  /** Whether the list has never had it. */
  readonly isNew: boolean
  /** Where it stood before: there the list is not up to date. */
  readonly before: readonly Price[]
}

/** A list that is another trader's by now never shows it. */
export const UNSEEN_MS = 5000

/** The stops and targets that a line of this window has set or moved and that the list of what is held does not show yet: answers come before it. */
export const useSentExits = create<{ readonly sent: readonly SentExit[] }>(() => ({ sent: [] }))

const put = (change: (sent: readonly SentExit[]) => readonly SentExit[]): void =>
  useSentExits.setState(({ sent }) => ({ sent: change(sent) }))

/** A line sends what it shows. */
export const exitBegan = (line: number, asset: string): void =>
  put((sent) => [...sent.filter((one) => one.line !== line), { line, asset, stands: null, isNew: false, before: [] }])

/** Main has taken it; null where it is not known as what it stands. */
export function exitTaken(line: number, stands: StandingExit | null, work: ExitWork): void {
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

/** It was refused, or is not waited for any longer. */
export const exitOver = (line: number): void => put((sent) => sent.filter((one) => one.line !== line))

/** What the list shows by now is followed there. */
export function exitsTold(held: readonly StandingExit[]): void {
  const { sent } = useSentExits.getState()
  const unseen = sent.filter((one) => !isSeen(one, held))
  if (unseen.length < sent.length) useSentExits.setState({ sent: unseen })
}

function isSeen({ stands, isNew, before }: SentExit, held: readonly StandingExit[]): boolean {
  if (stands === null) return false
  const listed = held.find(({ id }) => id === stands.id)
  if (listed === undefined) return !isNew
  return listed.trigger === null || !before.includes(listed.trigger)
}

/** Whether another line of a market waits for its answer: nobody knows where that exit stands. */
export const isExitUnanswered = (sent: readonly SentExit[], asset: string | null, line: number): boolean =>
  sent.some((one) => one.line !== line && one.asset === asset && one.stands === null)

/** What is held, with what the list does not show yet. */
export const heldWith = (held: readonly StandingExit[], sent: readonly SentExit[]): readonly StandingExit[] =>
  sent.reduce<readonly StandingExit[]>(
    (all, one) =>
      one.stands === null || isSeen(one, held) ? all : [...all.filter(({ id }) => id !== one.stands?.id), one.stands],
    held,
  )

/** By ids what was set, by its price what was moved. */
export type ExitAnswer = { readonly ids: readonly string[] } | { readonly trigger: Price }

/** What was asked of main, and what it answered. */
interface Answered {
  readonly role: ExitRole
  readonly work: ExitWork
  readonly price: Price
  readonly position: Pick<Position, 'asset' | 'size'>
  /** Of an exit that was set: the terms and the id of its plan. */
  readonly terms: ExitTerms
  readonly plan: string
  /** Of the market; null while it is not known. */
  readonly lot: Size | null
  readonly answer: ExitAnswer
}

/** The exit as it stands after the answer of main; null where that is not to be told. */
export function standsAfter(asked: Answered, held: readonly StandingExit[]): StandingExit | null {
  const { role, work, price, position, answer } = asked
  if (work.does === 'move') {
    const moved = held.find(({ id }) => id === work.id)
    return moved === undefined ? null : { ...moved, trigger: 'trigger' in answer ? answer.trigger : price }
  }
  const id = 'ids' in answer ? answer.ids[0] : undefined
  if (id === undefined || work.does === 'nothing') return null
  const plan = planAfter(asked, held)
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
  held: readonly StandingExit[],
): StandingExit['plan'] | null {
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
