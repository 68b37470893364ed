/** Who trades, through which deployment, and where the keys are; and bringing in what is missing from the clipboard. */
import { type ReactNode, useState } from 'react'
import { Dialog, DialogTrigger, Popover, Button as Trigger } from 'react-aria-components'
import type { SessionView } from '../../contract/session.ts'
import { useServerClock } from '../market-data/index.ts'
import { useSession } from '../queries/index.ts'
import { Button, daysLeft, NONE } from '../ui/index.ts'
import styles from './account.module.css'
import { useCall, wordsOf } from './bridge.tsx'

export function Account(): ReactNode {
  const session = useSession()
  if (session === undefined) return null
  return (
    <DialogTrigger>
      <Trigger className={styles.trigger ?? ''}>Account</Trigger>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <Dialog className={styles.dialog ?? ''} aria-label="Account">
          <Facts session={session} />
          <Imports session={session} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Facts({ session }: { session: SessionView }): ReactNode {
  const { profile, identity, identityError, agent, keychain } = session
  const wallet = identity?.wallet ?? null
  const agentAddress = 'address' in agent ? agent.address : null
  return (
    <dl className={styles.facts}>
      <Fact name="Wallet" note={wallet === null ? (identityError ?? 'No wallet') : (identity?.email ?? null)}>
        {wallet !== null && <Address name="wallet" value={wallet} />}
      </Fact>
      <Fact name="Agent" note={<AgentWords agent={agent} />}>
        {agentAddress !== null && <Address name="agent" value={agentAddress} />}
      </Fact>
      <Fact name="Profile" note={profile.network}>
        {profile.name}
      </Fact>
      <Fact name="Service" note={null}>
        <span className={styles.value}>{profile.baseUrl === '' ? NONE : profile.baseUrl}</span>
      </Fact>
      <Fact name="Keys" note={keychain.mode === 'session' ? keychain.reason : null}>
        {keychain.mode === 'keychain' ? 'In the keychain of this machine' : 'For this session only'}
      </Fact>
    </dl>
  )
}

function AgentWords({ agent }: { agent: SessionView['agent'] }): ReactNode {
  const now = useServerClock(60_000)
  if (agent.state === 'approving') return 'being approved'
  if (agent.state !== 'approved') return agent.reason
  return agent.expiresAt === null ? 'approved' : `approved, ${daysLeft(agent.expiresAt - now)}`
}

function Fact({ name, note, children }: { name: string; note: ReactNode; children?: ReactNode }): ReactNode {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== null && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  )
}

function Address({ name, value }: { name: string; value: string }): ReactNode {
  const call = useCall()
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  return (
    <span className={styles.address}>
      <span className={styles.value}>{value}</span>
      <Button
        size="small"
        aria-label={copied === 'no' ? `Copy ${name} address` : undefined}
        onClick={() => {
          call('copyText', { text: value }).then(
            () => setCopied('yes'),
            () => setCopied('failed'),
          )
        }}
      >
        {copied === 'no' ? 'Copy' : copied === 'yes' ? 'Copied' : 'Not copied'}
      </Button>
    </span>
  )
}

type Kind = 'access-token' | 'wallet-key'
const KIND_WORDS: Record<Kind, string> = { 'access-token': 'access token', 'wallet-key': 'wallet key' }

/** Only what is missing is asked for. The secret itself never comes here: main reads, stores and clears the clipboard. */
function Imports({ session }: { session: SessionView }): ReactNode {
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ readonly good: boolean; readonly words: string } | null>(null)
  const missing: Kind[] = [
    ...(session.identity === null ? (['access-token'] as const) : []),
    ...(session.agent.state === 'missing' || session.agent.state === 'failed' ? (['wallet-key'] as const) : []),
  ]
  const bring = (kind: Kind): void => {
    setBusy(true)
    setResult(null)
    call('importSecret', { kind })
      .then(
        ({ description }) => setResult({ good: true, words: description }),
        (error: unknown) => setResult({ good: false, words: wordsOf(error) }),
      )
      .finally(() => setBusy(false))
      .catch(() => undefined)
  }
  if (missing.length === 0 && result === null) return null
  return (
    <div className={styles.imports}>
      {missing.map((kind) => (
        <Button key={kind} variant="primary" disabled={busy} onClick={() => bring(kind)}>
          Import {KIND_WORDS[kind]} from clipboard
        </Button>
      ))}
      {result !== null && (
        // The button that was pressed may be gone: what became of it takes the focus, or Escape would reach nothing.
        <p
          ref={(element) => element?.focus()}
          tabIndex={-1}
          role={result.good ? 'status' : 'alert'}
          className={result.good ? styles.good : styles.bad}
        >
          {result.words}
        </p>
      )}
    </div>
  )
}
