/** What stands around an estimate: that it could not be checked, and the two answers to it. */
import type { ReactNode } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { Button } from '../ui/index.ts'
import styles from './estimate-card.module.css'
import { NumberFacts } from './number-question.tsx'
import type { Answering } from './use-answer.ts'

/** Why what was prepared could not be checked, and what the trader's word would mean; nothing where it was. */
export function Unverified({ action }: { action: ActionRecord }): ReactNode {
  if (action.unverified == null) return null
  const { question } = action
  if (question == null) return <p className={styles.caution}>{action.message}</p>
  return (
    <>
      <p className={styles.caution}>Not verified against your order.</p>
      <NumberFacts question={question} />
    </>
  )
}

interface EstimateAnswersProps {
  readonly answering: Answering
  /** `buy 40 UP at most 0.31` */
  readonly words: string
  /** Whether the estimate is in view: nothing is confirmed unseen. */
  readonly isSeen: boolean
}

export function EstimateAnswers({ answering, words, isSeen }: EstimateAnswersProps): ReactNode {
  return (
    <>
      {answering.failure !== null && (
        <p className={styles.bad} role="alert">
          {answering.failure}
        </p>
      )}
      <div className={styles.answers}>
        <ConfirmButton {...{ answering, words, isSeen }} />
        <DiscardButton answering={answering} />
      </div>
    </>
  )
}

export function ConfirmButton({ answering, words, isSeen }: EstimateAnswersProps): ReactNode {
  const { mayAnswer, isConfirming, answer } = answering
  return (
    <Button
      variant="primary"
      disabled={!mayAnswer || !isSeen}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
      onClick={() => answer(true)}
    >
      <span className={styles.words}>{isConfirming ? 'Confirming…' : `Confirm: ${words}`}</span>
    </Button>
  )
}

export function DiscardButton({ answering: { mayAnswer, answer } }: { answering: Answering }): ReactNode {
  return (
    <Button disabled={!mayAnswer} onClick={() => answer(false)}>
      Discard
    </Button>
  )
}
