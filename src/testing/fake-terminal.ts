/**
 * A complete terminal for component tests: every topic and every call of the contract, from a recording unless a test publishes or answers something
 * else. A call or a kind of topic without an entry here does not compile.
 */

import type { Answer, CallName, InputOf, OutputOf } from '../../contract/ipc.ts'
import type { MarketRef, RefText } from '../../contract/market-ref.ts'
import { safeBlock } from '../../contract/safe-text.ts'
import type { Settings } from '../../contract/settings-table.ts'
import { type PayloadOf, parseTopicKey, type Topic, type TopicKey, topicKey } from '../../contract/topics.ts'
import { createFakeBridge, type FakeBridge } from './fake-bridge.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import text from './streams/practice.json?raw'
import type { Recording } from './streams/recorded.ts'

const recording = JSON.parse(text) as Recording
const recorded = new Map<TopicKey, unknown>(recording.topics)

/** The sides of the outcome that was recorded with its books, by their refs; the trader holds both. */
export const [YES, NO] = (recorded.get('markets') as PayloadOf<{ kind: 'markets' }>).instruments
  .filter(({ family, asset }) => family === 'outcome' && recorded.has(`book/${encodeURIComponent(asset ?? '')}/-/40`))
  .map(({ key }) => key) as [RefText, RefText]

/** The default answer of a call. */
type Reply<N extends CallName> =
  /** The answer recorded for the same input, else the last one recorded for this call. */
  | 'recorded'
  /** Succeeds without a value. */
  | (null extends OutputOf<N> ? 'done' : never)
  /** None: a test that needs it must answer it. */
  | 'unanswered'
  | ((input: InputOf<N>, terminal: Pick<FakeTerminal, 'publish' | 'payload'>) => OutputOf<N>)

const ID = '00000000-0000-4000-8000-000000000000'

const REPLIES: { readonly [N in CallName]: Reply<N> } = {
  openFrames: 'done',
  watch: 'done',
  unwatch: 'done',
  readLayout: () => null,
  saveLayout: 'done',
  setTitle: 'done',
  movePanel: 'unanswered',
  takePanels: 'done',
  setLink({ group, market }, { publish, payload }) {
    publish({ kind: 'links' }, { ...payload({ kind: 'links' }), [group]: market as MarketRef })
    return null
  },
  setFavourite({ market, favourite }, { publish, payload }) {
    const others = payload({ kind: 'favourites' }).filter((one) => JSON.stringify(one) !== JSON.stringify(market))
    publish({ kind: 'favourites' }, favourite ? [...others, market as MarketRef] : others)
    return null
  },
  setStation({ asset, station }, { publish, payload }) {
    const { markets, ...view } = payload({ kind: 'weather' })
    const by = station === null ? null : ('trader' as const)
    publish(
      { kind: 'weather' },
      {
        ...view,
        markets: markets.map((market) => (market.asset === asset ? { asset, station: station as never, by } : market)),
      },
    )
    return null
  },
  pointAt({ group, time, by }, { publish }) {
    publish({ kind: 'crosshair', group }, { time, by })
    return null
  },
  dismissNotices({ ids }, { publish, payload }) {
    publish(
      { kind: 'notices' },
      payload({ kind: 'notices' }).map((notice) =>
        ids.includes(notice.id) ? { ...notice, isDismissed: true } : notice,
      ),
    )
    return null
  },
  openWindow: 'done',
  openStationPage: 'done',
  copyText: 'done',
  copyPicture: 'done',
  reportError: 'done',
  setMenu: 'done',
  takeAsked: 'done',
  readMarkets: 'recorded',
  readAccount: 'recorded',
  readOpenOrders: 'recorded',
  readFills: 'recorded',
  readFees: 'recorded',
  readCandles({ from, to, ...market }) {
    const all = lastRecorded('readCandles', ({ from: _from, to: _to, ...input }) => same(input, market))
    return all.filter(({ time }) => time >= from && time <= to)
  },
  readPriceHistory({ coins }) {
    const all = lastRecorded('readPriceHistory', () => true)
    return Object.fromEntries(Object.entries(all).filter(([coin]) => coins.includes(coin)))
  },
  readMarketList: 'recorded',
  readLastPrices: 'recorded',
  readActivity: 'recorded',
  readResults: 'recorded',
  readTrades: 'recorded',
  readSettlementHistory: 'recorded',
  readReadings: 'recorded',
  readDaySheet: 'recorded',
  readPast: ({ query }) => lastRecorded('readPast', (input) => input.query.kind === query.kind),
  readPastTotals: ({ query }) => lastRecorded('readPastTotals', (input) => input.query.kind === query.kind),
  readRecords: 'recorded',
  readFirstOrders: 'recorded',
  exportPast: 'unanswered',
  exportReadings: 'unanswered',
  readForecastSkill: () => ({ buckets: 0, without: null, with: null }),
  findActions: () => [],
  readCalibration: 'recorded',
  readEquity: 'recorded',
  readTransfers: 'recorded',
  readConversions: 'recorded',
  readOutcomeOrderStatus: 'unanswered',
  submit: ({ requestId }) => ({ actionId: requestId, repeated: false }),
  overrideLimit: 'done',
  confirmUnverified: 'done',
  acknowledgeUnreadable: 'done',
  expectOtherClient: 'done',
  forgetAssetNumber: 'done',
  markSeen: 'done',
  dismissClosedPosition: 'done',
  renameBalanceChange: 'done',
  settleTransfer: 'done',
  stopClosing: 'done',
  cancelAll: 'unanswered',
  confirmEstimate: 'done',
  flatten: 'unanswered',
  kill: 'unanswered',
  liftKill: 'done',
  resumeFlatten: 'unanswered',
  dismissFlatten: 'done',
  resumeHeld: 'done',
  moveOrder: () => ({ id: ID }),
  retryMove: 'done',
  abandonMove: 'done',
  reversePosition: () => ({ id: ID }),
  checkAlgo: 'unanswered',
  beginAlgo: () => ({ id: ID }),
  pauseAlgo: 'done',
  resumeAlgo: 'done',
  stopAlgo: 'done',
  setExitPlan: () => ({ ids: [ID] }),
  cancelExitPlan: 'done',
  moveConditional: ({ trigger }) => ({ trigger: trigger as never }),
  addExit: () => ({ ids: [ID] }),
  cancelConditional: 'done',
  dismissConditionals: 'done',
  saveAlert: () => ({ id: ID }),
  removeAlert: 'done',
  saveAlertSettings: 'done',
  saveLimits: 'done',
  withdrawLimit: 'done',
  arm: 'done',
  armOneClick: 'done',
  armKeys: 'done',
  importSecret: 'unanswered',
  requestAccess: 'unanswered',
  rotateAgent: () => ({ actionId: ID }),
  cancelWalletRequest: 'done',
  takeProfileText: 'unanswered',
  removeProfile: 'done',
  chooseProfile: 'done',
  tryKeychainAgain: 'done',
  forgetSecret: 'done',
  lookAtService: 'unanswered',
  cancelLook: 'done',
  chooseProfileFile: () => null,
  addFoundService: 'unanswered',
  saveWorkspace: 'done',
  saveWorkspaceAs: 'done',
  openWorkspace: 'done',
  openTemplate: 'done',
  resetWorkspace: 'done',
  renameWorkspace: 'done',
  duplicateWorkspace: 'done',
  deleteWorkspace: 'done',
  exportWorkspace: 'unanswered',
  previewWorkspace: 'unanswered',
  importWorkspace: 'done',
  saveSettings(change, { publish, payload }) {
    publish({ kind: 'settings' }, { ...payload({ kind: 'settings' }), ...(change as Partial<Settings>) })
    return null
  },
  exportSettings: 'unanswered',
  previewSettings: 'unanswered',
  importSettings: 'done',
  saveKeys: 'done',
  saveSizes: 'done',
  saveExitTemplate: 'done',
  saveNote: 'done',
  readReferralCode: 'recorded',
  createReferralCode: 'unanswered',
  resolveReferralCode: 'unanswered',
  acceptReferral: 'unanswered',
  readReferralTree: 'recorded',
  readReferralPayouts: 'recorded',
  readRewards: 'recorded',
  // Written, not recorded: a real report has the paths of the recording machine.
  readProblemReport: () => ({ text: '## Isotherm\nversion 0.1.0\n' }),
  saveProblemReport: () => ({ saved: true }),
  checkForUpdate: 'done',
  downloadUpdate: 'done',
  cancelDownload: 'done',
  restartToUpdate: 'done',
  dismissWhatsNew: 'done',
  setRemoteNotification: 'unanswered',
  testRemoteNotification: 'unanswered',
  forgetRemoteNotification: 'done',
  setOpenMeteoKey(_, { publish, payload }) {
    publish({ kind: 'weather' }, { ...payload({ kind: 'weather' }), openMeteoKey: 'stored' })
    publish({ kind: 'settings' }, { ...payload({ kind: 'settings' }), openMeteo: 'key' })
    return null
  },
  forgetOpenMeteoKey(_, { publish, payload }) {
    publish({ kind: 'weather' }, { ...payload({ kind: 'weather' }), openMeteoKey: 'none' })
    publish({ kind: 'settings' }, { ...payload({ kind: 'settings' }), openMeteo: 'off' })
    return null
  },
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function lastRecorded<N extends CallName>(name: N, fits: (input: InputOf<N>) => boolean): OutputOf<N> {
  const found = recording.answers.findLast((answer) => answer.name === name && fits(answer.input as InputOf<N>))
  if (found === undefined) throw new Error(`nothing was recorded of ${name}; see e2e/record-streams.ts`)
  return found.value as OutputOf<N>
}

/** The first input that was recorded of a call; empty where none was. */
export const recordedInput = (name: CallName): object =>
  (recording.answers.find((answer) => answer.name === name)?.input ?? {}) as object

function recordedFor<N extends CallName>(name: N, input: InputOf<N>): OutputOf<N> {
  const exact = recording.answers.findLast((answer) => answer.name === name && same(answer.input, input))
  return exact === undefined ? lastRecorded(name, () => true) : (exact.value as OutputOf<N>)
}

/** The recorded topic whose payload serves a book of any number of levels. */
function sourceOf(topic: Topic): TopicKey {
  if (topic.kind !== 'book') return topicKey(topic)
  const like = topicKey({ ...topic, levels: 0 }).replace(/0$/, '')
  return recording.topics.find(([key]) => key.startsWith(like))?.[0] ?? topicKey(topic)
}

/** Truncates a recorded book to the levels that a panel requests. */
function shaped<T extends Topic>(topic: T, payload: PayloadOf<T>): PayloadOf<T> {
  if (topic.kind !== 'book') return payload
  const { bids, asks, ...rest } = payload as PayloadOf<Extract<Topic, { kind: 'book' }>>
  return { ...rest, bids: bids.slice(0, topic.levels), asks: asks.slice(0, topic.levels) } as unknown as PayloadOf<T>
}

export interface FakeTerminal extends Pick<FakeBridge, 'bridge' | 'calls' | 'answer' | 'watched'> {
  /** Time stays at the start of the recording until a test advances it with `play`. */
  readonly clock: FakeClock
  /** The current payload of a topic. @throws Error for one that was neither recorded nor published */
  payload<T extends Topic>(topic: T): PayloadOf<T>
  /** Pushes a payload to the window, as main does; it replaces the recorded one for good. */
  publish<T extends Topic>(topic: T, payload: PayloadOf<T>): void
  /** Publishes the current payload with some fields changed. */
  change<T extends Topic>(topic: T, part: Partial<PayloadOf<T>>): void
  /** Advances time, and pushes what was recorded in that span. */
  play(ms: number): void
  /** The last recorded answer of a call. */
  recorded<N extends CallName>(name: N): OutputOf<N>
  /** Answers a call with its last recorded answer, changed. */
  alter<N extends CallName>(name: N, change: (recorded: OutputOf<N>) => OutputOf<N>): void
  /** Changes the answers of all calls that no test answers itself; null resets it. */
  alterEvery(change: ((name: CallName, value: unknown) => unknown) | null): void
  /** Refuses a call with an error of this code, as main does. */
  refuse(name: CallName, code: string, message: string): void
  /** The inputs of the calls with this name, oldest first. */
  inputs<N extends CallName>(name: N): readonly InputOf<N>[]
}

export function createFakeTerminal(): FakeTerminal {
  const clock = createFakeClock(recording.at)
  const fake = createFakeBridge({ onWatch: (key) => void give(key) })
  const published = new Set<TopicKey>()
  const now = new Map<TopicKey, unknown>(recorded)
  let played = 0
  let altered: ((name: CallName, value: unknown) => unknown) | null = null
  let isFlushing = false

  /** One batch for everything published together, and none inside of a render. */
  function flush(): void {
    if (isFlushing) return
    isFlushing = true
    queueMicrotask(() => {
      isFlushing = false
      fake.flush()
    })
  }
  /** Queues the payload of a watched topic. */
  function give(key: TopicKey): void {
    const topic = parseTopicKey(key)
    if (topic === null) return
    const payload = now.get(key) ?? now.get(sourceOf(topic))
    if (payload === undefined) return
    fake.publish(topic, shaped(topic, payload as PayloadOf<Topic>))
    flush()
  }
  const terminal: FakeTerminal = {
    bridge: fake.bridge,
    calls: fake.calls,
    watched: fake.watched,
    answer: fake.answer,
    clock,
    payload<T extends Topic>(topic: T): PayloadOf<T> {
      const payload = now.get(topicKey(topic)) ?? now.get(sourceOf(topic))
      if (payload === undefined)
        throw new Error(`nothing was recorded of ${topicKey(topic)}; see e2e/record-streams.ts`)
      return shaped(topic, payload as PayloadOf<T>)
    },
    publish(topic, payload) {
      published.add(topicKey(topic))
      now.set(topicKey(topic), payload)
      fake.publish(topic, payload)
      flush()
    },
    change(topic, part) {
      terminal.publish(topic, { ...(terminal.payload(topic) as object), ...part } as PayloadOf<typeof topic>)
    },
    play(ms) {
      const until = played + ms
      for (const { afterMs, updates } of recording.batches) {
        if (afterMs <= played || afterMs > until) continue
        for (const [key, payload] of updates) {
          if (published.has(key)) continue
          now.set(key, payload)
          for (const watched of fake.watched) {
            const topic = parseTopicKey(watched)
            if (topic !== null && (watched === key || sourceOf(topic) === key)) give(watched)
          }
        }
      }
      played = until
      clock.advance(ms)
    },
    recorded: (name) => lastRecorded(name, () => true),
    alter(name, change) {
      fake.answer(name, () => ({ ok: true, value: change(terminal.recorded(name)) }))
    },
    alterEvery(change) {
      altered = change
    },
    refuse(name, code, message) {
      fake.answer(name, () => ({ ok: false, error: { code, message: safeBlock(message), status: null, about: null } }))
    },
    inputs: <N extends CallName>(name: N) =>
      fake.calls.filter((call) => call.name === name).map(({ input }) => input as InputOf<N>),
  }
  for (const [name, reply] of Object.entries(REPLIES) as [CallName, Reply<CallName>][]) {
    if (reply === 'unanswered') continue
    fake.answer(name, (input): Answer<never> => {
      const value =
        reply === 'done' ? null : reply === 'recorded' ? recordedFor(name, input) : reply(input as never, terminal)
      return { ok: true, value: (altered === null ? value : altered(name, value)) as never }
    })
  }
  return terminal
}
