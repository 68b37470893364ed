/** The tape of a market: newest trades first, the side shown by color, arrow and text, own fills marked. */
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import type { Topic } from '../../../contract/topics.ts'
import { grouped, timeText, timeTextMs, zoneText } from '../../format/index.ts'
import {
  useCalmTopic,
  useMarketData,
  usePainter,
  useServerClockValue,
  useTopicFreshness,
  useTopicValue,
} from '../../market-data/index.ts'
import { CALM_MS, MarketLine, ReadOut, UnitMenu } from '../../market-parts/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { ReadAge, useFills } from '../../queries/index.ts'
import { classNames, Menu, Panel, usePanelVisible } from '../../ui/index.ts'
import { usePanelOption, usePriceView } from '../../workspace/index.ts'
import { Cover, MarketPanel } from '../loading-panel.tsx'
import { MESSAGES } from './messages.ts'
import tapeStyles from './tape.module.css'
import {
  bundledFrom,
  leastFrom,
  MIN_SIZES,
  type TapeRow,
  type TapeShape,
  type TradeRow,
  TradesPainter,
  tapeRows,
} from './trades-painter.ts'
import styles from './trades-panel.module.css'

/** Number of visible trades. */
const ROWS = 60

interface ElementRow extends TradeRow {
  readonly element: HTMLElement
}

interface TapeProps {
  readonly asset: string | null
  /** The price format; fixed for the life of the tape. */
  readonly view: PriceView
  /** Fixed for the life of the tape. */
  readonly shape: TapeShape
}

/** The rows of the tape: created once, written by the painter without a render. */
function Tape({ asset, view, shape }: TapeProps): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  const painter = useRef<TradesPainter<ElementRow> | null>(null)
  const fills = useFills().data
  useLayoutEffect(() => {
    const element = list.current
    if (element === null || painter.current !== null) return
    const rows = [...element.children].filter((child) => child instanceof HTMLElement).map((row) => rowOf(row, view))
    painter.current = new TradesPainter({ toFront: (row) => element.prepend(row.element) }, rows)
  }, [view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another asset's trades must not be shown under the new one's name
  useEffect(() => () => painter.current?.clear(), [asset])
  useEffect(() => painter.current?.setOwn(new Set(fills?.map((fill) => fill.tid))), [fills])
  usePainter(asset === null ? null : { kind: 'trades', asset }, ({ trades }) =>
    painter.current?.paint(tapeRows(trades, shape)),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard
    <div className={tapeStyles.scroll} tabIndex={0}>
      <Rows list={list} />
    </div>
  )
}

const Rows = memo(function Rows({ list }: { list: React.RefObject<HTMLUListElement | null> }): ReactNode {
  return (
    <ul ref={list} aria-label={MESSAGES.latest}>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are made once and belong to the painter
        <li key={row} className={tapeStyles.row} hidden>
          <span className={tapeStyles.px}> </span>
          <span className={classNames('visually-hidden', tapeStyles.own)}>yours</span>
          <span> </span>
          <span className={tapeStyles.time}>
            <span> </span>
            <span className={tapeStyles.ms}> </span>
          </span>
        </li>
      ))}
    </ul>
  )
})

/** The text nodes of a row, in order. */
function textsOf(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  return texts
}

function rowOf(element: HTMLElement, view: PriceView): ElementRow {
  const [px, , sz, time, ms] = textsOf(element)
  if (!px || !sz || !time || !ms) throw new Error('the tape has lost a text')
  const setOwn = (own: boolean): void => {
    element.toggleAttribute('data-own', own)
  }
  return {
    element,
    show(trade, own) {
      px.data = view.price(trade.px)
      sz.data = grouped(trade.sz)
      const at = timeTextMs(trade.time)
      time.data = at.slice(0, -4)
      ms.data = at.slice(-4)
      element.dataset.side = (trade.side === 'buy') === view.mirrored ? 'sell' : 'buy'
      setOwn(own)
      element.hidden = false
    },
    hide() {
      element.hidden = true
    },
    setOwn,
  }
}

interface TapeReadOutProps {
  readonly title: string
  readonly topic: Extract<Topic, { kind: 'trades' }> | null
  readonly view: PriceView
  readonly shape: TapeShape
}

const { columns } = MESSAGES

/** Number of trades that are read out. */
const READ_OUT = 3

const LISTED = 20

interface SizeMenuProps {
  /** `Size`, `Shares` */
  readonly text: string
  readonly shape: TapeShape
  readonly onLeast: (least: Decimal | null) => void
  readonly onBundled: (bundled: boolean) => void
}

export const TradesPanel = (): ReactNode => (
  <MarketPanel title="Trades" rows={8} label={MESSAGES.loading} Content={Trades} />
)

function Trades({ instrument }: { instrument: Instrument }): ReactNode {
  const { asset } = instrument
  const title = fullTitleOf(instrument)
  const { axis, view, chooseUnit, chooseSide } = usePriceView(instrument)
  const [least, chooseLeast] = usePanelOption(`${instrument.family} least size`, leastFrom)
  const [bundled, chooseBundled] = usePanelOption('bundled', bundledFrom)
  const shape = { least, bundled }
  const visible = usePanelVisible()
  const topic = asset === null || !visible ? null : ({ kind: 'trades', asset } as const)
  const freshness = useTopicFreshness(topic)
  const fills = useFills()
  const zone = useServerClockValue(zoneText)
  const hasTrades = useTopicValue(topic, ({ trades }) => tapeRows(trades, shape).length > 0)
  return (
    <Panel
      title="Trades"
      freshness={freshness}
      actions={
        <>
          <ReadAge reads={[fills]} what="your fills" />
          <span>{zone}</span>
        </>
      }
    >
      <div className={styles.trades}>
        <MarketLine instrument={instrument} axis={axis} view={view} onSide={chooseSide} />
        <div className={styles.head}>
          <UnitMenu axis={axis} view={view} onChange={chooseUnit} />
          <SizeMenu text={view.text.size} shape={shape} onLeast={chooseLeast} onBundled={chooseBundled} />
          <span aria-hidden="true">Time</span>
        </div>
        <div className={styles.tape}>
          <Tape key={`${view.key} ${least} ${bundled}`} asset={topic?.asset ?? null} view={view} shape={shape} />
          <TapeReadOut title={title} topic={topic} view={view} shape={shape} />
          <Cover
            asset={asset}
            hasData={hasTrades}
            rows={8}
            label={MESSAGES.loading}
            empty={emptyText(instrument, least)}
          />
        </div>
      </div>
    </Panel>
  )
}

function emptyText({ entry }: Instrument, least: Decimal | null): string {
  if (least !== null) return `No recent trades of ${least} or more.`
  return entry.takes === 'nothing' ? 'The venue does not report trades here.' : 'No trades yet.'
}

/** The heading of the sizes, which is also the menu of the tape's filter. */
function SizeMenu({ text: message, shape: { least, bundled }, onLeast, onBundled }: SizeMenuProps): ReactNode {
  return (
    <Menu
      label={MESSAGES.shown(message, least, bundled)}
      entries={[
        {
          id: 'every',
          label: MESSAGES.everySize,
          section: MESSAGES.sections.show,
          selected: least === null,
          onAction: () => onLeast(null),
        },
        ...MIN_SIZES.map((size) => ({
          id: size,
          label: MESSAGES.orMore(grouped(size as Decimal)),
          section: MESSAGES.sections.show,
          selected: least === size,
          onAction: () => onLeast(size as Decimal),
        })),
        {
          id: 'bundled',
          label: MESSAGES.bundled,
          section: MESSAGES.sections.prints,
          selected: bundled,
          onAction: () => onBundled(!bundled),
        },
      ]}
    >
      {message}
      {least !== null && ` ≥ ${grouped(least)}`} <span aria-hidden="true">▾</span>
    </Menu>
  )
}

/** The tape for screen readers. */
function TapeReadOut({ title, topic, view, shape: { least, bundled } }: TapeReadOutProps): ReactNode {
  const { store } = useMarketData()
  const trades = useCalmTopic(topic, CALM_MS)?.trades
  const fills = useFills().data
  const table = useMemo(() => {
    const own = new Set(fills?.map(({ tid }) => tid))
    const rows = tapeRows(trades ?? [], { least, bundled }).slice(0, LISTED)
    return {
      caption: `${MESSAGES.latest} of ${title}`,
      heads: [columns.time, columns.side, view.heading, view.text.size, columns.own],
      rows: rows.map((row) => [
        timeText(row.time),
        sideOf(row, view),
        view.named(row.px),
        grouped(row.sz),
        row.tids.some((tid) => own.has(tid)) ? MESSAGES.own : '',
      ]),
    }
  }, [title, trades, fills, view, least, bundled])
  const textOf = (): string => {
    const now = topic === null ? undefined : store.read(topic)?.trades
    const rows = tapeRows(now ?? [], { least, bundled }).slice(0, READ_OUT)
    if (rows.length === 0) return `${title}: no trades yet.`
    const messages = rows.map((row) => `${sideOf(row, view)} ${grouped(row.sz)} at ${view.named(row.px)}`)
    return `${title}, newest first: ${messages.join('; ')}.`
  }
  return <ReadOut act="say-trades" name="the latest trades" table={table} text={textOf} />
}

const sideOf = ({ side }: TapeRow, { mirrored, text: message }: PriceView): string =>
  (side === 'buy') === mirrored ? message.sold : message.bought
