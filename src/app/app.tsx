/** The window: top bar, notices, docked workspace, status bar. */
import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import type { TerminalBridge } from '../../contract/ipc.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import { BridgeProvider } from '../bridge/index.ts'
import { MarketDataProvider, type TopicStore, type WindowClock } from '../market-data/index.ts'
import { QueriesProvider, useSettings } from '../queries/index.ts'
import { SoundPlayer } from '../sounds/index.ts'
import styles from './app.module.css'
import { CutOffFlattens, HeldPauses, KillDialog, Killed, News, Notices, StatusBar, TopBar } from './bars/index.ts'
import { useChosenFormat } from './chosen-format.ts'
import { Commands } from './commands/index.ts'
import { Desktop } from './desktop/index.ts'
import { Workspace } from './docking/index.ts'
import { TemplateStrip, WorkspaceCommands, WorkspaceQuestions, WorkspaceTabs } from './workspaces/index.ts'

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
