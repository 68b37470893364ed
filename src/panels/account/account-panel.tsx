/** The panel "Account": access, the wallets, the deployments, referrals and records. */

import { type ReactNode, useState } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import type { PastReach, RecordsView } from '../../../contract/past.ts'
import type { KeychainView, SessionView } from '../../../contract/session.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { grouped, momentText } from '../../format/index.ts'
import { useServerClock, useTopic } from '../../market-data/index.ts'
import { usePastView, useSession, useWalletRead } from '../../queries/index.ts'
import { Banner, Button, Facts, Figure, Panel, Skeleton, Statement } from '../../ui/index.ts'
import { UpdateDetails } from '../../updates/index.ts'
import { LoadingPanel } from '../loading-panel.tsx'
import styles from './account.module.css'
import { accessLabel, numberText, tokenText } from './account-labels.ts'
import { DeploymentsSection } from './deployments-section.tsx'
import { MESSAGES } from './messages.ts'
import {
  Copied,
  ForgetButton,
  OptionalRead,
  type Outcome,
  OutcomeLine,
  SecretButtons,
  Section,
  useRequest,
} from './parts.tsx'
import { ReferralsSection } from './referrals-section.tsx'
import { AgentSection, WalletSection } from './wallet-sections.tsx'

/** The trader's identity by the token, the permissions by the service, and the sign-in forms. */
function AccessSection({ session, practice }: { session: SessionView; practice: boolean }): ReactNode {
  const now = useServerClock(1000)
  const request = useRequest()
  const { identity } = session
  const token = practice ? null : tokenText(session.token, now)
  return (
    <Section title={MESSAGES.access}>
      <Statement text={accessLabel(session)} />
      {identity !== null && (
        <Facts>
          <dt>{MESSAGES.wallet}</dt>
          <dd>
            <Copied name="wallet address" value={identity.wallet} />
          </dd>
          <dt>{MESSAGES.email}</dt>
          <dd>{identity.email ?? '—'}</dd>
          <dt>{MESSAGES.level}</dt>
          <dd>{identity.accessText}</dd>
        </Facts>
      )}
      {token !== null && <Statement text={{ ...token, title: `Access token: ${token.title}` }} />}
      {practice ? (
        <p className={styles.detail}>{MESSAGES.practiceSignsIn}</p>
      ) : (
        <SecretButtons
          kind="access-token"
          isStored={session.token !== null}
          isPrimary={identity === null}
          texts={{
            importLabel: MESSAGES.importToken,
            forget: MESSAGES.forgetToken,
            forgotten: MESSAGES.tokenForgotten,
          }}
          request={request}
        />
      )}
      <OutcomeLine outcome={request.outcome} />
      {identity !== null && identity.access !== 'allowed' && <AccessRequestForm email={identity.email} />}
    </Section>
  )
}

/** Requests access from the service (`POST /v1/access/request`); typed text stays until the request succeeds. */
function AccessRequestForm({ email: known }: { email: string | null }): ReactNode {
  const call = useCall()
  const [typed, setTyped] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const { busy, outcome, ask } = useRequest()
  const email = typed ?? known ?? ''
  const about = outcome?.ok === false ? outcome.about : null
  const send = (): void =>
    ask(async () => {
      const { status } = await call('requestAccess', { email: email.trim(), note: note.trim() === '' ? null : note })
      return `Request sent. Venue status: ${status}.`
    })
  return (
    <form
      className={styles.form}
      aria-label={MESSAGES.requestAccess}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className={styles.field}>
        {MESSAGES.email}
        <input
          className={styles.input}
          type="email"
          value={email}
          aria-invalid={about === 'email'}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <label className={styles.field}>
        {MESSAGES.noteOptional}
        <textarea
          className={styles.input}
          rows={3}
          value={note}
          aria-invalid={about === 'note'}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy || email.trim() === ''}>
          {busy ? MESSAGES.sending : MESSAGES.requestAccess}
        </Button>
      </div>
      <OutcomeLine outcome={outcome} />
    </form>
  )
}

/** Interval of counting all records, ms. */
const COUNTED_EVERY = 30_000

/** The trader's records: their number, the oldest one, and their file. */
function RecordsSection(): ReactNode {
  const { data, error, refetch } = useWalletRead('readRecords', {}, { every: COUNTED_EVERY })
  return (
    <Section title={MESSAGES.records}>
      {data === undefined && error === null && <Skeleton rows={4} label={MESSAGES.loadingRecords} />}
      {error !== null && (
        <Banner
          tone="warning"
          title={MESSAGES.recordsFailed}
          action={
            <Button size="small" onClick={() => void refetch()}>
              {MESSAGES.readAgain}
            </Button>
          }
        >
          {error.message}
        </Banner>
      )}
      {data !== undefined && <RecordFacts records={data} />}
    </Section>
  )
}

const MEGABYTE = 1e6
const megabytes = (bytes: number): string => `${grouped((bytes / MEGABYTE).toFixed(1) as Decimal)} MB`

function RecordFacts({ records }: { readonly records: RecordsView }): ReactNode {
  const { fills, orders, oldestFill, oldestOrder, file } = records
  const view = usePastView()
  return (
    <Facts aria-label={MESSAGES.storedRecords}>
      <dt>{MESSAGES.fills}</dt>
      <dd>{keptText(fills, oldestFill, view?.fills)}</dd>
      <dt>{MESSAGES.orders}</dt>
      <dd>{keptText(orders, oldestOrder, view?.orders)}</dd>
      <dt>{MESSAGES.file}</dt>
      <dd>
        {[megabytes(file.bytes), ...(file.free >= MEGABYTE / 10 ? [`${megabytes(file.free)} of it free`] : [])].join(
          ', ',
        )}
      </dd>
    </Facts>
  )
}

/** `1,204, the oldest 2026-05-26 14:02 UTC; read back to the beginning` */
function keptText(count: number, oldest: number | null, reach: PastReach | undefined): string {
  const kept =
    oldest === null ? MESSAGES.none : `${grouped(String(count) as Decimal)}, the oldest ${momentText(oldest)}`
  if (reach === undefined) return kept
  if (reach.isWhole) return `${kept}; complete`
  return reach.since === null ? `${kept}; history still loading` : `${kept}; complete since ${momentText(reach.since)}`
}

export function AccountPanel(): ReactNode {
  const session = useSession()
  if (session === undefined) return <LoadingPanel title={MESSAGES.account} rows={8} label={MESSAGES.loadingAccount} />
  // The embedded venue signs its own trader in; a practice deployment elsewhere is handled like any other.
  const practice = session.profiles.some(({ name, origin }) => origin === 'practice' && name === session.profile.name)
  return (
    <Panel title={MESSAGES.account}>
      <div className={styles.body}>
        <div className={styles.sections}>
          <KeychainSection keychain={session.keychain} />
          <AccessSection session={session} practice={practice} />
          <AgentSection session={session} />
          <WalletSection session={session} practice={practice} />
          <AssetNumbersSection />
          {session.identity !== null && (
            <>
              <RecordsSection />
              <ReferralsSection />
              <RewardsSection />
            </>
          )}
          <DeploymentsSection session={session} />
          <UpdatesSection />
        </div>
      </div>
    </Panel>
  )
}

/** Renders nothing where every asset uses the market list's number. */
function AssetNumbersSection(): ReactNode {
  const call = useCall()
  const numbers = useTopic({ kind: 'asset_numbers' }) ?? []
  const { busy, outcome, ask } = useRequest()
  if (numbers.length === 0 && outcome === null) return null
  return (
    <Section title={MESSAGES.assetNumbers}>
      <p className={styles.detail}>{MESSAGES.assetNumbersDetail}</p>
      <ul className={styles.profiles}>
        {numbers.map((view) => {
          const { asset, number, from } = view
          return (
            <li key={`${asset} ${number}`} className={styles.profile}>
              <span>
                {asset} <span className={styles.figure}>{number}</span>
                <small>{numberText(view)}</small>
              </span>
              {from !== 'profile' && (
                <span className={styles.buttons}>
                  <ForgetButton
                    label={MESSAGES.forget}
                    about={`number ${number} of ${asset}`}
                    sure={`Forget ${number}`}
                    disabled={busy}
                    onForget={() =>
                      ask(async () => {
                        await call('forgetAssetNumber', { asset, number })
                        return `Forgot ${number}. The next order in ${asset} asks you to confirm its number.`
                      })
                    }
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <OutcomeLine outcome={outcome} />
    </Section>
  )
}

/** Storage of secrets while the keychain is unavailable: the reason, the remedy, and a retry. */
function KeychainSection({ keychain }: { readonly keychain: KeychainView }): ReactNode {
  const call = useCall()
  const { busy, outcome, ask } = useRequest()
  if (keychain.mode === 'keychain') return null
  return (
    <Section title={MESSAGES.keychainTitle}>
      <p className={styles.detail}>{keychain.reason}</p>
      {keychain.mode === 'session' && (
        <div className={styles.buttons}>
          <Button
            disabled={busy}
            title={MESSAGES.retryKeychainDetail}
            onClick={() => ask(() => call('tryKeychainAgain', {}).then(() => ''))}
          >
            {MESSAGES.retryKeychain}
          </Button>
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </Section>
  )
}

/** Rewards from the trader's own trading, as the service reports them. */
function RewardsSection(): ReactNode {
  const read = useWalletRead('readRewards', {})
  return (
    <Section title={MESSAGES.rewards}>
      <OptionalRead read={read} what={MESSAGES.rewards}>
        {({ volume, rateBps, earned }) => (
          <>
            <Facts>
              <dt>{MESSAGES.volume}</dt>
              <dd>
                <Figure value={volume} places="money" />
              </dd>
              <dt>{MESSAGES.rate}</dt>
              <dd>
                <Figure value={rateBps} unit={rateBps === null ? undefined : 'bps'} />
              </dd>
              <dt>{MESSAGES.earned}</dt>
              <dd>
                <Figure value={earned} places="money" />
              </dd>
            </Facts>
            <div className={styles.buttons}>
              <Button size="small" variant="bare" onClick={() => void read.refetch()}>
                {MESSAGES.refreshRewards}
              </Button>
            </div>
          </>
        )}
      </OptionalRead>
    </Section>
  )
}

/** The next version of the terminal itself. */
function UpdatesSection(): ReactNode {
  const [outcome, setOutcome] = useState<Outcome>(null)
  /** Only immediate refusals: the state reports progress and outcome. */
  const showRefusal = (title: string, request: Promise<unknown>): void => {
    request.then(
      () => setOutcome(null),
      (error: unknown) => setOutcome({ ok: false, text: `${title}. ${errorText(error)}`, about: null }),
    )
  }
  return (
    <Section title={MESSAGES.updates}>
      <UpdateDetails refused={showRefusal} />
      <OutcomeLine outcome={outcome} />
    </Section>
  )
}
