/** What the trader has in the market of a ladder: position, own orders, and the stops and targets that are held. */
import { useMemo } from 'react'
import type { AccountView, Order, Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { useTopic } from '../../market-data/index.ts'
import { type ReadState, useAccount, useOpenOrders } from '../../queries/index.ts'
import { byAge, exitsIn, type OwnExit, type OwnTag, type OwnThing, ordersIn, ownTags } from './own-things.ts'
import type { PriceRows } from './price-rows.ts'

const NO_ORDERS: readonly Order[] = []
const NO_EXITS: readonly ConditionalView[] = []

interface Own {
  readonly account: AccountView | undefined
  readonly position: Position | null
  readonly orders: readonly Order[]
  readonly exits: readonly OwnExit[]
  readonly things: readonly OwnThing[]
  readonly tags: readonly OwnTag[]
  /** What it comes from. */
  readonly reads: readonly ReadState[]
}

export function useOwn(asset: string | null, rows: PriceRows | null): Own {
  const account = useAccount()
  const open = useOpenOrders()
  const conditionals = useTopic({ kind: 'conditionals' }) ?? NO_EXITS
  const resting = open.data ?? NO_ORDERS
  const orders = useMemo(() => ordersIn(resting, asset), [resting, asset])
  const position = account.data?.positions.find((one) => one.asset === asset) ?? null
  const exits = useMemo(() => exitsIn(conditionals, asset), [conditionals, asset])
  const things = useMemo(() => [...byAge(orders), ...exits], [orders, exits])
  const tags = useMemo(() => (rows === null ? [] : ownTags(things, rows)), [things, rows])
  return { account: account.data, position, orders, exits, things, tags, reads: [open, account] }
}
