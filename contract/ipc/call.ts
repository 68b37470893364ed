/** What the calls of a window are written with. */
import { z } from 'zod'
import type { MarketRef } from '../market-ref.ts'

/** What calls count as: each has a bucket of its own in a window, or one for all windows (`electron/ipc/call-rates.ts`). */
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
  | 'outward'
  | 'access'
  | 'looks'

/** Who may make a call, how often, and whether it needs a hand at the window. The caller is always the top frame of a window (`electron/ipc/sender.ts`). */
export interface CallRule<Input> {
  /**
   * `any`: every window, armed or not. `armed`: what adds exposure is taken from an armed window only, where windows must be armed; its handler
   * asks `arming`, which knows the intent.
   */
  readonly from: 'any' | 'armed'
  readonly rate: RateName | ((input: Input) => RateName)
  /**
   * `loosening`: it can loosen a safety catch of the trader's. Its handler says what it would loosen, and where it loosens something it is
   * carried out only right after a press in its window, or with a yes in a native box (`electron/ipc/hands.ts`). `no`: it loosens nothing, or only
   * what asks again when it is used. The clipboard counts as such a catch: a page that could fill it at any time could exchange an address there.
   */
  readonly hand: 'no' | 'loosening'
}

/** The rule of a call that only reads. */
export const READ = { from: 'any', rate: 'reads', hand: 'no' } as const

/** Carries a result type next to a rule and an input schema without a value at run time. */
export interface Call<Input extends z.ZodType, Output, Rule> {
  readonly input: Input
  readonly rule: Rule
  readonly output?: Output
}
/** A call that takes this by this rule, and answers that. */
export const call =
  <Output>() =>
  <Input extends z.ZodType, const Rule extends CallRule<z.output<Input>>>(
    rule: Rule,
    input: Input,
  ): Call<Input, Output, Rule> => ({ input, rule })

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
