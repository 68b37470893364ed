/**
 * Notices that belong to no panel: what main reports, refusals of the top bar, and what waits for the trader. Each is a toast for a while (`toasts.tsx`)
 * and then a row of the list behind a button of the status bar.
 */
import { type ReactNode, useMemo } from 'react'
import { create } from 'zustand'
import { signOf } from '../../../contract/decimal.ts'
import { safeBlock, safeText } from '../../../contract/safe-text.ts'
import type { Notice } from '../../../contract/session.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { WorkspacesView } from '../../../contract/workspace.ts'
import { FIRST_TEMPLATE } from '../../../contract/workspace-names.ts'
import { errorText, TerminalFailure, useCall } from '../../bridge/index.ts'
import { type Command, isMac, keyText, table, useCommands } from '../../commands/index.ts'
import { timeText } from '../../format/index.ts'
import { showGettingStarted } from '../../getting-started/index.ts'
import { useMarketData, useTopic, useTopicValue } from '../../market-data/index.ts'
import { useAccount, useSession, useSettings } from '../../queries/index.ts'
import { Button, classNames, Dialog } from '../../ui/index.ts'
import { WhatsNew } from '../../updates/index.ts'
import { askExits, showPanel } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import type { ShownNotice } from './toast-slots.ts'
import styles from './toasts.module.css'
import { showWaiting, useWaitingNotices } from './waiting.tsx'

interface Store {
  /** Notices of this window, the newest first: refusals of requests until they succeed or are dismissed, and hints. */
  readonly refusals: readonly Notice[]
  /** Ids of dismissed notices that this window makes of a state. */
  readonly dismissed: ReadonlySet<string>
  /** When the list of notices was last open, ms since the epoch. */
  readonly seenAt: number
  /** Whether the list is open. */
  readonly isOpen: boolean
  /** The window's clock, once it is open. */
  readonly now: () => Millis
}

const useStore = create<Store>(() => ({
  refusals: [],
  dismissed: new Set(),
  seenAt: 0,
  isOpen: false,
  now: () => millis(0),
}))

function dropRefusals(ids: readonly string[]): void {
  useStore.setState(({ refusals }) => ({ refusals: refusals.filter(({ id }) => !ids.includes(id)) }))
}

/** Shows a notice of this window in place of an earlier one with its id. */
function put(id: string, level: Notice['level'], title: string, detail: string): void {
  useStore.setState(({ refusals, now }) => {
    const texts = { title: safeText(title), detail: safeBlock(detail) }
    const notice: Notice = { id, level, ...texts, at: now(), isDismissed: false, act: null }
    return { refusals: [notice, ...refusals.filter((one) => one.id !== id)] }
  })
}

/** Shows under its title why a request was refused, and removes that once it succeeds. A cancellation by the trader is not a refusal. */
export function reportRefusal(title: string, request: Promise<unknown>): void {
  const id = `refusal: ${title}`
  request.then(
    () => dropRefusals([id]),
    (error: unknown) => {
      if (error instanceof TerminalFailure && error.code === 'declined') return
      put(id, 'error', title, errorText(error))
    },
  )
}

/** Shows for a moment that a pressed key does nothing, as the trading keys are off, and how to arm them. */
export function reportKeysOff(): void {
  const key = table.commands.find(({ id }) => id === 'trade/arm/preview')?.keys?.[0]
  const { title, detail } = MESSAGES.keysOff
  put('keys off', 'info', title, detail(key === undefined ? null : keyText(key, isMac)))
}

/** News of this version, shown once. */
export function News(): ReactNode {
  const call = useCall()
  return <WhatsNew dismiss={() => reportRefusal('Notices', call('dismissWhatsNew', {}))} />
}

/** The window's clock is known. */
export const setNoticeClock = (now: () => Millis): void => useStore.setState({ now })

/** Opens the list of notices. */
export const showNotices = (): void => useStore.setState(({ now }) => ({ isOpen: true, seenAt: now() }))

/** The command that opens the list of notices. */
export const noticesCommand = (open: () => void): Command => ({
  id: 'window/notices',
  title: MESSAGES.notices.command,
  scope: 'window',
  aliases: ['toasts', 'messages', 'notifications', 'history'],
  run: open,
})

const NONE: readonly Notice[] = []

/** Whether nothing but the first layout exists: then the others are offered. */
export const offersTemplates = ({ current, list }: WorkspacesView): boolean =>
  list.length === 0 && current?.from === 'template' && current.name === FIRST_TEMPLATE

/** The offer of a first start, as long as nothing else than the first layout exists; null otherwise. */
function useOffer(): ShownNotice | null {
  const offers = useSettings()?.offerTemplates === true
  const isFirst = useTopicValue({ kind: 'workspaces' }, offersTemplates) === true
  return useMemo(() => {
    if (!offers || !isFirst) return null
    const texts = { title: safeText(MESSAGES.offer.title), detail: safeBlock(MESSAGES.offer.detail) }
    return { id: OFFER, level: 'info', ...texts, at: millis(0), isDismissed: false, act: { kind: 'first_steps' } }
  }, [offers, isFirst])
}
const OFFER = 'offer'

/** Every notice, the newest first, and how to dismiss some. */
export function useNotices(): {
  readonly all: readonly ShownNotice[]
  readonly dismiss: (ids: readonly string[]) => void
} {
  const call = useCall()
  const notices = useTopic({ kind: 'notices' }) ?? NONE
  const { refusals, dismissed } = useStore()
  const waiting = useWaitingNotices()
  const offer = useOffer()
  const all = useMemo(() => {
    const own = [...waiting, ...(offer === null ? [] : [offer])].map((notice) =>
      dismissed.has(notice.id) ? { ...notice, isDismissed: true } : notice,
    )
    if (own.length + refusals.length === 0) return notices
    return [...own, ...refusals, ...notices].sort((a, b) => b.at - a.at)
  }, [notices, refusals, waiting, offer, dismissed])
  return {
    all,
    dismiss(ids) {
      dropRefusals(ids)
      useStore.setState((store) => ({ dismissed: new Set([...store.dismissed, ...ids]) }))
      if (ids.includes(OFFER)) {
        reportRefusal('Setting not saved', call('saveSettings', { offerTemplates: false }))
      }
      const others = ids.filter((id) => notices.some((notice) => notice.id === id))
      if (others.length > 0) call('dismissNotices', { ids: others }).catch(() => undefined)
    },
  }
}

/** The button of the status bar: how many notices came since the list was last open; the list is one click away. */
export function NoticesButton(): ReactNode {
  const { clock } = useMarketData()
  const { all, dismiss } = useNotices()
  const { seenAt, isOpen } = useStore()
  useCommands(useMemo(() => [noticesCommand(showNotices)], []))
  const open = all.filter(({ isDismissed }) => !isDismissed)
  const fresh = open.filter(({ at }) => at > seenAt).length
  const close = (): void => useStore.setState({ isOpen: false, seenAt: clock.now() })
  return (
    <div className={styles.button}>
      <button
        type="button"
        className={styles.show}
        aria-label={MESSAGES.notices.count(fresh)}
        data-level={open.some(({ level }) => level === 'error') ? 'error' : undefined}
        onClick={showNotices}
      >
        <Bell />
        <span className={styles.word}>{MESSAGES.notices.name}</span>
        {fresh > 0 && <span className={styles.fresh}>{fresh}</span>}
      </button>
      {isOpen && (
        <Dialog
          title={MESSAGES.notices.name}
          isWide
          onClose={close}
          onSubmit={close}
          actions={
            <>
              {open.length > 0 && (
                <Button onClick={() => dismiss(open.map(({ id }) => id))}>{MESSAGES.notices.dismissAll}</Button>
              )}
              <Button type="submit">{MESSAGES.notices.close}</Button>
            </>
          }
        >
          {all.length === 0 ? MESSAGES.notices.none : <List notices={all} />}
        </Dialog>
      )}
    </div>
  )
}

/** Decorative: the button is named. */
const Bell = (): ReactNode => (
  <svg width="11" height="11" viewBox="0 0 12 12" aria-hidden="true" fill="none" stroke="currentColor">
    <path d="M2 9h8c-1-1-1.2-2-1.2-4a2.8 2.8 0 0 0-5.6 0c0 2-.2 3-1.2 4ZM5 10.8h2" strokeLinejoin="round" />
  </svg>
)

const List = ({ notices }: { readonly notices: readonly ShownNotice[] }): ReactNode => (
  <ul className={styles.list}>
    {notices.map(({ id, level, title, detail, at, act }) => (
      <li key={id}>
        <time>{timeText(at)}</time>
        <span className={classNames(styles.level, styles[level])}>{MESSAGES.notices.levels[level]}</span>
        <div>
          <strong>{title}</strong>
          <p>{detail}</p>
        </div>
        <ActButton act={act} />
      </li>
    ))}
  </ul>
)

/** The button of what a notice offers; nothing for one that offers nothing. */
export function ActButton({ act }: Pick<ShownNotice, 'act'>): ReactNode {
  switch (act?.kind) {
    case undefined:
      return null
    case 'protect':
      return <ProtectButton act={act} />
    case 'waiting':
      return (
        <Button size="small" onClick={showWaiting}>
          {MESSAGES.waiting.answer}
        </Button>
      )
    case 'first_steps':
      return (
        <Button size="small" onClick={showGettingStarted}>
          {MESSAGES.offer.firstSteps}
        </Button>
      )
  }
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
