/** Composition root of the main process: parses how the terminal was started, and starts it, phase by phase. */

import { join } from 'node:path'
import { app, clipboard, dialog, ipcMain, type WebContents } from 'electron'
import { quoted } from '../contract/messages.ts'
import {
  APP_ID,
  CommandLineError,
  createFatalErrors,
  isHeadless,
  noDisplay,
  readStart,
  type StartOptions,
  say,
} from './app/index.ts'
import { systemClock as clock } from './clock.ts'
import { registerCalls } from './ipc/index.ts'
import { type Log, openLog } from './log/index.ts'
import {
  answerSecondStart,
  createDeployments,
  createOpenInWindow,
  createStartSteps,
  createTerminalWindows,
  followLifecycle,
  followMachine,
  followNetwork,
  followTray,
  handlersOf,
  keepYoungGeneration,
  killPoint,
  openLink,
  openRemoteNotifications,
  openSharedParts,
  openUpdates,
  pendingLimitsOf,
  prepareBeforeReady,
  prepareWhenReady,
  printAddresses,
  secondStartOf,
  takePicture,
} from './start/index.ts'

// The quitting terminal calls a newly installed AppImage once, which has nothing to do then.
if (process.env.APPIMAGE_EXIT_AFTER_INSTALL === 'true') process.exit(0)
app.setName('Isotherm')
app.setAppUserModelId(APP_ID)
const errors = createFatalErrors({
  app,
  dialog,
  clipboard,
  isPrinted: process.stderr.isTTY || noDisplay || process.argv.includes('--headless'),
  say,
})
const options = readStartOrEnd()
if (options !== null) begin(options)

function begin(options: StartOptions): void {
  app.setPath('userData', options.dataFolder)
  app.setPath('sessionData', join(options.dataFolder, 'chromium'))
  if (!app.requestSingleInstanceLock({ ...secondStartOf(options) })) {
    say(`isotherm: already running on ${options.dataFolder}; its window was brought to the front`)
    app.exit(0)
    return
  }
  // Not awaited at top level: the module must finish for the app to become ready.
  start(options).catch((error: unknown) => errors.endStart(error instanceof Error ? error.message : String(error), 1))
}

/** An invalid command line is reported in one line, and exits with code 2: then null. */
function readStartOrEnd(): StartOptions | null {
  try {
    const appFolder = app.isPackaged ? null : app.getAppPath()
    return readStart(process.argv, appFolder, () => app.getPath('userData'), process.env)
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error
    errors.endStart(error.message, 2)
    return null
  }
}

/** Everything before the windows open runs in one turn, while Electron is still getting ready. */
async function start(options: StartOptions): Promise<void> {
  const steps = createStartSteps()
  steps.reach('code')
  const log = openLog(options.dataFolder)
  const stops: (() => void | Promise<void>)[] = []
  endForUncaughtErrors(log, stops)
  prepareBeforeReady(log)

  const { line, profile: given } = options
  const shared = openSharedParts(options, { clock, log })
  steps.reach('storage')
  const deadly = killPoint(app.isPackaged ? null : process.env)
  const reach = followNetwork({ notices: shared.notices, clock, log })
  const remoteNotifications = openRemoteNotifications({
    shared,
    choices: () => deployments.choices(),
    reach,
    clock,
    log,
  })
  const deployments = createDeployments({ shared, given, deadly, reach, remoteNotifications, clock, log })
  deployments.onChange(remoteNotifications.review)
  deployments.onChange(() => steps.reach('deployment'))
  const updates = openUpdates({
    ...{ options, shared, deployments, reach, clock, log },
    ask: (question) => terminal.ask(question),
    ending: () => end,
  })
  const pendingLimits = pendingLimitsOf({ shared, deployments, clock, log })
  const terminal = createTerminalWindows({
    shared,
    deployments,
    pendingLimits,
    updates,
    remoteNotifications,
    line,
    clock,
    log,
  })
  const { windows, groups, topics, firstBook, userInput } = terminal
  const handlers = handlersOf({
    ...{ shared, deployments, pendingLimits, terminal, updates, reach, remoteNotifications, clock, log },
    dataFolder: options.dataFolder,
  })
  registerCalls(ipcMain, { windows, handlers, userInput, clock, log })
  const close = (): void => {
    shared.storage.close()
    log.flush()
  }
  const { practice, notices } = shared
  const { ask, askOn } = terminal
  stops.push(
    () => remoteNotifications.beginEnd('error'),
    () => deployments.stop(),
    () => practice.stop(),
    () => remoteNotifications.ended(),
    close,
  )
  const end = followLifecycle({
    deployments,
    practice,
    remoteNotifications,
    windows,
    groups,
    topics,
    ask,
    askOn,
    notices,
    onSignal,
    keepsRunning: () => terminal.tray.keepsRunning,
    clock,
    log,
    close,
  })

  const openInWindow = createOpenInWindow({ windows, groups, asks: terminal.asks, notices, log })
  const openWindow = (from: WebContents | null): void => {
    groups.openAnother(from).catch((error: unknown) => {
      log.error({ err: error }, 'no window could be opened')
      notices.put('no-window', 'warning', 'Window not opened', String((error as Error).message))
    })
  }
  shared.notifications.onClick(({ profile, panel }) => void openInWindow(profile, { kind: 'panel', panel }))
  const ready = app.whenReady().then(() => {
    if (!isHeadless(line)) terminal.tray.isThere = followTray({ deployments, openInWindow, log })
    followMachine({ deployments, practice, notices, desktop: shared.desktop, clock, log })
    prepareWhenReady({
      openWindow,
      displaysChanged: () => windows.places.displaysChanged(),
      menus: terminal.menus,
      asks: terminal.asks,
      settings: shared.settings,
      clock,
      log,
    })
  })
  app.on('second-instance', (_event, _argv, _folder, reported) =>
    answerSecondStart(reported, { deployments, openInWindow, notices }),
  )
  const open = (link: string): void => openLink(link, { openInWindow, notices })
  // On a Mac links arrive by this event, the first one before any window exists.
  let isOpen = false
  const links = options.link === null ? [] : [options.link]
  app.on('open-url', (event, link) => {
    event.preventDefault()
    if (isOpen) open(link)
    else links.push(link)
  })
  void firstBook.painting.then(() => steps.reach('first paint'))
  await groups.restore(ready)
  steps.reach('windows')
  keepYoungGeneration()
  deployments.resumeHolders()
  isOpen = true
  links.forEach(open)
  updates.begin()
  remoteNotifications.begin()
  shared.reportFinds()

  printAddresses(deployments)
  void firstBook.painted.then(() => {
    steps.print()
    shared.storage.maintain((reason) => {
      notices.add(
        'error',
        'Journal file damaged',
        `${quoted(reason)}. Quit and restart Isotherm: it sets the file aside and continues with the newest backup.`,
      )
    })
  })
  const picture = await takePicture(terminal, options, clock)
  if (picture === 'failed') app.exit(1)
  if (picture === 'done') end.now()
}

/** Registered first: Electron replaces listeners from before it was ready. */
function onSignal(listener: () => void): void {
  void app.whenReady().then(() => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.prependListener(signal, listener)
  })
}

/** After such an error main's state is unknown, so it does not continue to trade. */
function endForUncaughtErrors(log: Log, stops: readonly (() => void | Promise<void>)[]): void {
  const end = (what: string) => (error: unknown) => void errors.endForUncaught(what, error, { stops, clock, log })
  process.on('uncaughtException', end('uncaught exception'))
  process.on('unhandledRejection', end('unhandled rejection'))
}
