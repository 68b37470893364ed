/** The rows of an estimate: each has one name, one meaning and one place, in the tickets of every family. */
import type { EstimateRow, RowId } from './market-estimate.ts'

type Words = Omit<EstimateRow, 'id'>

/** What each row is called, in the order in which they stand. */
export const ROWS: { readonly [R in RowId]: Words } = {
  size: { name: 'Fills now', title: 'What does not fill at once is canceled.' },
  rest: { name: 'Rests', title: null },
  cost: { name: 'Order value', title: 'What fills, at its average price, USDC.' },
  margin: { name: 'Margin', title: 'What the position ties up, USDC.' },
  fee: { name: 'Fee', title: 'USDC, by your taker rate.' },
  liquidation: {
    name: 'Liquidation',
    title: 'Estimate for the position after this order; the service has the last word.',
  },
  distance: { name: 'From the mark', title: 'How far the mark may go against the position.' },
  average: { name: 'Average price', title: null },
  worst: { name: 'Worst price', title: 'The last level that is taken.' },
  limit: { name: 'Signed limit', title: 'It may trade up to here and no further.' },
  won: { name: 'If right', title: null },
  lost: {
    name: 'Max loss',
    title: 'The most that can be lost by this order: an isolated position loses no more than its margin, and the fee.',
  },
  liquidated: {
    name: 'If liquidated',
    title:
      'Passing the liquidation price on the way ends the position there: being right at the end pays nothing then.',
  },
  free: { name: 'Available', title: 'USDC that new orders may use as margin.' },
}
const ORDER = Object.keys(ROWS) as readonly RowId[]

/** `Margin at 10×` */
export const marginName = (leverage: number): string => `${ROWS.margin.name} at ${leverage}×`

/** The rows that apply, in their order. @param rows what of a row is said otherwise by this family */
export const rowsOf = (rows: { readonly [R in RowId]?: Partial<Words> }): readonly EstimateRow[] =>
  ORDER.flatMap((id) => {
    const own = rows[id]
    return own === undefined ? [] : [{ id, ...ROWS[id], ...own }]
  })
