/**
 * What the trader chose inside a panel, kept in its options, so that a restart shows it as it was left: choices, columns of tables, units of prices.
 */
import type { Instrument } from '../../contract/instrument.ts'
import { useFormat } from '../format/index.ts'
import { type Axis, axisOf, type PriceView } from '../markets/family/index.ts'
import { type TableState, tableStateFrom, UNTOUCHED } from '../ui/index.ts'
import { usePanel, usePanelOption } from './panel.tsx'
import { changePanel, panelInstance } from './panel-instances.ts'

/** How far from the best price orders at market may trade, as forms offer it: °F for scalar markets. */
export const DISTANCES = ['0.02', '0.05', '0.10', '0.25'] as const
/** How far a close of a scalar position may widen from there, °F. */
export const BOUNDS = ['0.25', '0.5', '1', '2', '5'] as const
/** The distances of binary contracts and outcome shares, cents. */
export const CENTS = ['1', '2', '5', '10'] as const

export interface PanelChoices {
  /** How far from the price the Close of a scalar position trades at first, °F. */
  readonly closeDistance: (typeof DISTANCES)[number]
  /** How far it may widen until it has filled, °F. */
  readonly closeBound: (typeof BOUNDS)[number]
  /** How far from the price the Close of binary contracts and outcome shares trades at first, cents. */
  readonly closeCentsFirst: (typeof CENTS)[number]
  /** How far it may widen until it has filled, cents. */
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

/** The choices in a panel's options; anything that is none is the default. */
function choicesFrom(options: Readonly<Record<string, unknown>>): PanelChoices {
  const choice = <K extends keyof PanelChoices>(name: K): PanelChoices[K] =>
    ALLOWED[name].find((allowed) => allowed === options[name]) ?? DEFAULT_CHOICES[name]
  return {
    closeDistance: choice('closeDistance'),
    closeBound: choice('closeBound'),
    closeCentsFirst: choice('closeCentsFirst'),
    closeCents: choice('closeCents'),
  }
}

/** What was chosen in the panel that the component is in; what was not is absent. */
export function useChosenInPanel(): Partial<PanelChoices> {
  const { options } = usePanel()
  return Object.fromEntries(
    (Object.keys(ALLOWED) as (keyof PanelChoices)[]).flatMap((name) => {
      const found = (ALLOWED[name] as readonly string[]).find((allowed) => allowed === options[name])
      return found === undefined ? [] : [[name, found]]
    }),
  )
}

/** One of the choices in the panel that the component is in. */
export const usePanelChoices = <Value>(select: (choices: PanelChoices) => Value): Value =>
  select(choicesFrom(usePanel().options))

/** Changes some of the choices of the panel that the component is in. */
export function useChoose(): (change: Partial<PanelChoices>) => void {
  const { id } = usePanel()
  return (change) => changePanel(id, { options: { ...panelInstance(id)?.options, ...change } })
}

// What was chosen of a table in the panel that the component is in: columns, order, sort, filter.

interface ChosenTable {
  readonly state: TableState
  readonly onState: (state: TableState) => void
}

const read = new WeakMap<object, TableState>()

/** The same state for the same thing that was kept. */
function stateOf(kept: unknown): TableState {
  if (typeof kept !== 'object' || kept === null) return UNTOUCHED
  const known = read.get(kept) ?? tableStateFrom(kept)
  read.set(kept, known)
  return known
}

/** @param name of the table among those of the panel. */
export function useTableState(name: string): ChosenTable {
  const [state, onState] = usePanelOption(`table ${name}`, stateOf)
  return { state, onState }
}

// How the prices of the panel's market are written, as the trader chose it in this panel.

interface PriceViewChoice {
  readonly axis: Axis
  /** The same object for the same choice. */
  readonly view: PriceView
  readonly chooseUnit: (unit: string) => void
  readonly chooseSide: (side: string) => void
}

const asKept = (kept: unknown): unknown => kept

/** The choice of each family is kept apart: a panel whose market changes writes both as they were chosen. */
export function usePriceView(instrument: Instrument): PriceViewChoice {
  const [unit, chooseUnit] = usePanelOption(`${instrument.family} unit`, asKept)
  const [side, chooseSide] = usePanelOption(`${instrument.family} side`, asKept)
  const format = useFormat()
  const axis = axisOf(instrument, format)
  return { axis, view: axis.view({ unit, side }), chooseUnit, chooseSide }
}
