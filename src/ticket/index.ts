/** Building blocks of the tickets of every family: the frame with its slots, the sending buttons, and Enter in a field. */

export { ClosedMarketOverlay } from './closed-market-overlay.tsx'
export { FormPosition, FormPositionProvider, TicketBody, TicketFrame } from './ticket-frame.tsx'
export { useEnterPath } from './use-enter-path.ts'
export { firstOnly, KindHolder, TicketButton, useHoldKind, useKindHeld, useTicketSender } from './use-ticket-sender.tsx'
