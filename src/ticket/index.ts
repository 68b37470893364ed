/** Building blocks of the tickets of every family: the frame with its slots, the sending buttons, and Enter in a field. */
export { KeptPlace, KeptPlaceProvider, TicketBody, TicketFrame } from './ticket-frame.tsx'
export { TicketGate } from './ticket-gate.tsx'
export { useEnterPath } from './use-enter-path.ts'
export { KindHolder, TicketButton, useHoldKind, useKindHeld, useTicketSender } from './use-ticket-sender.tsx'
