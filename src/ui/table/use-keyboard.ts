/** Navigation in a table by keyboard and click: one Tab stop, arrows between rows and heads, selection, opening. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { actOf } from '../handled-keys.ts'
import { ANYWHERE_KEYS, type AnywhereAct, HEAD_KEYS, type HeadAct, ROW_KEYS, type RowAct } from './filter-bar.tsx'
import { type Item, isReachable } from './items.ts'

export interface Selection {
  /** The row that Tab reaches; null: the first. */
  readonly active: string | null
  /** Start of a range of selected rows. */
  readonly anchor: string | null
  readonly selected: ReadonlySet<string>
}

/** The current row, and the selected ones. */
export const NOTHING_SELECTED: Selection = { active: null, anchor: null, selected: new Set() }

/** How a key or a click selects a row: alone, as the end of a range, or in addition to the selected ones. */
export type Reach = 'only' | 'stretch' | 'toggle'

/** @param keys all selectable rows, in order */
export function reach(selection: Selection, key: string, how: Reach, keys: readonly string[]): Selection {
  switch (how) {
    case 'only':
      return { active: key, anchor: key, selected: new Set([key]) }
    case 'toggle': {
      const selected = new Set(selection.selected)
      if (!selected.delete(key)) selected.add(key)
      return { active: key, anchor: key, selected }
    }
    case 'stretch': {
      const anchor = selection.anchor !== null && keys.includes(selection.anchor) ? selection.anchor : key
      const [from, to] = [keys.indexOf(anchor), keys.indexOf(key)].sort((a, b) => a - b) as [number, number]
      return { active: key, anchor, selected: new Set(keys.slice(Math.max(0, from), to + 1)) }
    }
  }
}

/** The index that a key leads to among `count` lines; null for other keys. */
export function stepTo(key: string, index: number, count: number, page: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return Math.max(0, index - 1)
    case 'PageDown':
      return Math.min(last, index + page)
    case 'PageUp':
      return Math.max(0, index - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

interface KeyboardOptions<Row> {
  readonly scroller: RefObject<HTMLElement | null>
  readonly items: readonly Item<Row>[]
  /** The index of each line by its key. */
  readonly places: ReadonlyMap<string, number>
  /** Number of rows per page. */
  readonly page: () => number
  /** Renders a line and scrolls it into view. */
  readonly bring: (index: number) => void
  readonly onOpen: ((row: Row) => void) | undefined
  /** For Enter alone, in place of `onOpen`. */
  readonly onEnter?: ((row: Row) => void) | undefined
  readonly onGroup: (id: string, isCollapsed: boolean) => void
  readonly onCopy: () => void
  readonly onFind: () => void
  /** Moves the column whose head has the focus. */
  readonly onMoveColumn: (id: string, step: -1 | 1) => void
  /** Makes it narrower or wider; `fit`: as wide as its content. */
  readonly onWidth: (id: string, step: -1 | 1 | 'fit') => void
}

interface Keyboard<Row> {
  readonly selection: Selection
  /** The key and index of the row that Tab reaches; -1 while there is none. */
  readonly active: { readonly key: string | null; readonly index: number }
  /** The selected rows in order; without any, the current one. */
  readonly chosen: () => readonly Row[]
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
    readonly onClick: (event: MouseEvent<HTMLElement>) => void
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  }
}

const rowOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-row]')
const takesText = (element: Element): boolean => element.matches('input, textarea, select, [contenteditable="true"]')
const controlsOf = (row: HTMLElement): readonly HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input:not(:disabled)'),
]

export function useKeyboard<Row>(options: KeyboardOptions<Row>): Keyboard<Row> {
  const {
    scroller,
    items,
    places,
    page,
    bring,
    onOpen,
    onEnter = onOpen,
    onGroup,
    onCopy,
    onFind,
    onMoveColumn,
    onWidth,
  } = options
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const keys = (): readonly string[] => items.filter(isReachable).map(({ key }) => key)
  const index = placeOf(items, places, selection.active)
  const lastIndex = useRef(0)
  const active = useMemo(() => activeOf(items, index, lastIndex.current), [items, index])
  const wantsFocus = useRef(false)
  const isIn = useRef(false)

  useLayoutEffect(() => {
    if (active.index >= 0) lastIndex.current = active.index
    // The row with the focus was removed, and the focus with it: the row in its place gets it.
    const isLost = isIn.current && document.activeElement === document.body
    if (!wantsFocus.current && !isLost) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(active.key ?? '')}"]`)
    if (row == null) return
    wantsFocus.current = false
    row.focus({ preventScroll: isLost })
  })

  const go = (to: number, how: Reach | 'move'): void => {
    const item = items[to]
    if (item === undefined) return
    wantsFocus.current = true
    setSelection((before) => (how === 'move' ? { ...before, active: item.key } : reach(before, item.key, how, keys())))
    bring(to)
  }
  const step = (event: KeyboardEvent<HTMLElement>): boolean => {
    const reachable = items.flatMap((item, at) => (isReachable(item) ? [at] : []))
    const to = stepTo(event.key, reachable.indexOf(active.index), reachable.length, page())
    if (to === null || reachable.length === 0) return false
    if (event.key === 'ArrowUp' && reachable.indexOf(active.index) === 0) focusHead(scroller.current)
    else go(reachable[to] as number, event.shiftKey ? 'stretch' : 'only')
    return true
  }
  const acrossRow = (event: KeyboardEvent<HTMLElement>, row: HTMLElement): boolean => {
    const item = items[active.index]
    const forward = event.key === 'ArrowRight'
    if (item?.kind === 'group' && event.target === row) {
      if (item.group.isCollapsed === forward) onGroup(item.group.id, !forward)
      return true
    }
    const stops = [row, ...controlsOf(row)]
    stops[stops.indexOf(event.target as HTMLElement) + (forward ? 1 : -1)]?.focus()
    return true
  }
  /** Each returns whether it did something. */
  const anywhere: Readonly<Record<AnywhereAct, () => boolean>> = {
    filter() {
      onFind()
      return true
    },
    copy() {
      // Selected text is copied instead.
      if (getSelection()?.isCollapsed === false) return false
      onCopy()
      return true
    },
    'select-all'() {
      setSelection((before) => ({ ...before, selected: new Set(keys()) }))
      return true
    },
  }
  const inRow: Readonly<Record<RowAct, (event: KeyboardEvent<HTMLElement>, row: HTMLElement) => boolean>> = {
    step,
    across: acrossRow,
    open(event, row) {
      if (event.target !== row) return false
      const item = items[active.index]
      if (item?.kind === 'group') onGroup(item.group.id, !item.group.isCollapsed)
      if (item?.kind === 'row') onEnter?.(item.row)
      return true
    },
    select(event, row) {
      const item = items[active.index]
      if (event.target !== row || item === undefined) return false
      setSelection((before) => reach(before, item.key, 'toggle', keys()))
      return true
    },
    unselect() {
      if (selection.selected.size === 0) return false
      setSelection((before) => ({ ...before, anchor: null, selected: new Set() }))
      return true
    },
  }
  const inHead: Readonly<Record<HeadAct, (way: -1 | 1, head: HTMLElement) => boolean>> = {
    'to-head'(way, head) {
      const heads = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])]
      heads[heads.indexOf(head) + way]?.focus()
      return true
    },
    'to-rows'() {
      if (active.index < 0) return false
      go(active.index, 'move')
      return true
    },
    'move-column'(way, head) {
      onMoveColumn(head.dataset.head ?? '', way)
      return true
    },
    'set-width'(way, head) {
      onWidth(head.dataset.head ?? '', way)
      return true
    },
    'fit-width'(_way, head) {
      onWidth(head.dataset.head ?? '', 'fit')
      return true
    },
  }
  const handle = (event: KeyboardEvent<HTMLElement>, target: HTMLElement): boolean => {
    const common = actOf(ANYWHERE_KEYS, event)
    if (common !== null) return anywhere[common]()
    const head = target.closest<HTMLElement>('[data-head]')
    if (head !== null) {
      const act = actOf(HEAD_KEYS, event)
      return act !== null && inHead[act](event.key === 'ArrowLeft' ? -1 : 1, head)
    }
    const row = rowOf(target)
    const act = actOf(ROW_KEYS, event)
    return row !== null && act !== null && inRow[act](event, row)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    if (takesText(target) || !handle(event, target)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    selection,
    active,
    chosen: () => chosenRows(items, selection, active.key),
    handlers: {
      onKeyDown,
      onClick(event) {
        const target = event.target as HTMLElement
        const row = rowOf(target)
        const key = row?.dataset.row
        if (key === undefined || target.closest('button, a, input, label') !== null) return
        const item = items[places.get(key) ?? -1]
        if (item?.kind === 'group') return onGroup(item.group.id, !item.group.isCollapsed)
        const how = event.shiftKey ? 'stretch' : event.ctrlKey || event.metaKey ? 'toggle' : 'only'
        setSelection((before) => reach(before, key, how, keys()))
        if (how === 'only' && item?.kind === 'row') onOpen?.(item.row)
      },
      onFocus({ target }) {
        const key = rowOf(target)?.dataset.row
        isIn.current = key !== undefined
        if (key !== undefined && key !== selection.active) setSelection((before) => ({ ...before, active: key }))
      },
      onBlur({ currentTarget, relatedTarget }) {
        if (!currentTarget.contains(relatedTarget)) isIn.current = false
      },
    },
  }
}

const placeOf = <Row>(items: readonly Item<Row>[], places: ReadonlyMap<string, number>, key: string | null): number => {
  const index = key === null ? undefined : places.get(key)
  const item = index === undefined ? undefined : items[index]
  return index !== undefined && item !== undefined && isReachable(item) ? index : -1
}

/** The line at `index`, or the one nearest to the last position. */
function activeOf<Row>(items: readonly Item<Row>[], index: number, last: number): Keyboard<Row>['active'] {
  const at = index >= 0 ? index : nearest(items, last)
  return { key: items[at]?.key ?? null, index: at }
}

function nearest<Row>(items: readonly Item<Row>[], from: number): number {
  const at = items.findIndex((item, index) => index >= from && isReachable(item))
  return at >= 0 ? at : items.findLastIndex(isReachable)
}

const focusHead = (scroller: HTMLElement | null): void =>
  scroller?.querySelector<HTMLElement>('[data-head]:not([data-hidden])')?.focus()

/** Selected rows in order, where a group's head stands for its rows; without any, the current row. */
function chosenRows<Row>(items: readonly Item<Row>[], { selected }: Selection, active: string | null): readonly Row[] {
  const isChosen = (key: string): boolean => (selected.size > 0 ? selected.has(key) : key === active)
  const rows = items.flatMap((item): readonly Row[] => {
    if (item.kind === 'gap' || !isChosen(item.key)) return []
    return item.kind === 'row' ? [item.row] : item.group.rows
  })
  return [...new Set(rows)]
}
