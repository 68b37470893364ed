/** Follows topics that send changes: the reader of changes, and the list of actions by it. */
import { useEffect, useRef, useState } from 'react'
import type { ActivityChanges, ActivityRow } from '../../contract/activity.ts'
import type { Cancel } from '../../contract/time.ts'
import { useCall } from '../bridge/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { useScope } from './hooks.ts'

interface ChangeReaderOptions<Answer> {
  /** Answers with what changed after a version; 0 for all. */
  readonly read: (since: number) => Promise<Answer>
  readonly take: (answer: Answer) => void
  readonly after: (ms: number, run: () => void) => Cancel
}

/** After a read that failed, ms. */
const RETRY = 2000

/** Reads something long by its changes, one read at a time: a topic says that there are some, a call answers with those since the last one. */
export class ChangeReader<Answer extends { readonly version: number }> {
  readonly #options: ChangeReaderOptions<Answer>
  #known = 0
  #wanted: number | undefined
  #isReading = false
  #again: Cancel | null = null

  constructor(options: ChangeReaderOptions<Answer>) {
    this.#options = options
  }

  /** The version that the topic says; undefined while nobody looks: then nothing is read. */
  want(version: number | undefined): void {
    this.#wanted = version
    if (version === undefined) this.#again?.()
    this.#turn()
  }

  #turn(): void {
    const asked = this.#wanted
    if (this.#isReading || asked === undefined || asked === this.#known) return
    this.#isReading = true
    this.#again?.()
    const { read, take, after } = this.#options
    read(this.#known).then(
      (answer) => {
        this.#isReading = false
        this.#known = answer.version
        take(answer)
        // What changed meanwhile is read at once; an answer that is behind the topic waits for its next word.
        if (this.#wanted !== asked) this.#turn()
      },
      () => {
        this.#isReading = false
        this.#again = after(RETRY, () => this.#turn())
      },
    )
  }
}

/** @param version what the topic says; undefined reads nothing */
export function useChanges<Answer extends { readonly version: number }>(
  version: number | undefined,
  read: (since: number) => Promise<Answer>,
  take: (answer: Answer) => void,
): void {
  const { clock } = useMarketData()
  const calls = useRef({ read, take })
  useEffect(() => {
    calls.current = { read, take }
  })
  const [reader] = useState(
    () =>
      new ChangeReader<Answer>({
        read: (since) => calls.current.read(since),
        take: (answer) => calls.current.take(answer),
        after: (ms, run) => clock.after(ms, run),
      }),
  )
  useEffect(() => reader.want(version), [reader, version])
  useEffect(() => () => reader.want(undefined), [reader])
}

// What this terminal did, read by its changes: a row that says nothing new stays the same object.

type Known = Pick<ActivityChanges, 'account' | 'rows'>

/** The list after an answer. Pure. */
export function withActivity(
  known: readonly ActivityRow[],
  { whole, rows, keys }: Pick<ActivityChanges, 'whole' | 'rows' | 'keys'>,
): readonly ActivityRow[] {
  const byId = new Map([...(whole ? [] : known), ...rows].map((row) => [row.id, row]))
  return (keys ?? (whole ? rows : known).map(({ id }) => id)).flatMap((id) => byId.get(id) ?? [])
}

/** Newest event first; undefined before it was read, and while what was read is another wallet's. */
export function useActivity(): readonly ActivityRow[] | undefined {
  const call = useCall()
  const { address } = useScope()
  const [known, setKnown] = useState<Known>()
  useChanges(
    useTopic({ kind: 'activity' }),
    (since) => call('readActivity', { since }),
    (answer) => setKnown((before) => ({ account: answer.account, rows: withActivity(before?.rows ?? [], answer) })),
  )
  // The session and the list come one after the other: none of one wallet's stands beside another one's name, not for a frame.
  const isOwn = address == null || known?.account === address
  return isOwn ? known?.rows : undefined
}
