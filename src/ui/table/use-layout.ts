/** The columns that are shown and their widths, as the panel has room for them. */
import { type RefObject, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useTextScale } from '../measures.ts'
import type { Column } from './column.ts'
import { type Layout, layOut, needKey } from './lay-out.ts'

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
