/** What trading keys just sent at once, over the foot of the window: nothing else shows what a key sent. */
import { type ReactNode, useEffect } from 'react'
import { isFinal } from '../../contract/action.ts'
import { useMarketData, useTopicValue } from '../market-data/index.ts'
import { closeStateOf } from '../positions/index.ts'
import { Button } from '../ui/index.ts'
import { ClosedSoFar } from './closing-state.tsx'
import { forgetSent, SENT_SHOWN_MS, useSentByKey } from './key-labels.ts'
import styles from './keys-badge.module.css'

export function SentLines(): ReactNode {
  const sent = useSentByKey((state) => state.sent)
  return (
    <div className={styles.sent} role="log" aria-label="Sent by keys">
      {sent.map(({ id, words, actionId }) =>
        actionId === null ? (
          <Sent key={id} id={id} words={words} />
        ) : (
          <SentClose key={id} id={id} words={words} actionId={actionId} />
        ),
      )}
    </div>
  )
}

function Sent({ id, words }: { readonly id: number; readonly words: string }): ReactNode {
  const { clock } = useMarketData()
  useEffect(() => clock.after(SENT_SHOWN_MS, () => forgetSent(id)), [clock, id])
  return <p>Sent by a key: {words}</p>
}

/** A close stands until it is over; one that came to nothing, or to less than was asked, until it is put away. */
function SentClose({ id, words, actionId }: SentCloseProps): ReactNode {
  const { clock } = useMarketData()
  const action = useTopicValue({ kind: 'actions' }, (actions) => actions.find((one) => one.id === actionId))
  const state = closeStateOf({ state: 'accepted' }, action)
  const isOver = action !== undefined && isFinal(action.state)
  const isDone = isOver && state.failure === null
  useEffect(() => (isDone ? clock.after(SENT_SHOWN_MS, () => forgetSent(id)) : undefined), [clock, id, isDone])
  return (
    <div className={styles.close}>
      <p>Sent by a key: {words}</p>
      <ClosedSoFar state={state} action={action} />
      {isOver && (
        <Button size="small" onClick={() => forgetSent(id)}>
          Close
        </Button>
      )}
    </div>
  )
}

interface SentCloseProps {
  readonly id: number
  readonly words: string
  readonly actionId: string
}
