/** What Flatten would do, over the foot of the window, while it has the focus: Enter does it, Esc drops it. */
import { type ReactNode, useEffect, useRef } from 'react'
import { trimZeros } from '../../contract/decimal.ts'
import { closeDistanceWords } from '../../contract/protection.ts'
import { FlattenLines } from '../positions/index.ts'
import { useAccount, useAssets, useCloseDistances } from '../queries/index.ts'
import { Button, useEscape } from '../ui/index.ts'
import { dropFlatten, type Flatten, type FlattenStage, heldNow, runFlatten, useFlattenShown } from './flatten-shown.ts'
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
  const box = useRef<HTMLElement>(null)
  const back = useRef<Element | null>(null)
  /** The focus leaves with the press that carries it out, before anything renders. */
  const begun = useRef(stage.at !== 'shown')
  const leave = (): void => {
    if (back.current instanceof HTMLElement && back.current.isConnected) back.current.focus()
  }
  useEffect(() => {
    back.current = document.activeElement
    // A report takes no focus: it asks for no key.
    if (!begun.current) box.current?.focus()
  }, [])
  const { at } = stage
  useEffect(() => {
    if (at !== 'failed') return
    begun.current = false
    // Only where the focus is as the line left it: an Enter that is typed elsewhere by now is for something else.
    const { activeElement } = document
    if (activeElement === back.current || activeElement === document.body) box.current?.focus()
  }, [at])
  useEffect(() => {
    if (at === 'unfinished' && positions !== null) heldNow(positions.map(({ asset }) => asset))
  }, [at, positions])
  useEscape('preview', true, () => {
    if (document.activeElement === box.current) leave()
    dropFlatten()
  })
  const run = (): void => {
    begun.current = true
    leave()
    runFlatten(flatten)
  }
  const held = positions?.map(({ asset, size }) => `${trimZeros(size)} ${assets.asset(asset)}`)
  return (
    <section
      ref={box}
      className={styles.preview}
      aria-label={stage.at === 'unfinished' ? 'What Flatten left' : 'Preview of Flatten'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the key that carries it out
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing || event.target !== box.current)
          return
        event.preventDefault()
        if (!begun.current) run()
      }}
      onBlur={() => {
        if (!begun.current && at === 'shown') dropFlatten()
      }}
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
            <span>
              {orders === null ? 'every resting order is cancelled' : `${orders.length} orders are cancelled`}
            </span>
            <span>
              {held === undefined
                ? 'every position is closed'
                : held.length === 0
                  ? 'nothing is held'
                  : `closed: ${held.join(', ')}`}
            </span>
          </p>
          <p className={styles.terms}>
            Temperature: {closeDistanceWords(closes.scalar, 'scalar')}. Contracts:{' '}
            {closeDistanceWords(closes.binary, 'binary')}. Shares: {closeDistanceWords(closes.outcome, 'outcome')}.
          </p>
          <p className={styles.said} role={at === 'failed' ? 'alert' : 'status'}>
            {at === 'shown' && 'Enter does it. Esc drops it.'}
            {at === 'under_way' && 'Cancelling and closing… Positions and Activity say what becomes of it.'}
            {stage.at === 'failed' && `${stage.words} Enter tries again.`}
          </p>
        </>
      )}
      {(at === 'failed' || at === 'unfinished') && (
        <Button size="small" className={styles.close} onClick={dropFlatten}>
          Close
        </Button>
      )}
    </section>
  )
}
