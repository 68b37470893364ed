/** What the tickets of every family are made of: the frame with its places, the buttons that send, and what Enter does in a field. */
export { KeptPlace, KeptPlaceProvider, TicketBody, TicketFrame } from './ticket-frame.tsx'
export { TicketGate } from './ticket-gate.tsx'
export { useEnterPath } from './use-enter-path.ts'
export { KindHolder, TicketButton, useHoldKind, useKindHeld, useTicketSender } from './use-ticket-sender.tsx'
