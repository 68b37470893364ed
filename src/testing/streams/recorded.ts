/** The form of a recording: what main pushed to a window in a few seconds, and what it answered. */
import type { CallName } from '../../../contract/ipc.ts'
import type { TopicKey } from '../../../contract/topics.ts'

type Update = readonly [key: TopicKey, payload: unknown]

export interface Recording {
  /** The machine's clock when it begins, ms since the epoch. */
  readonly at: number
  /** The payload of each topic at that moment. */
  readonly topics: readonly Update[]
  /** What was pushed after that, `afterMs` from `at`. */
  readonly batches: readonly { readonly afterMs: number; readonly updates: readonly Update[] }[]
  /** What each call answered to an input. */
  readonly answers: readonly { readonly name: CallName; readonly input: unknown; readonly value: unknown }[]
}
