/** The panel "Activity": every action, every end of a position that no action tells, and what other clients traded, newest first. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { type ActionRecord, isFinal, serviceTime } from '../../../contract/action.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import type { Ending } from '../../../contract/ending.ts'
import type { FoundAction } from '../../../contract/found-action.ts'
import type { MoveView } from '../../../contract/move.ts'
import type { ForeignTrade, OtherClientView } from '../../../contract/other-client.ts'
import type { ReversalView } from '../../../contract/reversal.ts'
import type { SafetyRecord } from '../../../contract/safety-record.ts'
import { dateText, grouped, momentText, timeText, useFormat, zoneText } from '../../format/index.ts'
import { useServerClockValue, useTopic } from '../../market-data/index.ts'
import { MovePrompts, SurfacedPrompts, UnverifiedPrompts, useExpectOtherClient } from '../../orders/index.ts'
import { type AssetSpec, useAssets, useFoundActions } from '../../queries/index.ts'
import { actionParts, type Naming } from '../../trade-forms/index.ts'
import { Button, classNames, EmptyState, ErrorState, FilterBar, Panel, Skeleton } from '../../ui/index.ts'
import styles from './activity.module.css'
import { ActivityRow } from './activity-row.tsx'
import { entriesOf, KIND_WORDS, SAFETY_WORDS } from './entries.ts'
import { daysAbove } from './entry-days.ts'
import { entriesWith } from './entry-text.ts'
import { MoveRow, ReversalRow } from './record-row.tsx'
import { useNews } from './use-news.ts'

interface VirtualListProps {
  readonly count: number
  readonly keyOf: (index: number) => string | number
  readonly render: (index: number) => ReactNode
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
}

const ROW_PX = 22

/** A long list of which only what can be seen is on the page; rows may have any height. */
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

/** What was done to a safety catch of the trader's, as a line: when, what, and which. */
const SafetyRow = memo(function SafetyRow({ record }: { readonly record: SafetyRecord }): ReactNode {
  useFormat()
  const { at, kind, words } = record
  return (
    <div className={classNames(styles.line, styles.ending)}>
      <time className={styles.time} title={`At ${timeText(at)} ${zoneText(at)}, by the service's clock`}>
        {timeText(at)}
      </time>
      <span className={styles.endWords}>{words}</span>
      <span className={classNames(styles.state, kind === 'killed' ? styles.bad : styles.neutral)}>
        {SAFETY_WORDS[kind]}
      </span>
    </div>
  )
})

interface FoundRowProps {
  readonly found: FoundAction
  readonly names: Naming
  readonly open: boolean
  readonly onToggle: (id: string) => void
}

/** An action that is not in the list any more, found by its id: its row, with the day on which it was asked for. */
function FoundRow({ found, names, open, onToggle }: FoundRowProps): ReactNode {
  const { action, failure, id } = found
  if (action === null) {
    return (
      <p className={styles.unreadable}>
        Action {id} was carried out by this terminal, but cannot be shown. {failure}
      </p>
    )
  }
  return (
    <>
      <ActivityRow action={action} line={actionParts(action, [], names)} open={open} onToggle={onToggle} />
      <p className={styles.foundIn}>Asked for on {momentText(serviceTime(action, action.createdAt))}</p>
    </>
  )
}

interface ForeignRowProps {
  readonly trade: ForeignTrade
  readonly spec: AssetSpec
  /** Whether the trader knows of the other client. */
  readonly isExpected: boolean
}

/** What another client traded, as a line: when, what, and the trader's word on that client. */
const ForeignRow = memo(function ForeignRow({ trade, spec, isExpected }: ForeignRowProps): ReactNode {
  useFormat()
  const { id, side, size, price, at } = trade
  const { button, failure } = useExpectOtherClient(isExpected)
  const name = spec.side === null ? spec.market : `${spec.side}, ${spec.market}`
  return (
    <div className={classNames(styles.line, styles.ending)}>
      <time
        className={styles.time}
        title={`Filled at ${timeText(at)} ${zoneText(at)}, by the service's clock; order ${id}`}
      >
        {timeText(at)}
      </time>
      <span className={styles.endWords}>
        {side === 'buy' ? 'Bought' : 'Sold'} {grouped(trimZeros(size))} {name} at {grouped(price)}, not from this
        terminal {button}
        {failure !== null && <span role="alert"> {failure}</span>}
      </span>
      <span className={classNames(styles.state, isExpected ? styles.neutral : styles.bad)}>not from here</span>
    </div>
  )
})

/** The end of a position as a line: when, what, and what it came to. */
const EndingRow = memo(function EndingRow({ ending }: { readonly ending: Ending }): ReactNode {
  useFormat()
  const { at, kind, words, isCertain } = ending
  const isBad = kind === 'liquidated' || kind === 'unknown'
  return (
    <div className={classNames(styles.line, styles.ending)}>
      <time className={styles.time} title={`Ended at ${timeText(at)} ${zoneText(at)}, by the service's clock`}>
        {timeText(at)}
      </time>
      <span className={styles.endWords}>{words}</span>
      <span className={classNames(styles.state, isBad ? styles.bad : styles.neutral)}>
        {isCertain ? KIND_WORDS[kind] : `likely ${KIND_WORDS[kind]}`}
      </span>
    </div>
  )
})

/** Shorter lists are plain: virtualizing them would cost more than it saves. */
const VIRTUAL_FROM = 100

const NONE: readonly Ending[] = []
const NO_MOVES: readonly MoveView[] = []
const NO_REVERSALS: readonly ReversalView[] = []
const NO_SAFETY: readonly SafetyRecord[] = []
const NO_OTHERS: OtherClientView = { orders: [], trades: [], positions: {}, isExpected: false }

export function ActivityPanel(): ReactNode {
  const actions = useTopic({ kind: 'actions' })
  const endings = useTopic({ kind: 'endings' }) ?? NONE
  const others = useTopic({ kind: 'other_client' }) ?? NO_OTHERS
  const moves = useTopic({ kind: 'moves' }) ?? NO_MOVES
  const reversals = useTopic({ kind: 'reversals' }) ?? NO_REVERSALS
  const safety = useTopic({ kind: 'safety_records' }) ?? NO_SAFETY
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string): void => {
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const zone = useServerClockValue(zoneText)
  /** Null while nothing is looked for. */
  const [typed, setTyped] = useState<string | null>(null)
  const finder = useRef<HTMLButtonElement>(null)
  const endFinding = (): void => {
    setTyped(null)
    finder.current?.focus()
  }
  const inFlight = useMemo(
    () => actions?.filter((action) => !isFinal(action.state) && action.state !== 'resting').length ?? 0,
    [actions],
  )
  if (actions === undefined) {
    return (
      <Panel title="Activity">
        <Skeleton rows={5} label="Loading activity" />
      </Panel>
    )
  }
  return (
    <Panel
      title="Activity"
      actions={
        <>
          {inFlight > 0 && <span>{inFlight} under way</span>}
          <Button
            ref={finder}
            size="small"
            variant="bare"
            aria-expanded={typed !== null}
            onClick={() => setTyped((before) => (before === null ? '' : null))}
          >
            Find
          </Button>
          <span>{zone}</span>
        </>
      }
    >
      <div className={styles.body}>
        <SurfacedPrompts />
        <UnverifiedPrompts />
        <MovePrompts />
        {typed === null && actions.length + endings.length + others.trades.length + safety.length === 0 ? (
          <EmptyState>Nothing sent yet. Orders, cancels and closes show here, step by step.</EmptyState>
        ) : (
          <List
            actions={actions}
            endings={endings}
            others={others}
            moves={moves}
            reversals={reversals}
            safety={safety}
            open={open}
            onToggle={toggle}
            typed={typed}
            onType={setTyped}
            onEnd={endFinding}
          />
        )}
      </div>
    </Panel>
  )
}

interface ListProps {
  readonly actions: readonly ActionRecord[]
  readonly endings: readonly Ending[]
  readonly others: OtherClientView
  readonly moves: readonly MoveView[]
  readonly reversals: readonly ReversalView[]
  readonly safety: readonly SafetyRecord[]
  readonly open: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  /** What is looked for; null while nothing is. */
  readonly typed: string | null
  readonly onType: (typed: string) => void
  readonly onEnd: () => void
}

function List(props: ListProps): ReactNode {
  const { actions, endings, others, moves, reversals, safety, open, onToggle, typed, onType, onEnd } = props
  const assets = useAssets()
  const scroll = useRef<HTMLDivElement>(null)
  const everything = useMemo(
    () => entriesOf(actions, endings, others.trades, moves, reversals, safety),
    [actions, endings, others.trades, moves, reversals, safety],
  )
  const { read, isLooking } = useFoundActions(typed ?? '')
  const entries = useMemo(() => {
    if (typed === null) return everything
    const listed = new Set(actions.map(({ id }) => id))
    // Main finds those of the list, too.
    const older = (read.data ?? []).filter(({ id }) => !listed.has(id)).map((found) => ({ id: found.id, found }))
    return [...entriesWith(typed, everything, actions, assets), ...older]
  }, [typed, everything, actions, assets, read.data])
  const ids = useMemo(() => entries.map(({ id }) => id), [entries])
  const today = useServerClockValue(dateText)
  const days = useMemo(() => daysAbove(entries, today, dateText), [entries, today])
  const news = useNews(scroll, ids)
  const line = (index: number): ReactNode => {
    const entry = entries[index]
    if (entry === undefined) return null
    if ('ending' in entry) return <EndingRow ending={entry.ending} />
    if ('safety' in entry) return <SafetyRow record={entry.safety} />
    if ('trade' in entry) {
      const { trade } = entry
      return <ForeignRow trade={trade} spec={assets.of(trade.asset)} isExpected={others.isExpected} />
    }
    if ('move' in entry) {
      const { id, move, steps } = entry
      return <MoveRow move={move} steps={steps} names={assets} open={open.has(id)} onToggle={onToggle} />
    }
    if ('reversal' in entry) {
      const { id, reversal, steps } = entry
      return <ReversalRow reversal={reversal} steps={steps} names={assets} open={open.has(id)} onToggle={onToggle} />
    }
    if ('found' in entry)
      return <FoundRow found={entry.found} names={assets} open={open.has(entry.id)} onToggle={onToggle} />
    const { action } = entry
    const parts = actionParts(action, actions, assets)
    return <ActivityRow action={action} line={parts} open={open.has(action.id)} onToggle={onToggle} />
  }
  const row = (index: number): ReactNode => {
    const day = days.get(ids[index] ?? '')
    return (
      <>
        {day !== undefined && <h3 className={styles.day}>{day}</h3>}
        {line(index)}
      </>
    )
  }
  return (
    <div className={styles.view}>
      {typed !== null && (
        <FilterBar
          label="Activity"
          hint="Words, or a whole id, however old"
          filter={typed}
          found={isLooking ? null : entries.length}
          all={null}
          onFilter={onType}
          onInto={() => scroll.current?.querySelector('button')?.focus()}
          onEnd={onEnd}
        />
      )}
      {read.error !== null && typed !== null && (
        <ErrorState
          title="Older actions could not be looked for"
          message={read.error.message}
          onRetry={() => void read.refetch()}
        />
      )}
      <div role="status" className={styles.news}>
        {news.count > 0 && typed === null && (
          <Button size="small" variant="primary" onClick={news.show}>
            {news.count} new
          </Button>
        )}
      </div>
      {entries.length > VIRTUAL_FROM ? (
        <VirtualList
          count={entries.length}
          keyOf={(index) => entries[index]?.id ?? index}
          render={row}
          scroll={scroll}
          onScroll={news.onScroll}
        />
      ) : (
        <div ref={scroll} className={styles.list} onScroll={news.onScroll}>
          <ol>
            {entries.map(({ id }, index) => (
              <li key={id}>{row(index)}</li>
            ))}
          </ol>
          {typed !== null && entries.length === 0 && !isLooking && (
            <EmptyState>
              Nothing here says that. Of what is older than this list, whole ids are found: of an order, the client’s
              own, or of an action.
            </EmptyState>
          )}
        </div>
      )}
    </div>
  )
}
