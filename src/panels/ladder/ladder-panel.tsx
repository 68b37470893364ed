/** The ladder of a market: a price keeps its row until it is centred again; a press places where one-click is armed, else it fills the ticket. */
import { type ReactNode, useMemo, useRef } from 'react'
import type { Order } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import type { Price } from '../../../contract/decimal.ts'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import { FIRST_SIZES, UNITS_OF } from '../../../contract/size-presets.ts'
import { GroupingMenu, levelHeight, multipleFrom, stepText } from '../../ladder/index.ts'
import { type Freshness, useTopic, useTopicFreshness } from '../../market-data/index.ts'
import { MarketLine, UnitMenu } from '../../market-parts/index.ts'
import { ladderOf } from '../../markets/family/index.ts'
import { cancelStateOf, useCancels } from '../../orders/index.ts'
import { ReadAge, useSession } from '../../queries/index.ts'
import { useSizes } from '../../sizes/index.ts'
import { Button, Panel, Skeleton, usePanelVisible, useRowHeight, useTextScale } from '../../ui/index.ts'
import { useHold, useInstrument, usePanel, usePanelAct, usePanelOption, usePriceView } from '../../workspace/index.ts'
import { ColumnHeads } from './column-heads.tsx'
import styles from './ladder.module.css'
import { LadderFoot } from './ladder-foot.tsx'
import { LadderTools } from './ladder-tools.tsx'
import { tagWords } from './own-words.ts'
import { dragWaits } from './press.ts'
import { RowsView } from './rows-view.tsx'
import { SizeChoice } from './size-choice.tsx'
import { chosenAt, presetFrom } from './sizes.ts'
import { useCount } from './use-count.ts'
import { useDrag } from './use-drag.ts'
import { useEnd } from './use-end.tsx'
import { useFacts } from './use-facts.ts'
import { useFeed } from './use-feed.ts'
import { useHand } from './use-hand.ts'
import { useMoving } from './use-moving.ts'
import { useOneClick } from './use-one-click.ts'
import { useOver, useSizeRead } from './use-over.ts'
import { useOwn } from './use-own.ts'
import { useRows } from './use-rows.ts'

export function LadderPanel(): ReactNode {
  const instrument = useInstrument()
  if (instrument?.here !== true) {
    return (
      <Panel title="Ladder">
        <Skeleton rows={16} label="Loading ladder" />
      </Panel>
    )
  }
  return <Ladder instrument={instrument} />
}

/** As many levels as a topic takes: own orders may rest far away. */
const LEVELS = 100
/** Above and below the rows, px in text of the usual size; the style sheet says the same. */
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
  const preset = presets[sizeAt] ?? FIRST_SIZES[instrument.family][0]
  const visible = usePanelVisible()
  const scale = useTextScale()
  const height = levelHeight(useRowHeight())
  const room = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLDivElement>(null)
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
  const { rows, centre, isWaiting, scroll, told, pointerIs } = useRows(
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
    position,
    ladder,
    told,
  })

  const oneClick = useOneClick(id, instrument.ref)
  const facts = useFacts(instrument, { position, account, orders })
  const over = useOver(preset.by !== UNITS_OF[instrument.family][0], asset)
  const sizeRead = useSizeRead(ladder, preset, over.seen, facts)
  const hand = useHand({
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
    hand.say(null)
    if (cancelOff?.on === false) hand.say(cancelOff.reason)
    else cancels.cancel(which)
  }
  const [end, menu] = useEnd({ exits: own.exits, view, cancel, say: hand.say })
  const moving = useMoving(asset, id, oneClick.isArmed, ladder.staysPut)
  const drag = useDrag({
    things: own.things,
    isArmed: oneClick.isArmed,
    stays: moving.off,
    off: (thing) => dragWaits(thing, freshness.stale ? freshness.words : null),
    move: moving.move,
    say: hand.say,
  })
  useHold(drag.dragged !== null ? 'an order or an exit is being moved' : oneClick.isArmed ? 'one-click is armed' : null)
  usePanelAct('centre', visible && rows !== null, centre)
  usePanelAct('one-click', visible && !oneClick.isArmed, oneClick.arm)
  usePanelAct('one-click-off', visible && oneClick.isArmed, oneClick.disarm)
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
          <Button size="small" title="Bring the market to the middle (Home)" onClick={centre}>
            Centre
          </Button>
        </>
      }
    >
      <div className={styles.ladder} data-stale={freshness.stale}>
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
              titleOf={(tag) => tagWords(tag, view, aheadOf, ladder.staysPut)}
              wordsAt={(row) => {
                const had = tags.filter((tag) => tag.row === row).map((tag) => tagWords(tag, view, aheadOf, null))
                return [painter.current?.wordsAt(row) ?? '', ...had].join(', ')
              }}
              onBegin={hand.begin}
              onPress={(pressed, clicks) => {
                // What was said before of a cancel or a move covers nothing of this press.
                cancels.forget()
                moving.forget()
                hand.press(pressed, clicks)
              }}
              onWords={hand.say}
              onEnd={end}
              onScroll={scroll}
              onPointerIs={pointerIs}
              onCentre={centre}
              onSize={chooseSize}
              onOver={over.tell}
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
          hand={hand}
          oneClick={oneClick}
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
