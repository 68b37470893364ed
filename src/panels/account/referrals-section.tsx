/** The trader's referrals: the own code, the referrer, the referred traders, and the payouts. */

import { type ReactNode, useState } from 'react'
import { shortAddress } from '../../../contract/address.ts'
import type {
  ReferralPayouts as Page,
  ReferredTrader,
  ResolvedCode,
  ReferralTree as Tree,
} from '../../../contract/referrals.ts'
import { useCall } from '../../bridge/index.ts'
import { momentText } from '../../format/index.ts'
import { useWalletRead } from '../../queries/index.ts'
import { Button, Figure } from '../../ui/index.ts'
import styles from './account.module.css'
import { MESSAGES } from './messages.ts'
import { Copied, OptionalRead, OutcomeLine, Section, useRequest } from './parts.tsx'

/**
 * Accepts a referral code: it is looked up first, then confirmed, because it cannot be undone.
 * @param onAsked called once the service was asked to accept, regardless of the outcome
 */
function AcceptReferral({ onAsked }: { onAsked: () => void }): ReactNode {
  const call = useCall()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<ResolvedCode | null>(null)
  const { busy, outcome, ask } = useRequest()
  const code = typed.trim()
  const lookUp = (): void =>
    ask(async () => {
      setFound(await call('resolveReferralCode', { code }))
      return ''
    })
  const accept = (accepted: ResolvedCode): void =>
    ask(async () => {
      try {
        const { status } = await call('acceptReferral', { code: accepted.code })
        setFound(null)
        return status === null ? MESSAGES.referralAccepted : `Venue status: ${status}.`
      } finally {
        onAsked()
      }
    })
  return (
    <form
      className={styles.form}
      aria-label={MESSAGES.acceptReferral}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code !== '') lookUp()
      }}
    >
      <label className={styles.field}>
        {MESSAGES.referralCode}
        <input
          className={styles.input}
          value={typed}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          disabled={busy}
          aria-invalid={outcome?.ok === false && outcome.about === 'code'}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setFound(null)
          }}
        />
      </label>
      {found === null ? (
        <div className={styles.buttons}>
          <Button type="submit" disabled={busy || code === ''}>
            {busy ? MESSAGES.lookingUp : MESSAGES.lookUpCode}
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.detail} role="status">
            {MESSAGES.acceptQuestion(found.code, found.owner)}
          </p>
          <div className={styles.buttons}>
            <Button variant="danger" disabled={busy} onClick={() => accept(found)}>
              {MESSAGES.acceptPermanently}
            </Button>
            <Button variant="bare" disabled={busy} onClick={() => setFound(null)}>
              {MESSAGES.cancel}
            </Button>
          </div>
        </>
      )}
      <OutcomeLine outcome={outcome} />
    </form>
  )
}

const LIMIT = 10

/** Payouts for traders referred by the trader's code, page by page. */
function ReferralPayouts(): ReactNode {
  const [offset, setOffset] = useState(0)
  const read = useWalletRead('readReferralPayouts', { limit: LIMIT, offset })
  return (
    <>
      <h4>{MESSAGES.payouts}</h4>
      <OptionalRead read={read} what={MESSAGES.payouts}>
        {(page) => <PayoutPage page={page} offset={offset} onOffset={setOffset} onAgain={() => void read.refetch()} />}
      </OptionalRead>
    </>
  )
}

interface PayoutPageProps {
  readonly page: Page
  readonly offset: number
  readonly onOffset: (offset: number) => void
  readonly onAgain: () => void
}

function PayoutPage({ page: { rows, total }, offset, onOffset, onAgain }: PayoutPageProps): ReactNode {
  const more = total === null ? rows.length === LIMIT : offset + rows.length < total
  return (
    <>
      {rows.length === 0 ? (
        <p className={styles.detail}>{offset === 0 ? MESSAGES.noPayoutsYet : MESSAGES.noMorePayouts}</p>
      ) : (
        <table className={styles.payouts} aria-label={MESSAGES.payouts}>
          <thead>
            <tr>
              <th scope="col">{MESSAGES.time}</th>
              <th scope="col">{MESSAGES.from}</th>
              <th scope="col">{MESSAGES.amount}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ time, from, amount, currency }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position on the page
              <tr key={index}>
                <td>{time === null ? '—' : momentText(time)}</td>
                <td title={from ?? undefined}>{from === null ? '—' : shortAddress(from)}</td>
                <td>
                  <Figure value={amount} places="money" unit={currency ?? undefined} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.buttons}>
        <Button size="small" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - LIMIT))}>
          {MESSAGES.newerPayouts}
        </Button>
        <Button size="small" disabled={!more} onClick={() => onOffset(offset + LIMIT)}>
          {MESSAGES.olderPayouts}
        </Button>
        <Button size="small" variant="bare" onClick={onAgain}>
          {MESSAGES.refreshPayouts}
        </Button>
        {rows.length > 0 && (
          <small className={styles.detail}>
            {offset + 1} to {offset + rows.length} of {total ?? MESSAGES.unreportedTotal}
          </small>
        )}
      </div>
    </>
  )
}

interface ReferralTreeProps {
  readonly tree: Tree
  readonly onAgain: () => void
}

/** A single sentence where the deployment has no referrals at all. */
export function ReferralsSection(): ReactNode {
  const code = useWalletRead('readReferralCode', {})
  const tree = useWalletRead('readReferralTree', {})
  const reason = code.data?.state === 'absent' && tree.data?.state === 'absent' ? code.data.reason : null
  if (reason !== null) {
    const again = (): void => {
      void code.refetch()
      void tree.refetch()
    }
    return (
      <Section title={MESSAGES.referrals}>
        <p className={styles.detail}>
          {MESSAGES.noReferrals} {reason}
        </p>
        <div className={styles.buttons}>
          <Button size="small" onClick={again}>
            {MESSAGES.retry}
          </Button>
        </div>
      </Section>
    )
  }
  const referrer = tree.data?.state === 'known' ? tree.data.value.referrer : null
  return (
    <Section title={MESSAGES.referrals}>
      {/* A service may report with a 404 that there is no code yet; its other routes show that it has referrals. */}
      {code.data?.state === 'absent' && tree.data?.state === 'known' ? (
        <OwnCode code={null} time={null} refetch={code.refetch} />
      ) : (
        <OptionalRead read={code} what={MESSAGES.yourCode}>
          {(own) => <OwnCode {...own} refetch={code.refetch} />}
        </OptionalRead>
      )}
      {tree.data !== undefined && referrer === null && <AcceptReferral onAsked={() => void tree.refetch()} />}
      <OptionalRead read={tree} what={MESSAGES.theTree}>
        {(value) => <ReferralTree tree={value} onAgain={() => void tree.refetch()} />}
      </OptionalRead>
      <ReferralPayouts />
    </Section>
  )
}

interface OwnCodeProps {
  readonly code: string | null
  readonly time: number | null
  readonly refetch: () => Promise<unknown>
}

function OwnCode({ code, time, refetch }: OwnCodeProps): ReactNode {
  const call = useCall()
  const { busy, outcome, ask } = useRequest()
  const create = async (): Promise<string> => {
    try {
      const made = await call('createReferralCode', {})
      return made.code === null ? MESSAGES.acceptedWithoutCode : `Your code is ${made.code}.`
    } finally {
      await refetch()
    }
  }
  return (
    <>
      {code === null ? (
        <>
          <p className={styles.detail}>{MESSAGES.noCodeYet}</p>
          <div className={styles.buttons}>
            <Button disabled={busy} onClick={() => ask(create)}>
              {busy ? MESSAGES.creating : MESSAGES.createCode}
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.referred}>
          <span>
            {MESSAGES.yourCode} <Copied name="referral code" value={code} />
          </span>
          {time !== null && (
            <small>
              {MESSAGES.since} {momentText(time)}
            </small>
          )}
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </>
  )
}

/** Who referred the trader, and whom the trader referred, as deep as the service reports. */
function ReferralTree({ tree: { referrer, referred }, onAgain }: ReferralTreeProps): ReactNode {
  return (
    <>
      <p className={styles.detail}>
        {referrer === null
          ? MESSAGES.noReferrerReported
          : MESSAGES.referredBy(
              referrer.address,
              referrer.code,
              referrer.time === null ? null : momentText(referrer.time),
            )}
      </p>
      <h4>{MESSAGES.yourTree}</h4>
      {referred === null && <p className={styles.detail}>{MESSAGES.treeNotReported}</p>}
      {referred?.length === 0 && <p className={styles.detail}>{MESSAGES.noReferredTradersYet}</p>}
      {referred !== null && referred.length > 0 && <Level traders={referred} label={MESSAGES.referredTraders} />}
      <div className={styles.buttons}>
        <Button size="small" variant="bare" onClick={onAgain}>
          {MESSAGES.refreshTree}
        </Button>
      </div>
    </>
  )
}

function Level({ traders, label }: { traders: readonly ReferredTrader[]; label?: string }): ReactNode {
  return (
    <ul className={styles.tree} aria-label={label}>
      {traders.map(({ address, time, earned, referred }, index) => (
        <li key={address ?? index}>
          <span className={styles.referred}>
            <span className={styles.copied}>{address ?? '—'}</span>
            <small>
              {MESSAGES.since} {time === null ? '—' : momentText(time)}
            </small>
            {earned !== null && (
              <small>
                {MESSAGES.earnedYou} <Figure value={earned} places="money" />
              </small>
            )}
          </span>
          {referred.length > 0 && <Level traders={referred} />}
        </li>
      ))}
    </ul>
  )
}
