/** What a notice says of rows of the account that cannot be read. Pure. */
import type { ListName, UnreadableRow } from '../../contract/unreadable-row.ts'

const NAMES: { readonly [List in ListName]: readonly [one: string, several: string] } = {
  positions: ['A position cannot be read', 'Positions cannot be read'],
  orders: ['An order cannot be read', 'Orders cannot be read'],
  fills: ['A fill cannot be read', 'Fills cannot be read'],
}
const HOLDS =
  'Closes, stops and cancels in other markets go out as usual. Nothing that adds exposure goes out while a position or a resting order cannot be read.'

/** Rows that are written out in one notice. */
const MOST = 3

/** Head and text of a notice. @param rows at least one */
export function unreadableMessage(rows: readonly UnreadableRow[]): readonly [title: string, message: string] {
  const names = [...new Set(rows.map(({ list }) => list))].map(
    (list) => NAMES[list][rows.filter((row) => row.list === list).length === 1 ? 0 : 1],
  )
  const lines = rows
    .slice(0, MOST)
    .map(({ asset, reason, text }) => `${asset === null ? '' : `${asset}: `}${reason} ${text}`)
  return [names.join('; '), `${lines.join(' ')} ${HOLDS}`]
}
