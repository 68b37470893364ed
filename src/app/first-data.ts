/** The data of a window's first render, requested before anything renders: the window then renders once, instead of again with each answer. */
import type { TerminalBridge } from '../../contract/ipc.ts'
import type { Topic } from '../../contract/topics.ts'
import type { TopicStore, WindowClock } from '../market-data/index.ts'

/** What the bars and every panel read; last the settings, which are always known, so that their arrival shows that main has answered. */
const FIRST_TOPICS: readonly Topic[] = [
  { kind: 'session' },
  { kind: 'workspaces' },
  { kind: 'windows' },
  { kind: 'bucket' },
  { kind: 'binary' },
  { kind: 'outcomes' },
  { kind: 'outcome_collateral' },
  { kind: 'minimum_values' },
  { kind: 'markets' },
  { kind: 'favourites' },
  { kind: 'account_version' },
  { kind: 'watch_list' },
  { kind: 'worst_case' },
  { kind: 'held_pauses' },
  { kind: 'flattens' },
  { kind: 'arming' },
  { kind: 'kill' },
  { kind: 'alerts' },
  { kind: 'notices' },
  { kind: 'update' },
  // With the links, main sends the markets that they show.
  { kind: 'links' },
  { kind: 'settings' },
]

/** The longest wait for main's answers, ms: a window without them renders what it has. */
const AT_LATEST = 200
/** By then everything that renders has subscribed. */
const HELD_FOR = 5000

interface FirstDataDeps {
  readonly bridge: TerminalBridge
  readonly store: TopicStore
  readonly clock: Pick<WindowClock, 'after'>
}

/**
 * Requests the first data, and resolves once the layout and the topics are there, or it has waited long enough.
 * @returns the bridge with the requested layout as its answer.
 */
export async function readFirstData({ bridge, store, clock }: FirstDataDeps): Promise<TerminalBridge> {
  const layout = bridge.readLayout({})
  const stops = FIRST_TOPICS.map((topic) => store.subscribe(topic, () => undefined))
  const topics = new Promise<void>((resolve) => {
    const stop = bridge.onFrame(() => {
      if (store.read({ kind: 'settings' }) === undefined) return
      stop()
      resolve()
    })
  })
  const late = new Promise<void>((resolve) => clock.after(AT_LATEST, resolve))
  await Promise.race([late, Promise.allSettled([layout, topics])])
  clock.after(HELD_FOR, () => {
    for (const each of stops) each()
  })
  return { ...bridge, readLayout: () => layout }
}
