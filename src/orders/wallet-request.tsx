/** What the wallet of the trader's browser is being asked to sign, and giving it up. */
import type { ReactNode } from 'react'
import type { WalletRequestView } from '../../contract/session.ts'
import { useCall } from '../bridge/index.ts'
import { useTick } from '../market-data/index.ts'
import { Button, Facts, Statement } from '../ui/index.ts'
import styles from './wallet-request.module.css'

/** The signature that the browser wallet is being asked for, and giving it up. */
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
      {request.note !== null && <Statement words={{ tone: 'warning', title: 'The page says', detail: request.note }} />}
      <div className={styles.buttons}>
        <span aria-hidden>
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left
        </span>
        <Button onClick={() => void call('cancelWalletRequest', {}).catch(() => undefined)}>Give up</Button>
      </div>
    </div>
  )
}
