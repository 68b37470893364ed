/**
 * User-defined column widths: by dragging an edge of the head, double-clicking it, or keys on a head. Nothing renders during a drag: the widths are
 * set on the table element, and saved once the pointer is up.
 */
import type { CSSProperties, RefObject } from 'react'
import { holdEscape } from '../escape.ts'
import { useTextScale } from '../measures.ts'
import type { Grips } from './head.tsx'
import { clampedWidth, type TableState, withWidths } from './table-state.ts'
import { contentOf, MENU_ROOM, type Shown } from './use-layout.ts'

// Moving an edge in the head takes width from the columns after it for the one before.

/** A column's current size, px on screen. */
export interface CurrentWidth {
  readonly id: string
  readonly width: number
  /** Below this width, content would be truncated that must not be. */
  readonly least: number
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Widths after moving the edge behind a column. The width comes from unused space first, then from the columns after it, the next one first; a
 * narrowed column gives its width to the next. No other column moves, and none is hidden.
 * @param by px, to the right
 * @param room available to the table, px; where the columns are already wider, it just scrolls further
 */
export function edgeMoved(
  columns: readonly CurrentWidth[],
  index: number,
  by: number,
  room: number,
): readonly number[] {
  const widths = columns.map(({ width }) => width)
  const moved = columns[index]
  if (moved === undefined || by === 0) return widths
  if (by < 0) {
    const given = Math.min(-by, Math.max(0, moved.width - moved.least))
    widths[index] = moved.width - given
    if (widths[index + 1] !== undefined) widths[index + 1] = (widths[index + 1] as number) + given
    return widths
  }
  const free = room - sum(widths)
  let wanted = by
  // Half a pixel is rounding, not a sign of a table that scrolls.
  if (free < -1) wanted = 0
  wanted -= Math.min(wanted, Math.max(0, free))
  for (let at = index + 1; at < columns.length && wanted > 0; at += 1) {
    const { width, least } = columns[at] as CurrentWidth
    const taken = Math.min(wanted, Math.max(0, width - least))
    widths[at] = width - taken
    wanted -= taken
  }
  widths[index] = moved.width + by - wanted
  return widths
}

/** The saved part: the columns whose width changed, px at the default text size. */
export function changedWidths(
  columns: readonly CurrentWidth[],
  after: readonly number[],
  scale: number,
): Readonly<Record<string, number>> {
  const changed = columns.flatMap(({ id, width }, at): readonly (readonly [string, number])[] => {
    const next = after[at] ?? width
    return Math.abs(next - width) < 0.5 ? [] : [[id, clampedWidth(next / scale)]]
  })
  return Object.fromEntries(changed)
}

/** Step of a key press, px at the default text size. */
const STEP = 8

interface Options<Row> {
  readonly scroller: RefObject<HTMLElement | null>
  readonly layout: Shown<Row>
  readonly state: TableState
  readonly onState: (state: TableState) => void
  readonly say: (text: string) => void
}

interface ColumnWidths {
  readonly grips: Grips
  readonly onWidth: (id: string, step: -1 | 1 | 'fit') => void
}

/** Style of the table element, inherited by every line. */
export const widthStyle = (widths: readonly number[]): CSSProperties =>
  ({
    '--table-columns': widths.map((one) => `${one}px`).join(' '),
    '--table-width': `calc(${Math.floor(widths.reduce((sum, one) => sum + one, 0))}px + ${MENU_ROOM}px * var(--scale))`,
  }) as CSSProperties

export function useColumnWidths<Row>({ scroller, layout, state, onState, say }: Options<Row>): ColumnWidths {
  const scale = useTextScale()
  const columns = layout.columns.map(
    ({ id }, at): CurrentWidth => ({ id, width: layout.widths[at] ?? 0, least: layout.leasts[at] ?? 0 }),
  )
  const moved = (index: number, by: number): readonly number[] => edgeMoved(columns, index, by, layout.room)
  const write = (widths: readonly number[]): void => {
    for (const [name, value] of Object.entries(widthStyle(widths)))
      scroller.current?.style.setProperty(name, String(value))
  }
  const choose = (index: number, by: number): number => {
    const after = moved(index, by)
    onState(withWidths(state, changedWidths(columns, after, scale)))
    return Math.round((after[index] ?? 0) / scale)
  }
  const fitContent = (index: number): number => {
    const { id, width } = columns[index] ?? { id: '', width: 0 }
    const wanted = scroller.current === null ? width : contentOf(scroller.current, id)
    return choose(index, wanted - width)
  }
  const onGrip: Grips['onGrip'] = (event, index) => {
    if (event.button !== 0) return
    // Keeps the focus, and prevents text selection while dragging.
    event.preventDefault()
    const grip = event.currentTarget
    const from = event.clientX
    let by = 0
    const over = new AbortController()
    const { signal } = over
    const end = (isKept: boolean): void => {
      over.abort()
      delete grip.dataset.dragged
      if (isKept && by !== 0) choose(index, by)
      else write(layout.widths)
    }
    grip.setPointerCapture(event.pointerId)
    grip.dataset.dragged = ''
    const drag = ({ clientX }: globalThis.PointerEvent): void => {
      by = clientX - from
      write(moved(index, by))
    }
    grip.addEventListener('pointermove', drag, { signal })
    grip.addEventListener('pointerup', () => end(true), { signal })
    grip.addEventListener('lostpointercapture', () => end(false), { signal })
    signal.addEventListener(
      'abort',
      holdEscape('drag', () => end(false)),
    )
  }
  return {
    grips: { onGrip, onFit: fitContent },
    onWidth(id, step) {
      const index = columns.findIndex((column) => column.id === id)
      if (index < 0) return
      const px = step === 'fit' ? fitContent(index) : choose(index, step * STEP * scale)
      say(`${layout.columns[index]?.title}: ${px} px wide.`)
    },
  }
}
