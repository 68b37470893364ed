/** The preview of Flatten above the window's status bar, while it has the focus: Enter runs it, Esc drops it. */
import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'
import { trimZeros } from '../../contract/decimal.ts'
import type { FlattenReport } from '../../contract/flatten.ts'
import { closeDistanceText } from '../../contract/protection.ts'
import { errorText } from '../bridge/index.ts'
import { type Done, doneSince, FlattenLines, isUnfinished } from '../positions/index.ts'
import { useAccount, useAssets, useCloseDistances } from '../queries/index.ts'
import { CloseButton, useLineFocus, useLineKeys } from './line.tsx'
import { useRestingOrders } from './own-orders.ts'
import styles from './preview-line.module.css'

type FlattenStage =
  | { readonly at: 'shown' }
  | { readonly at: 'under_way' }
  | { readonly at: 'failed'; readonly text: string }
  /** `held` are the assets held since the report; null until they are checked. */
  | ({ readonly at: 'unfinished' } & Done)

interface Shown {
  readonly id: number
  readonly stage: FlattenStage
}

/** Carries it out. */
export type Flatten = () => Promise<FlattenReport>

/** The single Flatten line of this window: previewed, carried out, and what remains to be done manually. */
export const useFlattenShown = create<{ readonly count: number; readonly line: Shown | null }>(() => ({
  count: 0,
  line: null,
}))

const put = (stage: FlattenStage): void =>
  useFlattenShown.setState(({ count }) => ({ count: count + 1, line: { id: count, stage } }))

/** Updates the line with this id if it is still shown; null removes it. */
const become = (id: number, stage: FlattenStage | null): void =>
  useFlattenShown.setState(({ line }) => (line?.id === id ? { line: stage === null ? null : { id, stage } } : {}))

/** Previews Flatten, replacing an earlier preview unless one is in progress; sends nothing. */
export function showFlatten(): void {
  if (useFlattenShown.getState().line?.stage.at !== 'under_way') put({ at: 'shown' })
}

export const dropFlatten = (): void => useFlattenShown.setState({ line: null })

/** Carries out the preview, or retries what failed. A complete report disappears; an incomplete one stays until dismissed. */
export function runFlatten(flatten: Flatten): void {
  const { line } = useFlattenShown.getState()
  if (line === null || (line.stage.at !== 'shown' && line.stage.at !== 'failed')) return
  const { id } = line
  become(id, { at: 'under_way' })
  flatten().then(
    (report) => showReport(report, id),
    (failed: unknown) => become(id, { at: 'failed', text: errorText(failed) }),
  )
}

/** Updates the report by the held assets: a position that was closing and is gone counts as closed, and a report with nothing left disappears. */
export function heldNow(assets: readonly string[]): void {
  const { line } = useFlattenShown.getState()
  if (line?.stage.at !== 'unfinished') return
  const { report, held } = line.stage
  const done = doneSince({ report, held }, assets)
  if (done === null || !isUnfinished(done.report)) become(line.id, null)
  else if (done.report !== report || done.held !== held) become(line.id, { at: 'unfinished', ...done })
}

/** Carries it out without a preview; what remains to be done is shown nevertheless. */
export function flattenAtOnce(flatten: Flatten, refuse: (text: string) => void): void {
  flatten().then(
    (report) => showReport(report, null),
    (failed: unknown) => refuse(errorText(failed)),
  )
}

/** An incomplete report shows even if its line was dropped in the meantime. */
function showReport(report: FlattenReport, id: number | null): void {
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
  // A report does not take the focus, as it needs no key.
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
      aria-label={stage.at === 'unfinished' ? 'Left after Flatten' : 'Flatten preview'}
      {...props}
    >
      {stage.at === 'unfinished' ? (
        <div role="alert">
          <strong>Not completed.</strong>
          <FlattenLines report={stage.report} names={assets} />
        </div>
      ) : (
        <>
          <p className={styles.what}>
            <strong>Flatten</strong>
            <span>{orders === null ? 'all open orders are canceled' : `orders canceled: ${orders.length}`}</span>
            <span>
              {held === undefined
                ? 'all positions are closed'
                : held.length === 0
                  ? 'no positions'
                  : `closed: ${held.join(', ')}`}
            </span>
          </p>
          <p className={styles.terms}>
            Scalar: {closeDistanceText(closes.scalar, 'scalar')}. Binary: {closeDistanceText(closes.binary, 'binary')}.
            Shares: {closeDistanceText(closes.outcome, 'outcome')}.
          </p>
          <p className={styles.said} role={at === 'failed' ? 'alert' : 'status'}>
            {at === 'shown' && 'Enter flatten · Esc discard'}
            {at === 'under_way' && 'Canceling and closing… See Positions and Activity.'}
            {stage.at === 'failed' && `${stage.text} Press Enter to retry.`}
          </p>
        </>
      )}
      {(at === 'failed' || at === 'unfinished') && <CloseButton onPress={dropFlatten} />}
    </section>
  )
}
