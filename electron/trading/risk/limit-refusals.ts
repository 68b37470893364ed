/** Refusals of the terminal's own limits: each code with its field and message. Amounts are formatted as on screen. */
import { type Size, trimZeros } from '../../../contract/decimal.ts'
import { tradesShares } from '../../../contract/family-rules.ts'
import type { Family } from '../../../contract/market-ref.ts'
import { counted } from '../../../contract/plural.ts'
import type { Refusal } from '../actions/index.ts'

type Words = (parts: never) => string

/** A size with the unit of its family: `1 contract`, `40 shares`. */
export const sizeLabel = (family: Family, size: Size): string =>
  tradesShares(family) ? counted(trimZeros(size), 'share', 'shares') : counted(trimZeros(size), 'contract', 'contracts')

const REFUSALS = {
  limit_order_value: {
    field: 'size',
    text: ({ value, limit, unit }: { value: string; limit: string; unit: string }) =>
      `Order value ${value} ${unit} exceeds your limit of ${limit} ${unit}.`,
  },
  limit_order_size: {
    field: 'size',
    /** @param size counted, as `1 contract` */
    text: ({ size, limit }: { size: string; limit: string }) => `Order size ${size} exceeds your limit of ${limit}.`,
  },
  limit_position: {
    field: 'size',
    text: ({ reach, limit, isShares }: { reach: string; limit: string; isShares: boolean }) =>
      isShares
        ? `The position could reach ${reach}; your limit is ${limit} shares.`
        : `The position could reach ${reach}; your limit is ${limit} contracts, long or short.`,
  },
  limit_position_unknown: {
    field: null,
    text: ({ asset, limit, why }: { asset: string; limit: string; why: string }) =>
      `The position in ${asset} is unreadable, so your limit of ${limit} cannot be checked: ${why}`,
  },
  limit_price_band: {
    field: 'price',
    text: (of: {
      order: string
      off: string
      isAbove: boolean
      around: string
      band: string
      /** Null where no price within the band is possible. */
      reach: string | null
    }) =>
      [
        of.isAbove
          ? `${of.order} is ${of.off} above the mark of ${of.around}.`
          : `${of.order} is ${of.off} below the mark of ${of.around}.`,
        of.reach === null
          ? `Your price band is ${of.band}.`
          : `Your price band is ${of.band}: no further than ${of.reach}.`,
      ].join(' '),
  },
  limit_no_mark: {
    field: 'price',
    text: ({ band }: { band: string }) => `No mark, so the price cannot be checked against your price band of ${band}.`,
  },
  limit_collar: {
    field: 'price',
    text: (of: {
      asked: string
      off: string
      isAbove: boolean
      stood: string
      asset: string
      collar: string
      reach: string
      seconds: number
    }) =>
      [
        of.isAbove
          ? `${of.asked} is ${of.off} above ${of.stood}, where ${of.asset} stood before your orders of the last minute traded.`
          : `${of.asked} is ${of.off} below ${of.stood}, where ${of.asset} stood before your orders of the last minute traded.`,
        `Your 60 s price collar is ${of.collar}: no further than ${of.reach} for another ${of.seconds} s.`,
      ].join(' '),
  },
  limit_collar_unknown: {
    field: null,
    text: ({ asset, collar, seconds }: { asset: string; collar: string; seconds: number }) =>
      `The price of ${asset} before your orders of the last minute is unknown, so your 60 s price collar of ${collar} cannot be checked. Try again in ${seconds} s.`,
  },
  limit_depth: {
    field: 'size',
    /** `takes`, `shown` and `most` are counted, as `1 contract`. */
    text: (of: {
      takes: string
      shown: string
      within: string
      isBuy: boolean
      best: string
      share: number
      most: string
    }) =>
      [
        `This order could take ${of.takes} at once.`,
        of.isBuy
          ? `The book shows ${of.shown} within ${of.within} of the best ask of ${of.best}.`
          : `The book shows ${of.shown} within ${of.within} of the best bid of ${of.best}.`,
        `Your limit is ${of.share} % of that, ${of.most}. Reduce the size, or use post-only.`,
      ].join(' '),
  },
  limit_depth_unknown: {
    field: null,
    text: ({ asset, share }: { asset: string; share: number }) =>
      `The ${asset} book is missing or stale, so your limit of ${share} % of it cannot be checked. Use post-only, or wait for the book.`,
  },
  limit_orders_per_minute: {
    field: null,
    text: (of: { sent: number; isAutomatic: boolean; limit: number; wanted: number }) => {
      const orders = counted(of.sent, 'order', 'orders')
      return [
        of.isAutomatic
          ? `${orders} went out automatically in the last minute; your limit is ${of.limit} per minute.`
          : `${orders} went out in the last minute; your limit is ${of.limit} per minute.`,
        ...(of.wanted === 1 ? [] : [`This needs ${of.wanted} orders.`]),
      ].join(' ')
    },
  },
  limit_day_loss: {
    field: null,
    text: ({ result, limit }: { result: string; limit: string }) =>
      `Today's P&L is ${result} USDC; your max daily loss is ${limit} USDC. Only reducing orders go out until 00:00 UTC.`,
  },
  limit_day_loss_unknown: {
    field: null,
    text: ({ limit, why }: { limit: string; why: string }) =>
      `Today's P&L is unknown, so your max daily loss of ${limit} USDC cannot be checked: ${why}`,
  },
  limit_worst_case: {
    field: 'size',
    text: (of: { loss: string; limit: string; now: string | null; isMove: boolean }) =>
      [
        `Max loss would be ${of.loss} USDC with every order filled and every stop at its slippage cap; your limit is ${of.limit} USDC.`,
        ...(of.now === null
          ? []
          : [
              of.isMove
                ? `Max loss is ${of.now} USDC with the stop unmoved.`
                : `Max loss is ${of.now} USDC without this order.`,
            ]),
      ].join(' '),
  },
  limit_worst_case_unknown: {
    field: null,
    text: ({ limit, why }: { limit: string; why: string }) =>
      `Max loss is unknown, so your limit of ${limit} USDC cannot be checked: ${why}`,
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
