/** What Flatten would do, over the foot of the window, while it has the focus: Enter does it, Esc drops it. */
import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'
import { trimZeros } from '../../contract/decimal.ts'
import type { FlattenReport } from '../../contract/flatten.ts'
import { closeDistanceText } from '../../contract/protection.ts'
import { wordsOf } from '../bridge/index.ts'
import { type Done, doneSince, FlattenLines, isUnfinished } from '../positions/index.ts'
import { useAccount, useAssets, useCloseDistances } from '../queries/index.ts'
import { CloseButton, useLineFocus, useLineKeys } from './line.tsx'
import { useRestingOrders } from './own-orders.ts'
import styles from './preview-line.module.css'

/** How far it is. */
type FlattenStage =
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

/** The one line of Flatten in this window: shown, carried out, and what is left to do by hand. */
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

interface FlattenLineProps {
  readonly flatten: Flatten
}

export function FlattenLine({ flatten }: FlattenLineProps): ReactNode {
  const line = useFlattenShown(({ line }) => line)
  return line === null ? null : <Line key={line.id} stage={line.stage} flatten={flatten} />
}

function Line({ flatten, stage }: FlattenLineProps & { readonly stage: FlattenStage }): ReactNode {
  const positions = useAccount().data?.positions ?? null
  const orders = useRestingOrders()
  const closes = useCloseDistances()
  const assets = useAssets()
  const { at } = stage
  // A report takes no focus: it asks for no key.
  const focus = useLineFocus(at === 'shown')
  useEffect(() => {
    if (at === 'failed') focus.again()
  }, [at, focus])
  useEffect(() => {
    if (at === 'unfinished' && positions !== null) heldNow(positions.map(({ asset }) => asset))
  }, [at, positions])
  const props = useLineKeys(focus, {
    onEnter() {
      focus.leave()
      runFlatten(flatten)
    },
    onKey: () => false,
    onDrop: dropFlatten,
    stays: at !== 'shown',
  })
  const held = positions?.map(({ asset, size }) => `${trimZeros(size)} ${assets.asset(asset)}`)
  return (
    <section
      className={styles.preview}
      aria-label={stage.at === 'unfinished' ? 'What Flatten left' : 'Preview of Flatten'}
      {...props}
    >
      {stage.at === 'unfinished' ? (
        <div role="alert">
          <strong>Not everything is done.</strong>
          <FlattenLines report={stage.report} names={assets} />
        </div>
      ) : (
        <>
          <p className={styles.what}>
            <strong>Flatten</strong>
            <span>{orders === null ? 'every resting order is canceled' : `${orders.length} orders are canceled`}</span>
            <span>
              {held === undefined
                ? 'every position is closed'
                : held.length === 0
                  ? 'nothing is held'
                  : `closed: ${held.join(', ')}`}
            </span>
          </p>
          <p className={styles.terms}>
            Temperature: {closeDistanceText(closes.scalar, 'scalar')}. Contracts:{' '}
            {closeDistanceText(closes.binary, 'binary')}. Shares: {closeDistanceText(closes.outcome, 'outcome')}.
          </p>
          <p className={styles.said} role={at === 'failed' ? 'alert' : 'status'}>
            {at === 'shown' && 'Enter does it. Esc drops it.'}
            {at === 'under_way' && 'Canceling and closing… Positions and Activity say what becomes of it.'}
            {stage.at === 'failed' && `${stage.words} Enter tries again.`}
          </p>
        </>
      )}
      {(at === 'failed' || at === 'unfinished') && <CloseButton onPress={dropFlatten} />}
    </section>
  )
}
