/** The ledger of a wallet: what it holds and makes by all that is known, and what of this terminal is behind it. */
export { createOwn, idsOf, type Own } from './own.ts'
export { createWalletLedger, type ExternalChange, type Look, type WalletLedger } from './wallet-ledger.ts'
