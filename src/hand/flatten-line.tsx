/** What Flatten would do, over the foot of the window, while it has the focus: Enter does it, Esc drops it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import { price, trimZeros } from '../../contract/decimal.ts'
import type { FlattenReport } from '../../contract/flatten.ts'
import { type CloseDistance, closeDistanceWords } from '../../contract/protection.ts'
import { wordsOf } from '../bridge/index.ts'
import { useAccount, useAssets } from '../queries/index.ts'
import { Button, useEscape } from '../ui/index.ts'
import styles from './preview-line.module.css'
import { useRestingOrders } from './resting-orders.ts'

/** How far from the price positions are closed: as a Positions panel does unless changed. */
export const FLATTEN_DISTANCES: { readonly scalar: CloseDistance; readonly probability: CloseDistance } = {
  scalar: { distance: price('0.10'), bound: price('1') },
  probability: { distance: price('0.05'), bound: null },
}

const useShown = create<{ readonly isShown: boolean }>(() => ({ isShown: false }))
/** Shows what Flatten would do; nothing is sent by it. */
export const showFlatten = (): void => useShown.setState({ isShown: true })
const drop = (): void => useShown.setState({ isShown: false })

interface FlattenLineProps {
  readonly flatten: () => Promise<FlattenReport>
}

export function FlattenLine({ flatten }: FlattenLineProps): ReactNode {
  return useShown(({ isShown }) => isShown) ? <Line flatten={flatten} /> : null
}

function Line({ flatten }: FlattenLineProps): ReactNode {
  const positions = useAccount().data?.positions ?? null
  const orders = useRestingOrders()
  const assets = useAssets()
  const box = useRef<HTMLElement>(null)
  const back = useRef<Element | null>(null)
  const begun = useRef(false)
  const [said, setSaid] = useState<{ readonly isBad: boolean; readonly words: string } | null>(null)
  const leave = (): void => {
    if (back.current instanceof HTMLElement && back.current.isConnected) back.current.focus()
  }
  useEffect(() => {
    back.current = document.activeElement
    box.current?.focus()
  }, [])
  useEscape('preview', true, () => {
    leave()
    drop()
  })
  const run = (): void => {
    begun.current = true
    setSaid({ isBad: false, words: 'Cancelling and closing… Positions and Activity say what becomes of it.' })
    leave()
    flatten().then(drop, (failed: unknown) => setSaid({ isBad: true, words: wordsOf(failed) }))
  }
  const held = positions?.map(({ asset, size }) => `${trimZeros(size)} ${assets.asset(asset)}`)
  return (
    <section
      ref={box}
      className={styles.preview}
      aria-label="Preview of Flatten"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the key that carries it out
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing || event.target !== box.current)
          return
        event.preventDefault()
        if (!begun.current) run()
      }}
      onBlur={() => {
        if (!begun.current) drop()
      }}
    >
      <p className={styles.what}>
        <strong>Flatten</strong>
        <span>{orders === null ? 'every resting order is cancelled' : `${orders.length} orders are cancelled`}</span>
        <span>
          {held === undefined
            ? 'every position is closed'
            : held.length === 0
              ? 'nothing is held'
              : `closed: ${held.join(', ')}`}
        </span>
      </p>
      <p className={styles.terms}>
        Temperature: {closeDistanceWords(FLATTEN_DISTANCES.scalar, 'scalar')}. Contracts and shares:{' '}
        {closeDistanceWords(FLATTEN_DISTANCES.probability, 'binary')}.
      </p>
      <p className={styles.said} role={said?.isBad === true ? 'alert' : 'status'}>
        {said?.words ?? 'Enter does it. Esc drops it.'}
      </p>
      {said?.isBad === true && (
        <Button size="small" className={styles.close} onClick={drop}>
          Close
        </Button>
      )}
    </section>
  )
}
