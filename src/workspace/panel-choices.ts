/** The trader's choices inside a panel, saved in its options so that a restart restores them: choices, table columns, price units. */
import type { Instrument } from '../../contract/instrument.ts'
import { useFormat } from '../format/index.ts'
import { type Axis, axisOf, type PriceView } from '../markets/family/index.ts'
import { type TableState, tableStateFrom, UNTOUCHED } from '../ui/index.ts'
import { usePanel, usePanelOption } from './panel.tsx'
import { changePanel, panelInstance } from './panel-instances.ts'

/** Maximum distances of market orders from the best price, as offered by forms: °F for scalar markets. */
export const DISTANCES = ['0.02', '0.05', '0.10', '0.25'] as const
/** Maximum distances to which a close of a scalar position may widen, °F. */
export const BOUNDS = ['0.25', '0.5', '1', '2', '5'] as const
/** The distances of binary contracts and outcome shares, cents. */
export const CENTS = ['1', '2', '5', '10'] as const

export interface PanelChoices {
  /** Initial distance of the Close of a scalar position, °F. */
  readonly closeDistance: (typeof DISTANCES)[number]
  /** Distance to which it may widen until it has filled, °F. */
  readonly closeBound: (typeof BOUNDS)[number]
  /** Initial distance of the Close of binary contracts and outcome shares, cents. */
  readonly closeCentsFirst: (typeof CENTS)[number]
  /** Distance to which it may widen until it has filled, cents. */
  readonly closeCents: (typeof CENTS)[number]
}

export const DEFAULT_CHOICES: PanelChoices = {
  closeDistance: '0.10',
  closeBound: '1',
  closeCentsFirst: '2',
  closeCents: '5',
}

const ALLOWED: { readonly [K in keyof PanelChoices]: readonly PanelChoices[K][] } = {
  closeDistance: DISTANCES,
  closeBound: BOUNDS,
  closeCentsFirst: CENTS,
  closeCents: CENTS,
}

/** The explicit choices in a panel's options; others, and invalid ones, are absent. */
const chosenIn = (options: Readonly<Record<string, unknown>>): Partial<PanelChoices> =>
  Object.fromEntries(
    (Object.keys(ALLOWED) as (keyof PanelChoices)[]).flatMap((name) => {
      const found = (ALLOWED[name] as readonly string[]).find((allowed) => allowed === options[name])
      return found === undefined ? [] : [[name, found]]
    }),
  )

/** The explicit choices of the surrounding panel; others are absent. */
export const useChosenInPanel = (): Partial<PanelChoices> => chosenIn(usePanel().options)

/** One of the choices of the surrounding panel. */
export const usePanelChoices = <Value>(select: (choices: PanelChoices) => Value): Value =>
  select({ ...DEFAULT_CHOICES, ...useChosenInPanel() })

/** Changes some choices of the surrounding panel. */
export function useChoose(): (change: Partial<PanelChoices>) => void {
  const { id } = usePanel()
  return (change) => changePanel(id, { options: { ...panelInstance(id)?.options, ...change } })
}

interface ChosenTable {
  readonly state: TableState
  readonly onState: (state: TableState) => void
}

const read = new WeakMap<object, TableState>()

/** The same state object for the same saved value. */
function stateOf(kept: unknown): TableState {
  if (typeof kept !== 'object' || kept === null) return UNTOUCHED
  const known = read.get(kept) ?? tableStateFrom(kept)
  read.set(kept, known)
  return known
}

/** @param name name of the table within the panel */
export function useTableState(name: string): ChosenTable {
  const [state, onState] = usePanelOption(`table ${name}`, stateOf)
  return { state, onState }
}

interface PriceViewChoice {
  readonly axis: Axis
  /** The same object for the same choice. */
  readonly view: PriceView
  readonly chooseUnit: (unit: string) => void
  readonly chooseSide: (side: string) => void
}

const asKept = (kept: unknown): unknown => kept

/** Saved separately for each family, so that a panel that changes its market keeps both choices. */
export function usePriceView(instrument: Instrument): PriceViewChoice {
  const [unit, chooseUnit] = usePanelOption(`${instrument.family} unit`, asKept)
  const [side, chooseSide] = usePanelOption(`${instrument.family} side`, asKept)
  const format = useFormat()
  const axis = axisOf(instrument, format)
  return { axis, view: axis.view({ unit, side }), chooseUnit, chooseSide }
}
