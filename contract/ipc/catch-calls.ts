/** Limits and catches. */
import { z } from 'zod'
import { DISARMED_BECAUSE, KEYS_DISARMED_BECAUSE, KEYS_MODES, panelId } from '../catches.ts'
import type { Decimal, Money, Size } from '../decimal.ts'
import { LIMIT_FIELDS, type LimitField, limitIssue } from '../limits.ts'
import { call, marketRef } from './call.ts'

const limitText = (field: LimitField) =>
  z
    .string()
    .max(40)
    .refine((text) => limitIssue(field, text) === null, `must be a valid ${LIMIT_FIELDS[field].name}`)
const limitNumber = (field: LimitField) => limitText(field).transform(Number)

/** The limits as typed: texts, so that a value is judged exactly as the trader wrote it. */
const limits = z.strictObject({
  orderValue: limitText('orderValue').transform((text) => text as Money),
  orderSize: limitText('orderSize').transform((text) => text as Size),
  position: limitText('position').transform((text) => text as Size),
  priceBandDegrees: limitText('priceBandDegrees').transform((text) => text as Decimal),
  priceBandCents: limitText('priceBandCents').transform((text) => text as Decimal),
  collarDegrees: limitText('collarDegrees').transform((text) => text as Decimal),
  collarCents: limitText('collarCents').transform((text) => text as Decimal),
  depthShare: limitText('depthShare').transform((text) => (text === '' ? null : Number(text))),
  ordersPerMinute: limitNumber('ordersPerMinute'),
  heldOrdersPerMinute: limitNumber('heldOrdersPerMinute'),
  throttleFills: limitNumber('throttleFills'),
  throttleSeconds: limitNumber('throttleSeconds'),
  dayLoss: limitText('dayLoss').transform((text) => (text === '' ? null : (text as Money))),
  worstCase: limitText('worstCase').transform((text) => (text === '' ? null : (text as Money))),
  arm: z.enum(['live', 'always', 'never']),
  armMinutes: limitNumber('armMinutes'),
  hotMinutes: limitNumber('hotMinutes'),
})

/** Limits and catches, as the trader sets them. */
export const catchCalls = {
  /** What tightens holds at once, what loosens after a wait (`pending_limits`). */
  saveLimits: call<null>()({ from: 'any', rate: 'saves', hand: 'loosening' }, limits),
  /** Leaves a limit that waits to be loosened as it holds now. */
  takeBackLimit: call<null>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ field: z.enum(['arm', ...(Object.keys(LIMIT_FIELDS) as LimitField[])]) }),
  ),
  /** Arms or disarms the window that calls. */
  arm: call<null>()(
    { from: 'any', rate: ({ armed }) => (armed ? 'answers' : 'disarming'), hand: 'loosening' },
    z.strictObject({ armed: z.boolean() }),
  ),
  /**
   * Arms or disarms one-click of one ladder of the window that calls, for one market. Fails with `not_armed` where the window itself has to be
   * armed first.
   */
  armOneClick: call<null>()(
    { from: 'any', rate: ({ armed }) => (armed ? 'answers' : 'disarming'), hand: 'loosening' },
    z.discriminatedUnion('armed', [
      z.strictObject({ armed: z.literal(true), panel: panelId, market: marketRef }),
      z.strictObject({ armed: z.literal(false), panel: panelId, because: z.enum(DISARMED_BECAUSE).default('hand') }),
    ]),
  ),
  /** Arms or disarms the trading keys of the window that calls. Fails as `armOneClick` does. */
  armKeys: call<null>()(
    { from: 'any', rate: ({ armed }) => (armed ? 'answers' : 'disarming'), hand: 'loosening' },
    z.discriminatedUnion('armed', [
      z.strictObject({ armed: z.literal(true), mode: z.enum(KEYS_MODES) }),
      z.strictObject({ armed: z.literal(false), because: z.enum(KEYS_DISARMED_BECAUSE).default('hand') }),
    ]),
  ),
} as const
