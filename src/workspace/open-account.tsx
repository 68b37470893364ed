/** The way to the panel "Account", wherever something is off for want of an access token or a wallet. */
import type { ReactNode } from 'react'
import { useSession } from '../queries/index.ts'
import { Button } from '../ui/index.ts'
import { showPanel } from './show-panel.ts'

/** Draws nothing once it is known who trades. */
export function OpenAccount(): ReactNode {
  const session = useSession()
  if (session === undefined || session.identity !== null) return null
  return (
    <Button size="small" onClick={() => showPanel('account')}>
      Open Account
    </Button>
  )
}
