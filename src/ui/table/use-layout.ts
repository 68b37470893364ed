/** The columns that are shown and their widths, as the panel has room for them. */
import { type RefObject, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useTextScale } from '../measures.ts'
import type { Column } from './column.ts'

// How wide each column is, and what gives way in a narrow panel: whole columns and parts of cells, in an order that is written down.

/** What is known of how wide columns want to be, by `needKey`, px. */
type Needs = ReadonlyMap<string, number>

/** A column wants another width when parts of its cells are gone. */
export const needKey = (column: string, partsGone: number): string => `${column}/${partsGone}`

interface Layout {
  /** Columns and parts that gave way. */
  readonly gone: ReadonlySet<string>
  /** How many of them are parts of cells. */
  readonly partsGone: number
  /** Px, of the columns that are left, in their order. */
  readonly widths: readonly number[]
  /** Px, of the same: a hand can make them no narrower. */
  readonly leasts: readonly number[]
}

interface Space<Row> {
  /** Those chosen, in their order. */
  readonly columns: readonly Column<Row>[]
  readonly givesWay: readonly string[]
  /** Px. */
  readonly room: number
  /** How much larger than usual the text is. */
  readonly scale: number
  readonly needs: Needs
  /** By hand, px at the usual size of text. */
  readonly widths?: Readonly<Record<string, number>>
}

/** What gives way where the table scrolls sideways instead: parts of cells, and what is shown elsewhere. No column that was chosen does. */
export function givesWayStill<Row>(columns: readonly Column<Row>[], givesWay: readonly string[]): readonly string[] {
  return givesWay.filter((name) => columns.every(({ id, stays }) => id !== name || stays === true))
}

/** Of the columns chosen those that have no room; what stays is shown somewhere else. */
export const withoutRoom = <Row>(
  columns: readonly Column<Row>[],
  { gone }: Pick<Layout, 'gone'>,
): readonly Column<Row>[] => columns.filter(({ id, stays }) => stays !== true && gone.has(id))

interface Wanted {
  /** Less than that and something is cut that should not be. */
  readonly least: number
  /** With that nothing is cut. */
  readonly whole: number
  /** How much of what is left over it takes, by its width. */
  readonly greed: number
}

/** Sentences take this much more of the room that is left over than figures. */
const GREED_OF_WORDS = 8

function wantedOf<Row>(column: Column<Row>, partsGone: number, space: Space<Row>): Wanted {
  const byHand = space.widths?.[column.id]
  if (byHand === undefined) return byItself(column, partsGone, space)
  return { least: byHand * space.scale, whole: byHand * space.scale, greed: 0 }
}

/** Without a hand. */
function byItself<Row>(column: Column<Row>, partsGone: number, { scale, needs, room }: Space<Row>): Wanted {
  const least = column.least * scale
  const greed = column.isTight === true ? 0 : column.fit === 'wrap' ? GREED_OF_WORDS : 1
  if (column.fit === undefined || column.fit === 'wrap') return { least, whole: least, greed }
  const whole = Math.max(least, needs.get(needKey(column.id, partsGone)) ?? 0)
  if (column.fit === 'content') return { least: whole, whole, greed }
  return { least: Math.min(whole, Math.max(least, room * (column.share ?? 0))), whole, greed }
}

/** Nothing is cut that was not cut by itself: a name may be, down to what its head needs. */
function leastOf<Row>(column: Column<Row>, partsGone: number, space: Space<Row>): number {
  return column.fit === 'clip' ? column.least * space.scale : byItself(column, partsGone, space).least
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Lets go what must, so that the rest fits; the room that is left over goes to all columns that take more, by their width. */
export function layOut<Row>(space: Space<Row>): Layout {
  const { columns, givesWay, room } = space
  const ids = new Set(columns.map(({ id }) => id))
  for (let level = 0; ; level += 1) {
    const gone = new Set(givesWay.slice(0, level))
    const partsGone = givesWay.slice(0, level).filter((name) => !ids.has(name)).length
    const left = columns.filter(({ id }) => !gone.has(id))
    const wanted = left.map((column) => wantedOf(column, partsGone, space))
    if (level < givesWay.length && sum(wanted.map(({ least }) => least)) > room) continue
    return {
      gone,
      partsGone,
      widths: share(wanted, room),
      leasts: left.map((column) => leastOf(column, partsGone, space)),
    }
  }
}

/** First what is cut becomes whole, as far as there is room; then what is left goes to those that take more. */
function share(wanted: readonly Wanted[], room: number): readonly number[] {
  const spare = Math.max(0, room - sum(wanted.map(({ least }) => least)))
  const cut = sum(wanted.map(({ least, whole }) => whole - least))
  const healed = cut === 0 ? 0 : Math.min(1, spare / cut)
  const widths = wanted.map(({ least, whole }) => least + (whole - least) * healed)
  const left = spare - cut * healed
  const takers = sum(wanted.map(({ greed }, index) => greed * (widths[index] as number)))
  return wanted.map(({ greed }, index) => {
    const width = widths[index] as number
    return takers > 0 ? width + (left * greed * width) / takers : width
  })
}

interface LayoutOptions<Row> {
  readonly scroller: RefObject<HTMLElement | null>
  /** Those chosen. */
  readonly columns: readonly Column<Row>[]
  readonly givesWay: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  /** When it is another, what was measured is forgotten: other rows may need less. */
  readonly rows: string
}

export interface Shown<Row> extends Layout {
  readonly columns: readonly Column<Row>[]
  /** Px that the table has. */
  readonly room: number
}

/** Beside a cell's content, both sides together, px: as `table.module.css` has it, and a part of a pixel. */
const PADDING = 19
/** What the button of the table's menu takes of each row's end, px at the usual size of text: no title stands under it. */
export const MENU_ROOM = 12
/** Until it is known. */
const ROOMY = 10_000

export function useLayout<Row>({ scroller, columns, givesWay, widths, rows }: LayoutOptions<Row>): Shown<Row> {
  const [room, setRoom] = useState(ROOMY)
  const [measured, remeasured] = useReducer((count: number) => count + 1, 0)
  const needs = useRef(new Map<string, number>())
  const measuredRows = useRef(rows)
  const scale = useTextScale()
  const layout = useMemo(() => {
    void measured
    return layOut({ columns, givesWay, room, scale, needs: needs.current, widths })
  }, [columns, givesWay, room, scale, widths, measured])
  const { partsGone } = layout
  const isMeasured = columns.some(({ fit }) => fit === 'content' || fit === 'clip')

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = (): void => {
      // Out of view it has no width; it comes back as it was.
      if (element.clientWidth > 0) setRoom(element.clientWidth - MENU_ROOM * scale)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, scale])

  // After every commit: whichever row rendered may need more.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || !isMeasured || element.clientWidth === 0) return
    if (measuredRows.current !== rows) {
      measuredRows.current = rows
      needs.current.clear()
    }
    const look = (): void => {
      if (measure(element, needs.current, partsGone)) remeasured()
    }
    look()
    const observer = new ResizeObserver(look)
    for (const cell of element.querySelectorAll('[data-fit]')) observer.observe(cell)
    return () => observer.disconnect()
  })

  // The same while the same gave way: rows are none of the widths' business.
  const goneNames = [...layout.gone].join('\n')
  const sameGone = useMemo(() => new Set(goneNames === '' ? [] : goneNames.split('\n')), [goneNames])
  const shown = useMemo(() => columns.filter(({ id }) => !sameGone.has(id)), [columns, sameGone])
  return useMemo(() => ({ ...layout, gone: sameGone, columns: shown, room }), [layout, sameGone, shown, room])
}

/** Takes the width of what is on the page; whether anything wants more than was known. */
function measure(scroller: HTMLElement, needs: Map<string, number>, partsGone: number): boolean {
  let grew = false
  for (const cell of scroller.querySelectorAll<HTMLElement>('[data-fit]')) {
    const key = needKey(cell.dataset.fit ?? '', partsGone)
    const width = contentWidth(cell) + PADDING
    if (width <= (needs.get(key) ?? 0)) continue
    needs.set(key, width)
    grew = true
  }
  return grew
}

/** What stands in a cell, px; 0 where it is not cut and only has the room that the cell has. */
function contentWidth(cell: HTMLElement): number {
  if (!cell.hasAttribute('data-clips')) return Math.ceil(Math.max(cell.scrollWidth, cell.getBoundingClientRect().width))
  // Of a name in parts each is cut for itself.
  const parts = [...cell.querySelectorAll('[data-cut]')]
  const over = (parts.length === 0 ? [cell] : parts).reduce(
    (sum, { scrollWidth, clientWidth }) => sum + scrollWidth - clientWidth,
    0,
  )
  return over > 0 ? cell.clientWidth + over : 0
}

/** How wide what stands in a column is in the lines that are on the page, its head among them, px with the cell's padding. */
export function contentOf(scroller: HTMLElement, column: string): number {
  const cells = scroller.querySelectorAll<HTMLElement>(
    `[data-column="${CSS.escape(column)}"], th:has(> [data-grip="${CSS.escape(column)}"])`,
  )
  const range = document.createRange()
  return [...cells].reduce((widest, cell) => {
    const clipped = cell.querySelector<HTMLElement>('[data-clips]')
    range.selectNodeContents(cell.querySelector('[data-head]') ?? cell)
    const own = clipped === null ? 0 : Math.max(contentWidth(clipped), clipped.clientWidth)
    return Math.max(
      widest,
      Math.ceil(Math.max(own, clipped === null ? range.getBoundingClientRect().width : 0)) + PADDING,
    )
  }, 0)
}
