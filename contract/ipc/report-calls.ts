/** A report of a problem, which the trader reads whole before it goes anywhere. Nothing of it is ever sent by the terminal. */
import { z } from 'zod'
import { call, nothing } from './call.ts'

export const reportCalls = {
  /**
   * The report as it is now, redacted: what `saveProblemReport` writes from then on.
   * @param details also what notices say in full, and whole lines of the log: both may name orders.
   */
  readProblemReport: call<{ readonly text: string }>()(
    { from: 'any', rate: 'exports', hand: 'no' },
    z.strictObject({ details: z.boolean() }),
  ),
  /** Writes the report that this window was given last, to the letter, to a file that the trader chooses; whether one was. */
  saveProblemReport: call<{ readonly saved: boolean }>()({ from: 'any', rate: 'exports', hand: 'no' }, nothing),
} as const
