/** Places outside of this machine that are told of alerts and notices. Their addresses are secrets: they go to main, and never come back. */
import { z } from 'zod'
import { OUTWARD_KINDS, type OutwardTest, outwardInput } from '../outward.ts'
import { call } from './call.ts'

const kind = z.strictObject({ kind: z.enum(OUTWARD_KINDS) })

/** What comes of them is the topic `outward`. */
export const outwardCalls = {
  /** Main asks in a native box that names the host; with a yes the address is kept in the keychain, in the place of the one before. */
  setOutward: call<{ readonly host: string }>()({ from: 'any', rate: 'answers', hand: 'no' }, outwardInput),
  /** Sends one message or ping now, and says what came of it. */
  testOutward: call<OutwardTest>()({ from: 'any', rate: 'outward', hand: 'no' }, kind),
  /** Nothing is sent there any more. Asks nothing. */
  forgetOutward: call<null>()({ from: 'any', rate: 'answers', hand: 'loosening' }, kind),
} as const
