/** Own orders and held exits in the rows, and their descriptions. Each at its true price; those of one row, side and kind are merged. */

import { useMemo } from 'react'
import type { Order } from '../../../contract/account.ts'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { add, type Price, type Size, subtract, trimZeros, ZERO } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { HELD_TEXTS, type HeldExit, heldName, heldRevision } from '../../exit-plan/index.ts'
import { grouped } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { useAccount, useOpenOrders } from '../../queries/index.ts'
import { moveLead } from '../../trade-forms/index.ts'
import { type Ahead, aheadText } from './ahead.ts'
import { type PriceRows, rowOf } from './price-rows.ts'

interface InRow {
  readonly id: string
  /** For an exit, the side of its closing order. */
  readonly side: Side
  readonly price: Price
  /** The remaining size. */
  readonly size: Size
  /** Changes with every fill or edit. */
  readonly revision: string
}
export type OwnOrder = InRow & { readonly kind: 'order'; readonly order: Order }
export type OwnExit = InRow & {
  readonly kind: 'exit'
  readonly held: HeldExit
  readonly name: ReturnType<typeof heldName>
}
export type OwnMark = OwnOrder | OwnExit

/** A tag in a row. */
export interface OwnTag {
  readonly row: number
  readonly side: Side
  readonly kind: OwnMark['kind']
  readonly things: readonly OwnMark[]
  /** Total. */
  readonly size: Size
  /** Prefix of the size: `S`, `T`; empty for orders. */
  readonly mark: string
}

/** The resting orders of one market. */
export const ordersIn = (orders: readonly Order[], asset: string | null): readonly Order[] =>
  orders.filter((order) => order.asset === asset)

/** An order as the ladder shows it, with its remaining size. */
export const ownOrder = (order: Order): OwnOrder => ({
  ...{ kind: 'order', id: order.oid, side: order.side, price: order.price, order },
  ...{ size: trimZeros(subtract(order.size, order.filled)) },
  revision: [order.asset, order.reduceOnly, ...[order.price, order.size, order.filled].map(trimZeros)].join('/'),
})

const isHeldAt = (held: ConditionalView): held is HeldExit => held.trigger !== null && !isConditionalFinal(held.state)

/** The stops and targets of a market with a price: those that wait for their order have none yet, and time exits never do. */
export const exitsIn = (conditionals: readonly ConditionalView[], asset: string | null): readonly OwnExit[] =>
  conditionals
    .filter(({ target }) => target.asset === asset)
    .filter(isHeldAt)
    .map((held) => ({
      ...{ kind: 'exit', id: held.id, side: held.position === 'long' ? 'sell' : 'buy', price: held.trigger, held },
      ...{ size: trimZeros(held.plan.size), name: heldName(held) },
      // A triggered one stays in its row until it has closed, but can no longer be moved.
      revision: `${heldRevision(held)}/${held.state}`,
    }))

/** Visible ones, from the top down. */
export function ownTags(things: readonly OwnMark[], rows: PriceRows): readonly OwnTag[] {
  const tags = new Map<string, OwnTag>()
  for (const thing of things) {
    const { side, kind, price } = thing
    const row = rowOf(rows, price, side)
    if (row < 0 || row >= rows.count) continue
    const key = `${row} ${side} ${kind}`
    const before = tags.get(key)?.things ?? []
    tags.set(key, tagOf(row, kind, [...before, thing]))
  }
  return [...tags.values()].sort((a, b) => a.row - b.row)
}

function tagOf(row: number, kind: OwnMark['kind'], things: readonly OwnMark[]): OwnTag {
  const size = trimZeros(things.reduce<Size>((sum, thing) => add(sum, thing.size), ZERO))
  const marks = new Set(things.map((thing) => (thing.kind === 'exit' ? thing.name.slice(0, 1) : '')))
  return { row, side: things[0]?.side ?? 'buy', kind, things, size, mark: [...marks].join('') }
}

/** By age: of orders in one row the newest is on top. */
export const byAge = (orders: readonly Order[]): readonly OwnOrder[] =>
  orders.toSorted((a, b) => a.time - b.time).map(ownOrder)

export const ordersOf = ({ things }: Pick<OwnTag, 'things'>): readonly Order[] =>
  things.flatMap((thing) => (thing.kind === 'order' ? [thing.order] : []))

export const exitsOf = ({ things }: Pick<OwnTag, 'things'>): readonly OwnExit[] =>
  things.flatMap((thing) => (thing.kind === 'exit' ? [thing] : []))

type Words = Pick<PriceView, 'named' | 'second'>

/** `Buy 150`, `Stop 50`. */
function ownMarkText(thing: OwnMark): string {
  const name = thing.kind === 'exit' ? thing.name : thing.side === 'buy' ? 'Buy' : 'Sell'
  return `${name} ${grouped(thing.size)}`
}

/** `Move buy 150`, `Move stop 50`. */
export const moveText = (thing: OwnMark): string =>
  thing.kind === 'exit'
    ? HELD_TEXTS[thing.name].moveSize(grouped(thing.size))
    : moveLead(thing.side, grouped(thing.size))

/** `Buy 150 at 571.62 (71.62 °F), ahead ≤ 182`, each at its true price regardless of grouping; `Stop 50 at 571.20 (71.20 °F), held here`. */
export function tagText(
  { things }: Pick<OwnTag, 'things'>,
  { named, second }: Words,
  aheadOf: (oid: string) => Ahead,
  staysPut: string | null,
): string {
  const each = things.map((thing) => {
    const place = `${ownMarkText(thing)} at ${named(thing.price)} (${second(thing.price)})`
    if (thing.kind === 'exit') return `${place}, ${exitState(thing)}`
    const ahead = aheadText(aheadOf(thing.id), grouped)
    return ahead === '' ? place : `${place}, queue ${ahead}`
  })
  const isOrder = things.some(({ kind }) => kind === 'order')
  return staysPut === null || !isOrder ? each.join('; ') : `${each.join('; ')}. ${staysPut}`
}

const exitState = ({ held }: Extract<OwnMark, { kind: 'exit' }>): string =>
  held.state !== 'armed' ? 'triggered' : held.paused === null ? 'local' : `paused: ${held.paused}`

const NO_ORDERS: readonly Order[] = []
const NO_EXITS: readonly ConditionalView[] = []

/** The trader's state in the market of a ladder: position, own orders, and held stops and targets. */
export function useOwn(asset: string | null, rows: PriceRows | null) {
  const account = useAccount()
  const open = useOpenOrders()
  const conditionals = useTopic({ kind: 'conditionals' }) ?? NO_EXITS
  const resting = open.data ?? NO_ORDERS
  const orders = useMemo(() => ordersIn(resting, asset), [resting, asset])
  const position = account.data?.positions.find((one) => one.asset === asset) ?? null
  const exits = useMemo(() => exitsIn(conditionals, asset), [conditionals, asset])
  const things = useMemo(() => [...byAge(orders), ...exits], [orders, exits])
  const tags = useMemo(() => (rows === null ? [] : ownTags(things, rows)), [things, rows])
  return {
    account: account.data,
    position,
    orders,
    exits,
    things,
    tags,
    /** The underlying reads. */
    reads: [open, account],
  }
}
