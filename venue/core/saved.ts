/** The plain JSON in which accounts survive a restart. */
import { z } from 'zod'

const whole = z.number().int().safe()
const micros = z.string().regex(/^-?\d{1,30}$/)

const savedOrder = z.object({
  oid: whole.positive(),
  cloid: z.string().nullable(),
  asset: z.string(),
  isBuy: z.boolean(),
  price: whole.positive(),
  lots: whole.positive(),
  remaining: whole.nonnegative(),
  tif: z.enum(['GTC', 'IOC', 'ALO']),
  reduceOnly: z.boolean(),
  status: z.enum(['resting', 'partially_filled', 'filled', 'cancelled', 'expired']),
  time: whole,
})

const savedFill = z.object({
  tid: z.string(),
  oid: z.string(),
  asset: z.string(),
  side: z.enum(['buy', 'sell']),
  price: z.string(),
  size: z.string(),
  fee: z.string(),
  liquidity: z.enum(['maker', 'taker']),
  realized_pnl: z.string(),
  time: whole,
})

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
