/** The stops and targets that a line of this window has set or moved and that the list of what is held does not show yet: answers come before it. */
import { create } from 'zustand'
import type { Position } from '../../contract/account.ts'
import { type Price, type Size, ZERO } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { replacedBy, termsWith } from '../../contract/exit-rules.ts'
import { sideHeld } from '../../contract/family-rules.ts'
import type { ExitWork, StandingExit } from './exit-work.ts'
import type { ExitRole } from './preview-action-line.ts'

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
