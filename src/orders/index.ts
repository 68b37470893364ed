/** What every family shows of orders: their rows, estimates and confirmations, and what became of one that was sent. */
export { cancelStateOf } from './cancel-state.ts'
export { EstimateCard } from './estimate-card.tsx'
export { FollowLine } from './follow-line.tsx'
export { OrdersTable } from './orders-table.tsx'
export { useExpectOtherClient } from './other-client.tsx'
export { SurfacedPrompts } from './surfaced-prompt.tsx'
export { UnverifiedPrompts } from './unverified-prompt.tsx'
export { WalletRequest } from './wallet-request.tsx'
