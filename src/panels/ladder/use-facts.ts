/** What is known of the trader in the market of a ladder: what the size and the order of a press are made of. */
import { useMemo } from 'react'
import type { AccountView, Order, Position } from '../../../contract/account.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { useTopicValue } from '../../market-data/index.ts'
import type { LadderFacts } from '../../markets/ladder/index.ts'
import { useCloseDistances, useFees, useMarket } from '../../queries/index.ts'
import { leverageSet } from '../../trade-forms/index.ts'

interface Known {
  readonly position: Position | null
  readonly account: AccountView | undefined
  readonly orders: readonly Order[]
}

export function useFacts({ asset, family }: Instrument, { position, account, orders }: Known): LadderFacts {
  const fees = useFees().data ?? null
  const market = useMarket(asset)
  const set = useTopicValue({ kind: 'actions' }, (actions) => leverageSet(actions, asset ?? ''))
  const bid = useTopicValue(asset === null ? null : { kind: 'ticker', asset }, (ticker) => ticker.bid) ?? null
  const leverage = position?.leverage ?? set ?? market?.maxLeverage ?? 1
  const { bound, distance } = useCloseDistances()[family]
  return useMemo(
    () => ({
      ...{ position, isKnown: account !== undefined, orders },
      ...{ money: account?.money ?? null, fees, leverage, bid, slack: bound ?? distance },
    }),
    [position, account, orders, fees, leverage, bid, bound, distance],
  )
}
