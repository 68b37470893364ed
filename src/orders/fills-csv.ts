/** The trader's fills as CSV: every figure as the service gave it, with its fee and its result, and the money that both are in. Pure. */
import type { Fill } from '../../contract/account.ts'
import type { Assets } from '../queries/index.ts'
import { type Column, copyText } from '../ui/index.ts'

const column = (title: string, csv: (fill: Fill) => string): Column<Fill> => ({
  ...{ id: title, title, least: 0, Cell: () => null },
  csv,
})

/** In the order given. A figure that the service left out is empty. */
export function fillsCsv(fills: readonly Fill[], assets: Pick<Assets, 'of'>): string {
  return copyText(
    fills,
    [
      column('Time', ({ time }) => new Date(time).toISOString()),
      column('Market', ({ asset }) => assets.of(asset).name),
      column('Asset', ({ asset }) => asset),
      column('Side', ({ side }) => side),
      column('Price', ({ price }) => price),
      column('Size', ({ size }) => size),
      column('Fee', ({ fee }) => fee ?? ''),
      column('Realised', ({ realizedPnl }) => realizedPnl ?? ''),
      column('Money', ({ asset }) => (assets.of(asset).family === 'outcome' ? 'USDH' : 'USDC')),
      column('Liquidity', ({ liquidity }) => liquidity ?? ''),
      column('Trade', ({ tid }) => tid),
      column('Order', ({ oid }) => oid ?? ''),
    ],
    'csv',
  )
}
