/** Orders that the service showed after they had been told as over: said until the trader has seen it. */
import { type ReactNode, useId, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useAssets } from '../queries/index.ts'
import { intentText } from '../trade-forms/index.ts'
import { Button } from '../ui/index.ts'
import styles from './unverified-prompt.module.css'

/** One for each such order, newest first. */
export function SurfacedPrompts(): ReactNode {
  const actions = useTopic({ kind: 'actions' }) ?? []
  const unseen = actions.filter(({ surfaced }) => surfaced !== undefined && !surfaced.isSeen)
  return unseen.map((action) => <SurfacedPrompt key={action.id} action={action} />)
}

function SurfacedPrompt({ action }: { action: ActionRecord }): ReactNode {
  const call = useCall()
  const assets = useAssets()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = useId()
  const seen = (): void => {
    setSending(true)
    setFailure(null)
    call('markSeen', { actionId: action.id }).catch((error: unknown) => {
      setSending(false)
      setFailure(wordsOf(error))
    })
  }
  return (
    <div className={styles.prompt} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-words`}>
      <p id={`${id}-title`} className={styles.promptTitle}>
        An order shows up that was told as over
      </p>
      <p id={`${id}-words`} className={styles.promptText}>
        {intentText(action.intent, [], assets)}. {action.surfaced?.words} It is open again below and counts in every
        limit; check open orders and positions before you send it once more.
      </p>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.promptButtons}>
        <Button variant="primary" size="small" disabled={sending} onClick={seen}>
          I have seen it
        </Button>
      </div>
    </div>
  )
}
