/** What Flatten would do, over the foot of the window, while it has the focus: Enter does it, Esc drops it. */
import { type ReactNode, useEffect } from 'react'
import { trimZeros } from '../../contract/decimal.ts'
import { closeDistanceText } from '../../contract/protection.ts'
import { FlattenLines } from '../positions/index.ts'
import { useAccount, useAssets, useCloseDistances } from '../queries/index.ts'
import { dropFlatten, type Flatten, type FlattenStage, heldNow, runFlatten, useFlattenShown } from './flatten-shown.ts'
import { CloseButton, useLineFocus, useLineKeys } from './line.tsx'
import styles from './preview-line.module.css'
import { useRestingOrders } from './resting-orders.ts'

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
