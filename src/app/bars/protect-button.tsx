/** The way from a notice that says that a position has no exits to the form that sets them; to its order while nothing has filled. */
import type { ReactNode } from 'react'
import { signOf } from '../../../contract/decimal.ts'
import type { Notice } from '../../../contract/session.ts'
import { useAccount, useSession } from '../../queries/index.ts'
import { Button } from '../../ui/index.ts'
import { askExits, showPanel } from '../../workspace/index.ts'

/** Nothing in windows of other deployments: what they show is not what the notice is about. */
export function ProtectButton({ act }: { readonly act: NonNullable<Notice['act']> }): ReactNode {
  const session = useSession()
  const positions = useAccount().data?.positions
  if (session?.profile.name !== act.profile) return null
  const isHeld = positions?.some(({ asset, size }) => asset === act.asset && signOf(size) !== 0) === true
  return isHeld ? (
    <Button size="small" aria-label={`Protect ${act.asset}…`} onClick={() => askExits(act.asset)}>
      Protect…
    </Button>
  ) : (
    <Button size="small" aria-label={`Show the orders in ${act.asset}`} onClick={() => showPanel('open-orders')}>
      Show orders
    </Button>
  )
}
