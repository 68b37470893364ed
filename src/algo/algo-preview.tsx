/** A scale or slices before the start: every order, their totals, and refusals. */
import type { ReactNode, Ref } from 'react'
import type { AlgoCheck, AlgoOrder, ScaleOrder } from '../../contract/algo.ts'
import {
  greater,
  type Money,
  type Price,
  padTo,
  placesOf,
  type Size,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { marginOf, openingSize } from '../../contract/order-rules.ts'
import { type ScaleSum, sumOfOrders } from '../../contract/scale.ts'
import { grouped, maxLossText, moneyUnit, NONE } from '../format/index.ts'
import { useTopicValue } from '../market-data/index.ts'
import { briefly, MAX_SAID } from '../trade-forms/index.ts'
import { Banner, MoreText } from '../ui/index.ts'
import styles from './algo.module.css'
import type { BestPrices } from './algo-fields.tsx'
import { inUnit, slicesText, untilText, withOther } from './algo-text.ts'
import type { AlgoMarket } from './read-algo.ts'

/** The inputs of the figures; null where unknown, or not applicable to the market. */
export interface AlgoAccount {
  readonly leverage: number | null
  readonly position: Size | null
}

/** The orders of a scale; for slices all of them at their worst price. */
const ordersOf = ({ terms }: AlgoOrder): readonly ScaleOrder[] =>
  terms.kind === 'scale' ? terms.orders : [{ price: terms.worst, size: terms.total }]

const sumOf = (order: AlgoOrder): ScaleSum | null => sumOfOrders(ordersOf(order))

/** The cost, rounded up, or the proceeds, rounded down; for slices with the direction in which the worst price bounds it. */
export function valueText({ side, terms }: Pick<AlgoOrder, 'side' | 'terms'>, value: Money): string {
  const bound = terms.kind !== 'slices' ? '' : side === 'buy' ? '≤ ' : '≥ '
  return `${bound}${grouped(toPlaces(value, 2, side === 'buy' ? 'up' : 'down'))}`
}

/** Margin for the part that opens or adds; null where unknown. A sale ties up more the better it fills. */
export function marginFor(order: AlgoOrder, { leverage, position }: AlgoAccount, best: BestPrices): Money | null {
  if (leverage === null) return null
  if (order.reduceOnly) return '0' as Money
  const near = fillsNear(order, best)
  const dearest = ordersOf(order).map((one) => (near === null ? one : { ...one, price: greater(one.price, near) }))
  const sum = sumOfOrders(dearest)
  if (sum === null) return null
  const size = openingSize({ ...order, price: sum.average, size: sum.total }, position)
  return marginOf(sumOfOrders([{ price: sum.average, size }])?.value ?? ('0' as Money), leverage)
}

/** Where a sale fills now, above its own price; null for a purchase, which fills no dearer than its limit, and for orders that only rest. */
function fillsNear({ side, terms }: AlgoOrder, { bid, ask }: BestPrices): Price | null {
  if (side === 'buy') return null
  if (terms.kind === 'slices') return terms.how === 'passive' ? ask : bid
  return terms.tif === 'ALO' ? null : bid
}

interface AlgoOrdersProps {
  readonly order: AlgoOrder
  readonly market: AlgoMarket
  /** Null until main has answered. */
  readonly check: AlgoCheck | null
}

/** Every order with its price and size, or a description of the slices. */
export function AlgoOrders({ order, market, check }: AlgoOrdersProps): ReactNode {
  const { terms, asset } = order
  const whole = check?.issues.filter((issue) => issue.order === null || terms.kind === 'slices') ?? []
  const { said: shown, rest } = briefly([
    ...whole.map(({ message }) => ({ kind: 'whole', text: message }) as const),
    ...(check?.early == null ? [] : [{ kind: 'ends', text: check.early } as const]),
  ])
  // Nobody reads a reason for each of fifty orders: two are shown, the others are marked.
  const rows = check?.issues.flatMap((issue) => (issue.order === null ? [] : [issue.order])) ?? []
  const isShown = (row: number): boolean => rows.indexOf(row) < MAX_SAID
  const places = market.tick === null ? null : placesOf(market.tick)
  return (
    <>
      {shown.map(({ kind, text: message }, at) => (
        <Banner key={message} tone={kind === 'whole' ? 'error' : 'warning'}>
          {message}
          {at === shown.length - 1 && <MoreText rest={rest.map((one) => one.text)} />}
        </Banner>
      ))}
      {terms.kind === 'slices' ? (
        <ul className={styles.prose}>
          {slicesText(order, market.sizeDecimals).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <table className={styles.orders}>
          <caption className={styles.unseen}>Scale orders</caption>
          <thead>
            <tr>
              <th scope="col">Price</th>
              <th scope="col">{FAMILY_RULES[market.family].isMark ? 'Temperature' : 'Cents'}</th>
              <th scope="col">Size</th>
            </tr>
          </thead>
          <tbody>
            {terms.orders.map(({ price, size }, i) => {
              const wrong = check?.issues.find((issue) => issue.order === i)?.message ?? null
              return (
                <tr key={price} className={wrong === null ? undefined : styles.refused}>
                  <td>
                    {places === null ? price : padTo(price, places)}
                    {wrong !== null && (
                      <span className={styles.why} title={wrong}>
                        {isShown(i) ? wrong : 'Also refused.'}
                      </span>
                    )}
                  </td>
                  <td>{inUnit(asset, price)}</td>
                  <td>{size}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <p className={styles.note}>
        Local: sends only while Isotherm is running, signed in and connected with fresh prices, and the computer is
        awake. After a restart, resume it under Open orders.{' '}
        {terms.kind === 'scale' ? 'Resting orders stay at the venue.' : ''}
      </p>
    </>
  )
}

const money = (value: Money | null): string => (value === null ? NONE : grouped(toPlaces(value, 2, 'up')))

interface AlgoFiguresProps extends Omit<AlgoOrdersProps, 'order'> {
  readonly order: AlgoOrder | null
  readonly account: AlgoAccount
  readonly best: BestPrices
  readonly ref?: Ref<HTMLDListElement>
}

/** The totals. */
export function AlgoFigures({ order, market, account, best, check, ref }: AlgoFiguresProps): ReactNode {
  const sum = order === null ? null : sumOf(order)
  const { contracts, isMargined } = FAMILY_RULES[market.family]
  const unit = moneyUnit(market.family)
  const worst = order?.terms.kind === 'slices'
  // As it is shown elsewhere at this moment.
  const now = useTopicValue({ kind: 'worst_case' }, (view) => view.now?.loss) ?? null
  return (
    <dl className={styles.figures} ref={ref}>
      <Row name="Total">{sum === null ? NONE : `${grouped(sum.total)} ${contracts}`}</Row>
      <Row name={worst ? 'Worst price' : 'Average price'}>
        {sum === null ? NONE : withOther(market.asset, averageOf(sum.average, market))}
      </Row>
      <Row name={isMargined ? 'Value' : order?.side === 'sell' ? 'Proceeds' : 'Cost'}>
        {sum === null || order === null ? NONE : `${valueText(order, sum.value)} ${unit}`}
      </Row>
      {isMargined && (
        <Row name={account.leverage === null ? 'Margin' : `Margin at ${account.leverage}×`}>
          {sum === null || order === null ? NONE : `${money(marginFor(order, account, best))} USDC`}
        </Row>
      )}
      <Row name="Max loss, all positions and orders: now → after">
        {check === null || check.worst === null
          ? NONE
          : `${maxLossText(now)} → ${maxLossText(check.worst.after.loss)} USDC`}
      </Row>
      <Row name="Expires">{check === null ? NONE : untilText(check.until) || NONE}</Row>
    </dl>
  )
}

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** To the tick, or one decimal finer between two ticks. */
function averageOf(average: Price, { tick }: AlgoMarket): Price {
  const [exact, places] = [trimZeros(average), tick === null ? 0 : placesOf(tick)]
  return placesOf(exact) <= places ? padTo(exact, places) : toPlaces(exact, places + 1)
}
