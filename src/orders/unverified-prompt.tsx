/** The question about an action that stands still because the terminal could not verify it against the order. */
import { type ReactNode, useId, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useAssets } from '../queries/index.ts'
import { awaitsWord, intentText } from '../trade-forms/index.ts'
import { Button } from '../ui/index.ts'
import { NumberFacts } from './number-question.tsx'
import styles from './unverified-prompt.module.css'

type Kind = ActionRecord['intent']['kind']

/** One question for each action that waits for the trader's word; of some kinds of action when `only` names them. */
export function UnverifiedPrompts({ only }: { only?: Kind | readonly Kind[] }): ReactNode {
  const actions = useTopic({ kind: 'actions' }) ?? []
  const wanted = ({ intent: { kind } }: ActionRecord): boolean =>
    only === undefined || (typeof only === 'string' ? only === kind : only.includes(kind))
  const waiting = actions.filter((action) => awaitsWord(action) && wanted(action))
  return waiting.map((action) => <UnverifiedPrompt key={action.id} action={action} />)
}

function UnverifiedPrompt({ action }: { action: ActionRecord }): ReactNode {
  const call = useCall()
  const assets = useAssets()
  const [answered, setAnswered] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const id = useId()
  const question = action.question ?? null
  const answer = (accept: boolean): void => {
    setAnswered(accept)
    setFailure(null)
    call('confirmUnverified', { actionId: action.id, accept }).catch((error: unknown) => {
      setAnswered(null)
      setFailure(wordsOf(error))
    })
  }
  return (
    <div className={styles.prompt} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-words`}>
      <p id={`${id}-title`} className={styles.promptTitle}>
        Not verified against your order
      </p>
      {question === null ? (
        <p id={`${id}-words`} className={styles.promptText}>
          {intentText(action.intent, [], assets)}. {action.unverified} Nothing is signed until you confirm.
        </p>
      ) : (
        <div id={`${id}-words`} className={styles.number}>
          <p className={styles.promptText}>
            {intentText(action.intent, [], assets)}. Nothing is signed until you confirm.
          </p>
          <NumberFacts question={question} />
        </div>
      )}
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.promptButtons}>
        <Button variant="primary" size="small" disabled={answered !== null} onClick={() => answer(true)}>
          {answered === true ? 'Confirming…' : 'Confirm'}
        </Button>
        <Button size="small" disabled={answered !== null} onClick={() => answer(false)}>
          {answered === false ? 'Refusing…' : 'Refuse'}
        </Button>
      </div>
    </div>
  )
}
