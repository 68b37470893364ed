/**
 * The collar of a period: how far the trader's own orders together may move the price of one market within a minute, even if each is inside its band.
 * The worst price of the next order is compared with the market's price right before the first own order of the last minute that traded on arrival.
 * All of it comes from the journal, so a restart within the minute forgets nothing.
 */

import type { Family } from '../../../contract/account.ts'
import {
  add,
  compare,
  type Decimal,
  ONE,
  type Price,
  padTo,
  placesOf,
  signOf,
  subtract,
} from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import type { Side } from '../../../contract/market.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { distanceText, ofCents } from '../../../contract/protection.ts'
import { addsExposure, requestedOrderOf } from '../../../contract/requested-order.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'
import { limitRefusal } from './limit-refusals.ts'
import type { Limits } from './overrides.ts'

/** An order about to be sent. */
interface OrderPrice {
  readonly asset: string
  readonly family: Family
  readonly side: Side
  /** The worst price that it may trade at; null where none was stated. */
  readonly worst: Price | null
}

export type PeriodCollar = ReturnType<typeof createPeriodCollar>

interface Traded {
  /** When that became known, monotonic ms. */
  readonly at: number
  readonly reference: Price | null
}

const PERIOD_MS = 60_000

/** The collar of a family as a distance in its price unit. */
const collarOf = (
  family: Family,
  { collarDegrees, collarCents }: Pick<Limits, 'collarDegrees' | 'collarCents'>,
): Price => (FAMILY_RULES[family].isMark ? (collarDegrees as Decimal as Price) : ofCents(collarCents))

const hasFilled = ({ filled, state }: Pick<StoredAction, 'filled' | 'state'>): boolean =>
  (filled !== null && signOf(filled) > 0) || state === 'filled'

/** When an earlier run learned of the order's fill, by the terminal's clock; rather too late than too early. */
const filledAt = ({ steps, updatedAt }: Pick<StoredAction, 'steps' | 'updatedAt'>): Millis =>
  steps.find(({ state }) => state === 'partly_filled' || state === 'filled')?.at ?? steps.at(-1)?.at ?? updatedAt

export function createPeriodCollar({
  actionLog,
  limits,
  clock,
  mirrorOf,
}: {
  readonly actionLog: Pick<ActionLog, 'all' | 'keepStood' | 'onChange'>
  readonly limits: () => Pick<Limits, 'collarDegrees' | 'collarCents'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** The coin of the other side of a two-sided outcome: its price is 1 minus this one's. */
  readonly mirrorOf: (asset: string) => string | null
}) {
  /** Actions whose fills were seen, so that they are not counted twice. */
  const done = new Set<string>()
  /** By asset, oldest first. */
  const traded = new Map<string, readonly Traded[]>()

  function count(action: StoredAction, at: number): void {
    const { id, intent, stood } = action
    const order = requestedOrderOf(intent)
    if (order === null || !addsExposure(intent) || done.has(id) || !hasFilled(action)) return
    done.add(id)
    if (stood !== undefined && !stood.mayCross) return
    const one = { at, reference: stood?.reference ?? null }
    traded.set(
      order.asset,
      [...(traded.get(order.asset) ?? []), one].sort((a, b) => a.at - b.at),
    )
  }

  for (const action of actionLog.all()) {
    // A clock that was set back since makes nothing older: the whole minute counts from now.
    count(action, clock.monotonic() - Math.max(0, clock.now() - filledAt(action)))
  }

  actionLog.onChange((action) => count(action, clock.monotonic()))

  /** The first trade of the last minute, in prices of `asset`; undefined where nothing traded. */
  function firstIn(asset: string): Traded | undefined {
    const since = clock.monotonic() - PERIOD_MS
    const of = (one: string | null): readonly Traded[] => {
      const kept = (one === null ? [] : (traded.get(one) ?? [])).filter(({ at }) => at > since)
      if (one !== null) traded.set(one, kept)
      return kept
    }
    const mirrored = of(mirrorOf(asset)).map(({ at, reference }) => ({
      at,
      reference: reference === null ? null : subtract(ONE, reference),
    }))
    return [...of(asset), ...mirrored].sort((a, b) => a.at - b.at)[0]
  }

  return {
    /** Why an order would move the price too far from its start, or null. */
    refusal({ asset, family, side, worst }: OrderPrice): Refusal | null {
      const first = firstIn(asset)
      if (first === undefined || worst === null) return null
      const collar = collarOf(family, limits())
      const left = Math.max(1, Math.ceil((first.at + PERIOD_MS - clock.monotonic()) / 1000))
      const distance = distanceText(collar, family)
      if (first.reference === null)
        return limitRefusal('limit_collar_unknown', { asset, collar: distance, seconds: left })
      const { reference } = first
      const off = side === 'buy' ? subtract(worst, reference) : subtract(reference, worst)
      if (compare(off, collar) <= 0) return null
      const furthest = side === 'buy' ? add(reference, collar) : subtract(reference, collar)
      return limitRefusal('limit_collar', {
        ...{ asked: priceLabel(worst), off: distanceText(off, family), isAbove: side === 'buy' },
        ...{ stood: priceLabel(reference), asset, collar: distance },
        ...{ reach: priceLabel(padTo(furthest, placesOf(reference))), seconds: left },
      })
    },
    /**
     * Registers that an action may be signed now, with the market's current price and whether the order could trade at once. Stored with the next
     * step; the last call counts.
     * @param reference the mid price; the mark where a side of the book is empty or unknown; null where neither is known
     */
    passed: (id: string, reference: Price | null, mayCross: boolean): void =>
      actionLog.keepStood(id, { reference, mayCross }),
  }
}
