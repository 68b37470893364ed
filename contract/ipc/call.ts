/** Building blocks of call definitions. */
import { z } from 'zod'
import type { MarketRef } from '../market-ref.ts'

/** Rate-limit buckets: each applies per window, or to all windows (`electron/ipc/call-rates.ts`). */
export type RateName =
  | 'orders'
  | 'reducing'
  | 'stopping'
  | 'disarming'
  | 'answers'
  | 'saves'
  | 'layouts'
  | 'reads'
  | 'watching'
  | 'pointing'
  | 'copies'
  | 'pictures'
  | 'titles'
  | 'workspaces'
  | 'windows'
  | 'exports'
  | 'errors'
  | 'agents'
  | 'updates'
  | 'remote_notifications'
  | 'access'
  | 'looks'

/** Who may make a call, how often, and whether it needs a user gesture. The caller is always the top frame of a window (`electron/ipc/sender.ts`). */
export interface CallRule<Input> {
  /**
   * `any`: every window, armed or not. `armed`: adding exposure requires an armed window, where windows must be armed; its handler asks `arming`,
   * which knows the intent.
   */
  readonly from: 'any' | 'armed'
  readonly rate: RateName | ((input: Input) => RateName)
  /**
   * `loosening`: it can loosen a safety setting of the trader. Its handler reports what it would loosen; if anything, the call needs a recent user
   * gesture in its window, or a yes in a native dialog (`electron/ipc/user-input.ts`). `none`: it loosens nothing, or only something that asks again when
   * used. The clipboard counts as a safety setting: a page that could fill it at any time could replace an address there.
   */
  readonly gesture: 'none' | 'loosening'
}

/** The rule of a call that every window may make, and that loosens nothing. */
export const byAny = <const Rate extends RateName>(rate: Rate) => ({ from: 'any', rate, gesture: 'none' }) as const

/** The rule of a call that every window may make, and that can loosen a safety setting. */
export const loosening = <const Rate extends RateName>(rate: Rate) =>
  ({ from: 'any', rate, gesture: 'loosening' }) as const

/** The rule of read-only calls. */
export const READ = byAny('reads')

/** Carries a result type next to a rule and an input schema, without a run-time value. */
export interface Call<Input extends z.ZodType, Output, Rule> {
  readonly input: Input
  readonly rule: Rule
  readonly output?: Output
}
/** Defines a call with this rule, input and result. */
export const call =
  <Output>() =>
  <Input extends z.ZodType, const Rule extends CallRule<z.output<Input>>>(
    rule: Rule,
    input: Input,
  ): Call<Input, Output, Rule> => ({ input, rule })

/** Input of a call without arguments. */
export const nothing = z.strictObject({})

/** A ref in the form that parsing its text would return. */
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
