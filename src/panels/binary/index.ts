/** Panels of a binary market: its phase, and its ticket. */
export { BinaryTicket } from './binary-ticket.tsx'
export { PhasePanel } from './phase-panel.tsx'
