/** How a close of a conditional order is named and sized. Pure. */
import type { AccountView } from '../../contract/account.ts'
import type { ActionRecord, HeldWork } from '../../contract/action.ts'
import { type Size, signOf } from '../../contract/decimal.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import type { StoredConditional } from '../storage/index.ts'
import { derivedId } from '../trading/index.ts'
import type { ConditionalFacts } from './ports.ts'
import { KIND_LABELS } from './trigger.ts'

/** A close as it is submitted. */
export interface Sized {
  readonly actionId: string
  readonly intent: CloseIntent
  readonly attempt: NonNullable<ActionRecord['attempt']>
  readonly held: HeldWork
}

export const sized = ({ id, attempt, kind }: StoredConditional, actionId: string, intent: CloseIntent): Sized => ({
  actionId,
  intent,
  attempt: { of: id, number: attempt + 1 },
  held: { id, what: KIND_LABELS[kind] },
})

/** The id of one of its closes: the same however often it is begun. */
export const closeId = ({ id }: Pick<StoredConditional, 'id'>, attempt: number): string =>
  derivedId(id, `close/${attempt}`)

/** Whether an action is one of the closes of a conditional order. */
export const isClosedBy =
  (actionId: string) =>
  (record: StoredConditional): boolean =>
    Array.from({ length: record.attempt + 1 }, (_, attempt) => closeId(record, attempt)).includes(actionId)

/** @throws Error while they are not known: the next look may know them. */
export function decimalsOf(
  { target: { family, asset } }: StoredConditional,
  facts: Pick<ConditionalFacts, 'market' | 'binary'>,
): number {
  if (family === 'outcome') throw new Error('shares are closed by exit plans, which know their sizes')
  const market =
    family === 'scalar' ? facts.market(asset) : facts.binary()?.markets.find((market) => market.asset === asset)
  const decimals = market?.sizeDecimals ?? null
  if (decimals === null) throw new Error(`the size step of ${asset} is not known`)
  return decimals
}

/** Signed size of the position that a conditional order is for; null when there is none, or one of the other side. */
export function heldIn(account: AccountView, { target, position }: StoredConditional): Size | null {
  const held = account.positions.find(({ asset }) => asset === target.asset)
  if (held === undefined || signOf(held.size) === 0) return null
  return signOf(held.size) > 0 === (position === 'long') ? held.size : null
}
