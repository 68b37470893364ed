/** Ids of the terminal's own making. */
import { createHash } from 'node:crypto'
import type { Cloid } from '../../../contract/address.ts'

/** Cryptographically secure random bytes. */
export type RandomBytes = (count: number) => Uint8Array

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** A client order id of 16 random bytes. */
export const newCloid = (randomBytes: RandomBytes): Cloid => `0x${hex(randomBytes(16))}` as Cloid

/** A UUID that is always the same for the same request and part (version 8: made from a hash). */
export function derivedId(requestId: string, part: string): string {
  const bytes = createHash('sha256').update(`${requestId}/${part}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = hex(bytes)
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
