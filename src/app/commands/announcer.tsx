/**
 * Announces the prices of a market to a screen reader: of the panel that was last requested, following its link group. On changes, at most at the
 * chosen interval, and on request.
 */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import type { Ticker } from '../../../contract/market.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../contract/settings-table.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import { useMarketData, useTick } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { useSettings } from '../../queries/index.ts'
import { PanelProvider, useInstrument, usePriceView } from '../../workspace/index.ts'
import { answered, useAnnouncedPanel, usePriceAnnouncement } from './announced-panel.ts'

/** Minimum interval between two announcements of one market, ms. */
const MIN_MS = 5000
/** Tolerance for timers of the same length that fire early, ms. */
const EARLY_MS = 250

interface Pace {
  /** On request: announced at once, or as soon as allowed. */
  readonly requested: (about: string, say: () => void) => void
  /** On change: announced now or not at all. */
  readonly due: (about: string, say: () => void) => void
  readonly stop: () => void
}

/** Limits the rate of announcements: one per market and interval, requested or not. */
export function createPace(clock: Pick<Clock, 'monotonic' | 'after'>): Pace {
  let last: { readonly about: string; readonly at: number } | null = null
  let waiting: Cancel | null = null
  const left = (about: string): number =>
    last?.about === about ? Math.max(0, last.at + MIN_MS - clock.monotonic()) : 0
  const stop = (): void => {
    waiting?.()
    waiting = null
  }
  const now = (about: string, say: () => void): void => {
    stop()
    last = { about, at: clock.monotonic() }
    say()
  }
  return {
    requested(about, say) {
      const wait = left(about)
      stop()
      if (wait === 0) now(about, say)
      else waiting = clock.after(wait, () => now(about, say))
    },
    due(about, say) {
      if (waiting === null && left(about) <= EARLY_MS) now(about, say)
    },
    stop,
  }
}

// The prices of a market as a sentence to be read aloud. Pure except for the window's format.

type View = Pick<PriceView, 'named' | 'second' | 'mirrored'>
type NamedPrices = Pick<Ticker, 'mark' | 'mid' | 'last' | 'bid' | 'ask' | 'stale'>

/**
 * `NYCTMP1: mark 571.84, 71.84 °F, bid 571.80, ask 571.90`; states what is missing and what is old.
 * @param title the market, with the side it is viewed from
 * @param ticker undefined before the first one; null where nothing trades
 */
function priceLabel(title: string, ticker: NamedPrices | undefined | null, view: View): string {
  if (ticker === null) return `${title}: nothing trades now`
  if (ticker === undefined) return `${title}: no prices yet`
  const { bid, ask, stale } = ticker
  const of = (value: Price | null): string => (value === null ? 'none' : view.named(value))
  const [best, other] = view.mirrored ? [ask, bid] : [bid, ask]
  const parts = [leading(ticker, view), `bid ${of(best)}`, `ask ${of(other)}`]
  return `${title}: ${parts.join(', ')}${stale ? ', stale' : ''}`
}

/** The leading price: the mark, without one the mid of the book, else the last trade. */
function leading({ mark, mid, last }: NamedPrices, { named, second }: View): string {
  const value = mark ?? mid ?? last
  if (value === null) return 'no mark'
  const name = mark !== null ? 'mark' : mid !== null ? 'mid' : 'last'
  const beside = second(value)
  return `${name} ${named(value)}${beside === named(value) ? '' : `, ${beside}`}`
}

const INTERVALS: { readonly [A in Settings['announcements']]: number | null } = {
  off: null,
  'every-5-s': 5000,
  'every-15-s': 15_000,
  'every-60-s': 60_000,
}

/** Subscribes to a market only while announcements are on or one was requested. */
export function Announcer(): ReactNode {
  const { announcements } = useSettings() ?? DEFAULT_SETTINGS
  const isAsked = usePriceAnnouncement(({ times }) => times > 0)
  const interval = INTERVALS[announcements]
  return interval === null && !isAsked ? null : <Announced interval={interval} />
}

function Announced({ interval }: { readonly interval: number | null }): ReactNode {
  const { clock } = useMarketData()
  const panel = useAnnouncedPanel()
  const [pace] = useState(() => createPace(clock))
  useEffect(() => pace.stop, [pace])
  const [message, setSaid] = useState({ text: '', times: 0 })
  // A requested announcement is made even if it repeats the last one: as a new element it is read again.
  const say = (message: string, isAnswer: boolean): void =>
    setSaid(({ times }) => ({ text: message, times: times + (isAnswer ? 1 : 0) }))
  return (
    <>
      <div role="status" aria-label="Prices" className="visually-hidden">
        <span key={message.times}>{message.text}</span>
      </div>
      {panel !== null && (
        <PanelProvider id={panel}>
          <PanelMarket interval={interval} pace={pace} say={say} />
        </PanelProvider>
      )}
    </>
  )
}

interface SayingProps {
  /** Ms; null: only on request. */
  readonly interval: number | null
  readonly pace: Pace
  readonly say: (text: string, isAnswer: boolean) => void
}

function PanelMarket(props: SayingProps): ReactNode {
  const instrument = useInstrument()
  if (instrument === undefined) return null
  if (instrument.here) return <Prices {...props} instrument={instrument} />
  return (
    <Announcements
      {...props}
      about={instrument.key}
      asset={null}
      text={() => `${instrument.title}: ${instrument.reason}`}
    />
  )
}

function Prices({ instrument, ...props }: SayingProps & { readonly instrument: Instrument }): ReactNode {
  const { axis, view } = usePriceView(instrument)
  const { key, asset } = instrument
  const title = fullTitleOf(instrument)
  const side = axis.sides.length > 1 ? axis.sides.find(({ id }) => id === view.side) : undefined
  const name = side === undefined ? title : `${title}, ${side.label}`
  const textOf = (ticker: Ticker | undefined): string => priceLabel(name, asset === null ? null : ticker, view)
  return <Announcements {...props} about={key} asset={asset} text={textOf} />
}

interface AnnouncementsProps extends SayingProps {
  /** The market. */
  readonly about: string
  /** The asset whose ticker is announced; null where none is needed. */
  readonly asset: string | null
  readonly text: (ticker: Ticker | undefined) => string
}

function Announcements({ interval, pace, say, about, asset, text: textOf }: AnnouncementsProps): ReactNode {
  const { store } = useMarketData()
  const tick = useTick(interval)
  const times = usePriceAnnouncement((request) => request.times)
  const ticker = (): Ticker | undefined => (asset === null ? undefined : store.read({ kind: 'ticker', asset }))
  const answer = useEffectEvent((): void => {
    const request = usePriceAnnouncement.getState()
    if (request.times === request.answered) return
    if (asset !== null && ticker() === undefined) {
      // The prices follow as soon as they arrive.
      say(textOf(undefined), false)
      return
    }
    answered()
    pace.requested(about, () => say(textOf(ticker()), true))
  })
  const announceChange = useEffectEvent((): void => pace.due(about, () => say(textOf(ticker()), false)))
  useEffect(
    () => (asset === null ? undefined : store.subscribe({ kind: 'ticker', asset }, () => answer())),
    [store, asset],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is what it is said for
  useEffect(() => answer(), [times])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tick is what it is said for
  useEffect(() => {
    if (interval !== null) announceChange()
  }, [tick, interval])
  return null
}
