/** The visible columns and their widths, depending on the panel's space. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useTextScale } from '../measures.ts'
import type { Column } from './column.ts'

// The width of each column, and what is hidden in a narrow panel: whole columns and parts of cells, in a declared order.

/** Measured content widths of columns, by `needKey`, px. */
type Needs = ReadonlyMap<string, number>

/** A column needs another width when parts of its cells are hidden. */
export const needKey = (column: string, partsGone: number): string => `${column}/${partsGone}`

interface Layout {
  /** Hidden columns and parts. */
  readonly gone: ReadonlySet<string>
  /** How many of them are parts of cells. */
  readonly partsGone: number
  /** Px, of the visible columns, in order. */
  readonly widths: readonly number[]
  /** Px, of the same: lower limits for user-defined widths. */
  readonly leasts: readonly number[]
}

interface Space<Row> {
  /** Chosen columns, in order. */
  readonly columns: readonly Column<Row>[]
  readonly givesWay: readonly string[]
  /** Px. */
  readonly room: number
  /** Text size relative to the default. */
  readonly scale: number
  readonly needs: Needs
  /** User-defined, px at the default text size. */
  readonly widths?: Readonly<Record<string, number>>
}

/** What is still hidden where the table scrolls sideways instead: parts of cells, and content shown elsewhere. No chosen column is hidden. */
export function givesWayStill<Row>(columns: readonly Column<Row>[], givesWay: readonly string[]): readonly string[] {
  return givesWay.filter((name) => columns.every(({ id, stays }) => id !== name || stays === true))
}

/** The chosen columns that do not fit, except those shown elsewhere. */
export const columnsThatDoNotFit = <Row>(
  columns: readonly Column<Row>[],
  { gone }: Pick<Layout, 'gone'>,
): readonly Column<Row>[] => columns.filter(({ id, stays }) => stays !== true && gone.has(id))

interface Wanted {
  /** Below this, content would be truncated that must not be. */
  readonly least: number
  /** With this, nothing is truncated. */
  readonly whole: number
  /** Weight for its part of the remaining space. */
  readonly greed: number
}

/** Weight of sentences for the remaining space, relative to figures. */
const GREED_OF_WORDS = 8

function wantedOf<Row>(column: Column<Row>, partsGone: number, space: Space<Row>): Wanted {
  const chosen = space.widths?.[column.id]
  if (chosen === undefined) return byItself(column, partsGone, space)
  return { least: chosen * space.scale, whole: chosen * space.scale, greed: 0 }
}

/** Without user-defined widths. */
function byItself<Row>(column: Column<Row>, partsGone: number, { scale, needs, room }: Space<Row>): Wanted {
  const least = column.least * scale
  const greed = column.isTight === true ? 0 : column.fit === 'wrap' ? GREED_OF_WORDS : 1
  if (column.fit === undefined || column.fit === 'wrap') return { least, whole: least, greed }
  const whole = Math.max(least, needs.get(needKey(column.id, partsGone)) ?? 0)
  if (column.fit === 'content') return { least: whole, whole, greed }
  return { least: Math.min(whole, Math.max(least, room * (column.share ?? 0))), whole, greed }
}

/** Nothing is truncated beyond the automatic layout, except a name, down to the width of its head. */
function leastOf<Row>(column: Column<Row>, partsGone: number, space: Space<Row>): number {
  return column.fit === 'clip' ? column.least * space.scale : byItself(column, partsGone, space).least
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Hides what is necessary to fit the rest; the remaining space is split by weight. */
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

/** First, truncated content gets its full width as space allows; then the remaining space is split by weight. */
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
  /** Chosen columns. */
  readonly columns: readonly Column<Row>[]
  readonly givesWay: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  /** A change drops the measurements, as other rows may need less. */
  readonly rows: string
}

export interface Shown<Row> extends Layout {
  readonly columns: readonly Column<Row>[]
  /** Px available to the table. */
  readonly room: number
  /** Measures rendered cells that it does not know. */
  readonly look: () => void
}

/** Padding of a cell, both sides together, px: as in `table.module.css`, plus a fraction of a pixel. */
const PADDING = 19
/** Space for the button of the table's menu at each row's end, px at the default text size: no title is under it. */
export const MENU_ROOM = 12
/** Until the width is known. */
const ROOMY = 10_000

export function useLayout<Row>({ scroller, columns, givesWay, widths, rows }: LayoutOptions<Row>): Shown<Row> {
  const [room, setRoom] = useState(ROOMY)
  const [measured, remeasured] = useReducer((count: number) => count + 1, 0)
  const needs = useRef(new Map<string, number>())
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
      // Out of view it has no width; it returns unchanged.
      if (element.clientWidth > 0) setRoom(element.clientWidth - MENU_ROOM * scale)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, scale])

  // What the rendered cells need: of all of them with other rows or parts, and otherwise of those that changed.
  const cells = useRef<MeasuredCells | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may need less
  useLayoutEffect(() => needs.current.clear(), [rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are measured again
  useLayoutEffect(() => {
    cells.current = isMeasured
      ? new MeasuredCells((changed) => {
          if (measure(changed, needs.current, partsGone)) remeasured()
        })
      : null
    return () => cells.current?.stop()
  }, [rows, partsGone, isMeasured])
  const look = useCallback(() => {
    const element = scroller.current
    if (element !== null && element.clientWidth > 0) cells.current?.look(element)
  }, [scroller])
  // After every commit, as any rendered row may need more.
  useLayoutEffect(look)

  // Stable while the same parts are hidden: rows do not depend on the widths.
  const goneNames = [...layout.gone].join('\n')
  const sameGone = useMemo(() => new Set(goneNames === '' ? [] : goneNames.split('\n')), [goneNames])
  const shown = useMemo(() => columns.filter(({ id }) => !sameGone.has(id)), [columns, sameGone])
  return useMemo(
    () => ({ ...layout, gone: sameGone, columns: shown, room, look }),
    [layout, sameGone, shown, room, look],
  )
}

/** The cells of a table that are measured, each when it appears and when its text or its size changes. */
class MeasuredCells {
  readonly #measure: (cells: Iterable<HTMLElement>) => void
  readonly #observer: ResizeObserver
  #texts = new Map<HTMLElement, string | null>()

  constructor(measure: (cells: Iterable<HTMLElement>) => void) {
    this.#measure = measure
    this.#observer = new ResizeObserver((entries) => measure(entries.map(({ target }) => target as HTMLElement)))
  }

  /** Measuring asks the browser for a layout: only cells whose text changed are worth one. */
  look(scroller: HTMLElement): void {
    const texts = new Map<HTMLElement, string | null>()
    const changed: HTMLElement[] = []
    for (const cell of scroller.querySelectorAll<HTMLElement>('[data-fit]')) {
      const text = cell.textContent
      texts.set(cell, text)
      if (!this.#texts.has(cell)) this.#observer.observe(cell)
      if (this.#texts.get(cell) !== text) changed.push(cell)
    }
    for (const cell of this.#texts.keys()) if (!texts.has(cell)) this.#observer.unobserve(cell)
    this.#texts = texts
    if (changed.length > 0) this.#measure(changed)
  }

  stop(): void {
    this.#observer.disconnect()
  }
}

/** Measures content; returns whether anything needs more than was known. */
function measure(cells: Iterable<HTMLElement>, needs: Map<string, number>, partsGone: number): boolean {
  let grew = false
  for (const cell of cells) {
    const key = needKey(cell.dataset.fit ?? '', partsGone)
    const width = contentWidth(cell) + PADDING
    if (width <= (needs.get(key) ?? 0)) continue
    needs.set(key, width)
    grew = true
  }
  return grew
}

/** Width of a cell's content, px; 0 where it is not truncated and only fills the cell. */
function contentWidth(cell: HTMLElement): number {
  if (!cell.hasAttribute('data-clips')) return Math.ceil(Math.max(cell.scrollWidth, cell.getBoundingClientRect().width))
  // A name in parts is truncated part by part.
  const parts = [...cell.querySelectorAll('[data-cut]')]
  const over = (parts.length === 0 ? [cell] : parts).reduce(
    (sum, { scrollWidth, clientWidth }) => sum + scrollWidth - clientWidth,
    0,
  )
  return over > 0 ? cell.clientWidth + over : 0
}

/** Content width of a column over the rendered lines including its head, px with the cell's padding. */
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
