/** Refusals of the terminal's own limits: each code with its field and message. Amounts are formatted as on screen. */
import type { Refusal } from '../actions/index.ts'

type Words = (parts: never) => string

const REFUSALS = {
  limit_order_value: {
    field: 'size',
    text: ({ value, limit, unit }: { value: string; limit: string; unit: string }) =>
      `The order is worth ${value} ${unit}; this terminal's limit for one order is ${limit} ${unit}.`,
  },
  limit_order_size: {
    field: 'size',
    text: ({ size, limit, unit }: { size: string; limit: string; unit: string }) =>
      `The order is for ${size} ${unit}; this terminal's limit for one order is ${limit}.`,
  },
  limit_position: {
    field: 'size',
    text: ({ reach, limit, unit }: { reach: string; limit: string; unit: string }) =>
      `The position could reach ${reach}; this terminal's limit is ${limit} ${unit}.`,
  },
  limit_position_unknown: {
    field: null,
    text: ({ asset, limit, why }: { asset: string; limit: string; why: string }) =>
      `The position in ${asset} cannot be read, so this terminal's limit of ${limit} cannot be held: ${why}`,
  },
  limit_price_band: {
    field: 'price',
    text: (of: { asked: string; off: string; where: string; around: string; band: string; reach: string }) =>
      `${of.asked} is ${of.off} ${of.where} the mark of ${of.around}; this terminal's price band is ${of.band}${of.reach}.`,
  },
  limit_no_mark: {
    field: 'price',
    text: ({ band }: { band: string }) =>
      `No mark is known, so the price cannot be held to this terminal's price band of ${band} around it.`,
  },
  limit_collar: {
    field: 'price',
    text: (of: {
      asked: string
      off: string
      where: string
      stood: string
      asset: string
      collar: string
      reach: string
    }) =>
      `${of.asked} is ${of.off} ${of.where} ${of.stood}, where ${of.asset} stood before your orders of the last minute traded; this terminal's collar is ${of.collar} over 60 s: no further than ${of.reach}.`,
  },
  limit_collar_unknown: {
    field: null,
    text: ({ asset, collar, seconds }: { asset: string; collar: string; seconds: number }) =>
      `Where ${asset} stood before your orders of the last minute traded is not known, so this terminal's collar of ${collar} over 60 s cannot be held. Try again in ${seconds} s.`,
  },
  limit_depth: {
    field: 'size',
    text: (of: {
      takes: string
      shown: string
      unit: string
      within: string
      best: string
      share: number
      most: string
    }) =>
      `It could take ${of.takes} at once; the book shows ${of.shown} ${of.unit} within ${of.within} of the best ${of.best}, and this terminal's limit is ${of.share} % of that: ${of.most}. Send less, or rest it with post-only.`,
  },
  limit_depth_unknown: {
    field: null,
    text: ({ asset, share }: { asset: string; share: number }) =>
      `What the book of ${asset} shows is not known or out of date, so this terminal's limit of ${share} % of it cannot be held. A post-only order goes, and so does any order once the book is there again.`,
  },
  limit_orders_per_minute: {
    field: null,
    text: ({ sent, how, limit, wanted }: { sent: number; how: string; limit: number; wanted: number }) =>
      `${sent} orders went out ${how === '' ? '' : `${how} `}in the last minute; this terminal's limit is ${limit} a minute.${wanted === 1 ? '' : ` This takes ${wanted}.`}`,
  },
  limit_day_loss: {
    field: null,
    text: ({ result, limit }: { result: string; limit: string }) =>
      `The day's result is ${result} USDC; this terminal's limit for the day's loss is ${limit} USDC. Only reducing orders go out until 00:00 UTC.`,
  },
  limit_day_loss_unknown: {
    field: null,
    text: ({ limit, why }: { limit: string; why: string }) =>
      `The day's result cannot be read, so this terminal's limit of ${limit} USDC for the day's loss cannot be held: ${why}`,
  },
  limit_worst_case: {
    field: 'size',
    text: ({ loss, limit, was }: { loss: string; limit: string; was: string }) =>
      `With everything filled and every stop slipped, ${loss} USDC could be lost from now on; this terminal's limit is ${limit} USDC.${was}`,
  },
  limit_worst_case_unknown: {
    field: null,
    text: ({ limit, why }: { limit: string; why: string }) =>
      `The worst case cannot be worked out, so this terminal's limit of ${limit} USDC cannot be held: ${why}`,
  },
} as const satisfies Readonly<Record<string, { readonly field: Refusal['field']; readonly text: Words }>>

type LimitCode = keyof typeof REFUSALS

/** The refusal of a limit, with its message. */
export function limitRefusal<C extends LimitCode>(
  code: C,
  parts: Parameters<(typeof REFUSALS)[C]['text']>[0],
): Refusal {
  const { field, text: textOf } = REFUSALS[code]
  return { code, message: (textOf as (of: typeof parts) => string)(parts), field }
}
