/** Who signs the order: the agent after a prepare, or the trader's own wallet directly. Folded away until it is wanted. */
import { type ReactNode, useMemo } from 'react'
import { type Address, shortAddress } from '../../../contract/address.ts'
import { Segmented } from '../../ui/index.ts'
import { useChangeDraft, useDraft } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

export function SignerChoice({ ticket: { session } }: { ticket: Ticket }): ReactNode {
  const { signer } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const feature = session?.features.directOrder
  const off = feature === undefined ? 'Waiting for the session.' : feature.on ? null : feature.reason
  const isOff = off !== null
  const options = useMemo(
    () =>
      [
        { value: 'agent', label: MESSAGES.signers.agent },
        { value: 'wallet', label: MESSAGES.signers.wallet, disabled: isOff },
      ] as const,
    [isOff],
  )
  const wallet = session?.walletKey ?? null
  const agent = session?.agent.state === 'approved' ? session.agent.address : null
  const words = signerText(off === null ? signer : 'agent', { off, wallet, agent })
  return (
    <details className={styles.advanced} open={signer === 'wallet' || undefined}>
      <summary>Advanced</summary>
      <div className={styles.signer}>
        <Segmented
          label={MESSAGES.signWith}
          options={options}
          value={off === null ? signer : 'agent'}
          onChange={(next) => change({ signer: next })}
        />
        <p className={styles.note}>{words}</p>
      </div>
    </details>
  )
}

/** Who signs, by the choice as it stands; and why the other one cannot be chosen. */
export function signerText(
  signer: 'agent' | 'wallet',
  known: { readonly off: string | null; readonly wallet: Address | null; readonly agent: Address | null },
): string {
  const { off, wallet, agent } = known
  if (signer === 'wallet') {
    return wallet === null
      ? 'No wallet key here: your browser wallet is asked for each order.'
      : `Wallet ${shortAddress(wallet)} signs the order itself.`
  }
  const who = agent === null ? 'The agent' : `Agent ${shortAddress(agent)}`
  return `${who} signs what the service prepared, once it is checked.${off === null ? '' : ` Your wallet cannot: ${off}`}`
}
