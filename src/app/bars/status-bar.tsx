/** The status bar: is it live, how old is what is shown, who trades, and where the keys are. */
import type { ReactNode } from 'react'
import type { SessionView } from '../../../contract/session.ts'
import {
  FRESH,
  useClockUntil,
  useFeedFreshness,
  useMarketData,
  useServerClockValue,
  useTick,
  useTickValue,
  useTopic,
  useTopicValue,
} from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import { classNames, Tooltip } from '../../ui/index.ts'
import { showPanel } from '../docking/index.ts'
import styles from './status-bar.module.css'
import {
  agentWords,
  ageWords,
  clockWords,
  connectionWords,
  identityWords,
  keychainWords,
  limitWords,
  tokenEndWords,
} from './status-labels.ts'
import { Times } from './times.tsx'

export function StatusBar(): ReactNode {
  return (
    <footer role="contentinfo" className={styles.bar} aria-label="Status">
      <Connection />
      <Limit />
      <Flattening />
      <Session />
      <Times />
    </footer>
  )
}

/** That the service limits the requests, until when, and what waits for it. */
function Limit(): ReactNode {
  const told = limitWords(useTopicValue({ kind: 'connection' }, ({ limit }) => limit) ?? null)
  if (told === null) return null
  const { words, counts } = told
  return (
    <div className={styles.limit}>
      <Tooltip words={`${words}; ${counts}. Closes and cancels go first, and a tenth of the limit is kept for them.`}>
        <span className={styles.warn} role="status">
          {words}
        </span>
        <span className={styles.counts}>{counts}</span>
      </Tooltip>
    </div>
  )
}

/** That positions are being closed at this moment, by whichever window. */
function Flattening(): ReactNode {
  const busy = useTopicValue({ kind: 'flattens' }, (all) => all.some(({ state }) => state !== 'cut_off')) === true
  return busy ? (
    <span className={styles.warn} role="status">
      Flatten under way
    </span>
  ) : null
}

/** How often it is judged whether anything shown is too old, ms. */
const JUDGE_EVERY = 200
/**
 * How often the age is told anew at least, ms. It is also told with each word of the connection, twice a second: in frames that are painted
 * anyway. Tenths that change faster than that are not read, and each would cost a frame of its own.
 */
const AGE_EVERY = 1000

function Connection(): ReactNode {
  const connection = useTopic({ kind: 'connection' })
  const freshness = useFeedFreshness()
  const { store } = useMarketData()
  const silent = useTickValue(JUDGE_EVERY, () => store.silent())
  const late = useTickValue(JUDGE_EVERY, () => store.worstAge()?.stale === true)
  const state = connectionWords(connection, { stale: freshness.stale, silent, late })
  return (
    <div className={classNames(styles.group, styles.feed)}>
      <span className={classNames(styles.state, styles[state.tone])} role="status">
        <span className={styles.light} aria-hidden="true" />
        {state.words}
      </span>
      {state.retry !== null && <span>{state.retry}</span>}
      {state.reason !== null && (
        <div className={styles.reason}>
          <Tooltip words={state.reason}>{state.reason}</Tooltip>
        </div>
      )}
      <Age old={freshness !== FRESH || late} />
      <Fact {...clockWords(connection?.clockOffsetMs ?? null)} warn className={styles.clock} />
      <span className={styles.latency}>
        {connection?.latencyMs == null ? 'latency —' : `latency ${Math.round(connection.latencyMs)} ms`}
      </span>
      <span className={styles.rate}>
        {connection === undefined ? '—' : Math.round(connection.messagesPerSecond)} msg/s
      </span>
    </div>
  )
}

function Age({ old }: { old: boolean }): ReactNode {
  const { store } = useMarketData()
  useTick(AGE_EVERY)
  return <span className={classNames(styles.age, old && styles.old)}>{ageWords(store.worstAge())}</span>
}

function Session(): ReactNode {
  const session = useSession()
  if (session === undefined) return null
  return (
    <div className={classNames(styles.group, styles.session)}>
      <Tooltip words="Open Account">
        <button type="button" className={styles.identity} onClick={() => showPanel('account')}>
          {identityWords(session)}
        </button>
      </Tooltip>
      <TokenEnd session={session} />
      <Agent agent={session.agent} />
      <Fact {...keychainWords(session.keychain)} className={styles.keys} />
      {session.host === 'chromium-host' && <span className={styles.host}>Development host</span>}
      <span className={styles.version}>Isotherm {session.version}</span>
    </div>
  )
}

function Agent({ agent }: Pick<SessionView, 'agent'>): ReactNode {
  const now = useClockUntil(agent.state === 'approved' ? agent.expiresAt : null)
  return <Fact {...agentWords(agent, now)} warn />
}

/** Says in the last five minutes of the access token how long it still lasts. */
function TokenEnd({ session }: { session: SessionView }): ReactNode {
  const words = useServerClockValue((now) => (session.identity === null ? null : tokenEndWords(session.token, now)))
  return words === null ? null : <span className={styles.warn}>{words}</span>
}

interface FactProps {
  readonly words: string
  readonly reason: string | null
  /** Whether it keeps the trader from trading. */
  readonly warn?: boolean
  readonly className?: string | undefined
}

/** A fact with its reason to hover or focus; the reason is part of what assistive technology reads. */
function Fact({ words, reason, warn = false, className }: FactProps): ReactNode {
  if (reason === null) return <span className={className}>{words}</span>
  return (
    <div className={className}>
      <Tooltip words={reason}>
        <span className={warn ? styles.warn : styles.explained}>{words}</span>
        <span className="visually-hidden">: {reason}</span>
      </Tooltip>
    </div>
  )
}
