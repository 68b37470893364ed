/** The question about a transfer that neither its answer nor the balances tell of: the trader says whether it was made. */
import { type ReactNode, useState } from 'react'
import { type ActionRecord, awaitsTransferWord } from '../../../contract/action.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './activity.module.css'

/** Nothing for an action that asks nothing of the kind. */
export function TransferWord({ action }: { readonly action: ActionRecord }): ReactNode {
  const call = useCall()
  const [said, setSaid] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  if (!awaitsTransferWord(action)) return null
  const say = (made: boolean): void => {
    setSaid(made)
    setFailure(null)
    call('settleTransfer', { actionId: action.id, made }).catch((error: unknown) => {
      setSaid(null)
      setFailure(wordsOf(error))
    })
  }
  return (
    <section className={styles.word} aria-label="Was the transfer made?">
      <p>
        No answer came, and the balances do not tell whether it was made. Compare USDH in Outcomes, Collateral, then say
        what is true: it is kept as your word.
      </p>
      {failure !== null && <p role="alert">{failure}</p>}
      <div className={styles.wordButtons}>
        <Button size="small" disabled={said !== null} onClick={() => say(true)}>
          It was made
        </Button>
        <Button size="small" disabled={said !== null} onClick={() => say(false)}>
          It was not made
        </Button>
      </div>
    </section>
  )
}
