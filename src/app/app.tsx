/** The window: top bar, notices, docked workspace, status bar. */
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TerminalBridge } from '../../contract/ipc.ts'
import { BridgeProvider } from '../bridge/index.ts'
import { MarketDataProvider, type TopicStore, type WindowClock } from '../market-data/index.ts'
import { QueriesProvider } from '../queries/index.ts'
import { SoundPlayer } from '../sounds/index.ts'
import styles from './app.module.css'
import { useAppearance } from './appearance.ts'
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
