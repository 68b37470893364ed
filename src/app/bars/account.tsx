/** The trader, the deployment and the location of the keys at a glance; the panel "Account" has the details. */
import type { ReactNode } from 'react'
import { Dialog, DialogTrigger, Popover, Button as Trigger } from 'react-aria-components'
import { shortAddress } from '../../../contract/address.ts'
import type { SessionView } from '../../../contract/session.ts'
import { validLeft } from '../../format/index.ts'
import { useClockUntil } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import { Button } from '../../ui/index.ts'
import { showPanel } from '../docking/index.ts'
import styles from './account.module.css'

export function Account(): ReactNode {
  const session = useSession()
  if (session === undefined) return null
  return (
    <DialogTrigger>
      <Trigger className={styles.trigger ?? ''}>Account</Trigger>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <Dialog className={styles.dialog ?? ''} aria-label="Account summary">
          {({ close }) => (
            <>
              <Facts session={session} />
              <Button
                variant="primary"
                onClick={() => {
                  close()
                  showPanel('account')
                }}
              >
                Open Account
              </Button>
            </>
          )}
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
        {wallet !== null && shortAddress(wallet)}
      </Fact>
      <Fact name="Agent" note={<AgentText agent={agent} />}>
        {agentAddress !== null && shortAddress(agentAddress)}
      </Fact>
      <Fact name="Profile" note={profile.network === profile.name ? null : profile.network}>
        {profile.name}
      </Fact>
      <Fact name="Keys" note={keychain.mode === 'keychain' ? null : keychain.reason}>
        {keychain.mode === 'session' ? 'Not saved (this session only)' : 'Keychain of this computer'}
      </Fact>
    </dl>
  )
}

function AgentText({ agent }: { agent: SessionView['agent'] }): ReactNode {
  const now = useClockUntil(agent.state === 'approved' ? agent.expiresAt : null)
  if (agent.state === 'approving') return 'being approved'
  if (agent.state !== 'approved') return agent.reason
  return agent.expiresAt === null ? 'approved' : `approved, ${validLeft(agent.expiresAt - now)}`
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
