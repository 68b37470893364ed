/** What today has brought, from 00:00 UTC by the service's time: the figure of the top bar, with what it is made of. */
import { dayOf } from '../../contract/books/index.ts'
import { add, type Money, subtract, ZERO } from '../../contract/decimal.ts'
import { useServerClockValue } from '../market-data/index.ts'
import { useAccount, useEquityOver, useResults } from '../queries/index.ts'
import { useLiveMoney } from './use-live-money.ts'

export interface Today {
  /** After fees, 1 USDH counted as 1 USDC. */
  readonly result: Money
  readonly realised: Money
  readonly fees: Money
  /** How much more is unrealized than as the day began; null where no sample knows that. */
  readonly unrealised: Money | null
}

/** A sample this much older than the day's start does not know what was unrealized then, ms. */
const KNOWS_WITHIN = 10 * 60_000

/** Null until the books are there. */
export function useToday(): Today | null {
  const day = useServerClockValue(dayOf, 1000)
  const results = useResults('day').data
  const from = useEquityOver('day').data?.from ?? null
  const { unrealised: now } = useLiveMoney(useAccount().data)
  if (results === undefined) return null
  const own = results.days.filter((one) => one.day === day)
  const sum = (of: (one: (typeof own)[number]) => Money): Money =>
    own.reduce<Money>((all, one) => add(all, of(one)), ZERO as Money)
  const realised = sum((one) => one.realised)
  const fees = sum((one) => one.fees)
  const isOfStart = from !== null && from.at >= day - KNOWS_WITHIN && from.at <= day
  const before =
    isOfStart && from.unrealised.USDC !== null && from.unrealised.USDH !== null
      ? add(from.unrealised.USDC, from.unrealised.USDH)
      : null
  const unrealised = before === null || now === null ? null : (subtract(now, before) as Money)
  const done = subtract(realised, fees)
  return { result: unrealised === null ? done : add(done, unrealised), realised, fees, unrealised }
}
