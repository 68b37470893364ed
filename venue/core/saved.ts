/** The plain JSON in which accounts survive a restart. */
import { z } from 'zod'
import { savedBinary } from '../binary/index.ts'
import { micros, savedFill, savedOrder, whole } from '../market/saved-parts.ts'
import { savedOutcomes } from '../outcomes/index.ts'

const savedAccount = z.object({
  address: z.string().regex(/^0x[0-9a-f]{40}$/),
  usdc: micros,
  usdh: micros,
  usdhOutcome: micros,
  leverage: z.record(z.string(), whole.min(1)),
  positions: z.array(
    z.object({ asset: z.string(), bucketEnd: whole, lots: whole, cost: micros, margin: micros, realized: micros }),
  ),
  orders: z.array(savedOrder),
  fills: z.array(savedFill),
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
