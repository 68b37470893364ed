/** What stands of an event in a row, and in what is copied of it. */

import { type CalendarEvent, heldText } from '../../../contract/calendar.ts'
import type { Exposure } from '../../../contract/exposure.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'

/** What it is called where nothing says which of two assets it is. */
export const nameOf = ({ name, family }: CalendarEvent): string => name ?? `The next ${family} asset`

/** `3 outcomes`, of a question with several that end together. */
export const countOf = ({ markets }: CalendarEvent): string | null =>
  markets.length > 1 ? `${markets.length} outcomes` : null

const counted = (count: number, word: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]

/** `long 40 at 554.50, 2 orders, 1 exit`; empty where there is nothing. @param nameOfCoin what a share is called */
export function mineText({ positions, orders, exits, algos }: Exposure, nameOfCoin: (coin: string) => string): string {
  return [
    ...positions.map((one) => (one.family === 'outcome' ? `${nameOfCoin(one.asset)} ${heldText(one)}` : heldText(one))),
    ...counted(orders, 'order'),
    ...counted(exits, 'exit'),
    ...counted(algos, 'algo order'),
  ].join(', ')
}

/** The market that a row leads to; of outcomes what is held, else the first. Null where nothing says which it is. */
export function marketOf({ family, asset, markets }: CalendarEvent, { positions }: Exposure): MarketRef | null {
  if (family !== 'outcome') return asset === null ? null : { family, asset }
  const isHeld = ({ coin }: { readonly coin: string }): boolean => positions.some((one) => one.asset === coin)
  const market = markets.find(({ sides }) => sides.some(isHeld)) ?? markets[0]
  const side = market?.sides.find(isHeld) ?? market?.sides[0]
  return market === undefined || side === undefined ? null : { family, outcomeId: market.outcomeId, side: side.index }
}
