/**
 * The ladder of a market: a price keeps its row until the ladder is centered again; a click places an order where one-click is armed, else it fills
 * the ticket.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { AccountView, Order, Position } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import { type Price, trimZeros } from '../../../contract/decimal.ts'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import {
  DEFAULT_SIZES,
  presetLabel,
  presetName,
  presetText,
  type SizePreset,
  UNITS_BY_FAMILY,
} from '../../../contract/size-presets.ts'
import { grouped, moneyUnit } from '../../format/index.ts'
import { GroupingMenu, levelHeight, multipleFrom, stepText } from '../../ladder/index.ts'
import { type Freshness, useTopic, useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { MarketLine, UnitMenu } from '../../market-parts/index.ts'
import { ladderOf, type PriceView } from '../../markets/family/index.ts'
import type { LadderFacts, MarketLadder } from '../../markets/ladder/index.ts'
import type { SizeRead } from '../../markets/sizing.ts'
import { cancelStateOf, useCancels } from '../../orders/index.ts'
import { ReadAge, useCloseDistances, useFees, useMarket, useSession } from '../../queries/index.ts'
import { editSizes, useSizes } from '../../sizes/index.ts'
import { leverageSet, useEntriesOff } from '../../trade-forms/index.ts'
import { Button, Panel, Skeleton, usePanelVisible, useRowHeight, useStill, useTextScale } from '../../ui/index.ts'
import { useHold, usePanel, usePanelAction, usePanelOption, usePriceView } from '../../workspace/index.ts'
import { MarketPanel } from '../loading-panel.tsx'
import styles from './ladder.module.css'
import { LadderFoot } from './ladder-foot.tsx'
import { chosenAt, LadderTools, presetFrom } from './ladder-tools.tsx'
import { MESSAGES } from './messages.ts'
import { useEnd, useMoving } from './own-actions.tsx'
import { tagText, useOwn } from './own-things.ts'
import { dragWaits } from './press.ts'
import { useRows } from './price-rows.ts'
import { RowsView } from './rows-view.tsx'
import { useDrag } from './use-drag.ts'
import { useFeed } from './use-feed.ts'
import { useLadderPresses, useOver, useSizeRead } from './use-ladder-presses.ts'
import { useOneClick } from './use-one-click.ts'

interface Known {
  readonly position: Position | null
  readonly account: AccountView | undefined
  readonly orders: readonly Order[]
}

interface SizeChoiceProps {
  readonly market: MarketRef
  /** Unit of the sent size. */
  readonly unit: string
  readonly presets: readonly SizePreset[]
  readonly at: number
  /** The chosen size in the row under the pointer, else at the best price; null where it is sent as chosen. */
  readonly read: SizeRead | null
  readonly onChoose: (at: number) => void
}

interface ColumnHeadsProps {
  readonly view: Pick<PriceView, 'heading' | 'secondHeading'>
  readonly result: MarketLadder['result']
}

export const LadderPanel = (): ReactNode => (
  <MarketPanel title="Ladder" rows={16} label="Loading ladder" Content={Ladder} />
)

/** The maximum number of levels of a topic: own orders may rest far away. */
const LEVELS = 100
/** Space above and below the rows, px at the default text size; as in the style sheet. */
const AROUND = 32
const NO_ACTIONS: readonly ActionRecord[] = []

function Ladder({ instrument }: { instrument: Instrument }): ReactNode {
  const { asset, tick } = instrument
  const { id } = usePanel()
  const ladder = ladderOf(instrument)
  const { axis, view, chooseUnit, chooseSide } = usePriceView(instrument)
  const [multiple, setMultiple] = usePanelOption('grouping', multipleFrom)
  const [chosen, choose] = usePanelOption(`${instrument.family} size`, presetFrom)
  const presets = useSizes(instrument.ref)
  const [way, chooseWay] = usePanelOption(
    'time in force',
    (kept) => ladder.ways.find((one) => one === kept) ?? ladder.ways[0],
  )
  const sizeAt = chosenAt(presets, chosen)
  const preset = presets[sizeAt] ?? DEFAULT_SIZES[instrument.family][0]
  const visible = usePanelVisible()
  const scale = useTextScale()
  const height = levelHeight(useRowHeight())
  const room = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLDivElement>(null)
  useStill(room)
  const count = useCount(room, height, Math.round(AROUND * scale))

  const step = tick === null ? null : stepText(tick, multiple)
  const bounds = view.bounds
  const terms = useMemo(
    () =>
      tick === null || step === null || count === null
        ? null
        : { tick, step, count, isTurned: view.mirrored, most: bounds?.most ?? null },
    [tick, step, count, view.mirrored, bounds],
  )
  const { rows, centre, isWaiting, scroll, onPrice, pointerIs } = useRows(
    asset === null || tick === null ? null : `${asset} ${tick} ${view.side}`,
    terms,
  )
  const watched = asset === null || !visible || terms === null ? null : asset
  const bookOf = (by: Price | null) =>
    watched === null ? null : ({ kind: 'book', asset: watched, step: by, levels: LEVELS } as const)
  const topic = bookOf(multiple === 1 ? null : step)
  const freshness: Freshness = useTopicFreshness(topic)

  const own = useOwn(asset, rows)
  const { account, position, orders, tags } = own
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const isCancelling = (order: Order): boolean => cancelStateOf(order.oid, actions).cancelling

  const shape = `${count} ${view.key}`
  const { painter, since, aheadOf } = useFeed({
    root,
    shape,
    view,
    asset: watched,
    topic,
    exact: orders.length > 0 ? bookOf(null) : null,
    rows,
    orders,
    things: own.things,
    position,
    ladder,
    onPrice,
  })

  const oneClick = useOneClick(id, instrument.ref)
  const entriesOff = useEntriesOff()
  const closed = instrument.entry.takes === 'everything' ? entriesOff : instrument.entry.reason
  const off = closed ?? (freshness.stale ? MESSAGES.stale(freshness.text) : null)
  const facts = useFacts(instrument, { position, account, orders })
  const over = useOver(preset.by !== UNITS_BY_FAMILY[instrument.family][0], asset)
  const sizeRead = useSizeRead(ladder, preset, over.seen, facts)
  const presses = useLadderPresses({
    market: `${instrument.key} ${asset}`,
    ladder,
    ...{ family: instrument.family, asset, preset, facts, over },
    tif: way,
    isArmed: oneClick.isArmed,
    freshness,
  })
  const cancelOff = useSession()?.features.cancel
  const cancels = useCancels()
  const cancel = (which: readonly Order[]): void => {
    presses.say(null)
    if (cancelOff?.on === false) presses.say(cancelOff.reason)
    else cancels.cancel(which)
  }
  const [end, menu] = useEnd({ exits: own.exits, view, cancel, say: presses.say })
  const moving = useMoving(asset, id, oneClick.isArmed, ladder.staysPut)
  const drag = useDrag({
    things: own.things,
    isArmed: oneClick.isArmed,
    stays: moving.off,
    off: (thing) => dragWaits(thing, freshness.stale ? freshness.text : null),
    move: moving.move,
    say: presses.say,
  })
  useHold(drag.dragged !== null ? 'an order or exit is being moved' : oneClick.isArmed ? 'one-click is armed' : null)
  usePanelAction('centre', visible && rows !== null, centre)
  usePanelAction('one-click', visible && !oneClick.isArmed && closed === null, oneClick.arm)
  usePanelAction('one-click-off', visible && oneClick.isArmed, oneClick.disarm)
  const chooseSize = (index: number): void => {
    const next = presets[index]
    if (next !== undefined) choose(next)
  }
  return (
    <Panel
      title="Ladder"
      freshness={freshness}
      dims="figures"
      actions={
        <>
          <ReadAge reads={own.reads} what="your orders" />
          <UnitMenu axis={axis} view={view} onChange={chooseUnit} />
          {tick !== null && <GroupingMenu tick={tick} multiple={multiple} onChange={setMultiple} />}
          <Button size="small" title="Center on the market (Home)" onClick={centre}>
            Center
          </Button>
        </>
      }
    >
      <div className={styles.ladder} data-stale={freshness.stale} data-armed={oneClick.isArmed}>
        <MarketLine instrument={instrument} axis={axis} view={view} onSide={chooseSide} />
        <LadderTools
          ladder={ladder}
          size={
            <SizeChoice
              market={instrument.ref}
              unit={ladder.unit}
              presets={presets}
              at={sizeAt}
              read={sizeRead}
              onChoose={chooseSize}
            />
          }
          way={way}
          onWay={chooseWay}
          oneClick={oneClick}
          closed={closed}
          orders={orders}
          onCancel={cancel}
        />
        <ColumnHeads view={view} result={ladder.result} />
        <div ref={room} className={styles.room}>
          {count !== null && (
            <RowsView
              key={view.key}
              root={root}
              count={count}
              label={`Ladder of ${fullTitleOf(instrument)}`}
              instrument={instrument}
              isMirrored={view.mirrored}
              rows={rows}
              tags={tags}
              drag={drag}
              isCancelling={isCancelling}
              titleOf={(tag) => tagText(tag, view, aheadOf, ladder.staysPut)}
              wordsAt={(row) => {
                const had = tags.filter((tag) => tag.row === row).map((tag) => tagText(tag, view, aheadOf, null))
                return [painter.current?.wordsAt(row) ?? '', ...had].join(', ')
              }}
              onBegin={presses.begin}
              onPress={(pressed, clicks) => {
                // Earlier messages of a cancel or a move must not cover this click.
                cancels.forget()
                moving.forget()
                presses.press(pressed, clicks)
              }}
              onText={presses.say}
              onEnd={end}
              onScroll={scroll}
              onPointerIs={pointerIs}
              onCentre={centre}
              onSize={chooseSize}
              onOver={over.notify}
            />
          )}
          {(rows === null || asset === null) && (
            <div className={styles.cover}>
              <Skeleton rows={16} label="Loading ladder" />
            </div>
          )}
        </div>
        {menu}
        <LadderFoot
          instrument={instrument}
          ladder={ladder}
          view={view}
          presses={presses}
          oneClick={oneClick}
          off={off}
          drag={drag}
          moving={moving}
          position={position}
          since={since}
          isWaiting={isWaiting}
          failure={cancels.failure}
        />
      </div>
    </Panel>
  )
}

/** The heads of the columns; rows describe their own cells to assistive technology. */
const ColumnHeads = ({ view, result }: ColumnHeadsProps): ReactNode => (
  <div className={styles.heads} aria-hidden="true">
    <span>Queue ≤</span>
    <span>Own</span>
    <span>Bid</span>
    <span>{view.heading}</span>
    <span>{view.secondHeading}</span>
    <span>Ask</span>
    <span>Own</span>
    <span>Traded</span>
    <span title={result.explanation}>{result.title}</span>
  </div>
)

/** The sizes of a click, each with its unit; the resolved size; and the link to edit them. */
function SizeChoice({ market, unit, presets, at, read, onChoose }: SizeChoiceProps): ReactNode {
  const { family } = market
  return (
    <fieldset className={styles.sizes} aria-label="Click size">
      {presets.map((preset, index) => {
        const text = presetLabel(family, preset, moneyUnit(family))
        return (
          <button
            key={text}
            type="button"
            className={styles.size}
            aria-pressed={index === at}
            aria-label={presetName(family, preset, moneyUnit(family))}
            title={`${text}, key ${index + 1}`}
            onClick={() => onChoose(index)}
          >
            {presetText(preset, moneyUnit(family))}
            {index === at && preset.by === 'contracts' && <span className={styles.unit}> {unit}</span>}
          </button>
        )
      })}
      <Button
        size="small"
        variant="bare"
        aria-label="Change sizes"
        title="Change sizes"
        onClick={() => editSizes(market)}
      >
        …
      </Button>
      {read !== null && (
        <span className={styles.comesTo} title={read.state === 'known' ? undefined : read.text}>
          {read.state === 'known' ? `= ${grouped(trimZeros(read.size))} ${unit}` : read.text}
        </span>
      )}
    </fieldset>
  )
}

/** Number of rows of `height` px that fit an element, odd so that one is in the middle; null until it has been measured. */
function useCount(element: RefObject<HTMLElement | null>, height: number, around: number): number | null {
  const [count, setCount] = useState<number | null>(null)
  useLayoutEffect(() => {
    const room = element.current
    if (room === null) return
    const measure = (): void => {
      // A background panel has no height: its rows stay.
      if (room.clientHeight > 0) setCount(rowsIn(room.clientHeight - around, height))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    return () => observer.disconnect()
  }, [element, height, around])
  return count
}

/** Pure. */
function rowsIn(room: number, height: number): number {
  const fit = Math.max(3, Math.floor(room / height))
  return fit % 2 === 0 ? fit - 1 : fit
}

/** The trader's state in the market of a ladder: the inputs of a click's size and order. */
function useFacts({ asset, family }: Instrument, { position, account, orders }: Known): LadderFacts {
  const fees = useFees().data ?? null
  const market = useMarket(asset)
  const set = useTopicValue({ kind: 'actions' }, (actions) => leverageSet(actions, asset ?? ''))
  const bid = useTopicValue(asset === null ? null : { kind: 'ticker', asset }, (ticker) => ticker.bid) ?? null
  const leverage = position?.leverage ?? set ?? market?.maxLeverage ?? 1
  const { bound, distance } = useCloseDistances()[family]
  return useMemo(
    () => ({
      ...{ position, isKnown: account !== undefined, orders },
      ...{ money: account?.money ?? null, fees, leverage, bid, slack: bound ?? distance },
    }),
    [position, account, orders, fees, leverage, bid, bound, distance],
  )
}
