/** How the prices of the panel's market are written, as the trader chose it in this panel. */
import type { Instrument } from '../../contract/instrument.ts'
import { useFormat } from '../format/index.ts'
import { type Axis, axisOf, type PriceView } from '../markets/family/index.ts'
import { usePanelOption } from './panel.tsx'

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
