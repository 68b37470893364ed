/** The format of a recording: main's pushes to a window over a few seconds, and its answers. */
import type { CallName } from '../../../contract/ipc.ts'
import type { TopicKey } from '../../../contract/topics.ts'

type Update = readonly [key: TopicKey, payload: unknown]

export interface Recording {
  /** The machine's clock at the start, ms since the epoch. */
  readonly at: number
  /** The payload of each topic at that moment. */
  readonly topics: readonly Update[]
  /** Later pushes, `afterMs` from `at`. */
  readonly batches: readonly { readonly afterMs: number; readonly updates: readonly Update[] }[]
  /** Answers of calls by input. */
  readonly answers: readonly { readonly name: CallName; readonly input: unknown; readonly value: unknown }[]
}
