/** The terminal's lifecycle: sleep and lock of the machine, windows that die, a second start, and an orderly end. */
import { app, powerMonitor, type WebContents } from 'electron'
import type { Clock } from '../../contract/time.ts'
import type { Deployment } from '../deployment/index.ts'
import type { Log } from '../log/index.ts'
import type { PracticeHost } from '../practice/index.ts'
import type { RunningDeployments } from '../profiles/index.ts'
import { createRevival, type WindowGroups, type WindowManager, type WindowTopics } from '../windows/index.ts'

interface LifecycleOptions {
  readonly deployments: RunningDeployments<Deployment>
  readonly practice: PracticeHost
  readonly windows: WindowManager
  readonly groups: WindowGroups<Deployment>
  readonly topics: Pick<WindowTopics, 'reset'>
  readonly clock: Clock
  readonly log: Log
  /** Closes what is on disk: the last thing before the app quits. */
  readonly close: () => void
}

/** Listens from here on, until the app has quit. */
export function followLifecycle(options: LifecycleOptions): void {
  followMachine(options)
  followWindows(options)
  quitInOrder(options)
}

function followMachine({ deployments, practice }: LifecycleOptions): void {
  const each = (run: (deployment: Deployment) => void): void => {
    for (const { deployment } of deployments.running) run(deployment)
  }
  powerMonitor.on('suspend', () =>
    each(({ feed, arming }) => {
      feed.suspend()
      arming.disarmAll('Disarmed because the machine went to sleep.')
    }),
  )
  powerMonitor.on('lock-screen', () =>
    each(({ arming }) => arming.disarmAll('Disarmed because the screen was locked.')),
  )
  powerMonitor.on('resume', () => {
    each(({ feed }) => feed.resume())
    practice.renewToken()
  })
}

function followWindows({ windows, groups, topics, clock, log }: LifecycleOptions): void {
  const show = (): void => {
    if (windows.focusAny()) return
    groups.restore().catch((error: unknown) => log.error({ err: error }, 'no window could be opened'))
  }
  app.on('second-instance', show)
  app.on('activate', show)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  const revive = createRevival<WebContents>(clock, (contents) => contents.reload())
  app.on('render-process-gone', (_event, contents: WebContents, details) => {
    log.error({ reason: details.reason }, 'a window died')
    if (contents.isDestroyed() || details.reason === 'clean-exit') return
    topics.reset(contents)
    revive(contents)
  })
}

/** Stops what was started, in the opposite order, before the app may quit. */
function quitInOrder({ windows, deployments, practice, log, close }: LifecycleOptions): void {
  let stopping = false
  let stopped = false
  app.on('before-quit', () => windows.beginQuit())
  app.on('will-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    // Whoever quits twice waits like everybody: the venue's books and the journal are closed before the end.
    if (stopping) return
    stopping = true
    // Whatever one of them fails at, the others are stopped, and the app ends.
    void inOrder([() => deployments.stop(), () => practice.stop(), close], log).then(() => {
      stopped = true
      app.quit()
    })
  })
}

async function inOrder(steps: readonly (() => void | Promise<void>)[], log: Log): Promise<void> {
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      log.error({ err: error }, 'something could not be stopped in order')
    }
  }
}
