/** The status bar: connection, age of the data, trader, and location of the keys. */
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { compare, type Decimal, type Money, multiply } from '../../../contract/decimal.ts'
import type { ConnectionView, SessionView } from '../../../contract/session.ts'
import { urgencyOf } from '../../../contract/topics.ts'
import { grouped, localTime, maxLossText, timeText, useFormat, zoneAt, zoneText } from '../../format/index.ts'
import {
  FRESH,
  useClockUntil,
  useFeedFreshness,
  useFeedValue,
  useMarketData,
  useServerClock,
  useServerClockValue,
  useTick,
  useTickValue,
  useTopicUnless,
  useTopicValue,
} from '../../market-data/index.ts'
import { useSession, useSettings } from '../../queries/index.ts'
import { classNames, Tooltip } from '../../ui/index.ts'
import { UpdateMark } from '../../updates/index.ts'
import { showPanel } from '../docking/index.ts'
import { MESSAGES } from './messages.ts'
import { NoticesButton } from './notices.tsx'
import styles from './status-bar.module.css'
import {
  agentText,
  ageText,
  clockText,
  connectionText,
  identityText,
  keychainText,
  limitText,
  tokenEndText,
} from './status-labels.ts'
import { WatchList } from './watch-list.tsx'

const WORST_CASE = MESSAGES.worstCase

/** Of a figure that the status bar has room for. */
const MAX_DIGITS = 9

/** The maximum further loss in the status bar: with the limit where one is set, and the link to it. */
function WorstCase(): ReactNode {
  const isSignedIn = useSession()?.identity != null
  const limit = useSettings()?.limits.worstCase ?? null
  const loss = useTopicValue({ kind: 'worst_case' }, ({ now }) => now?.loss ?? null) ?? null
  const why = useTopicValue({ kind: 'worst_case' }, (view) => view.why) ?? null
  if (!isSignedIn) return null
  const { figure, of, tone, explanation } = worstCaseText({ loss, why, limit })
  return (
    <div className={styles.worst}>
      <Tooltip text={explanation}>
        <button
          type="button"
          className={styles.identity}
          style={{ '--digits': Math.min(figure.length, MAX_DIGITS) } as CSSProperties}
          onClick={() => showPanel('limits')}
        >
          {WORST_CASE.name}
          <span className={styles.now}>{WORST_CASE.all}</span>{' '}
          <span className={classNames(styles.loss, tone !== 'calm' && styles[tone])}>{figure}</span>
          {of !== null && ` of ${of}`} USDC
          <span className="visually-hidden">. {explanation}</span>
        </button>
      </Tooltip>
    </div>
  )
}

interface WorstCaseFigures {
  /** Null while unknown; `why` has the reason. */
  readonly loss: Money | null
  readonly why: string | null
  /** The trader's limit; null for none. */
  readonly limit: Money | null
}

interface WorstCaseText {
  /** `1,234.01`, or a dash while unknown. */
  readonly figure: string
  /** The limit, null where none is set. */
  readonly of: string | null
  /** `warn`: four fifths of the limit are reached. `bad`: the limit is reached. */
  readonly tone: 'calm' | 'warn' | 'bad'
  readonly explanation: string
}

/** Fraction of the limit from which the figure is colored. */
const NEAR = '0.8' as Decimal

function worstCaseText({ loss, why, limit }: WorstCaseFigures): WorstCaseText {
  const of = limit === null ? null : grouped(limit)
  if (loss === null) {
    const held = limit === null ? '' : ` ${WORST_CASE.refused}`
    return { figure: '—', of, tone: 'calm', explanation: `${why ?? WORST_CASE.unknown}${held} ${WORST_CASE.press}` }
  }
  const figure = maxLossText(loss)
  if (limit === null || compare(loss, multiply(limit, NEAR)) < 0) {
    return { figure, of, tone: 'calm', explanation: WORST_CASE.explained }
  }
  if (compare(loss, limit) < 0)
    return { figure, of, tone: 'warn', explanation: `${WORST_CASE.near}. ${WORST_CASE.explained}` }
  const at = compare(loss, limit) === 0 ? WORST_CASE.at : WORST_CASE.beyond
  return { figure, of, tone: 'bad', explanation: `${at}: orders that increase it are refused. ${WORST_CASE.explained}` }
}

/** Time zones change their offset at quarters of an hour, ms. */
const QUARTER = 15 * 60_000

export function StatusBar(): ReactNode {
  return (
    <footer role="contentinfo" className={styles.bar} aria-label="Status">
      <Connection />
      <UpdateMark show={() => showPanel('account')} />
      <Limit />
      <Flattening />
      <WatchList />
      <NoticesButton />
      <WorstCase />
      <Session />
      <Times />
    </footer>
  )
}

/** The service's rate limit: until when, and what waits for it. */
function Limit(): ReactNode {
  const limited = limitText(useTopicValue({ kind: 'connection' }, ({ limit }) => limit) ?? null)
  if (limited === null) return null
  const { text: message, counts } = limited
  return (
    <div className={styles.limit}>
      <Tooltip
        text={`${message}; ${counts}. Closes and cancels have priority, and a tenth of the limit is reserved for them.`}
      >
        <span className={styles.warn} role="status">
          {message}
        </span>
        <span className={styles.counts}>{counts}</span>
      </Tooltip>
    </div>
  )
}

/** Shown while any window is closing positions. */
function Flattening(): ReactNode {
  const busy = useTopicValue({ kind: 'flattens' }, (all) => all.some(({ state }) => state !== 'cut_off')) === true
  return busy ? (
    <span className={styles.warn} role="status">
      {MESSAGES.flattening}
    </span>
  ) : null
}

/**
 * Refresh interval of ages, ms: together with the clocks. Figures that change faster cannot be read, and each would cost a frame or a render of its
 * own.
 */
const REFRESH_MS = 1000

function Connection(): ReactNode {
  const connection = useTopicUnless({ kind: 'connection' }, sameState)
  const freshness = useFeedFreshness()
  const silent = useFeedValue((store) => store.silent())
  const late = useFeedValue((store) => store.worstAge()?.stale === true)
  const state = connectionText(connection, { stale: freshness.stale, silent, late })
  return (
    <div className={classNames(styles.group, styles.feed)}>
      <span className={classNames(styles.state, styles[state.tone])} role="status">
        <span className={styles.light} aria-hidden="true" />
        {state.text}
      </span>
      {state.retry !== null && <span>{state.retry}</span>}
      {state.reason !== null && (
        <div className={styles.reason}>
          <Tooltip text={state.reason}>{state.reason}</Tooltip>
        </div>
      )}
      <Age old={freshness !== FRESH || late} />
      <Figures />
    </div>
  )
}

/** Whether two reports of the connection have the same state and differ only in figures. */
const sameState = (a: ConnectionView, b: ConnectionView): boolean => urgencyOf('connection', a, b) === 'clock'

/** The clock offset of this machine, the latency of the service, and its message rate. */
function Figures(): ReactNode {
  const { store } = useMarketData()
  const there = useTopicValue({ kind: 'connection' }, () => true) === true
  const figure = <Value,>(pick: (connection: ConnectionView) => Value): Value | null => {
    const connection = store.read({ kind: 'connection' })
    return connection === undefined || !there ? null : pick(connection)
  }
  const offset = useTickValue(REFRESH_MS, () => figure(({ clockOffsetMs }) => clockOffsetMs))
  const latency = useTickValue(REFRESH_MS, () => figure(({ latencyMs }) => latencyMs))
  const rate = useTickValue(REFRESH_MS, () => figure(({ messagesPerSecond }) => Math.round(messagesPerSecond)))
  return (
    <>
      <Fact {...clockText(offset)} warn className={styles.clock} />
      <span className={styles.latency}>{latency === null ? 'latency —' : `latency ${Math.round(latency)} ms`}</span>
      <span className={styles.rate}>{rate ?? '—'} msg/s</span>
    </>
  )
}

function Age({ old }: { old: boolean }): ReactNode {
  const { store } = useMarketData()
  useTick(REFRESH_MS)
  return <span className={classNames(styles.age, old && styles.old)}>{ageText(store.worstAge())}</span>
}

function Session(): ReactNode {
  const session = useSession()
  if (session === undefined) return null
  return (
    <div className={classNames(styles.group, styles.session)}>
      <Tooltip text="Open Account">
        <button type="button" className={styles.identity} onClick={() => showPanel('account')}>
          {identityText(session)}
        </button>
      </Tooltip>
      <TokenEnd session={session} />
      <Agent agent={session.agent} />
      <Fact {...keychainText(session.keychain)} className={styles.keys} />
      {session.host === 'chromium-host' && <span className={styles.host}>Development host</span>}
      <span className={styles.version}>Isotherm {session.version}</span>
    </div>
  )
}

function Agent({ agent }: Pick<SessionView, 'agent'>): ReactNode {
  const now = useClockUntil(agent.state === 'approved' ? agent.expiresAt : null)
  return <Fact {...agentText(agent, now)} warn />
}

/** In the last five minutes of the access token, shows its remaining time. */
function TokenEnd({ session }: { session: SessionView }): ReactNode {
  const text = useServerClockValue((now) => (session.identity === null ? null : tokenEndText(session.token, now)))
  return text === null ? null : <span className={styles.warn}>{text}</span>
}

interface FactProps {
  readonly text: string
  readonly reason: string | null
  /** Whether it prevents trading. */
  readonly warn?: boolean
  readonly className?: string | undefined
}

/** A fact with its reason on hover or focus; assistive technology reads the reason too. */
function Fact({ text: message, reason, warn = false, className }: FactProps): ReactNode {
  if (reason === null) return <span className={className}>{message}</span>
  return (
    <div className={className}>
      <Tooltip text={reason}>
        <span className={warn ? styles.warn : styles.explained}>{message}</span>
        <span className="visually-hidden">: {reason}</span>
      </Tooltip>
    </div>
  )
}

/** The service's time in the chosen zone, next to this machine's own time in its zone. */
function Times(): ReactNode {
  return (
    <div className={styles.times}>
      <ServiceTime />
      <LocalTime />
    </div>
  )
}

function ServiceTime(): ReactNode {
  const now = useServerClock(1000)
  useFormat()
  return (
    <span className={styles.time} title="Venue time, as measured by Isotherm">
      {timeText(now)} {zoneText(now)}
    </span>
  )
}

function LocalTime(): ReactNode {
  const now = useTick(1000)
  const quarter = useTick(QUARTER)
  const zone = useMemo(() => zoneAt(quarter), [quarter])
  useFormat()
  // The service's time is beside it.
  if (zone.name === zoneText(quarter)) return null
  return (
    <span className={styles.time} title={`Local time, ${zone.place}`}>
      {localTime(now, zone.place)} {zone.name} <span className={styles.local}>local</span>
    </span>
  )
}
