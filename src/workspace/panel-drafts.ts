/** Unsent drafts: each panel has one per family, so that it is restored when the panel returns to that family. */
import { create } from 'zustand'
import type { TimeInForce } from '../../contract/account.ts'
import type { Side } from '../../contract/market.ts'
import { type Family, refText } from '../../contract/market-ref.ts'
import { isRecord } from '../../contract/record.ts'
import { type SizeUnit, UNITS_BY_FAMILY } from '../../contract/size-presets.ts'
import { type ExitDraft, NO_EXIT_DRAFT, readExitDraft } from '../exit-plan/index.ts'
import type { OutcomeDraft } from '../markets/outcome/index.ts'
import type { TicketDraft } from '../markets/scalar/index.ts'
import { type PanelInstance, shownMarketOf } from './panel-instances.ts'

const TICKET_MODES = ['limit', 'market', 'predict', 'scale', 'slices'] as const
const OUTCOME_MODES = ['limit', 'market', 'scale', 'slices'] as const

/** Whether an order mode has a form and texts of its own, as it sends several orders. */
export const isAlgoMode = (mode: string): mode is 'scale' | 'slices' => mode === 'scale' || mode === 'slices'

/** The exit plan of the order, shared by all order modes of a family. */
interface WithExits {
  readonly exits: ExitDraft
}

/** All fields as typed. */
export interface ScalarDraft extends TicketDraft, WithExits {
  readonly mode: (typeof TICKET_MODES)[number]
  /** Maximum distance of market orders and predictions from the price, °F. */
  readonly distance: string
  /** The bucket that the price was typed in; empty while there is none, and right after it changed. */
  readonly pricedIn: string
  /** Target of a prediction, °F. */
  readonly target: string
  /** The signer of limit and market orders: the agent, after a prepare, or the trader's own wallet, directly. */
  readonly signer: 'agent' | 'wallet'
}

interface BinaryDraft extends WithExits {
  /** Maximum cost of the contracts, or the quantity of `amountBy`. */
  readonly amount: string
  readonly amountBy: SizeUnit
  /** Maximum distance of predictions and closes from the price, cents. */
  readonly distance: string
}

export interface PanelDrafts {
  readonly scalar: ScalarDraft
  readonly binary: BinaryDraft
  readonly outcome: Omit<OutcomeDraft, 'mode'> & { readonly mode: (typeof OUTCOME_MODES)[number] } & WithExits
}

/** An empty form. */
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
    pricedIn: '',
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
  /** By panel; a panel without changes has none. */
  readonly drafts: Readonly<Record<string, PanelDrafts>>
}

export const usePanelDrafts = create<Drafts>()(() => ({ drafts: {} }))

export const draftsOfPanel = (id: string): PanelDrafts => usePanelDrafts.getState().drafts[id] ?? NOTHING_TYPED

/** Replaces the drafts of a panel. */
export const putDrafts = (id: string, drafts: PanelDrafts): void =>
  usePanelDrafts.setState((before) => ({ drafts: { ...before.drafts, [id]: drafts } }))

/** Changes fields of a panel's draft for a family. A price that is touched is one of the current bucket. */
export function changeDraft<F extends Family>(id: string, family: F, change: Partial<PanelDrafts[F]>): void {
  const drafts = draftsOfPanel(id)
  const touched = 'pricedIn' in drafts[family] && 'price' in change ? { pricedIn: '' } : {}
  putDrafts(id, { ...drafts, [family]: { ...drafts[family], ...touched, ...change } })
}

/** Whether the price was typed for an earlier bucket, and not touched since. @param bucket the current one; null while unknown */
export const isOldPrice = (
  { price, pricedIn }: Pick<ScalarDraft, 'price' | 'pricedIn'>,
  bucket: string | null,
): boolean => price !== '' && pricedIn !== '' && bucket !== null && pricedIn !== bucket

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

/** What stays typed when a form changes its market: a price belongs to its market. */
const withoutPrices = (drafts: PanelDrafts): PanelDrafts =>
  drafts.scalar.price === '' && drafts.outcome.price === ''
    ? drafts
    : { ...drafts, scalar: { ...drafts.scalar, price: '' }, outcome: { ...drafts.outcome, price: '' } }

interface WantedSides {
  /** By panel; a ticket without a clicked order has none. */
  readonly sides: Readonly<Record<string, Side>>
}

/** The side of the last clicked order, for tickets with a button per side: Enter triggers only that one. */
export const useWantedSides = create<WantedSides>()(() => ({ sides: {} }))

/** @param side null clears it */
export const wantSide = (ticket: string, side: Side | null): void =>
  useWantedSides.setState(({ sides: { [ticket]: _before, ...others } }) => ({
    sides: side === null ? others : { ...others, [ticket]: side },
  }))

/** The price is cleared when the panel shows another market, and the side with it; the rest of the draft stays. */
export function dropPrices(id: string): void {
  wantSide(id, null)
  const drafts = draftsOfPanel(id)
  const left = withoutPrices(drafts)
  if (left !== drafts) putDrafts(id, left)
}

// Unsent drafts, saved with the window's layout for the deployment they were typed on: a reopened window restores them in their panels. Only texts
// and choices that the forms would accept; anything else is omitted. Pure.

/** Longest text that a field accepts. */
const LONGEST = 60

type Fields = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= LONGEST ? value : undefined
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
const oneOf = <Value extends string>(value: unknown, allowed: readonly Value[]): Value | undefined =>
  allowed.find((one) => one === value)

const TIFS: readonly TimeInForce[] = ['GTC', 'IOC', 'ALO']

/** Typed values merged over an empty form. */
function over<Values extends object>(empty: Values, typed: { readonly [K in keyof Values]?: unknown }): Values {
  const known = Object.entries(typed).filter(([, value]) => value !== undefined)
  return { ...empty, ...Object.fromEntries(known) }
}

/** Parses each saved form. The signer is not restored: a signing wallet must be chosen again. */
const READS: { readonly [F in Family]: (kept: Fields) => PanelDrafts[F] } = {
  scalar: ({ price, size, sizeBy, unit, tif, reduceOnly, mode, distance, pricedIn, target, exits }) =>
    over(NOTHING_TYPED.scalar, {
      price: text(price),
      size: text(size),
      sizeBy: oneOf(sizeBy, UNITS_BY_FAMILY.scalar),
      unit: oneOf(unit, ['mark', 'f']),
      tif: oneOf(tif, TIFS),
      reduceOnly: flag(reduceOnly),
      mode: oneOf(mode, TICKET_MODES),
      distance: text(distance),
      pricedIn: text(pricedIn),
      target: text(target),
      exits: readExitDraft(exits),
    }),
  binary: ({ amount, amountBy, distance, exits }) =>
    over(NOTHING_TYPED.binary, {
      amount: text(amount),
      amountBy: oneOf(amountBy, UNITS_BY_FAMILY.binary),
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
      sizeBy: oneOf(sizeBy, UNITS_BY_FAMILY.outcome),
      exits: readExitDraft(exits),
    }),
}

const read = <F extends Family>(family: F, kept: unknown): PanelDrafts[F] =>
  isRecord(kept) ? READS[family](kept) : NOTHING_TYPED[family]

const draftsFrom = (kept: Fields): PanelDrafts => ({
  scalar: read('scalar', kept.scalar),
  binary: read('binary', kept.binary),
  outcome: read('outcome', kept.outcome),
})

type Panel = Pick<PanelInstance, 'id' | 'market'>

/** The market of a panel, as text; null while it shows none. */
function marketOf({ market }: Panel): string | null {
  const shown = shownMarketOf(market)
  return shown === null ? null : refText(shown)
}

/** The drafts of panels, each with the market that it was typed for, for `saveLayout`. */
export function draftsToSave(drafts: Readonly<Record<string, PanelDrafts>>, panels: readonly Panel[]): Fields {
  return Object.fromEntries(
    panels.flatMap((panel) => {
      const own = drafts[panel.id]
      if (own === undefined) return []
      const { signer: _signer, ...scalar } = own.scalar
      return [[panel.id, { ...own, scalar, market: marketOf(panel) }]]
    }),
  )
}

/** Restores the result of `draftsToSave`. A panel that is restored with another market, by a workspace or a template, loses its price. */
export function draftsByPanel(kept: unknown, panels: readonly Panel[]): Readonly<Record<string, PanelDrafts>> {
  if (!isRecord(kept)) return {}
  const shown = new Map(panels.map((panel) => [panel.id, marketOf(panel)]))
  const drafts: Record<string, PanelDrafts> = {}
  for (const [id, forms] of Object.entries(kept)) {
    if (!isRecord(forms)) continue
    const isOfAnother = typeof forms.market === 'string' && forms.market !== shown.get(id)
    drafts[id] = isOfAnother ? withoutPrices(draftsFrom(forms)) : draftsFrom(forms)
  }
  return drafts
}
