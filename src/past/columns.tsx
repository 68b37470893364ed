/** Columns that records have alike. */
import type { ReactNode } from 'react'
import type { Family } from '../../contract/account.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'
import { momentText, NONE, scalarPrice } from '../format/index.ts'
import { sideWord } from '../trade-forms/index.ts'
import { Clip, type Column } from '../ui/index.ts'
import styles from './past.module.css'

/** When it was, with the day. */
export const timeColumn = <Row,>(of: (row: Row) => number): Column<Row> => ({
  id: 'time',
  title: 'Time',
  least: 104,
  fit: 'content',
  Cell: ({ row }): ReactNode => momentText(of(row)),
  text: (row) => momentText(of(row)),
  csv: (row) => new Date(of(row)).toISOString(),
  sort: { by: 'count', of },
  stays: true,
})

export const marketColumn = <Row extends { readonly name: string; readonly asset: string }>(): Column<Row> => ({
  id: 'market',
  title: 'Market',
  fit: 'clip',
  share: 0.3,
  least: 84,
  Cell: ({ row: { name } }): ReactNode => <Clip title={name}>{name}</Clip>,
  text: ({ name }) => name,
  csvAlso: { title: 'Asset', of: ({ asset }) => asset },
  sort: { by: 'text', of: ({ name }) => name },
  stays: true,
})

export const sideColumn = <Row extends { readonly side: Side }>(): Column<Row> => ({
  id: 'side',
  title: 'Side',
  least: 48,
  fit: 'content',
  Cell: ({ row: { side } }): ReactNode => (
    <span className={side === 'buy' ? styles.buy : styles.sell}>{sideWord(side)}</span>
  ),
  text: ({ side }) => sideWord(side),
  sort: { by: 'text', of: ({ side }) => side },
  stays: true,
})

/** A price of the market in the unit that is chosen; a dash where it is not known. */
export const priceText = (price: Price | null, family: Family): string =>
  price === null ? NONE : family === 'scalar' ? scalarPrice(price) : price
