/**
 * What is typed and not sent, kept with the layout of the window for the deployment it was typed on: a window that opens again has it
 * again, in the panel it was typed in. Only texts and choices that the forms would take; anything else is left out. Pure.
 */
import type { TimeInForce } from '../../contract/account.ts'
import { type Family, refText } from '../../contract/market-ref.ts'
import { UNITS_OF } from '../../contract/size-presets.ts'
import { readExitDraft } from '../exit-plan/index.ts'
import { NOTHING_TYPED, OUTCOME_MODES, type PanelDrafts, TICKET_MODES, withoutPrices } from './panel-drafts.ts'
import { type PanelInstance, shownMarketOf } from './panel-instances.ts'

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
