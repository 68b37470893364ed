/** The ladder panel: prices in fixed rows, own orders beside them, and orders by click where one-click is armed. */

export { LadderPanel } from './ladder-panel.tsx'
export { LADDER_PANEL_KEYS } from './rows-view.tsx'
