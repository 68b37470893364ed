/** The test of the trader's limits: begun, cancelled, and its sheet saved. How it goes and what it found is the topic `limits_test`. */
import { call, nothing } from './call.ts'

export const limitsTestCalls = {
  /** Begins a test of the limits as they are set now, for the deployment of the window; refused while one is under way. */
  testLimits: call<null>()(nothing),
  /** Ends the one that is under way; its rows are lost. */
  cancelLimitsTest: call<null>()(nothing),
  /** Writes the sheet of the last test, as a page that prints well, to a file that the trader chooses; whether one was. */
  saveLimitsTest: call<{ readonly saved: boolean }>()(nothing),
} as const
