/** What the calls of a window are written with. */
import { z } from 'zod'
import type { MarketRef } from '../market-ref.ts'

/** Carries a result type next to an input schema without a value at run time. */
export interface Call<Input extends z.ZodType, Output> {
  readonly input: Input
  readonly output?: Output
}
/** A call that takes this, and answers that. */
export const call =
  <Output>() =>
  <Input extends z.ZodType>(input: Input): Call<Input, Output> => ({ input })

/** What a call takes that takes nothing. */
export const nothing = z.strictObject({})

/** A ref as its text form would be read back. */
export const marketRef = z
  .union([
    z.strictObject({ family: z.enum(['scalar', 'binary']), asset: z.string().min(1).max(40) }),
    z.strictObject({
      family: z.literal('outcome'),
      outcomeId: z.number().int().nonnegative(),
      side: z.number().int().nonnegative(),
    }),
  ])
  .transform((ref) => ref as MarketRef)
