/** Questions that wait for the trader or the wallet: prompts above a panel. */

import { type ReactNode, useId, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import type { NumberQuestion } from '../../contract/asset-number.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { WalletRequestView } from '../../contract/session.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { NONE } from '../format/index.ts'
import { useTick, useTopic } from '../market-data/index.ts'
import { useAssets } from '../queries/index.ts'
import { awaitsConfirmation, intentText } from '../trade-forms/index.ts'
import { Button, Facts, Statement } from '../ui/index.ts'
import styles from './prompts.module.css'

// Orders that the service showed after they had been reported as over: shown until the trader acknowledges them.

/** One per order, newest first. */
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
      setFailure(errorText(error))
    })
  }
  return (
    <div className={styles.prompt} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <p id={`${id}-title`} className={styles.promptTitle}>
        {COMMON.reportedEndedOpen}
      </p>
      <p id={`${id}-text`} className={styles.promptText}>
        {intentText(action.intent, [], assets)}. {action.surfaced?.text} It is open again below and counts toward every
        limit. Check open orders and positions before you resend it.
      </p>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.promptButtons}>
        <Button variant="primary" size="small" disabled={sending} onClick={seen}>
          Acknowledge
        </Button>
      </div>
    </div>
  )
}

/** An asset number known only from the prepared action: the two numbers, and what confirming it means. */
export function NumberFacts({ question }: { question: NumberQuestion }): ReactNode {
  const { asset, listed, signed } = question
  return (
    <div className={styles.number}>
      <dl className={styles.facts} aria-label={`Number of ${asset}`}>
        <div>
          <dt>Asset</dt>
          <dd>{asset}</dd>
        </div>
        <div>
          <dt>Market list says</dt>
          <dd>{listed ?? NONE}</dd>
        </div>
        <div>
          <dt>Would be signed as</dt>
          <dd>{signed}</dd>
        </div>
      </dl>
      <p className={styles.promptText}>
        Everything else matches. An order in another asset with the same side, price and size would look identical:
        compare {signed} with the exchange’s own list. Isotherm asks again until one of your orders in {asset} shows it.
      </p>
    </div>
  )
}

// The question about an action that could not be verified against the order.

type Kind = ActionRecord['intent']['kind']

/** One question per action that waits for the trader's confirmation; limited to some kinds of action when `only` names them. */
export function UnverifiedPrompts({ only }: { only?: Kind | readonly Kind[] }): ReactNode {
  const actions = useTopic({ kind: 'actions' }) ?? []
  const wanted = ({ intent: { kind } }: ActionRecord): boolean =>
    only === undefined || (typeof only === 'string' ? only === kind : only.includes(kind))
  const waiting = actions.filter((action) => awaitsConfirmation(action) && wanted(action))
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
      setFailure(errorText(error))
    })
  }
  return (
    <div className={styles.prompt} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <p id={`${id}-title`} className={styles.promptTitle}>
        Not verified against your order
      </p>
      {question === null ? (
        <p id={`${id}-text`} className={styles.promptText}>
          {intentText(action.intent, [], assets)}. {action.unverified} Nothing is signed until you confirm.
        </p>
      ) : (
        <div id={`${id}-text`} className={styles.number}>
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

// The signature requested from the trader's browser wallet, and canceling it.

export function WalletRequest({ request }: { request: WalletRequestView }): ReactNode {
  const call = useCall()
  const now = useTick(1000)
  const seconds = Math.max(0, Math.ceil((request.until - now) / 1000))
  return (
    <div className={styles.request} role="status" aria-label="Waiting for your browser wallet">
      <strong>Waiting for your browser wallet</strong>
      <span>{request.title}</span>
      <Facts>
        {request.fields.map(({ name, value }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
      {request.note !== null && <Statement text={{ tone: 'warning', title: 'The page says', detail: request.note }} />}
      <div className={styles.buttons}>
        <span aria-hidden>
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left
        </span>
        <Button onClick={() => void call('cancelWalletRequest', {}).catch(() => undefined)}>Cancel request</Button>
      </div>
    </div>
  )
}
