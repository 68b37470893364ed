/** The ladder panel: prices that keep their place, own orders beside them, and orders by a press where that is armed. */

export { LadderPanel } from './ladder-panel.tsx'
export { LADDER_PANEL_KEYS } from './rows-view.tsx'
