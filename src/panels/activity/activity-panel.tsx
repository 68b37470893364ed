/** The panel "Activity": the terminal's actions, as main lists them, with the questions that wait for an answer. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ActivityRow } from '../../../contract/activity.ts'
import { dateText, zoneText } from '../../format/index.ts'
import { useServerClockValue } from '../../market-data/index.ts'
import { MovePrompts, SurfacedPrompts, UnverifiedPrompts } from '../../orders/index.ts'
import { useActivity, useAssets, useFoundActions } from '../../queries/index.ts'
import { Button, EmptyState, ErrorState, FilterBar, Panel } from '../../ui/index.ts'
import { LoadingPanel } from '../loading-panel.tsx'
import styles from './activity.module.css'
import { MESSAGES } from './messages.ts'
import { actionsOf, daysAbove, isUnderWay, type Line, rowsWith } from './row-labels.ts'
import { FoundRow, PlainRow, RecordRow } from './rows.tsx'

/** Scrolled no further than this, the newest row counts as visible, px. */
const AT_TOP_PX = 8

/** How many of these times, newest first, are after the newest seen one; 0 when that is unknown. */
export const newsCount = (times: readonly number[], seen: number | null): number =>
  seen === null ? 0 : times.filter((time) => time > seen).length

/**
 * Counts new rows above the visible ones while a list is scrolled down.
 * @param times times of the rows' newest events, newest first
 */
function useNews(scroll: RefObject<HTMLElement | null>, times: readonly number[]) {
  const newest = times[0] ?? null
  const [seen, setSeen] = useState(newest)
  const atTop = useRef(true)
  const latest = useRef(newest)
  latest.current = newest
  useEffect(() => {
    if (atTop.current) setSeen(newest)
  }, [newest])
  const onScroll = useCallback(() => {
    atTop.current = (scroll.current?.scrollTop ?? 0) <= AT_TOP_PX
    if (atTop.current) setSeen(latest.current)
  }, [scroll])
  const show = useCallback(() => {
    scroll.current?.scrollTo({ top: 0 })
  }, [scroll])
  return {
    /** Rows with an event newer than all those at the last time the list was at its top; 0 there. */
    count: atTop.current ? 0 : newsCount(times, seen),
    onScroll,
    show,
  }
}

/** Times of the newest event of each row, ms, newest first; undefined until they are read. */
export function useActivityTimes(): readonly number[] | undefined {
  const rows = useActivity()
  return useMemo(() => rows?.map(({ at }) => at), [rows])
}

interface VirtualListProps {
  readonly count: number
  readonly keyOf: (index: number) => string | number
  readonly render: (index: number) => ReactNode
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
}

const ROW_PX = 22

/** A long list that renders only its visible rows; rows may have any height. */
function VirtualList({ count, keyOf, render, scroll, onScroll }: VirtualListProps): ReactNode {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    getItemKey: keyOf,
    overscan: 8,
  })
  return (
    <div ref={scroll} className={styles.list} onScroll={onScroll}>
      <ol className={styles.virtual} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => (
          <li
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {render(item.index)}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Shorter lists are rendered in full: virtualizing them would cost more than it saves. */
const VIRTUAL_FROM = 100

export function ActivityPanel(): ReactNode {
  const rows = useActivity()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string): void => {
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const zone = useServerClockValue(zoneText)
  /** Null while no search is open. */
  const [typed, setTyped] = useState<string | null>(null)
  const finder = useRef<HTMLButtonElement>(null)
  const endFinding = (): void => {
    setTyped(null)
    finder.current?.focus()
  }
  const underWay = useMemo(() => rows?.filter(isUnderWay).length ?? 0, [rows])
  if (rows === undefined) return <LoadingPanel title={MESSAGES.activity} rows={5} label={MESSAGES.loadingActivity} />
  return (
    <Panel
      title={MESSAGES.activity}
      actions={
        <>
          {underWay > 0 && (
            <span>
              {underWay} {MESSAGES.inProgress}
            </span>
          )}
          <Button
            ref={finder}
            size="small"
            variant="bare"
            aria-expanded={typed !== null}
            onClick={() => setTyped((before) => (before === null ? '' : null))}
          >
            {MESSAGES.find}
          </Button>
          <span>{zone}</span>
        </>
      }
    >
      <div className={styles.body}>
        <SurfacedPrompts />
        <UnverifiedPrompts />
        <MovePrompts />
        {typed === null && rows.length === 0 ? (
          <EmptyState>{MESSAGES.empty}</EmptyState>
        ) : (
          <List rows={rows} open={open} onToggle={toggle} typed={typed} onType={setTyped} onEnd={endFinding} />
        )}
      </div>
    </Panel>
  )
}

interface ListProps {
  readonly rows: readonly ActivityRow[]
  readonly open: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  /** Search text; null while no search is open. */
  readonly typed: string | null
  readonly onType: (typed: string) => void
  readonly onEnd: () => void
}

function List({ rows, open, onToggle, typed, onType, onEnd }: ListProps): ReactNode {
  const assets = useAssets()
  const scroll = useRef<HTMLDivElement>(null)
  const { read, isLooking } = useFoundActions(typed ?? '')
  const lines = useMemo((): readonly Line[] => {
    if (typed === null) return rows
    const listed = new Set(rows.flatMap(actionsOf).map(({ id }) => id))
    // Main also finds the actions of the list.
    const older = (read.data ?? []).filter(({ id }) => !listed.has(id))
    return [...rowsWith(typed, rows, assets), ...older.map((found): Line => ({ kind: 'found', id: found.id, found }))]
  }, [typed, rows, assets, read.data])
  const today = useServerClockValue(dateText)
  const days = useMemo(() => daysAbove(lines, today, dateText), [lines, today])
  const times = useMemo(() => rows.map(({ at }) => at), [rows])
  const news = useNews(scroll, times)
  const row = (index: number): ReactNode => {
    const line = lines[index]
    if (line === undefined) return null
    const day = days.get(line.id)
    const shared = { names: assets, open: open.has(line.id), onToggle }
    return (
      <>
        {day !== undefined && <h3 className={styles.day}>{day}</h3>}
        {line.kind === 'found' ? (
          <FoundRow {...line} {...shared} />
        ) : line.kind === 'ending' || line.kind === 'trade' || line.kind === 'safety' ? (
          <PlainRow row={line} assets={assets} />
        ) : (
          <RecordRow row={line} {...shared} />
        )}
      </>
    )
  }
  return (
    <div className={styles.view}>
      {typed !== null && (
        <FilterBar
          label={MESSAGES.activity}
          hint={MESSAGES.findHint}
          filter={typed}
          found={isLooking ? null : lines.length}
          all={null}
          onFilter={onType}
          onInto={() => scroll.current?.querySelector('button')?.focus()}
          onEnd={onEnd}
        />
      )}
      {read.error !== null && typed !== null && (
        <ErrorState title={MESSAGES.findFailed} message={read.error.message} onRetry={() => void read.refetch()} />
      )}
      <div role="status" className={styles.news}>
        {news.count > 0 && typed === null && (
          <Button size="small" variant="primary" onClick={news.show}>
            {news.count} {MESSAGES.new}
          </Button>
        )}
      </div>
      {lines.length > VIRTUAL_FROM ? (
        <VirtualList
          count={lines.length}
          keyOf={(index) => lines[index]?.id ?? index}
          render={row}
          scroll={scroll}
          onScroll={news.onScroll}
        />
      ) : (
        <div ref={scroll} className={styles.list} onScroll={news.onScroll}>
          <ol>
            {lines.map(({ id }, index) => (
              <li key={id}>{row(index)}</li>
            ))}
          </ol>
          {typed !== null && lines.length === 0 && !isLooking && <EmptyState>{MESSAGES.noMatches}</EmptyState>}
        </div>
      )}
    </div>
  )
}
