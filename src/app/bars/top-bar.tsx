/** The bar at the top: name, workspace, practice badge, money, and window-wide controls. */

import type { ReactNode } from 'react'
import { negate, signOf, toPlaces } from '../../../contract/decimal.ts'
import type { CollateralClass, Equity } from '../../../contract/equity.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { useCall } from '../../bridge/index.ts'
import { type Command, isMac, menuEntries, useCommandHint, useCommandList } from '../../commands/index.ts'
import { grouped, signedMoney } from '../../format/index.ts'
import { useTick, useTopic, useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { ReadAge, useAccount, useReadFreshness, useSession } from '../../queries/index.ts'
import { KeysBadge } from '../../quick-order/index.ts'
import { Button, classNames, Figure, Menu, type MenuEntry } from '../../ui/index.ts'
import { type Today, useActiveAsset, useEquity, useToday } from '../../workspace/index.ts'
import { Account } from './account.tsx'
import { askKill } from './kill.tsx'
import { MESSAGES } from './messages.ts'
import { reportRefusal } from './notices.tsx'
import styles from './top-bar.module.css'
import { WaitingButton } from './waiting.tsx'

const MINUTE = 60_000
/** Refresh interval: what is shown may lag by this much, ms. */
const EVERY = 5000

/** Minutes for which a window stays armed, rounded up; `now` may lag by `EVERY`. */
export const minutesLeft = (armedUntil: number, now: number): number =>
  Math.max(1, Math.ceil((armedUntil - now - EVERY) / MINUTE))

/** Arms and disarms this window, where windows must be armed before they may send orders that add exposure. */
function ArmControl(): ReactNode {
  const call = useCall()
  const arming = useTopic({ kind: 'arming' })
  const now = useTick(arming?.armedUntil == null ? null : EVERY)
  if (arming === undefined || !arming.required) return null
  const { armedUntil, reason } = arming
  const arm = (armed: boolean): void => {
    reportRefusal(armed ? 'Window not armed' : 'Window not disarmed', call('arm', { armed }))
  }
  if (armedUntil === null) {
    return (
      <Button
        size="small"
        title={reason ?? 'This window sends only cancels and reducing orders.'}
        onClick={() => arm(true)}
      >
        {MESSAGES.arm}
      </Button>
    )
  }
  return (
    <Button size="small" variant="danger" title="Disarm this window" onClick={() => arm(false)}>
      {MESSAGES.armed(minutesLeft(armedUntil, now))}
    </Button>
  )
}

/** Three isotherms. */
const LogoMark = (): ReactNode => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 18 18"
    aria-hidden="true"
    fill="none"
    strokeWidth="1.6"
    strokeLinecap="round"
  >
    <path d="M2 6.2c3-3.6 5 .9 8-1.2 2.2-1.5 3.6-1.9 6-.9" stroke="var(--accent)" />
    <path d="M2 10.4c3-3.6 5 .9 8-1.2 2.2-1.5 3.6-1.9 6-.9" stroke="var(--accent)" opacity="0.75" />
    <path d="M2 14.6c3-3.6 5 .9 8-1.2 2.2-1.5 3.6-1.9 6-.9" stroke="var(--accent)" opacity="0.5" />
  </svg>
)

/** An icon of the window's bar: decorative, as its label is beside it. */
const Icon = ({ children }: { children: ReactNode }): ReactNode => (
  <svg
    width="13"
    height="13"
    viewBox="0 0 14 14"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.3"
  >
    {children}
  </svg>
)

const SunIcon = (): ReactNode => (
  <Icon>
    <circle cx="7" cy="7" r="2.6" />
    <path d="M7 .8v1.6M7 11.6v1.6M.8 7h1.6M11.6 7h1.6M2.6 2.6l1.1 1.1M10.3 10.3l1.1 1.1M2.6 11.4l1.1-1.1M10.3 3.7l1.1-1.1" />
  </Icon>
)

const MoonIcon = (): ReactNode => (
  <Icon>
    <path d="M11.8 8.6A5.2 5.2 0 0 1 5.4 2.2a5.2 5.2 0 1 0 6.4 6.4Z" strokeLinejoin="round" />
  </Icon>
)

const WindowIcon = (): ReactNode => (
  <Icon>
    <rect x="1.5" y="3.5" width="8.5" height="8" rx="1.2" />
    <path d="M4.5 1.5h6.8c.7 0 1.2.5 1.2 1.2V9" strokeLinecap="round" />
  </Icon>
)

/** `theme` is the current one; `tabs` follow the name. */
export function TopBar({ theme, tabs }: { theme: 'dark' | 'light'; tabs: ReactNode }): ReactNode {
  const call = useCall()
  const session = useSession()
  const commands = useCommandList()
  const newWindow = useCommandHint('window/new')
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className={styles.bar}>
      <h1 className={styles.brand}>
        <LogoMark />
        <span>Isotherm</span>
      </h1>
      {tabs}
      <div className={styles.end}>
        <WaitingButton />
        {session !== undefined && <NetworkBadge network={session.profile.network} name={session.profile.name} />}
        <Money />
        <div className={styles.buttons}>
          <KeysBadge onDisarm={() => reportRefusal(COMMON.keysNotDisarmed, call('armKeys', { armed: false }))} />
          <ArmControl />
          <KillButton />
          <Account />
          <Button
            variant="bare"
            size="small"
            onClick={() => reportRefusal('Window not opened', call('openWindow', {}))}
            {...newWindow}
          >
            <WindowIcon />
            <span className={styles.newWindow}>{MESSAGES.newWindow}</span>
          </Button>
          <Button
            variant="bare"
            size="small"
            aria-label={MESSAGES.theme(other)}
            onClick={() => reportRefusal('Setting not saved', call('saveSettings', { theme: other }))}
          >
            {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
          </Button>
          <Menu label="View" entries={viewEntries(commands)}>
            View
          </Menu>
        </div>
      </div>
    </header>
  )
}

const SECTIONS = ['Panels', 'Layout', 'Layouts', 'Find', 'Alerts and notifications', 'Updates', 'Help']

/** Single settings are in the settings window, the palette and the native menu: here they would bury the panels. */
const viewEntries = (commands: readonly Command[]): readonly MenuEntry[] =>
  menuEntries(
    commands.filter(({ id }) => !id.startsWith('setting/')),
    'View',
    isMac,
  ).toSorted((a, b) => SECTIONS.indexOf(a.section ?? '') - SECTIONS.indexOf(b.section ?? ''))

function NetworkBadge({ network, name }: { network: 'mainnet' | 'testnet' | 'practice'; name: string }): ReactNode {
  if (network === 'practice') {
    return <span className={styles.practice}>{name === 'practice' ? 'Practice' : `Practice, ${name}`}</span>
  }
  return <span className={styles.network}>{network === 'testnet' ? `Testnet, ${name}` : name}</span>
}

function Money(): ReactNode {
  const account = useAccount()
  const equity = useEquity(account.data)
  const today = useToday()
  const read = useReadFreshness(account)
  const asset = useActiveAsset()
  const stale = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset }).stale || read.stale
  return (
    <>
      <ReadAge reads={[account]} what="account" />
      <dl className={classNames(styles.money, stale && styles.stale)} data-stale={stale}>
        <div title={todayText(today)}>
          <dt>
            {MESSAGES.today}
            <span className={today?.open === null ? undefined : styles.unit}>
              {MESSAGES.todayIs(today?.open !== null)}
            </span>
          </dt>
          <dd>
            <Figure value={today?.result} places="money" sign="gain" />
          </dd>
        </div>
        <div title={equityText(equity)}>
          <dt>
            Equity<span className={styles.unit}>, {equityUnit(equity)}</span>
          </dt>
          <dd>
            <Figure value={equity?.total == null ? null : toPlaces(equity.total, 2, 'down')} />
          </dd>
        </div>
      </dl>
    </>
  )
}

const COUNTED = COMMON.usdhCounts

function todayText(today: Today | null): string {
  if (today === null) return 'Today’s P&L is not known yet.'
  const { realised, fees, open } = today
  const spent = signOf(fees) === 0 ? fees : negate(fees)
  const parts = [
    `Realized since 00:00 UTC ${signedMoney(realised)}`,
    `fees ${signedMoney(spent)}`,
    open === null ? 'open P&L not known' : `open P&L ${signedMoney(open)}`,
  ]
  return `${parts.join(', ')}. ${COUNTED}`
}

const CLASS_NAMES: { readonly [C in CollateralClass]: string } = {
  usdc: 'USDC',
  usdh: 'free USDH',
  usdh_outcome: COMMON.outcomesBalance,
  shares: 'shares at mark',
}

/** The unit of the equity total: 1 USDH counts as 1 USDC, and without USDH everything is USDC. */
function equityUnit(equity: Equity | null): string {
  const hasUsdh = equity?.classes.some(({ id, total }) => id !== 'usdc' && total !== null && signOf(total) !== 0)
  return hasUsdh === true ? 'USDC + USDH' : 'USDC'
}

function equityText(equity: Equity | null): string {
  if (equity === null) return 'Equity not known yet.'
  const parts = equity.classes.map(({ id, total }) =>
    total === null ? `${CLASS_NAMES[id]} not reported` : `${CLASS_NAMES[id]} ${grouped(toPlaces(total, 2, 'down'))}`,
  )
  return `${parts.join(', ')}. ${COUNTED}`
}

/** The kill button of this deployment, which is always visible. */
function KillButton(): ReactNode {
  const isKilled = useTopicValue({ kind: 'kill' }, (kill) => kill.isKilled) === true
  const hint = useCommandHint('trade/kill')
  return (
    <Button size="small" variant="danger" onClick={askKill} {...hint}>
      {isKilled ? MESSAGES.killed : MESSAGES.kill}
    </Button>
  )
}
