/** Moving USDH into outcome trading, signed by the trader's own wallet (docs/service/transfers.md#transfer). */

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isFinal } from '../contract/action.ts'
import { shortAddress } from '../contract/address.ts'
import {
  compare,
  type Decimal,
  type Money,
  notNumber,
  parseTyped,
  signOf,
  toPlaces,
  trimZeros,
} from '../contract/decimal.ts'
import { MESSAGES as COMMON, positive } from '../contract/messages.ts'
import type { WalletRequestView } from '../contract/session.ts'
import styles from './collateral.module.css'
import { grouped } from './format/index.ts'
import { FollowLine, WalletRequest } from './orders/index.ts'
import { useSession } from './queries/index.ts'
import { useEntriesOff, useSubmission, useSubmittedAction } from './trade-forms/index.ts'
import { Banner, Button, DecimalField, ignoreRepeat } from './ui/index.ts'
import { useRequestedForm } from './workspace/index.ts'

const STEP = '10' as Decimal

/** @param usdh the free amount; null while unknown */
export function MoveUsdh({ usdh }: { readonly usdh: Money | null }): ReactNode {
  const session = useSession()
  const sender = useSubmission()
  const action = useSubmittedAction(sender.submission)
  const [text, setText] = useState('')
  const [attempted, setAttempted] = useState(false)
  const entriesOff = useEntriesOff()
  const form = useRequestedForm<HTMLFormElement>('transfer')
  const feature = session?.features.outcomeTransfer
  const isDone = action?.state === 'done'
  // What was moved is no longer there: the same amount would be too much.
  useEffect(() => {
    if (!isDone) return
    setText('')
    setAttempted(false)
  }, [isDone])
  if (feature?.on === false) return <Banner tone="warning">{feature.reason}</Banner>
  const issue = amountIssue(text, usdh)
  const busy = sender.submission.state === 'sending' || (action !== undefined && !isFinal(action.state))
  const all = usdh === null ? null : trimZeros(toPlaces(usdh, 2, 'down'))
  const key = session?.walletKey ?? null
  const send = (clicks: number): void => {
    setAttempted(true)
    if (issue !== null) return
    sender.press({ kind: 'transfer', amount: parseTyped(text) as Money }, clicks)
  }
  return (
    <form ref={form} className={styles.form} aria-label="Move USDH" onSubmit={(event) => event.preventDefault()}>
      <DecimalField
        label="Amount"
        value={text}
        onChange={(next) => {
          setAttempted(false)
          setText(next)
        }}
        step={STEP}
        suffix="USDH"
        error={attempted || text.trim() !== '' ? issue : null}
        hint={
          all !== null && (
            <button type="button" className={styles.link} onClick={() => setText(all)}>
              all {grouped(all)}
            </button>
          )
        }
      />
      <Button
        variant="primary"
        disabled={busy || entriesOff !== null}
        aria-busy={busy}
        onKeyDown={ignoreRepeat}
        onClick={(event) => send(event.detail)}
      >
        {busy ? 'Moving…' : COMMON.moveUsdh}
      </Button>
      <div className={styles.beside}>
        <FollowLine sender={sender} />
      </div>
      <p className={styles.note}>
        {key === null
          ? 'Your wallet signs this: a page opens in your browser.'
          : `Your wallet ${shortAddress(key)} signs this, not the agent.`}
      </p>
      {entriesOff !== null && <p className={styles.caution}>{entriesOff}</p>}
      {session?.walletRequest != null && <Waiting request={session.walletRequest} />}
    </form>
  )
}

/** The request to the browser wallet, scrolled into view as it begins to wait. */
function Waiting({ request }: { request: WalletRequestView }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Its return value must not become the effect's cleanup.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className={styles.waiting}>
      <WalletRequest request={request} />
    </div>
  )
}

function amountIssue(text: string, usdh: Money | null): string | null {
  if (text.trim() === '') return COMMON.amountMissing
  const amount = parseTyped(text)
  if (amount === null) return notNumber('Amount', text)
  if (signOf(amount) <= 0) return positive('Amount')
  return usdh !== null && compare(amount, usdh) > 0
    ? `Only ${grouped(toPlaces(usdh, 2, 'down'))} USDH available.`
    : null
}
