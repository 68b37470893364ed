/** What the tickets of every family are made of: the frame with its places, the buttons that send, and what Enter does in a field. */
export { KeptPlace, KeptPlaceProvider } from './kept-place.ts'
export { KindHolder, useHoldKind, useKindHeld } from './kind-held.tsx'
export { TicketButton } from './ticket-button.tsx'
export { TicketBody, TicketFrame } from './ticket-frame.tsx'
export { TicketGate } from './ticket-gate.tsx'
export { useEnterPath } from './use-enter-path.ts'
export { useTicketSender } from './use-ticket-sender.ts'
