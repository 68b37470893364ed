/** From the typed draft to a parent order, or to its issue by field. Pure. */

import { create } from 'zustand'
import { type AlgoOrder, MAX_REQUOTES, type ScaleOrder } from '../../contract/algo.ts'
import {
  type Decimal,
  type Money,
  notNumber,
  ONE,
  type Price,
  parseTyped,
  type Size,
  ZERO,
} from '../../contract/decimal.ts'
import { FAMILY_RULES, isPriceOf, onlyReduces } from '../../contract/family-rules.ts'
import type { Side } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import { belowMinimumText, countedValue } from '../../contract/minimum-value.ts'
import { type MarketSteps, type ScaleField, type ScaleSkew, scaleIssue, scaleOrders } from '../../contract/scale.ts'
import type { SizeUnit } from '../../contract/size-presets.ts'
import { type SliceField, sliceSize, slicesIssue } from '../../contract/slices.ts'
import { moneyUnit } from '../format/index.ts'
import type { SizeRead } from '../markets/sizing.ts'

export type AlgoKind = 'scale' | 'slices'

/** All fields as typed. */
export interface AlgoDraft {
  readonly side: Side
  /** Of both. */
  readonly total: string
  readonly totalBy: SizeUnit
  readonly reduceOnly: boolean
  /** Of a scale. */
  readonly from: string
  readonly to: string
  readonly count: string
  readonly skew: ScaleSkew
  readonly ratio: string
  readonly tif: 'GTC' | 'ALO'
  readonly slices: string
  readonly every: string
  readonly worst: string
  readonly how: 'cross' | 'passive'
  readonly requotes: string
}

/** Drafts of scales and slices: kept per panel and market while the window is open. */
export const NO_ALGO: AlgoDraft = {
  side: 'buy',
  total: '',
  totalBy: 'contracts',
  reduceOnly: false,
  from: '',
  to: '',
  count: '5',
  skew: 'even',
  ratio: '3',
  tif: 'GTC',
  slices: '5',
  every: '60',
  worst: '',
  how: 'cross',
  requotes: '3',
}

const useDrafts = create<{ readonly drafts: Readonly<Record<string, AlgoDraft>> }>()(() => ({ drafts: {} }))

/** The draft of a panel for one market, and its setter: a price belongs to its market. */
export function useAlgoDraft(panel: string, asset: string): [AlgoDraft, (change: Partial<AlgoDraft>) => void] {
  const key = `${panel} ${asset}`
  const draft = useDrafts(({ drafts }) => drafts[key]) ?? NO_ALGO
  const change = (next: Partial<AlgoDraft>): void =>
    useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...(drafts[key] ?? NO_ALGO), ...next } } }))
  return [draft, change]
}

/** Clears a total that was sent. Text typed in the meantime stays. */
export function forgetTotal(panel: string, asset: string, sent: Pick<AlgoDraft, 'total' | 'totalBy'>): void {
  const key = `${panel} ${asset}`
  const draft = useDrafts.getState().drafts[key]
  if (draft === undefined || draft.total !== sent.total || draft.totalBy !== sent.totalBy) return
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...draft, total: '' } } }))
}

export interface AlgoMarket extends MarketSteps {
  readonly family: Exclude<Family, 'binary'>
  readonly asset: string
  /** Display name. */
  readonly name: string
  /** Smallest value of an order that may add exposure, in the market's collateral; undefined where none is known. */
  readonly minimumValue?: Money | null
}

export type AlgoField = ScaleField | SliceField

export interface AlgoReading {
  /** Null while an input is missing or invalid. */
  readonly order: AlgoOrder | null
  /** The issue of the draft; an empty field is only missing. */
  readonly issue: { readonly field: AlgoField; readonly message: string } | null
  /** Empty fields. */
  readonly missing: readonly AlgoField[]
}

const NAMES: { readonly [F in AlgoField]: string } = {
  from: 'The first price',
  to: 'The last price',
  count: 'The number of orders',
  total: 'The total size',
  ratio: 'The ratio',
  slices: 'The number of slices',
  every: 'The interval',
  worst: 'The worst price',
  requotes: 'The re-price maximum',
}

type Texts = { readonly [F in AlgoField]?: string }

/** @param total the resolved total, where it is not typed in contracts or shares */
export function readAlgo(
  kind: AlgoKind,
  typed: AlgoDraft,
  market: AlgoMarket,
  total: SizeRead | null = null,
): AlgoReading {
  const isWorked = total !== null && typed.total.trim() !== ''
  const draft = !isWorked ? typed : { ...typed, total: total.state === 'known' ? total.size : '1' }
  const reading = readSent(kind, draft, market)
  if (!isWorked || total.state === 'known') return reading
  // Issues of the prices come before issues of the total, which depends on them.
  const issue = reading.issue === null || reading.issue.field === 'total' ? totalIssue(total) : reading.issue
  return { order: null, missing: reading.missing, issue }
}

const totalIssue = ({ text: message }: Exclude<SizeRead, { state: 'known' }>): AlgoReading['issue'] => ({
  field: 'total',
  message: message,
})

function readSent(kind: AlgoKind, draft: AlgoDraft, market: AlgoMarket): AlgoReading {
  const texts: Texts =
    kind === 'scale'
      ? {
          ...{ from: draft.from, to: draft.to, count: draft.count, total: draft.total },
          ...(draft.skew === 'even' ? {} : { ratio: draft.ratio }),
        }
      : {
          ...{ total: draft.total, worst: draft.worst, slices: draft.slices, every: draft.every },
          ...(draft.how === 'passive' ? { requotes: draft.requotes } : {}),
        }
  const fields = Object.entries(texts) as [AlgoField, string][]
  const missing = fields.flatMap(([field, text]) => (text.trim() === '' ? [field] : []))
  const unread = fields.find(([, text]) => text.trim() !== '' && parseTyped(text) === null)
  if (unread !== undefined) {
    return { order: null, missing, issue: { field: unread[0], message: notNumber(NAMES[unread[0]], unread[1]) } }
  }
  if (missing.length > 0) return { order: null, missing, issue: null }
  return kind === 'scale' ? readScale(draft, market) : readSlices(draft, market)
}

const value = <D extends Decimal>(text: string): D => (parseTyped(text) ?? '0') as D

function readScale(draft: AlgoDraft, market: AlgoMarket): AlgoReading {
  const { side, skew } = draft
  const shape = {
    ...{ side, skew, count: Number(value(draft.count)), total: value<Size>(draft.total) },
    ...{ from: value<Price>(draft.from), to: value<Price>(draft.to) },
    ratio: skew === 'even' ? ONE : value(draft.ratio),
  }
  const issue =
    scaleIssue(shape, market) ??
    probability(market, { from: shape.from, to: shape.to }) ??
    tooSmall(draft, market, scaleOrders(shape, market))
  if (issue !== null) return { order: null, missing: [], issue }
  const tif = FAMILY_RULES[market.family].hasTerms ? draft.tif : 'GTC'
  const terms: AlgoOrder['terms'] = { kind: 'scale', tif, orders: [...scaleOrders(shape, market)] }
  return { order: orderOf(draft, market, terms), missing: [], issue: null }
}

function readSlices(draft: AlgoDraft, market: AlgoMarket): AlgoReading {
  const { how } = draft
  const shape = {
    ...{ total: value<Size>(draft.total), worst: value<Price>(draft.worst) },
    ...{ slices: Number(value(draft.slices)), every: Number(value(draft.every)) },
  }
  const requotes = how === 'passive' ? Number(value(draft.requotes)) : 0
  const issue =
    slicesIssue(shape, market) ??
    probability(market, { worst: shape.worst }) ??
    tooSmall(draft, market, [{ price: shape.worst, size: sliceSize({ ...shape, ...market }, 1, ZERO) }]) ??
    (isRequotes(requotes) ? null : REQUOTES)
  if (issue !== null) return { order: null, missing: [], issue }
  return { order: orderOf(draft, market, { kind: 'slices', ...shape, how, requotes }), missing: [], issue: null }
}

const isRequotes = (count: number): boolean => Number.isSafeInteger(count) && count >= 0 && count <= MAX_REQUOTES
const REQUOTES = {
  field: 'requotes',
  message: `Re-price 0 to ${MAX_REQUOTES} times per slice.`,
} as const

/** Prices of shares are between 0 and 1. */
function probability({ family }: AlgoMarket, prices: { readonly [F in AlgoField]?: Price }): AlgoReading['issue'] {
  const beyond = (Object.entries(prices) as [AlgoField, Price][]).find(([, price]) => !isPriceOf(family, price))
  return beyond === undefined ? null : { field: beyond[0], message: `${NAMES[beyond[0]]} must be between 0 and 1.` }
}

/** No single order may be below the minimum: the service would refuse it after others are placed. Closing orders are exempt. */
function tooSmall(draft: AlgoDraft, market: AlgoMarket, orders: readonly ScaleOrder[]): AlgoReading['issue'] {
  const { family, minimumValue = null } = market
  if (onlyReduces(family, draft)) return null
  for (const order of orders) {
    const message = belowMinimumText(family, countedValue(family, order), minimumValue, moneyUnit(family))
    if (message === null) continue
    const text = orders.length === 1 ? `One of its slices: ${message}` : `One of its orders: ${message}`
    return { field: 'total', message: text }
  }
  return null
}

const orderOf = (draft: AlgoDraft, { asset, family }: AlgoMarket, terms: AlgoOrder['terms']): AlgoOrder => ({
  asset,
  side: draft.side,
  reduceOnly: FAMILY_RULES[family].hasTerms && draft.reduceOnly,
  terms,
})
