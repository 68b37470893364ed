/** How an order that is over is told in words. Pure. */
import type { OrderStatus } from '../../contract/account.ts'
import { trimZeros } from '../../contract/decimal.ts'
import type { OrderRow } from '../../contract/past.ts'
import { grouped, NONE, priceText } from '../format/index.ts'
import { sideWord } from '../trade-forms/index.ts'

const STATES: { readonly [S in OrderStatus]: string | null } = {
  ...{ resting: 'working', partially_filled: 'part filled', filled: 'filled', cancelled: 'canceled' },
  ...{ rejected: 'rejected', expired: 'expired', unknown: null },
}

/** The service's own word where this terminal has none. */
export const stateText = ({ status, statusText }: OrderRow): string => STATES[status] ?? statusText

/** `by hand`, `Stop`, `elsewhere` */
export const makerText = ({ maker }: OrderRow): string =>
  maker.by === 'hand' ? 'by hand' : maker.by === 'held' ? maker.what : 'elsewhere'

/** `GTC R`: R could only reduce a position. */
export const tifText = ({ tif, reduceOnly }: OrderRow): string => [tif ?? NONE, reduceOnly ? 'R' : ''].join(' ').trim()

/** `Buy 10 at 571.00, GTC: filled, 10 at 570.98 on average` */
export function orderText(order: OrderRow): string {
  const { side, size, price, family, filled, average, reason, tif, reduceOnly } = order
  const asked = [
    `${sideWord(side)} ${grouped(trimZeros(size))} at ${priceText(family, price)}`,
    tif,
    reduceOnly && 'reduce only',
  ]
  const got =
    average === null ? [] : [`${grouped(trimZeros(filled))} filled at ${priceText(family, average)} on average`]
  const ended = [stateText(order), ...got, reason]
  const words = (parts: readonly (string | false | null)[]): string => parts.filter(Boolean).join(', ')
  return `${words(asked)}: ${words(ended)}`
}
