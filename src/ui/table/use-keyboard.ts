/** The way through a table by keyboard and press: one stop for Tab, arrows between rows and heads, selection, what is opened. */
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
import type { Item } from './items.ts'
import { isReachable } from './items.ts'
import { NOTHING_SELECTED, type Reach, reach, type Selection, stepTo } from './selection.ts'

interface KeyboardOptions<Row> {
  readonly scroller: RefObject<HTMLElement | null>
  readonly items: readonly Item<Row>[]
  /** The index of each of them by its key. */
  readonly places: ReadonlyMap<string, number>
  /** How many rows a page is. */
  readonly page: () => number
  /** Brings a line on the page and into view. */
  readonly bring: (index: number) => void
  readonly onOpen: ((row: Row) => void) | undefined
  readonly onGroup: (id: string, isCollapsed: boolean) => void
  readonly onCopy: () => void
  readonly onFind: () => void
  /** Moves the column whose head has the focus. */
  readonly onMoveColumn: (id: string, step: -1 | 1) => void
  /** Makes it narrower or wider; `fit`: as wide as what stands in it. */
  readonly onWidth: (id: string, step: -1 | 1 | 'fit') => void
}

interface Keyboard<Row> {
  readonly selection: Selection
  /** The key of the row that Tab comes to, the index of it; -1 while there is none. */
  readonly active: { readonly key: string | null; readonly index: number }
  /** The selected rows in order; without any, the one that the keyboard is at. */
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
  const { scroller, items, places, page, bring, onOpen, onGroup, onCopy, onFind, onMoveColumn, onWidth } = options
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const keys = (): readonly string[] => items.filter(isReachable).map(({ key }) => key)
  const index = placeOf(items, places, selection.active)
  const lastIndex = useRef(0)
  const active = useMemo(() => activeOf(items, index, lastIndex.current), [items, index])
  const wantsFocus = useRef(false)
  const isIn = useRef(false)

  useLayoutEffect(() => {
    if (active.index >= 0) lastIndex.current = active.index
    // The row that had the focus went, and the focus with it: the one in its place has it now.
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
  const inRow = (event: KeyboardEvent<HTMLElement>, row: HTMLElement): boolean => {
    const isRow = event.target === row
    const item = items[active.index]
    switch (event.key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        return acrossRow(event, row)
      case 'Enter':
        if (!isRow) return false
        if (item?.kind === 'group') onGroup(item.group.id, !item.group.isCollapsed)
        if (item?.kind === 'row') onOpen?.(item.row)
        return true
      case ' ':
        if (!isRow || item === undefined) return false
        setSelection((before) => reach(before, item.key, 'toggle', keys()))
        return true
      case 'Escape':
        if (selection.selected.size === 0) return false
        setSelection((before) => ({ ...before, anchor: null, selected: new Set() }))
        return true
      default:
        return step(event)
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    if (takesText(target)) return
    const row = rowOf(target)
    const head = target.closest<HTMLElement>('[data-head]')
    const isCommand = event.ctrlKey || event.metaKey
    let isDone = false
    if (isCommand) isDone = command(event.key.toLowerCase())
    else if (event.key === '/' && !event.altKey) {
      onFind()
      isDone = true
    } else if (head !== null) isDone = inHead(event, head)
    else if (row !== null && !event.altKey) isDone = inRow(event, row)
    if (!isDone) return
    event.preventDefault()
    event.stopPropagation()
  }
  const command = (key: string): boolean => {
    if (key === 'c' && (getSelection()?.isCollapsed ?? true)) {
      onCopy()
      return true
    }
    if (key !== 'a') return false
    setSelection((before) => ({ ...before, selected: new Set(keys()) }))
    return true
  }
  const inHead = (event: KeyboardEvent<HTMLElement>, head: HTMLElement): boolean => {
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (event.altKey) {
      const id = head.dataset.head ?? ''
      if (event.key === 'Enter') onWidth(id, 'fit')
      else if (way === null) return false
      else if (event.shiftKey) onWidth(id, way)
      else onMoveColumn(id, way)
      return true
    }
    if (way !== null) {
      const heads = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])]
      heads[heads.indexOf(head) + way]?.focus()
      return true
    }
    if (event.key !== 'ArrowDown' || active.index < 0) return false
    go(active.index, 'move')
    return true
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

/** The line at `index`, or the one nearest to where the last one was. */
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

/** Selected rows in their order, a group's head standing for its rows; without any the one that the keyboard is at. */
function chosenRows<Row>(items: readonly Item<Row>[], { selected }: Selection, active: string | null): readonly Row[] {
  const isChosen = (key: string): boolean => (selected.size > 0 ? selected.has(key) : key === active)
  const rows = items.flatMap((item): readonly Row[] => {
    if (item.kind === 'gap' || !isChosen(item.key)) return []
    return item.kind === 'row' ? [item.row] : item.group.rows
  })
  return [...new Set(rows)]
}
