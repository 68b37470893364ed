/** The two wallets: the agent wallet that signs, and the trader's own. */

import { type ReactNode, useState } from 'react'
import type { SessionView } from '../../../contract/session.ts'
import { useCall } from '../../bridge/index.ts'
import { useClockUntil, useTopicValue } from '../../market-data/index.ts'
import { WalletRequest } from '../../orders/index.ts'
import { Button, Facts, Statement } from '../../ui/index.ts'
import { useRequestedForm } from '../../workspace/index.ts'
import styles from './account.module.css'
import { agentPanelText } from './account-labels.ts'
import { MESSAGES } from './messages.ts'
import { type Outcome, OutcomeLine, SecretButtons, Section, useRequest } from './parts.tsx'

/** The agent wallet: approve it, see its expiry, rotate it, forget it. */
export function AgentSection({ session }: { session: SessionView }): ReactNode {
  const call = useCall()
  const { agent, identity } = session
  const now = useClockUntil(agent.state === 'approved' ? agent.expiresAt : null)
  const { busy, outcome, ask } = useRequest()
  const [actionId, setActionId] = useState<string | null>(null)
  const buttons = useRequestedForm<HTMLDivElement>('agent')
  const approved = agent.state === 'approved'
  const waiting = agent.state === 'approving'
  const cannot = busy || waiting || identity?.wallet == null

  /** One click, one action: the buttons are disabled from the click until the approval has ended. */
  const run = (command: 'approve' | 'rotate'): void =>
    ask(async () => {
      const requestId = crypto.randomUUID()
      const { actionId: id } =
        command === 'rotate'
          ? await call('rotateAgent', { requestId })
          : await call('submit', { requestId, intent: { kind: 'approve_agent' } })
      setActionId(id)
      return ''
    })

  return (
    <Section title={MESSAGES.agentWallet}>
      <Statement text={agentPanelText(agent, now)} />
      <Facts>
        <dt>{MESSAGES.address}</dt>
        <dd>{agent.address ?? '—'}</dd>
      </Facts>
      <p className={styles.detail}>{MESSAGES.agentDetails[session.keychain.mode]}</p>
      <div ref={buttons} className={styles.buttons}>
        {!approved && (
          <Button variant="primary" disabled={cannot} onClick={() => run('approve')}>
            {waiting ? MESSAGES.waitingApproval : MESSAGES.approveAgent}
          </Button>
        )}
        {approved && (
          <Button disabled={cannot} onClick={() => run('rotate')}>
            {MESSAGES.rotateKey}
          </Button>
        )}
        {agent.address !== null && !waiting && (
          <Button
            disabled={busy}
            onClick={() =>
              ask(async () => {
                await call('forgetSecret', { kind: 'agent-key' })
                setActionId(null)
                return MESSAGES.agentKeyForgotten
              })
            }
          >
            {MESSAGES.forgetKey}
          </Button>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
      {actionId !== null && <Followed actionId={actionId} />}
    </Section>
  )
}

/** The outcome of the approval requested here, in the service's or the terminal's message. */
function Followed({ actionId }: { actionId: string }): ReactNode {
  const action = useTopicValue({ kind: 'actions' }, (actions) => actions.find(({ id }) => id === actionId))
  if (action === undefined) return null
  const { state, message, mismatches } = action
  const ended: Outcome =
    state === 'done'
      ? { ok: true, text: MESSAGES.agentApproved, about: null }
      : state === 'refused' || state === 'rejected'
        ? { ok: false, text: message ?? MESSAGES.agentRejected, about: null }
        : state === 'unknown'
          ? { ok: false, text: `${message ?? MESSAGES.noAnswer} The agent may or may not be approved.`, about: null }
          : null
  return (
    <>
      <OutcomeLine outcome={ended} />
      {mismatches.map(({ field, request: asked, prepared }) => (
        <p key={field} className={styles.detail}>
          {field}: asked {asked}, prepared {prepared}
        </p>
      ))}
    </>
  )
}

/** The trader's own wallet: a key stored here, or the browser's wallet. */
export function WalletSection({ session, practice }: { session: SessionView; practice: boolean }): ReactNode {
  const request = useRequest()
  const { walletKey, walletRequest, identity } = session
  // An order signed for a domain is valid wherever that domain is accepted.
  const domain = session.profile.directOrderDomain
  const other = walletKey !== null && identity?.wallet != null && walletKey !== identity.wallet
  return (
    <Section title={MESSAGES.yourWallet}>
      <p className={styles.detail}>
        {walletKey === null
          ? MESSAGES.noWalletKey
          : practice
            ? MESSAGES.practiceWalletKey
            : MESSAGES.signsForYou[session.keychain.mode]}
      </p>
      {walletKey !== null && (
        <Facts>
          <dt>{MESSAGES.keyOf}</dt>
          <dd>{walletKey}</dd>
        </Facts>
      )}
      {domain !== null && (
        <Facts aria-label={MESSAGES.directOrders}>
          <dt>{MESSAGES.signsDirectOrders}</dt>
          <dd>{domain}</dd>
        </Facts>
      )}
      {other && (
        <Statement
          text={{
            tone: 'warning',
            title: MESSAGES.walletMismatch,
            detail: `The token is for ${identity?.wallet}, so the venue refuses this key. Import the right one, or forget it to use your browser wallet.`,
          }}
        />
      )}
      {walletRequest !== null && <WalletRequest request={walletRequest} />}
      {!practice && (
        <SecretButtons
          kind="wallet-key"
          isStored={walletKey !== null}
          texts={{
            importLabel: MESSAGES.importWalletKey,
            forget: MESSAGES.forgetKey,
            forgotten: MESSAGES.walletKeyForgotten,
          }}
          request={request}
        />
      )}
      <OutcomeLine outcome={request.outcome} />
    </Section>
  )
}
