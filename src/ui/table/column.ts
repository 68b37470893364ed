/** The definition of a table: its columns, and the properties of a row. */
import type { ComponentType, ReactNode } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'

/** The sort key: decimals exactly, text in natural order, counts (times, whole numbers) as numbers. Null sorts last. */
export type SortValue<Row> =
  | { readonly by: 'decimal'; readonly of: (row: Row) => Decimal | null }
  | { readonly by: 'text'; readonly of: (row: Row) => string | null }
  | { readonly by: 'count'; readonly of: (row: Row) => number | null }

export interface Column<Row> {
  /** In saved states, and in the order in which columns are hidden. */
  readonly id: string
  /** In the head, in the column menu, and above a copied column. */
  readonly title: string
  /** After the title: `USDC`. In a narrow head it is hidden as the part `units`. */
  readonly unit?: string | undefined
  /** Explanation as a sentence, shown on hover of the head. */
  readonly explanation?: string
  /** A head for screen readers only: that of the column with the buttons. */
  readonly isTitleHidden?: boolean
  /** Right-aligned, tabular. */
  readonly isNumeric?: boolean
  /** Minimum width at the default text size, px; must fit the head. */
  readonly least: number
  /**
   * `content`: as wide as its measured content; for tables with few rows. `clip`: the same as space allows, with truncated text in full in its title;
   * `share` is its guaranteed part of the table. `wrap`: on as many lines as needed, with most of the remaining space. Otherwise the width is `least`
   * plus a part of the remaining space.
   */
  readonly fit?: 'content' | 'clip' | 'wrap'
  /** Of a `clip` column: up to this part of the table's width, other columns are hidden before it is truncated. */
  readonly share?: number
  /** Takes none of the remaining space. */
  readonly isTight?: boolean
  readonly Cell: ComponentType<{ readonly row: Row }>
  /** Cell in the head of a group of rows. */
  readonly GroupCell?: ComponentType<{ readonly group: Group<Row> }>
  /** Its text, for copies and for the filter; without it the column is in neither. */
  readonly text?: (row: Row) => string
  /** For CSV, where it must be exact or without a unit; defaults to the sort key if that is a decimal, else `text`. */
  readonly csv?: (row: Row) => string
  /** An additional CSV column after it: an unambiguous id where people read a name. */
  readonly csvAlso?: { readonly title: string; readonly of: (row: Row) => string }
  readonly sort?: SortValue<Row>
  /** The direction of the first click on its head. Numbers start with the largest, everything else with the first. */
  readonly first?: Direction
  /** Comes from elsewhere than the row: the filter ignores it, and rows are sorted again when the table's `version` changes. */
  readonly isLive?: boolean
  /** Cannot be hidden. */
  readonly stays?: boolean
  /** Hidden until it is chosen. */
  readonly isExtra?: boolean
}

export type Direction = 'ascending' | 'descending'

/** Rows that belong together, under a head of their own. */
export interface Group<Row> {
  readonly id: string
  /** The shown rows, or the hidden ones when collapsed. */
  readonly rows: readonly Row[]
  readonly isCollapsed: boolean
}

export interface TableSpec<Row> {
  readonly columns: readonly Column<Row>[]
  /** Stable identity of a row. */
  readonly idOf: (row: Row) => string
  /** Its name in the message that a row is gone. */
  readonly nameOf: (row: Row) => string
  /** What is hidden, first to last, while the table is wider than its panel: columns, and parts of cells (`GivesWay`). Anything else stays. */
  readonly givesWay?: readonly string[]
  /** Wraps the cells and the detail of a row: their shared context, hooks included. */
  readonly Provider?: ComponentType<{ readonly row: Row; readonly children: ReactNode }>
  /** Below a row: forms, errors, each in a `DetailRow`. Null while there is none. */
  readonly Detail?: ComponentType<{ readonly row: Row }>
  /** Ended, but still shown: dimmed. */
  readonly isEnded?: (row: Row) => boolean
  /** A row shown as text, spanning all columns after those it keeps at its start. */
  readonly Words?: {
    readonly of: (row: Row) => boolean
    readonly keeps: readonly string[]
    readonly Cell: ComponentType<{ readonly row: Row }>
  }
  readonly groups?: {
    /** The group of a row; null for none. */
    readonly of: (row: Row) => string | null
    readonly Title: ComponentType<{ readonly group: Group<Row> }>
    readonly textOf: (group: Group<Row>) => string
  }
  /** Every row has exactly the height of the density setting: for thousands of rows. */
  readonly isUniform?: boolean
}

/** The direction of the first click on a column's head. */
export const firstDirection = <Row>({ first, sort }: Column<Row>): Direction =>
  first ?? (sort?.by === 'text' ? 'ascending' : 'descending')
