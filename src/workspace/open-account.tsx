/** The way to the panel "Account", wherever something is off for want of an access token or a wallet. */
import type { ReactNode } from 'react'
import { useSession } from '../queries/index.ts'
import { Button } from '../ui/index.ts'
import { showPanel } from './show-panel.ts'

interface OpenAccountProps {
  /** What is off needs an agent wallet too. */
  readonly signs?: boolean
}

/** Draws nothing once it is known who trades, and where it is signed, once there is an agent or one is on its way. */
export function OpenAccount({ signs = false }: OpenAccountProps): ReactNode {
  const session = useSession()
  if (session === undefined) return null
  const { identity, agent } = session
  const wantsAgent = signs && (agent.state === 'missing' || agent.state === 'failed')
  if (identity !== null && !wantsAgent) return null
  return (
    <Button size="small" onClick={() => showPanel('account')}>
      Open Account
    </Button>
  )
}
