/** The plain JSON in which accounts survive a restart. */
import { z } from 'zod'
import { savedBinary } from '../binary/index.ts'
import { micros, whole } from '../market/index.ts'
import { savedOutcomes } from '../outcomes/index.ts'
import { savedScalar } from '../scalar/index.ts'

/** The scalar part lies beside the money; those of the other families are objects of their own. */
const savedAccount = savedScalar.extend({
  address: z.string().regex(/^0x[0-9a-f]{40}$/),
  usdc: micros,
  usdh: micros,
  usdhOutcome: micros,
  binary: savedBinary.optional(),
  outcomes: savedOutcomes.optional(),
})

export const savedState = z.object({
  version: z.literal(1),
  time: whole,
  nextOid: whole.positive(),
  nextTid: whole.positive(),
  bucketSeconds: whole.positive(),
  finalSeconds: whole.positive(),
  oracleShifts: z.array(z.object({ from: whole, hundredths: whole })),
  accounts: z.array(savedAccount),
})

export type SavedState = z.infer<typeof savedState>
export type SavedAccount = z.infer<typeof savedAccount>
