/** The window: top bar, notices, docked workspace, status bar. */
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
import { ErrorState } from '../ui/index.ts'
import styles from './app.module.css'
import { CutOffFlattens, HeldPauses, KillDialog, Killed, News, Notices, StatusBar, TopBar } from './bars/index.ts'
import { Commands } from './commands/index.ts'
import { Desktop } from './desktop.tsx'
import { Workspace } from './docking/index.ts'
import { TemplateStrip, WorkspaceCommands, WorkspaceQuestions, WorkspaceTabs } from './workspaces/index.ts'

// Has the window write times, temperatures and numbers as the settings say, and money in what the deployment's markets are settled in.

/** The zone that times are told in; UTC where the deployment does not name the station's, or names one that is not known here. */
export function zoneOf(choice: Settings['timeZone'], station: string | null, computer: () => string): string {
  if (choice === 'computer') return computer()
  return choice === 'station' && station !== null && isZone(station) ? station : 'UTC'
}

/** Keeps the format of the window as the settings say; whoever calls it is rendered again when it changes. */
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
          <Screen />
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
      <Killed />
      <CutOffFlattens />
      <HeldPauses />
      <Notices />
      <News />
      <TemplateStrip />
      <main className={styles.workspace} aria-label="Workspace">
        <Workspace />
      </main>
      <StatusBar />
      <KillDialog />
      <SoundPlayer />
      <WorkspaceCommands />
      <WorkspaceQuestions />
      <Commands />
      <Desktop />
    </div>
  )
}

/** Whether the system asks for something; renders again when it does no more, or again. */
function useSystem(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void): (() => void) => {
      const asked = matchMedia(query)
      asked.addEventListener('change', changed)
      return () => asked.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** The theme that is shown: `system` follows the machine. */
function themeOf(setting: Settings['theme'], systemIsDark: boolean): 'dark' | 'light' {
  if (setting !== 'system') return setting
  return systemIsDark ? 'dark' : 'light'
}

/** The theme in force; dark until the settings are known. */
function useTheme(): 'dark' | 'light' {
  const systemIsDark = useSystem('(prefers-color-scheme: dark)')
  return themeOf(useSettings()?.theme ?? 'dark', systemIsDark)
}

/** Keeps theme, contrast, colours of the sides, row height, text size and motion as the settings say; gives the theme in force. */
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

/** What a window shows that was opened without its door to main. */
export const NoBridge = (): ReactNode => (
  <ErrorState
    title="This window cannot reach Isotherm"
    message="It was opened without its connection to the main process. Close it and start Isotherm again with npm start."
  />
)
