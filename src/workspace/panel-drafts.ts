/** What is typed and not sent: each panel has its own, one for every family, so that it is there again when the panel comes back to it. */
import { create } from 'zustand'
import type { TimeInForce } from '../../contract/account.ts'
import type { Side } from '../../contract/market.ts'
import { type Family, refText } from '../../contract/market-ref.ts'
import { type SizeUnit, UNITS_OF } from '../../contract/size-presets.ts'
import { type ExitDraft, NO_EXIT_DRAFT, readExitDraft } from '../exit-plan/index.ts'
import type { OutcomeDraft } from '../markets/outcome/index.ts'
import type { TicketDraft } from '../markets/scalar/index.ts'
import { type PanelInstance, shownMarketOf } from './panel-instances.ts'

const TICKET_MODES = ['limit', 'market', 'predict', 'scale', 'slices'] as const
const OUTCOME_MODES = ['limit', 'market', 'scale', 'slices'] as const

/** Whether a way to order has a form and texts of its own: what is sent is several orders. */
export const isAlgoMode = (mode: string): mode is 'scale' | 'slices' => mode === 'scale' || mode === 'slices'

/** The exit plan of the order, one for all ways to order in a family. */
interface WithExits {
  readonly exits: ExitDraft
}

/** All fields just as typed. */
export interface ScalarDraft extends TicketDraft, WithExits {
  readonly mode: (typeof TICKET_MODES)[number]
  /** How far from the price market orders and predictions may trade, °F. */
  readonly distance: string
  /** Target of a prediction, °F. */
  readonly target: string
  /** Who signs limit and market orders: the agent, after a prepare, or the trader's own wallet, directly. */
  readonly signer: 'agent' | 'wallet'
}

interface BinaryDraft extends WithExits {
  /** Most that the contracts may cost, or what `amountBy` says. */
  readonly amount: string
  readonly amountBy: SizeUnit
  /** How far from the price predictions and closes may trade, cents. */
  readonly distance: string
}

export interface PanelDrafts {
  readonly scalar: ScalarDraft
  readonly binary: BinaryDraft
  readonly outcome: Omit<OutcomeDraft, 'mode'> & { readonly mode: (typeof OUTCOME_MODES)[number] } & WithExits
}

/** A form in which nothing was typed yet. */
export const NOTHING_TYPED: PanelDrafts = {
  scalar: {
    price: '',
    size: '',
    sizeBy: 'contracts',
    unit: 'mark',
    tif: 'GTC',
    reduceOnly: false,
    mode: 'limit',
    distance: '0.10',
    target: '',
    signer: 'agent',
    exits: NO_EXIT_DRAFT,
  },
  binary: { amount: '', amountBy: 'money', distance: '5', exits: NO_EXIT_DRAFT },
  outcome: {
    side: 'buy',
    mode: 'limit',
    price: '',
    distance: '2',
    size: '',
    sizeBy: 'contracts',
    exits: NO_EXIT_DRAFT,
  },
}

interface Drafts {
  /** By panel; a panel in which nothing was changed has none. */
  readonly drafts: Readonly<Record<string, PanelDrafts>>
}

export const usePanelDrafts = create<Drafts>()(() => ({ drafts: {} }))

export const draftsOfPanel = (id: string): PanelDrafts => usePanelDrafts.getState().drafts[id] ?? NOTHING_TYPED

/** Puts all that a panel's forms hold. */
export const putDrafts = (id: string, drafts: PanelDrafts): void =>
  usePanelDrafts.setState((before) => ({ drafts: { ...before.drafts, [id]: drafts } }))

/** Changes some of what is typed in a panel's form of a family. */
export function changeDraft<F extends Family>(id: string, family: F, change: Partial<PanelDrafts[F]>): void {
  const drafts = draftsOfPanel(id)
  putDrafts(id, { ...drafts, [family]: { ...drafts[family], ...change } })
}

/** The fields of a form that are empty until something is typed for one market. */
const TYPED: { readonly [F in Family]: readonly (keyof PanelDrafts[F])[] } = {
  scalar: ['price', 'size', 'target'],
  binary: ['amount'],
  outcome: ['price', 'size'],
}

/** Whether something is typed in a panel's form of a family. */
export function isTyped<F extends Family>(id: string, family: F): boolean {
  const draft = draftsOfPanel(id)[family]
  return TYPED[family].some((field) => draft[field] !== '')
}

/** What stays typed where a form goes from one market to another: a price belongs to its market. */
const withoutPrices = (drafts: PanelDrafts): PanelDrafts =>
  drafts.scalar.price === '' && drafts.outcome.price === ''
    ? drafts
    : { ...drafts, scalar: { ...drafts.scalar, price: '' }, outcome: { ...drafts.outcome, price: '' } }

interface WantedSides {
  /** By panel; a ticket that no order was pressed for has none. */
  readonly sides: Readonly<Record<string, Side>>
}

/** The side that an order was pressed for with, of tickets that have a button for each: Enter leads there, and to nothing else. */
export const useWantedSides = create<WantedSides>()(() => ({ sides: {} }))

/** @param side null: none any more */
export const wantSide = (ticket: string, side: Side | null): void =>
  useWantedSides.setState(({ sides: { [ticket]: _before, ...others } }) => ({
    sides: side === null ? others : { ...others, [ticket]: side },
  }))

/** A price goes when the panel shows another market, and the side with it; what else is typed stays. */
export function dropPrices(id: string): void {
  wantSide(id, null)
  const drafts = draftsOfPanel(id)
  const left = withoutPrices(drafts)
  if (left !== drafts) putDrafts(id, left)
}

// What is typed and not sent, kept with the layout of the window for the deployment it was typed on: a window that opens again has it
// again, in the panel it was typed in. Only texts and choices that the forms would take; anything else is left out. Pure.

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

const TIFS: readonly TimeInForce[] = ['GTC', 'IOC', 'ALO']

/** What was typed, over what an empty form holds. */
function over<Values extends object>(empty: Values, typed: { readonly [K in keyof Values]?: unknown }): Values {
  const known = Object.entries(typed).filter(([, value]) => value !== undefined)
  return { ...empty, ...Object.fromEntries(known) }
}

/** Each form as it was kept. Who signs is not: a wallet that signs is chosen again. */
const READS: { readonly [F in Family]: (kept: Fields) => PanelDrafts[F] } = {
  scalar: ({ price, size, sizeBy, unit, tif, reduceOnly, mode, distance, target, exits }) =>
    over(NOTHING_TYPED.scalar, {
      price: text(price),
      size: text(size),
      sizeBy: oneOf(sizeBy, UNITS_OF.scalar),
      unit: oneOf(unit, ['mark', 'f']),
      tif: oneOf(tif, TIFS),
      reduceOnly: flag(reduceOnly),
      mode: oneOf(mode, TICKET_MODES),
      distance: text(distance),
      target: text(target),
      exits: readExitDraft(exits),
    }),
  binary: ({ amount, amountBy, distance, exits }) =>
    over(NOTHING_TYPED.binary, {
      amount: text(amount),
      amountBy: oneOf(amountBy, UNITS_OF.binary),
      distance: text(distance),
      exits: readExitDraft(exits),
    }),
  outcome: ({ side, mode, price, distance, size, sizeBy, exits }) =>
    over(NOTHING_TYPED.outcome, {
      side: oneOf(side, ['buy', 'sell']),
      mode: oneOf(mode, OUTCOME_MODES),
      price: text(price),
      distance: text(distance),
      size: text(size),
      sizeBy: oneOf(sizeBy, UNITS_OF.outcome),
      exits: readExitDraft(exits),
    }),
}

const read = <F extends Family>(family: F, kept: unknown): PanelDrafts[F] =>
  isFields(kept) ? READS[family](kept) : NOTHING_TYPED[family]

const draftsFrom = (kept: Fields): PanelDrafts => ({
  scalar: read('scalar', kept.scalar),
  binary: read('binary', kept.binary),
  outcome: read('outcome', kept.outcome),
})

type Panel = Pick<PanelInstance, 'id' | 'market'>

/** The market that a panel shows, as a text; null while it shows none. */
function marketOf({ market }: Panel): string | null {
  const shown = shownMarketOf(market)
  return shown === null ? null : refText(shown)
}

/** The drafts of panels, each with the market that it was typed for, for `saveLayout`. */
export function keptDrafts(drafts: Readonly<Record<string, PanelDrafts>>, panels: readonly Panel[]): Fields {
  return Object.fromEntries(
    panels.flatMap((panel) => {
      const own = drafts[panel.id]
      if (own === undefined) return []
      const { signer: _signer, ...scalar } = own.scalar
      return [[panel.id, { ...own, scalar, market: marketOf(panel) }]]
    }),
  )
}

/**
 * Takes back what `keptDrafts` gave. A panel that comes back with another market, as a workspace or a template has it, has no price of the
 * one before.
 */
export function draftsByPanel(kept: unknown, panels: readonly Panel[]): Readonly<Record<string, PanelDrafts>> {
  if (!isFields(kept)) return {}
  const shown = new Map(panels.map((panel) => [panel.id, marketOf(panel)]))
  const drafts: Record<string, PanelDrafts> = {}
  for (const [id, forms] of Object.entries(kept)) {
    if (!isFields(forms)) continue
    const isOfAnother = typeof forms.market === 'string' && forms.market !== shown.get(id)
    drafts[id] = isOfAnother ? withoutPrices(draftsFrom(forms)) : draftsFrom(forms)
  }
  return drafts
}
