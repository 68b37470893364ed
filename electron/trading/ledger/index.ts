/** The ledger of a wallet: positions and results from everything known, and which part this terminal caused. */
export { createOwn, idsOf, type Own } from './own.ts'
export { createWalletLedger, type ExternalChange, type Look, type WalletLedger } from './wallet-ledger.ts'
