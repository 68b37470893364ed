/** Notices that belong to no panel: quiet lines below the top bar, each until it is dismissed. */
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { signOf } from '../../../contract/decimal.ts'
import type { Notice } from '../../../contract/session.ts'
import { TerminalFailure, useCall, wordsOf } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useAccount, useSession } from '../../queries/index.ts'
import { Banner, Button } from '../../ui/index.ts'
import { WhatsNew } from '../../updates/index.ts'
import { askExits, showPanel } from '../../workspace/index.ts'
import styles from './notices.module.css'

interface Refusal {
  /** The refused request, one line each. */
  readonly title: string
  readonly detail: string
}

const useStore = create<{ readonly refusals: readonly Refusal[] }>(() => ({ refusals: [] }))

/** Visible refusals, the newest first. */
const useRefusals = (): readonly Refusal[] => useStore(({ refusals }) => refusals)

/** Refusals of requests from the top bar: shown among this window's notices until they succeed or are dismissed. */
function dismissRefusal(title: string): void {
  useStore.setState(({ refusals }) => ({ refusals: refusals.filter((refusal) => refusal.title !== title) }))
}

/** Shows under its title why a request was refused, and removes that once it succeeds. A cancellation by the trader is not a refusal. */
export function tellRefusal(title: string, asked: Promise<unknown>): void {
  asked.then(
    () => dismissRefusal(title),
    (error: unknown) => {
      if (error instanceof TerminalFailure && error.code === 'declined') return
      useStore.setState(({ refusals }) => ({
        refusals: [{ title, detail: wordsOf(error) }, ...refusals.filter((refusal) => refusal.title !== title)],
      }))
    },
  )
}

/** News of this version, shown once. */
export function News(): ReactNode {
  const call = useCall()
  return <WhatsNew putAway={() => tellRefusal('News not dismissed', call('putAwayWhatsNew', {}))} />
}

export function Notices(): ReactNode {
  const call = useCall()
  const notices = useTopic({ kind: 'notices' }) ?? []
  const refusals = useRefusals()
  if (notices.length + refusals.length === 0) return null
  return (
    <section className={styles.notices} aria-label="Notices">
      {refusals.map(({ title, detail }) => (
        <Banner
          key={title}
          tone="error"
          title={title}
          action={
            <Button variant="bare" size="small" aria-label={`Dismiss: ${title}`} onClick={() => dismissRefusal(title)}>
              Dismiss
            </Button>
          }
        >
          {detail}
        </Banner>
      ))}
      {notices.map((notice) => (
        <Banner
          key={notice.id}
          tone={notice.level}
          title={notice.title}
          action={
            <>
              {notice.act !== null && <ProtectButton act={notice.act} />}
              <Button
                variant="bare"
                size="small"
                aria-label={`Dismiss: ${notice.title}`}
                onClick={() => {
                  call('dismissNotice', { id: notice.id }).catch(() => undefined)
                }}
              >
                Dismiss
              </Button>
            </>
          }
        >
          {notice.detail}
        </Banner>
      ))}
    </section>
  )
}

/** Renders nothing in windows of other deployments, which the notice is not about. */
function ProtectButton({ act }: { readonly act: NonNullable<Notice['act']> }): ReactNode {
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
