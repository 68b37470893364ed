/** The bar at the top: name, workspace, practice badge, money, and what concerns the whole window. */
import type { ReactNode } from 'react'
import { negate, signOf, toPlaces } from '../../../contract/decimal.ts'
import type { CollateralClass, Equity } from '../../../contract/equity.ts'
import { useCall } from '../../bridge/index.ts'
import { type Command, isMac, menuEntries, useCommandHint, useCommandList } from '../../commands/index.ts'
import { grouped, signed } from '../../format/index.ts'
import { useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { ReadAge, useAccount, useReadFreshness, useSession } from '../../queries/index.ts'
import { KeysBadge } from '../../quick-order/index.ts'
import { Button, classNames, Figure, Menu, type MenuEntry } from '../../ui/index.ts'
import { type Today, useActiveAsset, useEquity, useToday } from '../../workspace/index.ts'
import { Account } from './account.tsx'
import { ArmControl } from './arm-control.tsx'
import { LogoMark, MoonIcon, SunIcon, WindowIcon } from './icons.tsx'
import { askKill } from './kill-asked.ts'
import { MESSAGES } from './messages.ts'
import { tellRefusal } from './refusals.ts'
import styles from './top-bar.module.css'

/** `theme` is the one in force, `tabs` stand after the name. */
export function TopBar({ theme, tabs }: { theme: 'dark' | 'light'; tabs: ReactNode }): ReactNode {
  const call = useCall()
  const session = useSession()
  const commands = useCommandList()
  const newWindow = useCommandHint('window/new')
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <LogoMark />
        <span>Isotherm</span>
      </div>
      {tabs}
      <div className={styles.end}>
        {session !== undefined && <NetworkBadge network={session.profile.network} name={session.profile.name} />}
        <Money />
        <div className={styles.buttons}>
          <KeysBadge
            onDisarm={() => tellRefusal('The trading keys were not disarmed', call('armKeys', { armed: false }))}
          />
          <ArmControl />
          <KillButton />
          <Account />
          <Button
            variant="bare"
            size="small"
            onClick={() => tellRefusal('No window was opened', call('openWindow', {}))}
            {...newWindow}
          >
            <WindowIcon />
            <span className={styles.newWindow}>{MESSAGES.newWindow}</span>
          </Button>
          <Button
            variant="bare"
            size="small"
            aria-label={MESSAGES.theme(other)}
            onClick={() => tellRefusal('The setting was not saved', call('saveSettings', { theme: other }))}
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

/** The sections of the menu, from the commands that stand in it. */
const SECTIONS = ['Panels', 'Appearance', 'Figures and times', 'Accessibility', 'Updates', 'Layout', 'Find']

const viewEntries = (commands: readonly Command[]): readonly MenuEntry[] =>
  menuEntries(commands, 'View', isMac).toSorted(
    (a, b) => SECTIONS.indexOf(a.section ?? '') - SECTIONS.indexOf(b.section ?? ''),
  )

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
          <dt>{MESSAGES.today}</dt>
          <dd>
            <Figure value={today === null ? null : toPlaces(today.result, 2)} sign="gain" />
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

const COUNTED = '1 USDH is counted as 1 USDC.'

function todayText(today: Today | null): string {
  if (today === null) return 'What today has brought is not known yet.'
  const { realised, fees, unrealised } = today
  const spent = signOf(fees) === 0 ? fees : negate(fees)
  const done = `Since 00:00 UTC: realised ${signed(toPlaces(realised, 2))}, fees ${signed(toPlaces(spent, 2))}`
  return unrealised === null
    ? `${done}. What was unrealized at 00:00 UTC is not known: its change is not in it. ${COUNTED}`
    : `${done}, change of unrealized ${signed(toPlaces(unrealised, 2))}. ${COUNTED}`
}

const CLASS_NAMES: { readonly [C in CollateralClass]: string } = {
  usdc: 'USDC',
  usdh: 'free USDH',
  usdh_outcome: 'USDH in outcome trading',
  shares: 'shares at their mark',
}

/** What the total of the bar is in: 1 USDH counts as 1 USDC, and where there is none of it all is USDC. */
function equityUnit(equity: Equity | null): string {
  const hasUsdh = equity?.classes.some(({ id, total }) => id !== 'usdc' && total !== null && signOf(total) !== 0)
  return hasUsdh === true ? 'USDC + USDH' : 'USDC'
}

function equityText(equity: Equity | null): string {
  if (equity === null) return 'The equity is not known yet.'
  const parts = equity.classes.map(
    ({ id, total }) => `${CLASS_NAMES[id]} ${total === null ? 'not told' : grouped(toPlaces(total, 2, 'down'))}`,
  )
  return `${parts.join(', ')}. ${COUNTED}`
}

/** The way to the kill of this deployment that is always in sight. */
function KillButton(): ReactNode {
  const isKilled = useTopicValue({ kind: 'kill' }, (kill) => kill.isKilled) === true
  const hint = useCommandHint('trade/kill')
  return (
    <Button size="small" variant="danger" onClick={askKill} {...hint}>
      {isKilled ? MESSAGES.killed : MESSAGES.kill}
    </Button>
  )
}
