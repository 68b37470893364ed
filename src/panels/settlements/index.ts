/** The panel "Settlements": how every position ended that a hand did not close. */
export { SettlementsPanel } from './settlements-panel.tsx'
