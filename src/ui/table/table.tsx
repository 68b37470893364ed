/** The table: columns that the trader chooses and that are hidden in a narrow panel, with only the visible rows rendered. */
import {
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefCallback,
  type TouchEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFormat } from '../../format/index.ts'
import { useMarketData } from '../../market-data/index.ts'
import { useStill } from '../still.tsx'
import type { TableSpec } from './column.ts'
import { useCopy } from './copy-text.ts'
import { FilterBar } from './filter-bar.tsx'
import { Foot, PagesFoot, type TablePages, useNewAtTop } from './foot.tsx'
import { Head } from './head.tsx'
import type { Item } from './items.ts'
import { Lines, type LinesControls, RENDER_ALL_UP_TO } from './lines.tsx'
import { TableMenu } from './menu.tsx'
import { createTablePresence } from './presence.ts'
import { GapRow, GoneProvider, GroupRow, TableRow } from './row.tsx'
import { type PinnedRows, PinnedRowsProvider } from './row-store.ts'
import styles from './table.module.css'
import { chosenColumns, nextSort, type TableState, withColumnMoved, withGroup } from './table-state.ts'
import { useColumnWidths, widthStyle } from './use-column-widths.ts'
import { useKeyboard } from './use-keyboard.ts'
import { columnsThatDoNotFit, givesWayStill, useLayout } from './use-layout.ts'
import { useRowModel } from './use-row-model.ts'

type HoldHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onTouchStart' | 'onFocus' | 'onBlur'
>

interface TableProps<Row extends object> {
  /** Accessible name. */
  readonly label: string
  /** Must keep its identity while unchanged. */
  readonly spec: TableSpec<Row>
  /** Must keep its identity while unchanged. In unsorted order. */
  readonly rows: readonly Row[]
  readonly state: TableState
  readonly onState: (state: TableState) => void
  /** Changes when live columns have new values. */
  readonly version?: unknown
  /** A row was clicked, or Enter was pressed on it. */
  readonly onOpen?: (row: Row) => void
  /** The same for Enter alone, where a click should not open it. */
  readonly onEnter?: (row: Row) => void
  /** A row was double-clicked. */
  readonly onDouble?: ((row: Row) => void) | undefined
  /** Rows that the parent reads in pages, filtered and sorted as the table's state says. */
  readonly pages?: TablePages | undefined
  /** Called with the selected rows in order, whenever they change. */
  readonly onSelection?: ((rows: readonly Row[]) => void) | undefined
}

const NOTHING: readonly string[] = []
const FLAT = { role: 'grid', 'aria-multiselectable': true }
const TREE = { role: 'treegrid', 'aria-multiselectable': true }

export function Table<Row extends object>(props: TableProps<Row>): ReactNode {
  const { label, spec, rows, state, onState, version, onOpen, onEnter, onDouble, pages, onSelection } = props
  const scroller = useRef<HTMLDivElement>(null)
  useStill(scroller)
  const hold = useHold()
  const format = useFormat()
  const own = useMemo(() => (pages === undefined ? state : { ...state, sort: null, filter: '' }), [state, pages])
  const model = useRowModel(spec, rows, own, version, pages === undefined && hold.isHeld, format, pages?.queryKey)
  const { items } = model
  useNewAtTop(pages, hold.isHeld, scroller)
  const { columns: shownOrHidden, order } = state
  const chosen = useMemo(
    () => chosenColumns(spec.columns, { columns: shownOrHidden, order }),
    [spec, shownOrHidden, order],
  )
  const givesWay = useMemo(
    () => (state.scrolls ? givesWayStill(spec.columns, spec.givesWay ?? NOTHING) : (spec.givesWay ?? NOTHING)),
    [spec, state.scrolls],
  )
  const layout = useLayout({
    scroller,
    columns: chosen,
    givesWay,
    widths: state.widths,
    rows: items.length <= RENDER_ALL_UP_TO ? items.map(({ key }) => key).join('\n') : '',
  })
  const [isFinding, setFinding] = useState(false)
  const [kept] = useState<PinnedRows>(() => new Map())
  const lines = useRef<LinesControls>(null)
  const copy = useCopy()
  const find = (): void => {
    model.expectFilter()
    setFinding(true)
  }
  const { grips, onWidth } = useColumnWidths({ scroller, layout, state, onState, say: copy.say })
  const intoRows = (): void => scroller.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
  const keyboard = useKeyboard({
    scroller,
    items,
    places: model.places,
    page: () => lines.current?.page() ?? 1,
    bring: (index) => lines.current?.bring(index),
    onOpen,
    onEnter,
    onGroup: (id, isCollapsed) => onState(withGroup(state, id, isCollapsed)),
    onCopy: () => copy.run(keyboard.chosen(), layout.columns, 'text'),
    onFind: find,
    onMoveColumn: (id, step) => onState(withColumnMoved(state, spec.columns, id, step)),
    onWidth,
  })
  const { selection, active } = keyboard
  useSelectionReport(items, selection.selected, onSelection)
  const handlers = both(hold.handlers, keyboard.handlers)
  const double = (event: MouseEvent<HTMLElement>): void => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
    const item = items[model.places.get(key ?? '') ?? -1]
    if (item?.kind === 'row') onDouble?.(item.row)
  }
  const hasGroups = spec.groups !== undefined
  const lineOf = (index: number, start: number, measure: RefCallback<HTMLElement> | undefined): ReactNode => {
    const item = items[index]
    if (item === undefined) return null
    const line = {
      index,
      start,
      rowIndex: item.rowIndex,
      isActive: item.key === active.key,
      isSelected: selection.selected.has(item.key),
      format,
      measure,
    }
    switch (item.kind) {
      case 'row':
        return (
          <TableRow
            key={item.key}
            {...line}
            id={item.key}
            row={item.row}
            spec={spec}
            columns={layout.columns}
            level={hasGroups ? item.level : undefined}
          />
        )
      case 'group':
        return (
          <GroupRow key={item.key} {...line} id={item.key} group={item.group} spec={spec} columns={layout.columns} />
        )
      case 'gap':
        return <GapRow key={item.key} {...line} name={item.name} />
    }
  }

  return (
    <div className={styles.frame}>
      {(isFinding || state.filter !== '') && (
        <FilterBar
          label={label}
          filter={state.filter}
          found={pages === undefined ? model.rows.length : pages.all}
          all={pages === undefined ? rows.length : null}
          onInto={intoRows}
          onFilter={(filter) => onState({ ...state, filter })}
          onEnd={() => {
            setFinding(false)
            onState({ ...state, filter: '' })
            // The field disappears, so the focus must move on.
            intoRows()
          }}
        />
      )}
      <div ref={scroller} className={styles.scroller} style={widthStyle(layout.widths)}>
        <GoneProvider value={layout.gone}>
          <PinnedRowsProvider value={kept}>
            <Lines
              ref={lines}
              scroller={scroller}
              items={items}
              places={model.places}
              kept={kept}
              isUniform={spec.isUniform === true}
              table={{
                ...(hasGroups ? TREE : FLAT),
                'aria-label': label,
                'aria-rowcount': pages === undefined ? model.lastRow : pages.all === null ? -1 : pages.all + 1,
                'aria-colcount': layout.columns.length,
                ...handlers,
                ...(onDouble !== undefined && { onDoubleClick: double }),
              }}
              head={
                <Head
                  columns={layout.columns}
                  sort={state.sort}
                  isStop={active.key === null}
                  onSort={(column) => onState({ ...state, sort: nextSort(state.sort, column) })}
                  grips={grips}
                />
              }
              lineOf={lineOf}
              onNearEnd={pages?.onNearEnd}
              onLines={layout.look}
            />
          </PinnedRowsProvider>
        </GoneProvider>
      </div>
      <TableMenu
        label={label}
        columns={spec.columns}
        state={state}
        onState={onState}
        hidden={columnsThatDoNotFit(chosen, layout)}
        hasRows={rows.length > 0}
        hasSelection={selection.selected.size > 0}
        onFind={find}
        onCopy={(what, format) => copy.run(what === 'all' ? model.rows : keyboard.chosen(), chosen, format)}
      />
      {pages !== undefined && <PagesFoot pages={pages} loaded={rows.length} />}
      <Foot withheld={model.withheld} onSortNow={model.sortNow} message={copy.said} onSaid={copy.forget} />
    </div>
  )
}

/** Removed rows are deselected. */
function useSelectionReport<Row>(
  items: readonly Item<Row>[],
  selected: ReadonlySet<string>,
  report: ((rows: readonly Row[]) => void) | undefined,
): void {
  const rows = items.flatMap((item) => (item.kind === 'row' && selected.has(item.key) ? [item] : []))
  const reportRows = useEffectEvent(() => report?.(rows.map(({ row }) => row)))
  const keys = rows.map(({ key }) => key).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again when other rows are selected
  useEffect(() => reportRows(), [keys])
}

type Handlers = HTMLAttributes<HTMLElement>

function both(one: Handlers, other: Handlers): Handlers {
  return {
    ...one,
    ...other,
    onFocus(event) {
      one.onFocus?.(event)
      other.onFocus?.(event)
    },
    onBlur(event) {
      one.onBlur?.(event)
      other.onBlur?.(event)
    },
  }
}

/** Touch is tracked by touch events: a touch pointer ends where a scroll begins. */
const rests = ({ pointerType }: PointerEvent): boolean => pointerType !== 'touch'

/** `handlers` belong on the element around the rows. */
function useHold(): { readonly isHeld: boolean; readonly handlers: HoldHandlers } {
  const { clock } = useMarketData()
  const [isHeld, setHeld] = useState(false)
  const [presence] = useState(() => createTablePresence((ms, run) => clock.after(ms, run), setHeld))
  useEffect(() => presence.stop, [presence])
  return {
    isHeld,
    handlers: {
      onPointerEnter: (event) => {
        if (rests(event)) presence.over(true)
      },
      onPointerLeave: () => presence.over(false),
      onTouchStart: ({ target, changedTouches }: TouchEvent) => {
        for (const { identifier } of Array.from(changedTouches)) {
          presence.down(identifier)
          lifted(target, identifier, () => presence.up(identifier))
        }
      },
      // Focus caused by a click is covered by the pointer while that is there.
      onFocus: ({ target }: FocusEvent) => presence.keyboard(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) presence.keyboard(false)
      },
    },
  }
}

/**
 * Runs once the finger lifts. Listens on the touched element: a row that is scrolled out of the page still receives the event, its table does not.
 */
function lifted(target: EventTarget, touch: number, then: () => void): void {
  const over = new AbortController()
  const up = (event: Event): void => {
    if (![...(event as globalThis.TouchEvent).changedTouches].some(({ identifier }) => identifier === touch)) return
    over.abort()
    then()
  }
  for (const end of ['touchend', 'touchcancel']) target.addEventListener(end, up, { signal: over.signal })
}
