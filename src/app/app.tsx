/** The window: top bar, docked workspace with its toasts, status bar. */
import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import { DEFAULT_OUTCOME_COLLATERAL } from '../../contract/collateral.ts'
import type { TerminalBridge } from '../../contract/ipc.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import { BridgeProvider } from '../bridge/index.ts'
import { isZone, ownZone, setFormat, useFormat } from '../format/index.ts'
import { MarketDataProvider, type TopicStore, useTopic, type WindowClock } from '../market-data/index.ts'
import { QueriesProvider, useSession, useSettings } from '../queries/index.ts'
import { SoundPlayer } from '../sounds.tsx'
import { ErrorState, StillProvider } from '../ui/index.ts'
import styles from './app.module.css'
import { KillDialog, News, StatusBar, Toasts, TopBar, WaitingDialog } from './bars/index.ts'
import { Commands } from './commands/index.ts'
import { Desktop } from './desktop.tsx'
import { Workspace } from './docking/index.ts'
import { WorkspaceCommands, WorkspaceQuestions, WorkspaceTabs } from './workspaces/index.ts'

// Formats times, temperatures and numbers as the settings say, and money in the settlement currency of the deployment's markets.

/** The time zone of displayed times; UTC where the deployment does not name the station's zone, or names an unknown one. */
export function zoneOf(choice: Settings['timeZone'], station: string | null, computer: () => string): string {
  if (choice === 'computer') return computer()
  return choice === 'station' && station !== null && isZone(station) ? station : 'UTC'
}

/** Keeps the window's format in line with the settings; rerenders the caller when it changes. */
function useChosenFormat(): void {
  const { timeZone, temperature, grouping, prices } = useSettings() ?? DEFAULT_SETTINGS
  const zone = zoneOf(timeZone, useSession()?.profile.stationTimeZone ?? null, ownZone)
  const outcomes = useTopic({ kind: 'outcome_collateral' }) ?? DEFAULT_OUTCOME_COLLATERAL
  useLayoutEffect(
    () => setFormat({ zone, temperature, grouping, prices, outcomes }),
    [zone, temperature, grouping, prices, outcomes],
  )
  useFormat()
}

interface AppProps {
  readonly bridge: TerminalBridge
  readonly store: TopicStore
  readonly clock: WindowClock
  readonly client: QueryClient
}

export function App({ bridge, store, clock, client }: AppProps): ReactNode {
  return (
    <BridgeProvider bridge={bridge}>
      <MarketDataProvider store={store} clock={clock}>
        <QueriesProvider client={client}>
          <StillProvider>
            <Screen />
          </StillProvider>
        </QueriesProvider>
      </MarketDataProvider>
    </BridgeProvider>
  )
}

function Screen(): ReactNode {
  const theme = useAppearance()
  useChosenFormat()
  return (
    <div className={styles.screen}>
      <TopBar theme={theme} tabs={<WorkspaceTabs />} />
      <News />
      <main className={styles.workspace} aria-label="Workspace">
        <Workspace />
        <Toasts />
      </main>
      <StatusBar />
      <KillDialog />
      <WaitingDialog />
      <SoundPlayer />
      <WorkspaceCommands />
      <WorkspaceQuestions />
      <Commands />
      <Desktop />
    </div>
  )
}

/** Whether the system prefers a media feature; rerenders when that changes. */
function useSystem(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void): (() => void) => {
      const request = matchMedia(query)
      request.addEventListener('change', changed)
      return () => request.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** The displayed theme: `system` follows the machine. */
function themeOf(setting: Settings['theme'], systemIsDark: boolean): 'dark' | 'light' {
  if (setting !== 'system') return setting
  return systemIsDark ? 'dark' : 'light'
}

/** The current theme; dark until the settings are known. */
function useTheme(): 'dark' | 'light' {
  const systemIsDark = useSystem('(prefers-color-scheme: dark)')
  return themeOf(useSettings()?.theme ?? 'dark', systemIsDark)
}

/** Applies theme, contrast, side colors, row height, text size and motion of the settings; returns the current theme. */
function useAppearance(): 'dark' | 'light' {
  const theme = useTheme()
  const { density, palette, textSize, highContrast, lessMotion } = useSettings() ?? DEFAULT_SETTINGS
  const contrast = useSystem('(prefers-contrast: more)') || highContrast ? 'high' : 'usual'
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    style.setProperty('--text-scale', String(textSize / 100))
    Object.assign(dataset, {
      theme,
      contrast,
      density,
      palette,
      textSize: String(textSize),
      motion: lessMotion ? 'less' : 'as-the-system',
    })
  }, [theme, contrast, density, palette, textSize, lessMotion])
  return theme
}

/** Shown in a window that was opened without its bridge to main. */
export const NoBridge = (): ReactNode => (
  <ErrorState title="This window lost its connection" message="Close this window and restart Isotherm." />
)
