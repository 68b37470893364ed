/** Wallet addresses and hex, normalized to lowercase and 0x-prefixed (docs/service/README.md#conventions). */
import type { Brand } from './brand.ts'

export type Hex = `0x${string}`
/** A lowercase wallet address. */
export type Address = Brand<Hex, 'Address'>
/** A client order id: 0x and 32 hex digits. */
export type Cloid = Brand<Hex, 'Cloid'>

/** A wallet address in any case as an `Address`, or null. */
export const parseAddress = (text: string): Address | null =>
  /^0x[0-9a-fA-F]{40}$/.test(text) ? (text.toLowerCase() as Address) : null

/** A client order id in any case as a `Cloid`, or null. */
export const parseCloid = (text: string): Cloid | null =>
  /^0x[0-9a-fA-F]{32}$/.test(text) ? (text.toLowerCase() as Cloid) : null

/** `0x3f…a91c`: the short form for the screen. */
export const shortAddress = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`
