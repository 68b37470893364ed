/** The code that a wallet gives to others. */
import { createHash } from 'node:crypto'
import type { Account } from '../market/index.ts'

/** Without letters and digits that are taken for one another. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8

/** The wallet's code, always the same. @param attempt for another one, should the code be another wallet's. */
export const codeFor = (wallet: Account, attempt: number): string =>
  Array.from(
    createHash('sha256').update(`${wallet} ${attempt}`).digest().subarray(0, LENGTH),
    (byte) => LETTERS[byte % LETTERS.length],
  ).join('')
