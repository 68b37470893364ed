/** The bar at the top: name, workspace, practice badge, money, and what concerns the whole window. */
import type { ReactNode } from 'react'
import { toPlaces } from '../../../contract/decimal.ts'
import { useCall } from '../../bridge/index.ts'
import { type Command, isMac, menuEntries, useCommandHint, useCommandList } from '../../commands/index.ts'
import { KeysBadge } from '../../hand/index.ts'
import { useTopicFreshness } from '../../market-data/index.ts'
import { ReadAge, useAccount, useReadFreshness, useSession } from '../../queries/index.ts'
import { Button, classNames, Figure, Menu, type MenuEntry } from '../../ui/index.ts'
import { useActiveAsset, useEquity, useToday } from '../../workspace/index.ts'
import { Account } from './account.tsx'
import { ArmControl } from './arm-control.tsx'
import { LogoMark, MoonIcon, SunIcon, WindowIcon } from './icons.tsx'
import { KillButton } from './kill-button.tsx'
import { equityUnit, equityWords, todayWords } from './money-words.ts'
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
            <span className={styles.newWindow}>New window</span>
          </Button>
          <Button
            variant="bare"
            size="small"
            aria-label={`Use the ${other} theme`}
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
        <div title={todayWords(today)}>
          <dt>Today</dt>
          <dd>
            <Figure value={today === null ? null : toPlaces(today.result, 2)} sign="gain" />
          </dd>
        </div>
        <div title={equityWords(equity)}>
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
