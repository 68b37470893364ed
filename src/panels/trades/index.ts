/** The trades panel: the public tape. */
export { TradesPanel } from './trades-panel.tsx'
