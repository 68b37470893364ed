/** What a table is made of: its columns, and what it has to know of a row. */
import type { ComponentType, ReactNode } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'

/** What rows are sorted by: decimals exactly, text as people order it, counts (times, whole numbers) as they are. Null stands last. */
export type SortValue<Row> =
  | { readonly by: 'decimal'; readonly of: (row: Row) => Decimal | null }
  | { readonly by: 'text'; readonly of: (row: Row) => string | null }
  | { readonly by: 'count'; readonly of: (row: Row) => number | null }

export interface Column<Row> {
  /** In kept states, and in the order in which columns give way. */
  readonly id: string
  /** In the head, in the menu of columns, and above a copied column. */
  readonly title: string
  /** After the title: `USDC`. In a narrow head it goes as the part `units`. */
  readonly unit?: string | undefined
  /** What it is, in a sentence, for a pointer that rests on the head. */
  readonly explanation?: string
  /** A head that only screen readers are told: of the column with the buttons. */
  readonly isTitleHidden?: boolean
  /** Right-aligned, tabular. */
  readonly isNumeric?: boolean
  /** Least width at the usual size of text, px; the head must have room in it. */
  readonly least: number
  /**
   * `content`: as wide as what stands in it, which is measured; for tables of few rows. `clip`: the same as far as there is room, and what
   * is cut stands in full in its title; its least share of the table is `share`. `wrap`: over as many lines as it takes, and most of the
   * room that is left over. Otherwise the width is `least` and what is left over.
   */
  readonly fit?: 'content' | 'clip' | 'wrap'
  /** Of a `clip` column: up to this part of the table's width other columns give way before it is cut. */
  readonly share?: number
  /** Takes nothing of the room that is left over. */
  readonly isTight?: boolean
  readonly Cell: ComponentType<{ readonly row: Row }>
  /** Of the head of a group of rows. */
  readonly GroupCell?: ComponentType<{ readonly group: Group<Row> }>
  /** What it says, for copies and for the filter; without it the column is in neither. */
  readonly text?: (row: Row) => string
  /** For CSV, where it is to be exact or to have no unit; otherwise what it is sorted by when that is a decimal, else `text`. */
  readonly csv?: (row: Row) => string
  /** A column after it that CSV alone has: what tells the row for certain where people read a name. */
  readonly csvAlso?: { readonly title: string; readonly of: (row: Row) => string }
  readonly sort?: SortValue<Row>
  /** The direction of the first press on its head. Numbers begin with the largest, everything else with the first. */
  readonly first?: Direction
  /** Comes from somewhere else than the row: the filter leaves it out, and rows are sorted by it again when the table's `version` changes. */
  readonly isLive?: boolean
  /** May not be hidden. */
  readonly stays?: boolean
  /** Not shown until it is chosen. */
  readonly isExtra?: boolean
}

export type Direction = 'ascending' | 'descending'

/** Rows that belong together, under a head of their own. */
export interface Group<Row> {
  readonly id: string
  /** Those shown or, when it is collapsed, hidden. */
  readonly rows: readonly Row[]
  readonly isCollapsed: boolean
}

export interface TableSpec<Row> {
  readonly columns: readonly Column<Row>[]
  /** The same for the same thing: rows are kept by it. */
  readonly idOf: (row: Row) => string
  /** What it is called, where a row that went is said to be gone. */
  readonly nameOf: (row: Row) => string
  /** What goes, first to last, while the table is wider than its panel: columns, and parts of cells (`GivesWay`). What is not named stays. */
  readonly givesWay?: readonly string[]
  /** Around the cells and the detail of a row: what they share, hooks included. */
  readonly Provider?: ComponentType<{ readonly row: Row; readonly children: ReactNode }>
  /** Below a row: forms, failures, each in a `DetailRow`. Null while there is none. */
  readonly Detail?: ComponentType<{ readonly row: Row }>
  /** Over, and still shown: dimmed. */
  readonly isEnded?: (row: Row) => boolean
  /** A row that is told in words, over all columns after those that it keeps at its start. */
  readonly Words?: {
    readonly of: (row: Row) => boolean
    readonly keeps: readonly string[]
    readonly Cell: ComponentType<{ readonly row: Row }>
  }
  readonly groups?: {
    /** The group of a row; null stands by itself. */
    readonly of: (row: Row) => string | null
    readonly Title: ComponentType<{ readonly group: Group<Row> }>
    readonly textOf: (group: Group<Row>) => string
  }
  /** Every row as high as the density says, and never higher: for thousands of them. */
  readonly isUniform?: boolean
}

/** The direction of the first press on a column's head. */
export const firstDirection = <Row>({ first, sort }: Column<Row>): Direction =>
  first ?? (sort?.by === 'text' ? 'ascending' : 'descending')
