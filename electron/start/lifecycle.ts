/** The terminal's lifecycle: windows that die, a second start, and an orderly shutdown. */
import { app, type WebContents } from 'electron'
import type { Clock } from '../../contract/time.ts'
import type { Deployment } from '../deployment/index.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import type { PracticeHost } from '../practice.ts'
import type { RunningDeployments } from '../profiles/index.ts'
import type { RemoteNotifications } from '../remote-notifications/index.ts'
import type { Notices } from '../topics/index.ts'
import { createRevival, type WindowGroups, type WindowManager, type WindowTopics } from '../windows/index.ts'
import { askBeforeQuit, endInOrder, type Shutdown } from './shutdown.ts'

interface LifecycleOptions {
  readonly deployments: RunningDeployments<Deployment>
  readonly practice: PracticeHost
  readonly remoteNotifications: Pick<RemoteNotifications, 'beginEnd' | 'ended'>
  readonly windows: WindowManager
  readonly groups: WindowGroups<Deployment>
  readonly topics: Pick<WindowTopics, 'reset'>
  readonly clock: Clock
  readonly log: Log
  /** Asks in a native dialog on a window, or on none. */
  readonly ask: (question: Question) => Promise<boolean>
  /** Asks on a window; null where nobody is there to answer. */
  readonly askOn: ((contents: WebContents, question: Question) => Promise<boolean>) | null
  readonly notices: Pick<Notices, 'put'>
  /** Whether the terminal continues without a window, by the trader's choice. */
  readonly keepsRunning: () => boolean
  /** Registers a listener for the system's request to end the process. */
  readonly onSignal: (listener: () => void) => void
  /** Closes the files: the last step before the app quits. */
  readonly close: () => void
}

/** Listens from here on, until the app has quit. */
export function followLifecycle(options: LifecycleOptions): Shutdown {
  const { windows, deployments, practice, remoteNotifications, ask, log, close } = options
  const ending = endInOrder({
    question: () => askBeforeQuit(deployments.choices()),
    ask,
    begin: () => windows.beginQuit(),
    stops: [
      // Automated orders are known while deployments run; the message is sent while they stop.
      () => remoteNotifications.beginEnd('closed'),
      () => deployments.stop(),
      () => practice.stop(),
      () => remoteNotifications.ended(),
      close,
    ],
    log,
  })
  // A system shutdown, or a signal to the process, waits for no answer.
  options.onSignal(ending.now)
  followWindows(options, ending)
  return ending
}

function followWindows(
  { windows, groups, topics, askOn, notices, keepsRunning, clock, log }: LifecycleOptions,
  ending: Shutdown,
): void {
  const show = (): void => {
    if (windows.focusAny()) return
    groups.restore().catch((error: unknown) => log.error({ err: error }, 'no window could be opened'))
  }
  app.on('activate', show)
  // The trader was asked before the last one closed.
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !keepsRunning()) ending.now()
  })
  const revive = createRevival<WebContents>({ clock, revive: (contents) => contents.reload(), ask: askOn, log })
  app.on('render-process-gone', (_event, contents: WebContents, details) => {
    log.error({ reason: details.reason, code: details.exitCode }, 'a window died')
    if (contents.isDestroyed() || details.reason === 'clean-exit') return
    topics.reset(contents)
    revive(contents, details.reason)
  })
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error({ type, name, reason, code: exitCode }, 'a helper process ended')
    notices.put(
      'helper-process',
      'warning',
      'A helper process ended',
      `${name ?? type}: ${reason.replaceAll('-', ' ')}. It restarts automatically. If windows stay empty or slow, restart Isotherm.`,
    )
  })
}
