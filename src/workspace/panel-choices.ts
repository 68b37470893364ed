/** What the trader chose inside a panel that has long had choices: options of the panel, so that a restart shows it as it was left. */
import { usePanel } from './panel.tsx'
import { changePanel, panelInstance } from './panel-instances.ts'

/** Slippage tolerances that Close offers, per cent. */
export const SLIPPAGES = ['0.1', '0.25', '0.5', '1', '2'] as const
type Slippage = (typeof SLIPPAGES)[number]

/** The same for binary contracts and outcome shares: their prices lie between 0 and 1, and their ticks weigh more. */
export const PROBABILITY_SLIPPAGES = ['1', '2', '5', '10', '20'] as const
type ProbabilitySlippage = (typeof PROBABILITY_SLIPPAGES)[number]

export interface PanelChoices {
  /** Tolerance of a position's Close, per cent. */
  readonly slippage: Slippage
  /** The same for binary contracts and outcome shares. */
  readonly probabilitySlippage: ProbabilitySlippage
}

export const DEFAULT_CHOICES: PanelChoices = {
  slippage: '0.5',
  probabilitySlippage: '5',
}

const ALLOWED: { readonly [K in keyof PanelChoices]: readonly PanelChoices[K][] } = {
  slippage: SLIPPAGES,
  probabilitySlippage: PROBABILITY_SLIPPAGES,
}

/** The choices in a panel's options; anything that is none is the default. */
export function choicesFrom(options: Readonly<Record<string, unknown>>): PanelChoices {
  const choice = <K extends keyof PanelChoices>(name: K): PanelChoices[K] =>
    ALLOWED[name].find((allowed) => allowed === options[name]) ?? DEFAULT_CHOICES[name]
  return {
    slippage: choice('slippage'),
    probabilitySlippage: choice('probabilitySlippage'),
  }
}

/** One of the choices in the panel that the component is in. */
export const usePanelChoices = <Value>(select: (choices: PanelChoices) => Value): Value =>
  select(choicesFrom(usePanel().options))

/** Changes some of the choices of the panel that the component is in. */
export function useChoose(): (change: Partial<PanelChoices>) => void {
  const { id } = usePanel()
  return (change) => changePanel(id, { options: { ...panelInstance(id)?.options, ...change } })
}
