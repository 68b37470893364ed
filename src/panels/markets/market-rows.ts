/** The markets of the list: read by their changes, selected as rows, and grouped under heads. */

import { useState } from 'react'
import type { Instrument, InstrumentView, MarketChanges, MarketsView } from '../../../contract/instrument.ts'
import { FAMILIES, type Family, follows, type RefText } from '../../../contract/market-ref.ts'
import { useCall } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useChanges } from '../../queries/index.ts'

export interface ShownMarkets {
  readonly families: readonly Family[]
  /** Hides markets that have ended. */
  readonly openOnly: boolean
  readonly favouritesOnly: boolean
  readonly heldOnly: boolean
  /** Both sides of a market of two; otherwise the first alone, as the other costs 1 − price. */
  readonly bothSides: boolean
  /** Groups outcomes under their question. */
  readonly byQuestion: boolean
}

export const SHOWN_AT_FIRST: ShownMarkets = {
  families: FAMILIES,
  openOnly: true,
  favouritesOnly: false,
  heldOnly: false,
  bothSides: false,
  byQuestion: true,
}

const fieldsOf = (kept: unknown): Readonly<Record<string, unknown>> =>
  typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}

/** Parses the saved choice; unreadable parts fall back to the default. */
export function shownFrom(kept: unknown): ShownMarkets {
  const given = fieldsOf(kept)
  const listed = Array.isArray(given.families) ? given.families : FAMILIES
  const families = FAMILIES.filter((family) => listed.includes(family))
  const flag = (name: Exclude<keyof ShownMarkets, 'families'>): boolean => {
    const value = given[name]
    return typeof value === 'boolean' ? value : SHOWN_AT_FIRST[name]
  }
  return {
    families: families.length === 0 ? FAMILIES : families,
    openOnly: flag('openOnly'),
    favouritesOnly: flag('favouritesOnly'),
    heldOnly: flag('heldOnly'),
    bothSides: flag('bothSides'),
    byQuestion: flag('byQuestion'),
  }
}

/** Price units: of scalar markets, and of those between 0 and 1. */
export const PRICE_UNITS = {
  scalar: ['mark', 'temperature'],
  probability: ['price', 'percent', 'decimal', 'american'],
} as const

export interface PriceUnits {
  readonly scalar: (typeof PRICE_UNITS)['scalar'][number]
  readonly probability: (typeof PRICE_UNITS)['probability'][number]
}

/** Whether prices have more than their digits: `−10.50 °F`, `> +99,900`. */
export const hasLongPrices = ({ scalar, probability }: PriceUnits): boolean =>
  scalar === 'temperature' || probability === 'american'

const UNITS_AT_FIRST: PriceUnits = { scalar: 'mark', probability: 'price' }

/** Parses the saved units; unreadable parts fall back to the default. */
export function unitsFrom(kept: unknown): PriceUnits {
  const given = fieldsOf(kept)
  return {
    scalar: PRICE_UNITS.scalar.find((unit) => unit === given.scalar) ?? UNITS_AT_FIRST.scalar,
    probability: PRICE_UNITS.probability.find((unit) => unit === given.probability) ?? UNITS_AT_FIRST.probability,
  }
}

interface RowFacts {
  /** Every market by its own ref. */
  readonly listed: readonly Instrument[]
  /** The current targets of the live and the active market; undefined before they are known. */
  readonly following: readonly (InstrumentView | undefined)[]
  readonly isFavourite: (market: Instrument) => boolean
  readonly isHeld: (market: Instrument) => boolean
}

/** The rows in default order: the following ones first, then in the service's order. */
export function marketRows(
  { listed, following, isFavourite, isHeld }: RowFacts,
  shown: ShownMarkets,
): readonly Instrument[] {
  const own = following.flatMap((view) => (view?.here === true ? [view] : []))
  return [...own, ...listed].filter((market) => {
    if (!shown.families.includes(market.family)) return false
    if (shown.favouritesOnly && !isFavourite(market)) return false
    if (shown.heldOnly && !isHeld(market)) return false
    if (shown.openOnly && market.phase.state === 'over' && !isHeld(market)) return false
    return shown.bothSides || isFirstSide(market) || isFavourite(market) || isHeld(market)
  })
}

const isFirstSide = (market: Instrument): boolean =>
  market.family !== 'outcome' || market.otherSide === null || market.side < market.otherSide.ref.side

/** The head that a row belongs under; null for a question with a single row, which shows everything its head would. */
export function groupOf(
  market: Instrument,
  { byQuestion, bothSides }: Pick<ShownMarkets, 'byQuestion' | 'bothSides'>,
): string | null {
  if (!byQuestion) return null
  if (market.family !== 'outcome') return market.family
  const { question } = market
  // A market of more than two sides has a row for each.
  const isOneRow = question?.several === false && market.otherSide !== null && !bothSides
  return question !== null && !isOneRow ? `question ${question.id}` : null
}

/** Before the name of a following row, so that it is not mistaken for a fixed market. */
export function linkGroupLabel({ ref, family }: Instrument): string | null {
  return follows(ref) ? FOLLOWING[family] : null
}

const FOLLOWING: { readonly [F in Family]: string | null } = { scalar: 'Live', binary: 'Active', outcome: null }

interface Known extends MarketsView {
  readonly byKey: ReadonlyMap<RefText, Instrument>
}

/** The list after applying an answer. Pure. */
export function withChanges(
  known: Known | undefined,
  { whole, keys, ...answer }: Omit<MarketChanges, 'version'>,
): Known {
  const { waiting, errors } = answer
  const byKey = new Map(whole ? [] : known?.byKey)
  for (const one of answer.instruments) byKey.set(one.key, one)
  const order = keys ?? known?.instruments.map(({ key }) => key) ?? []
  const instruments = order.flatMap((key) => byKey.get(key) ?? [])
  if (keys !== null && byKey.size > instruments.length) {
    const kept = new Set(keys)
    for (const key of byKey.keys()) if (!kept.has(key)) byKey.delete(key)
  }
  return { instruments, waiting, errors, byKey }
}

/** Undefined before the first read. */
export function useMarketList(isSeen: boolean): MarketsView | undefined {
  const call = useCall()
  const [known, setKnown] = useState<Known>()
  const version = useTopic(isSeen ? { kind: 'market_list' } : null)
  useChanges(
    version,
    (since) => call('readMarketList', { since }),
    (answer) => setKnown((before) => withChanges(before, answer)),
  )
  return known
}
