/** The orders that trading keys just sent at once, over the foot of the window: nothing else shows what a key sent. */
import { type ReactNode, useEffect } from 'react'
import { useMarketData } from '../market-data/index.ts'
import { forgetSent, SENT_SHOWN_MS, useSentByKey } from './key-labels.ts'
import styles from './keys-badge.module.css'

export function SentLines(): ReactNode {
  const sent = useSentByKey((state) => state.sent)
  return (
    <div className={styles.sent} role="log" aria-label="Sent by keys">
      {sent.map(({ id, words }) => (
        <Sent key={id} id={id} words={words} />
      ))}
    </div>
  )
}

function Sent({ id, words }: { readonly id: number; readonly words: string }): ReactNode {
  const { clock } = useMarketData()
  useEffect(() => clock.after(SENT_SHOWN_MS, () => forgetSent(id)), [clock, id])
  return <p>Sent by a key: {words}</p>
}
