/** The bar at the top: name, workspace, practice badge, money, and what concerns the whole window. */
import type { ReactNode } from 'react'
import { toPlaces } from '../../../contract/decimal.ts'
import { useCall } from '../../bridge/index.ts'
import { useTopicFreshness } from '../../market-data/index.ts'
import { ReadAge, useAccount, useReadFreshness, useSession, useSettings } from '../../queries/index.ts'
import { Button, classNames, Figure, Menu } from '../../ui/index.ts'
import { useActiveAsset, useLiveMoney } from '../../workspace/index.ts'
import { addPanel, PANELS, resetLayout, useOpenKinds } from '../docking/index.ts'
import { Account } from './account.tsx'
import { ArmControl } from './arm-control.tsx'
import { Families } from './families.tsx'
import { LogoMark, MoonIcon, SunIcon, WindowIcon } from './icons.tsx'
import { tellRefusal } from './refusals.ts'
import styles from './top-bar.module.css'

const DENSITIES = [
  { id: 'compact', label: 'Compact rows' },
  { id: 'normal', label: 'Normal rows' },
  { id: 'roomy', label: 'Roomy rows' },
] as const
const THEMES = [
  { id: 'dark', label: 'Dark theme' },
  { id: 'light', label: 'Light theme' },
  { id: 'system', label: 'Theme of the system' },
] as const

/** `theme` is the one in force. */
export function TopBar({ theme }: { theme: 'dark' | 'light' }): ReactNode {
  const call = useCall()
  const session = useSession()
  const settings = useSettings()
  const open = useOpenKinds()
  // The setting shown is always the one main publishes.
  const save = (change: { theme?: 'dark' | 'light' | 'system'; density?: 'compact' | 'normal' | 'roomy' }): void => {
    tellRefusal('The setting was not saved', call('saveSettings', change))
  }
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <LogoMark />
        <span>Isotherm</span>
      </div>
      <Families />
      <div className={styles.end}>
        {session !== undefined && <NetworkBadge network={session.profile.network} name={session.profile.name} />}
        <Money />
        <div className={styles.buttons}>
          <ArmControl />
          <Account />
          <Button
            variant="bare"
            size="small"
            onClick={() => tellRefusal('No window was opened', call('openWindow', {}))}
          >
            <WindowIcon />
            New window
          </Button>
          <Button
            variant="bare"
            size="small"
            aria-label={`Use the ${other} theme`}
            onClick={() => save({ theme: other })}
          >
            {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
          </Button>
          <Menu
            label="View"
            entries={[
              ...PANELS.map(({ id, title }) => ({
                id: `panel/${id}`,
                label: title,
                section: 'Panels',
                selected: open.has(id),
                onAction: () => addPanel(id),
              })),
              ...THEMES.map(({ id, label }) => ({
                id,
                label,
                section: 'Theme',
                selected: settings?.theme === id,
                onAction: () => save({ theme: id }),
              })),
              ...DENSITIES.map(({ id, label }) => ({
                id,
                label,
                section: 'Rows',
                selected: settings?.density === id,
                onAction: () => save({ density: id }),
              })),
              { id: 'reset', label: 'Reset layout', section: 'Layout', onAction: resetLayout },
            ]}
          >
            View
          </Menu>
        </div>
      </div>
    </header>
  )
}

function NetworkBadge({ network, name }: { network: 'mainnet' | 'testnet' | 'practice'; name: string }): ReactNode {
  if (network === 'practice') {
    return <span className={styles.practice}>{name === 'practice' ? 'Practice' : `Practice, ${name}`}</span>
  }
  return <span className={styles.network}>{network === 'testnet' ? `Testnet, ${name}` : name}</span>
}

function Money(): ReactNode {
  const account = useAccount()
  const money = useLiveMoney(account.data)
  const read = useReadFreshness(account)
  const asset = useActiveAsset()
  const stale = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset }).stale || read.stale
  return (
    <>
      <ReadAge reads={[account]} what="account" />
      <dl className={classNames(styles.money, stale && styles.stale)} data-stale={stale}>
        <div>
          <dt>Equity</dt>
          <dd>
            <Figure value={money.equity === null ? null : toPlaces(money.equity, 2)} unit="USDC" />
          </dd>
        </div>
        <div>
          <dt>Unrealised</dt>
          <dd>
            <Figure value={money.unrealised === null ? null : toPlaces(money.unrealised, 2)} sign="gain" unit="USDC" />
          </dd>
        </div>
      </dl>
    </>
  )
}
