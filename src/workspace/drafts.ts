/**
 * What is typed and not sent, kept with the layout of the window for the deployment it was typed on: a window that opens anew has it
 * again. Only texts and choices that the forms would take; anything else is left out.
 */
import { useBinaryTerms } from './binary-terms.ts'
import { useOutcomeStore } from './outcome-store.ts'
import { TICKET_MODES, useTicketTerms } from './ticket-mode.ts'
import { useTicketStore } from './ticket-store.ts'

/** Longest text that a field takes. */
const LONGEST = 60

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= LONGEST ? value : undefined
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
const oneOf = <Value extends string>(value: unknown, allowed: readonly Value[]): Value | undefined =>
  allowed.find((one) => one === value)
const index = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** The fields that could be read; the others stay as they are. */
function known<Values extends object>(values: Values): { [K in keyof Values]?: Exclude<Values[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

/** Everything typed in this window, for `saveLayout`. */
export function draftsOf(): Fields {
  const { price, size, unit, tif, reduceOnly } = useTicketStore.getState()
  const { mode, slippage, target } = useTicketTerms.getState()
  const { outcomeId, side, draft } = useOutcomeStore.getState()
  return {
    ticket: { price, size, unit, tif, reduceOnly, mode, slippage, target },
    binary: { ...useBinaryTerms.getState() },
    outcomes: { outcomeId, index: side, ...draft },
  }
}

/** Takes back what `draftsOf` gave, from wherever it was kept. */
export function restoreDrafts(saved: unknown): void {
  if (!isFields(saved)) return
  const { ticket, binary, outcomes } = saved
  if (isFields(ticket)) {
    useTicketStore.setState(
      known({
        price: text(ticket.price),
        size: text(ticket.size),
        unit: oneOf(ticket.unit, ['mark', 'f']),
        tif: oneOf(ticket.tif, ['GTC', 'IOC', 'ALO']),
        reduceOnly: flag(ticket.reduceOnly),
      }),
    )
    useTicketTerms.setState(
      known({ mode: oneOf(ticket.mode, TICKET_MODES), slippage: text(ticket.slippage), target: text(ticket.target) }),
    )
  }
  if (isFields(binary)) {
    useBinaryTerms.setState(known({ amount: text(binary.amount), slippage: text(binary.slippage) }))
  }
  if (isFields(outcomes)) {
    useOutcomeStore.setState(({ draft }) => ({
      ...known({ outcomeId: index(outcomes.outcomeId), side: index(outcomes.index) }),
      draft: {
        ...draft,
        ...known({
          side: oneOf(outcomes.side, ['buy', 'sell']),
          mode: oneOf(outcomes.mode, ['limit', 'market']),
          price: text(outcomes.price),
          slippage: text(outcomes.slippage),
          size: text(outcomes.size),
        }),
      },
    }))
  }
}

/** Calls `changed` whenever something typed changes; returns the way to stop. */
export function onDraftsChange(changed: () => void): () => void {
  const stops = [useTicketStore, useTicketTerms, useBinaryTerms, useOutcomeStore].map((store) =>
    store.subscribe(changed),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
