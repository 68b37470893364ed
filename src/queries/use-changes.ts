/** Follows topics that publish changes: the reader of changes, and the list of actions built with it. */
import { useEffect, useRef, useState } from 'react'
import type { ActivityChanges, ActivityRow } from '../../contract/activity.ts'
import type { Cancel } from '../../contract/time.ts'
import { useCall } from '../bridge/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { useScope } from './hooks.ts'

interface ChangeReaderOptions<Answer> {
  /** Resolves with the changes after a version; 0 for all. */
  readonly read: (since: number) => Promise<Answer>
  readonly take: (answer: Answer) => void
  readonly after: (ms: number, run: () => void) => Cancel
}

/** Delay after a failed read, ms. */
const RETRY = 2000

/** Reads a long list by its changes, one read at a time: a topic reports that there are changes, and a call returns those since the last version. */
export class ChangeReader<Answer extends { readonly version: number }> {
  readonly #options: ChangeReaderOptions<Answer>
  #known = 0
  #wanted: number | undefined
  #isReading = false
  #again: Cancel | null = null

  constructor(options: ChangeReaderOptions<Answer>) {
    this.#options = options
  }

  /** The version reported by the topic; undefined without a reader, when nothing is read. */
  want(version: number | undefined): void {
    this.#wanted = version
    if (version === undefined) this.#again?.()
    this.#turn()
  }

  #turn(): void {
    const requests = this.#wanted
    if (this.#isReading || requests === undefined || requests === this.#known) return
    this.#isReading = true
    this.#again?.()
    const { read, take, after } = this.#options
    read(this.#known).then(
      (answer) => {
        this.#isReading = false
        this.#known = answer.version
        take(answer)
        // Changes in the meantime are read at once; an answer that is behind the topic waits for its next message.
        if (this.#wanted !== requests) this.#turn()
      },
      () => {
        this.#isReading = false
        this.#again = after(RETRY, () => this.#turn())
      },
    )
  }
}

/** @param version the topic's version; undefined reads nothing */
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

// The actions of this terminal, read by their changes: an unchanged row keeps its object identity.

type Known = Pick<ActivityChanges, 'account' | 'rows'>

/** The list after applying an answer. Pure. */
export function withActivity(
  known: readonly ActivityRow[],
  { whole, rows, keys }: Pick<ActivityChanges, 'whole' | 'rows' | 'keys'>,
): readonly ActivityRow[] {
  const byId = new Map([...(whole ? [] : known), ...rows].map((row) => [row.id, row]))
  return (keys ?? (whole ? rows : known).map(({ id }) => id)).flatMap((id) => byId.get(id) ?? [])
}

/** Newest event first; undefined before the first read, and while the known list belongs to another wallet. */
export function useActivity(): readonly ActivityRow[] | undefined {
  const call = useCall()
  const { address } = useScope()
  const [known, setKnown] = useState<Known>()
  useChanges(
    useTopic({ kind: 'activity' }),
    (since) => call('readActivity', { since }),
    (answer) => setKnown((before) => ({ account: answer.account, rows: withActivity(before?.rows ?? [], answer) })),
  )
  // Session and list arrive one after the other: no row of one wallet may appear beside another wallet's name, not even for a frame.
  const isOwn = address == null || known?.account === address
  return isOwn ? known?.rows : undefined
}
