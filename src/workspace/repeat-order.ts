/** Puts the last order of a market back into a ticket: it fills the fields and sends nothing. Pure except for the filling. */
import { useEffect } from 'react'
import { create } from 'zustand'
import type { ActionRecord } from '../../contract/action.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import { type ExitDraft, withoutRiskStop } from '../exit-plan/index.ts'
import { markFilled } from './fill-ticket.ts'
import { usePanel } from './panel.tsx'
import { changeDraft, draftsOfPanel, type PanelDrafts, wantSide } from './panel-drafts.ts'

type Repeatable = Extract<Intent, { kind: 'place' | 'predict' | 'binary_predict' | 'outcome_order' }>
type Sent = Pick<ActionRecord, 'id' | 'intent' | 'createdAt' | 'held' | 'step'>

interface SentBy {
  /** By panel, the actions that its ticket sent since the window opened, newest last. */
  readonly by: Readonly<Record<string, readonly string[]>>
}

export const useSentBy = create<SentBy>()(() => ({ by: {} }))

/** Markets come and go: orders beyond this number are not repeated as the ticket's own. */
const MAX_SENT = 50

const noteSent = (ticket: string, actionId: string): void =>
  useSentBy.setState(({ by }) => {
    const before = by[ticket] ?? []
    return before.includes(actionId) ? {} : { by: { ...by, [ticket]: [...before, actionId].slice(-MAX_SENT) } }
  })

/** Records what the surrounding ticket sent; null for nothing. */
export function useNoteSent(actionId: string | null): void {
  const { id } = usePanel()
  useEffect(() => {
    if (actionId !== null) noteSent(id, actionId)
  }, [id, actionId])
}

const isOrder = (intent: Intent): intent is Repeatable =>
  intent.kind === 'place' ||
  intent.kind === 'predict' ||
  intent.kind === 'binary_predict' ||
  intent.kind === 'outcome_order'

/** The newest manual order in a market, regardless of its result; null where there is none. */
export function lastOrderIn(actions: readonly Sent[], asset: string | null): Repeatable | null {
  let last: { readonly intent: Repeatable; readonly at: number } | null = null
  for (const { intent, createdAt, held, step } of actions) {
    if (held !== undefined || step !== undefined || !isOrder(intent) || intent.asset !== asset) continue
    if (last === null || createdAt > last.at) last = { intent, at: createdAt }
  }
  return last?.intent ?? null
}

/**
 * The order that a ticket repeats: the newest of the market that it sent itself, so that two tickets stay separate; if it has sent none there, the
 * newest of the market.
 */
export const repeatedBy = (
  ticket: string,
  actions: readonly Sent[],
  asset: string | null,
  { by }: SentBy = useSentBy.getState(),
): Repeatable | null => {
  const own = by[ticket] ?? []
  return (
    lastOrderIn(
      actions.filter(({ id }) => own.includes(id)),
      asset,
    ) ?? lastOrderIn(actions, asset)
  )
}

/** The fields of a form that an order changes; the family of the form, and the wanted side. */
interface Repeated<F extends Family> {
  readonly family: F
  readonly change: Partial<PanelDrafts[F]>
  readonly side: Side
}

/** A repeated size is never one by risk, so the stop that such a size added to the plan is removed. Otherwise the plan stays. */
const planOf = (exits: ExitDraft): { readonly exits?: ExitDraft } =>
  exits.risk === null ? {} : { exits: withoutRiskStop(exits) }

/** The fields of a ticket to request the same again. The signer, and exits set by the user, stay as they are. */
export function repeatedIn(drafts: PanelDrafts, intent: Repeatable): { readonly [F in Family]: Repeated<F> }[Family] {
  switch (intent.kind) {
    case 'place': {
      const { price, size, tif, reduceOnly, side } = intent
      const priced = markFilled(drafts.scalar, price)
      return {
        family: 'scalar',
        side,
        change: {
          ...priced,
          mode: 'limit',
          size,
          sizeBy: 'contracts',
          tif,
          reduceOnly,
          ...planOf(drafts.scalar.exits),
        },
      }
    }
    case 'predict': {
      const { targetF: target, size, direction } = intent
      const side = direction === 'long' ? 'buy' : 'sell'
      return {
        family: 'scalar',
        side,
        change: { mode: 'predict', target, size, sizeBy: 'contracts', ...planOf(drafts.scalar.exits) },
      }
    }
    case 'binary_predict': {
      const { amount, direction } = intent
      return {
        family: 'binary',
        side: direction === 'UP' ? 'buy' : 'sell',
        change: { amount, amountBy: 'money', ...planOf(drafts.binary.exits) },
      }
    }
    case 'outcome_order': {
      const { side, size, mode } = intent
      const priced = mode.kind === 'limit' ? { price: mode.price } : {}
      return {
        family: 'outcome',
        side,
        change: { side, size, sizeBy: 'contracts', mode: mode.kind, ...priced, ...planOf(drafts.outcome.exits) },
      }
    }
  }
}

/** Fills the ticket with the order. */
export function repeatInto(ticket: string, intent: Repeatable): void {
  const { family, change, side } = repeatedIn(draftsOfPanel(ticket), intent)
  changeDraft(ticket, family, change)
  wantSide(ticket, side)
}
