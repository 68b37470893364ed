/** The one line of Flatten in this window: shown, carried out, and what is left to do by hand. */
import { create } from 'zustand'
import type { FlattenReport } from '../../contract/flatten.ts'
import { wordsOf } from '../bridge/index.ts'
import { type Done, doneSince, isUnfinished } from '../positions/index.ts'

/** How far it is. */
export type FlattenStage =
  | { readonly at: 'shown' }
  | { readonly at: 'under_way' }
  | { readonly at: 'failed'; readonly words: string }
  /** `held` is what was held when it was told and ever since; null until that was looked at. */
  | ({ readonly at: 'unfinished' } & Done)

interface Shown {
  readonly id: number
  readonly stage: FlattenStage
}

/** What carries it out. */
export type Flatten = () => Promise<FlattenReport>

export const useFlattenShown = create<{ readonly count: number; readonly line: Shown | null }>(() => ({
  count: 0,
  line: null,
}))

const put = (stage: FlattenStage): void =>
  useFlattenShown.setState(({ count }) => ({ count: count + 1, line: { id: count, stage } }))

/** Where the line of an id is shown still; null takes it away. */
const become = (id: number, stage: FlattenStage | null): void =>
  useFlattenShown.setState(({ line }) => (line?.id === id ? { line: stage === null ? null : { id, stage } } : {}))

/** Shows what Flatten would do, anew unless one is under way; nothing is sent by it. */
export function showFlatten(): void {
  if (useFlattenShown.getState().line?.stage.at !== 'under_way') put({ at: 'shown' })
}

export const dropFlatten = (): void => useFlattenShown.setState({ line: null })

/** Carries out what is shown, or tries again what failed. What was finished leaves; what was not stays until it is dismissed. */
export function runFlatten(flatten: Flatten): void {
  const { line } = useFlattenShown.getState()
  if (line === null || (line.stage.at !== 'shown' && line.stage.at !== 'failed')) return
  const { id } = line
  become(id, { at: 'under_way' })
  flatten().then(
    (report) => tell(report, id),
    (failed: unknown) => become(id, { at: 'failed', words: wordsOf(failed) }),
  )
}

/** What is held now: a position that was closing and is gone is closed, and a report of which nothing is left goes. */
export function heldNow(assets: readonly string[]): void {
  const { line } = useFlattenShown.getState()
  if (line?.stage.at !== 'unfinished') return
  const { report, held } = line.stage
  const done = doneSince({ report, held }, assets)
  if (done === null || !isUnfinished(done.report)) become(line.id, null)
  else if (done.report !== report || done.held !== held) become(line.id, { at: 'unfinished', ...done })
}

/** Carries it out without showing it first; what is left to do is shown all the same. */
export function flattenAtOnce(flatten: Flatten, refuse: (words: string) => void): void {
  flatten().then(
    (report) => tell(report, null),
    (failed: unknown) => refuse(wordsOf(failed)),
  )
}

/** A report of what is not done shows even where its line was dropped meanwhile. */
function tell(report: FlattenReport, id: number | null): void {
  if (isUnfinished(report)) put({ at: 'unfinished', report, held: null })
  else if (id !== null) become(id, null)
}
