/** Intents and estimates as lines of a native dialog: every field with its label, its value and its unit. Pure. */

import type { Estimate } from '../../contract/action.ts'
import { type Price, type Size, trimZeros } from '../../contract/decimal.ts'
import { grouped } from '../../contract/grouped.ts'
import type { Intent } from '../../contract/intent.ts'
import { isCoin } from '../../contract/outcome.ts'
import { counted } from '../../contract/plural.ts'
import { priceLabel } from '../../contract/price-text.ts'
import { type CloseProtection, distanceText, type Protection } from '../../contract/protection.ts'
import { requestedOrderOf } from '../../contract/requested-order.ts'

type IntentOf<K extends Intent['kind']> = Extract<Intent, { readonly kind: K }>

/** The lines of each field, so that none can be missing; an absent field has none. */
type LinesOf<I> = {
  readonly [Name in Exclude<keyof I, 'kind'>]-?: (value: Exclude<I[Name], undefined>, intent: I) => readonly string[]
}

interface KindLines<K extends Intent['kind']> {
  readonly title: string
  readonly fields: LinesOf<IntentOf<K>>
}

const sizeText = (asset: string, size: Size): string =>
  isCoin(asset) ? counted(trimZeros(size), 'share', 'shares') : counted(trimZeros(size), 'contract', 'contracts')

const marketLine = (asset: string): readonly string[] => [`Market: ${asset}`]
const sideLine = (side: string): readonly string[] => [`Side: ${side}`]
const directionLine = (direction: string): readonly string[] => [`Direction: ${direction}`]
const sizeLine = (size: Size, { asset }: { readonly asset: string }): readonly string[] => [
  `Size: ${sizeText(asset, size)}`,
]
const worstLine = ({ price }: Protection): readonly string[] => [`Worst price: ${priceLabel(price)}`]
const limitLine = (price: Price): readonly string[] => [`Limit price: ${priceLabel(price)}`]

/** A distance is in the unit of the market's prices: cents of shares, else as a price. */
function closeLine(protection: CloseProtection, { asset }: { readonly asset: string }): readonly string[] {
  const isFixed = protection.kind === 'worst'
  const first = isFixed ? protection.price : protection.distance
  const label = (value: Price): string =>
    isFixed ? priceLabel(value) : isCoin(asset) ? distanceText(value, 'outcome') : grouped(value)
  const start = isFixed ? `Worst price: ${label(first)}` : `Slippage cap from the reference price: ${label(first)}`
  const { bound } = protection
  return [bound === null ? start : `${start}, widening to ${label(bound)} until filled`]
}

const CONVERSIONS: { readonly [C in IntentOf<'convert'>['conversion']]: string } = {
  split: 'split into a share of each side',
  merge: 'merge a share of each side',
  merge_question: 'merge a share of every outcome of the question',
  negate: 'turn No shares into Yes shares of every other outcome',
}

const KINDS: { readonly [K in Intent['kind']]: KindLines<K> } = {
  place: {
    title: 'Limit order',
    fields: {
      asset: marketLine,
      side: sideLine,
      size: sizeLine,
      price: limitLine,
      tif: (tif) => [`Time in force: ${tif}`],
      reduceOnly: (isReduceOnly) => [isReduceOnly ? 'Reduce only: yes' : 'Reduce only: no'],
      signer: () => ['Signed by: your wallet'],
    },
  },
  predict: {
    title: 'Prediction',
    fields: {
      asset: marketLine,
      targetF: (target) => [`Target: ${grouped(target)} °F`],
      direction: directionLine,
      size: sizeLine,
      protection: worstLine,
    },
  },
  cancel: {
    title: 'Cancel',
    fields: {
      asset: marketLine,
      oid: (oid) => [`Order ID: ${oid}`],
      cloid: (cloid) => (cloid === null ? [] : [`Client order ID: ${cloid}`]),
    },
  },
  close: {
    title: 'Close',
    fields: {
      asset: marketLine,
      position: (position) => [`Position: ${position}`],
      size: (size, { asset }) => [size === null ? 'Size: all of the position' : `Size: ${sizeText(asset, size)}`],
      protection: closeLine,
    },
  },
  leverage: {
    title: 'Leverage',
    fields: { asset: marketLine, leverage: (leverage) => [`Isolated leverage: ${leverage}×`] },
  },
  approve_agent: { title: 'Agent approval', fields: {} },
  binary_setup: { title: 'Binary setup (2× leverage)', fields: {} },
  binary_predict: {
    title: 'Binary prediction',
    fields: {
      asset: marketLine,
      direction: directionLine,
      amount: (amount) => [`Amount: ${grouped(amount)} USDC`],
      protection: ({ price }) => [`Worst price of UP: ${priceLabel(price)}`],
      setsLeverage: () => ['Sets 2× leverage if it is missing: yes'],
    },
  },
  outcome_order: {
    title: 'Outcome order',
    fields: {
      asset: marketLine,
      side: sideLine,
      size: sizeLine,
      mode: (mode) =>
        mode.kind === 'limit'
          ? ['Order type: limit', ...limitLine(mode.price)]
          : ['Order type: market', ...worstLine(mode.protection)],
    },
  },
  transfer: {
    title: 'Transfer to outcomes balance',
    fields: { amount: (amount) => [`Amount: ${grouped(amount)} USDH`] },
  },
  convert: {
    title: 'Share conversion',
    fields: {
      conversion: (conversion) => [`Conversion: ${CONVERSIONS[conversion]}`],
      outcomeId: (id) => [`Outcome ID: ${id}`],
      questionId: (id) => (id === null ? [] : [`Question ID: ${id}`]),
      amount: (amount, { conversion }) => [
        amount === null
          ? 'Amount: everything available'
          : conversion === 'negate'
            ? `Amount: ${counted(trimZeros(amount), 'share', 'shares')}`
            : `Amount: ${counted(trimZeros(amount), 'share', 'shares')} of each`,
      ],
    },
  },
}

/** The kind of an intent and each of its fields, a line each. */
export function intentLines(intent: Intent): readonly string[] {
  const { title, fields } = KINDS[intent.kind]
  const lines = Object.entries(fields).flatMap(([name, linesOf]) => {
    const value = (intent as unknown as Record<string, unknown>)[name]
    return value === undefined ? [] : (linesOf as (value: unknown, intent: Intent) => readonly string[])(value, intent)
  })
  return [title, ...lines]
}

/** The venue's figures for an intent, a line each; an unknown figure has none. Those of binary contracts are prices of UP. */
export function estimateLines({ kind }: Intent, estimate: Estimate): readonly string[] {
  const { average, worst, limit, targetMark, contracts } = estimate
  const labels = kind === 'binary_predict' ? UP_LABELS : LABELS
  const price = (label: string, value: Price | null | undefined): readonly string[] =>
    value == null ? [] : [`${label}: ${priceLabel(value)}`]
  return [
    ...price(labels.average, average),
    ...price(labels.worst, worst),
    ...price(labels.limit, limit),
    ...price('Mark at the target', targetMark),
    ...(contracts == null ? [] : [`Max size: ${counted(trimZeros(contracts), 'contract', 'contracts')}`]),
  ]
}

const LABELS = { average: 'Average price', worst: 'Worst price', limit: 'Limit price to be signed' } as const
const UP_LABELS = {
  average: 'Average price of UP',
  worst: 'Worst price of UP',
  limit: 'Limit price of UP to be signed',
} as const

/** An order as a short line for the records: `Buy 7 NYCTMP1 at 536.54`. */
export function orderLine(intent: Intent): string {
  const order = requestedOrderOf(intent)
  if (order === null) return KINDS[intent.kind].title
  const { asset, limit, worst } = order
  const isBuy = intent.kind === 'binary_predict' || order.side !== 'sell'
  const what =
    order.size !== null
      ? `${trimZeros(order.size)} ${asset}`
      : intent.kind === 'binary_predict'
        ? `${trimZeros(intent.amount)} USDC of ${intent.direction} in ${asset}`
        : asset
  if (limit !== null) return isBuy ? `Buy ${what} at ${priceLabel(limit)}` : `Sell ${what} at ${priceLabel(limit)}`
  if (worst === null) return isBuy ? `Buy ${what}` : `Sell ${what}`
  return isBuy ? `Buy ${what} no worse than ${priceLabel(worst)}` : `Sell ${what} no worse than ${priceLabel(worst)}`
}
