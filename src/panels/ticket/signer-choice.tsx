/** Who signs the order: the agent after a prepare, or the trader's own wallet directly. Folded away until it is wanted. */
import type { ReactNode } from 'react'
import { shortAddress } from '../../../contract/address.ts'
import { Segmented } from '../../ui/index.ts'
import { setTerms, useTicketTerms } from '../../workspace/index.ts'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

export function SignerChoice({ ticket: { session } }: { ticket: Ticket }): ReactNode {
  const signer = useTicketTerms((terms) => terms.signer)
  const feature = session?.features.directOrder
  const off = feature === undefined ? 'Waiting for the session.' : feature.on ? null : feature.reason
  const wallet = session?.walletKey ?? null
  const words =
    off ??
    (wallet === null
      ? 'No wallet key here: your browser wallet is asked for each order.'
      : `Wallet ${shortAddress(wallet)} signs the order itself.`)
  return (
    <details className={styles.advanced} open={signer === 'wallet' || undefined}>
      <summary>Advanced</summary>
      <div className={styles.signer}>
        <Segmented
          label="Sign with"
          options={[
            { value: 'agent', label: 'Sign with agent' },
            { value: 'wallet', label: 'Sign with wallet', disabled: off !== null },
          ]}
          value={off === null ? signer : 'agent'}
          onChange={(next) => setTerms({ signer: next })}
        />
        <p className={styles.note}>{words}</p>
      </div>
    </details>
  )
}
