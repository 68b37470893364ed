/** A bridge for tests: a test publishes topics and sets the answers of calls; calls are recorded. It refuses the inputs that main refuses. */

import {
  type Answer,
  type CallName,
  type InputOf,
  type OutputOf,
  readInput,
  type TerminalBridge,
} from '../../contract/ipc.ts'
import { safeBlock } from '../../contract/safe-text.ts'
import {
  type FrameBatch,
  type PayloadOf,
  parseTopicKey,
  type Topic,
  type TopicKey,
  topicKey,
} from '../../contract/topics.ts'

type Responder<N extends CallName> = (input: InputOf<N>) => Answer<OutputOf<N>> | Promise<Answer<OutputOf<N>>>

export interface FakeBridge {
  readonly bridge: TerminalBridge
  /** Sets a topic's payload; it is sent with the next `flush` if the topic is watched. */
  publish<T extends Topic>(topic: T, payload: PayloadOf<T>): void
  /** Sends one batch with all changes; nothing when there are none. @param ahead unwatched topics to include @param withClocks as in `FrameBatch` */
  flush(ahead?: readonly TopicKey[], withClocks?: true): void
  /** Sets the answer of a call. */
  answer<N extends CallName>(name: N, respond: Responder<N>): void
  readonly calls: readonly { readonly name: CallName; readonly input: unknown }[]
  readonly watched: ReadonlySet<TopicKey>
  readonly paints: readonly { readonly seq: number; readonly epochMs: number | null }[]
}

interface FakeBridgeOptions {
  /** Called for each topic that becomes watched. */
  readonly onWatch?: (key: TopicKey) => void
}

export function createFakeBridge({ onWatch }: FakeBridgeOptions = {}): FakeBridge {
  const topics = new Map<TopicKey, unknown>()
  const changed = new Set<TopicKey>()
  const watched = new Set<TopicKey>()
  const listeners = new Set<(batch: FrameBatch) => void>()
  const calls: { name: CallName; input: unknown }[] = []
  const paints: { seq: number; epochMs: number | null }[] = []
  const responders = new Map<string, (input: never) => unknown>()
  let seq = 0

  const refused = (code: string, message: string): Answer<never> => ({
    ok: false,
    error: { code, message: safeBlock(message), status: null, about: null },
  })
  const run = async (name: CallName, input: never): Promise<unknown> => {
    calls.push({ name, input })
    const read = readInput(name, input)
    if (!read.ok) return read
    if (name === 'watch' || name === 'unwatch') {
      const { topic } = input as { topic: TopicKey }
      if (name === 'watch') {
        if (parseTopicKey(topic) === null) return refused('bad_input', `unknown topic: ${topic}`)
        watched.add(topic)
        if (topics.has(topic)) changed.add(topic)
        onWatch?.(topic)
      } else {
        watched.delete(topic)
      }
      return { ok: true, value: null }
    }
    const respond = responders.get(name)
    if (respond !== undefined) return respond(input)
    return refused('no_answer', `no answer set for ${name}`)
  }

  const bridge = new Proxy({} as TerminalBridge, {
    get(_target, name: string) {
      if (name === 'onFrame') {
        return (listener: (batch: FrameBatch) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        }
      }
      if (name === 'painted') return (painted: number, epochMs: number | null) => paints.push({ seq: painted, epochMs })
      return (input: never) => run(name as CallName, input)
    },
  })

  return {
    bridge,
    calls,
    watched,
    paints,
    publish(topic, payload) {
      const key = topicKey(topic)
      topics.set(key, payload)
      changed.add(key)
    },
    flush(ahead = [], withClocks = undefined) {
      const updates = [...changed]
        .filter((key) => watched.has(key) || ahead.includes(key))
        .map((key) => [key, topics.get(key)] as const)
      for (const [key] of updates) changed.delete(key)
      if (updates.length === 0) return
      seq += 1
      for (const listener of listeners) listener({ seq, updates, ...(withClocks === true && { withClocks }) })
    },
    answer(name, respond) {
      responders.set(name, respond as (input: never) => unknown)
    },
  }
}
