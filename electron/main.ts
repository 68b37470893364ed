/** Composition root of the main process: reads the command line, builds the services, wires them and opens the windows. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { app, clipboard, ipcMain, Menu, powerMonitor, protocol, session, shell, type WebContents } from 'electron'
import { FRAME_CHANNEL } from '../contract/command-names.ts'
import type { BookView } from '../contract/market.ts'
import type { FrameBatch } from '../contract/topics.ts'
import { type CommandLine, CommandLineError, ownArguments, parseCommandLine } from './command-line.ts'
import { createDeployment, type Deployment } from './deployment.ts'
import { desktopNotifications } from './desktop-notifications.ts'
import { createPublisher, type Publisher } from './feed/index.ts'
import { createHandlers } from './handlers.ts'
import { registerCommands } from './ipc/index.ts'
import { openLog } from './log.ts'
import { applicationMenu } from './menu.ts'
import { Notices } from './notices.ts'
import { takePicture } from './picture.ts'
import { type PracticeVenue, startPracticeVenue } from './practice/index.ts'
import { createDeploymentDesk, openProfiles, PRACTICE } from './profiles/index.ts'
import { createSecretStore, importFromClipboard, type SecretKind, secretAccount } from './secrets/index.ts'
import { type DeploymentProfile, deploymentProfile, parseProfile } from './service/index.ts'
import { openStorage } from './storage/index.ts'
import { systemClock as clock, epochMs } from './system-clock.ts'
import { TerminalSettings } from './terminal-settings.ts'
import { killPoint } from './testing/kill-point.ts'
import { createArming } from './trading/index.ts'
import { createBrowserSigner, createOpenExternal } from './wallet/index.ts'
import { createAppProtocol, hardenContents, hardenSession, WindowManager } from './windows/index.ts'

const started = performance.timeOrigin
const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** One line on what is wrong with how the terminal was started, and exit code 2. */
function refuse(text: string): never {
  say(`isotherm: ${text}`)
  process.exit(2)
}

function readCommandLine(): { line: CommandLine; profile: DeploymentProfile | null } {
  try {
    const line = parseCommandLine(ownArguments(process.argv, app.isPackaged))
    return { line, profile: line.profile === null ? null : readProfile(line.profile) }
  } catch (error) {
    if (error instanceof CommandLineError) refuse(error.message)
    throw error
  }
}

function readProfile(file: string): DeploymentProfile {
  try {
    return parseProfile(readFileSync(file, 'utf8'), file)
  } catch (error) {
    const { message } = error as Error
    throw new CommandLineError(message.startsWith('profile ') ? message : `profile ${file} cannot be read: ${message}`)
  }
}

const { line, profile: givenProfile } = readCommandLine()
const headed = process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined
const noDisplay = process.platform === 'linux' && !headed
app.setName('Isotherm')
if (line.userDataDir !== null) app.setPath('userData', resolve(line.userDataDir))
const dataFolder = app.getPath('userData')
try {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
} catch (error) {
  refuse(`--user-data-dir ${dataFolder} cannot be used: ${(error as Error).message}`)
}
if (!app.requestSingleInstanceLock()) {
  say(`isotherm: already running on ${dataFolder}; its window has been brought to the front`)
  app.exit(0)
} else {
  // Not awaited at the top: the module must have ended for the app to become ready.
  start().catch((error: unknown) => {
    say(`isotherm: ${error instanceof Error ? error.message : String(error)}`)
    app.exit(1)
  })
}

async function start(): Promise<void> {
  const log = openLog(dataFolder)
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  app.enableSandbox()
  hardenContents(app, log)

  const notices = new Notices(clock)
  const storage = openStorage({ directory: dataFolder, clock, log })
  const profiles = openProfiles(dataFolder, clock)
  for (const { what, movedTo, reason } of [...storage.setAside, profiles.setAside].filter((file) => file !== null)) {
    notices.add('warning', `The ${what} file was damaged`, `It was set aside as ${movedTo}. ${reason}`)
  }
  const settings = new TerminalSettings(storage.settings)
  const secrets = createSecretStore({ clock, log })

  const browser = createBrowserSigner({
    clock,
    openExternal: createOpenExternal({
      open: (url) => shell.openExternal(url),
      display: !(line.headless || noDisplay),
      print: say,
      hosts: [],
    }),
    randomText: (bytes) => randomBytes(bytes).toString('base64url'),
  })
  let practice: { readonly venue: PracticeVenue; readonly profile: DeploymentProfile } | null = null
  const openingDesk = createDeploymentDesk({
    store: profiles,
    given: givenProfile,
    async practice() {
      practice ??= await openPractice(notices)
      return practice.profile
    },
    build: (profile, choices) =>
      createDeployment({
        profile,
        practice: profile === practice?.profile ? practice.venue.trader : null,
        browser,
        profiles: choices,
        storage,
        secrets,
        settings,
        notices,
        notifications: desktopNotifications(log),
        version: app.getVersion(),
        host: process.versions.electron === undefined ? 'chromium-host' : 'electron',
        clock,
        log,
        onStep: killPoint(app.isPackaged ? null : process.env),
      }),
    onSwitch: () => {
      arming = armingOf()
      Object.assign(handlers, handlersNow())
      windows.reopen()
      log.info({ profile: desk.profile.name }, 'the deployment was changed')
    },
    async forgetSecrets(name) {
      const kinds: readonly SecretKind[] = ['access-token', 'agent-key', 'wallet-key']
      for (const kind of kinds) await secrets.delete(secretAccount(name, kind))
      storage.agents.save(name, null)
    },
    onStartError: (error) => log.error({ err: error }, 'the deployment did not start'),
  })
  const [desk] = await Promise.all([openingDesk, app.whenReady()])
  hardenSession(session.defaultSession)
  protocol.handle('app', createAppProtocol(join(import.meta.dirname, '..', 'renderer')))
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(() => windows.openAnother())))

  const armingOf = () =>
    createArming({
      clock,
      limits: () => settings.current.limits,
      practice: desk.profile.network === 'practice',
    })
  let arming = armingOf()
  const publishers = new Map<WebContents, Publisher>()
  const bookOnScreen = Promise.withResolvers<void>()
  let firstBook: number | null = null
  const windows = new WindowManager({
    preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
    layouts: storage.layouts,
    clock,
    size: line.windowSize,
    backgroundColor: '#0f1317',
    attach: (contents) => attach(contents),
  })

  function attach(contents: WebContents) {
    const window = windows.nameOf(contents)
    const publisher = createPublisher({
      clock,
      epochMs,
      send: (batch) => {
        if (contents.isDestroyed()) return
        contents.send(FRAME_CHANNEL, batch)
        if (firstBook === null && hasBook(batch)) firstBook = batch.seq
      },
      sources: [
        ...desk.current.feed.sources,
        desk.current.identity.topics,
        desk.current.trading.topics,
        desk.current.conditionals.topics,
        desk.current.alerts.topics,
        settings.source,
        arming.source(window),
        notices.source,
      ],
    })
    publishers.set(contents, publisher)
    return {
      setVisible: (visible: boolean) => publisher.setVisible(visible),
      detach: () => {
        publisher.close()
        publishers.delete(contents)
        arming.disarm(window, null)
      },
    }
  }

  const topicsOf = (contents: WebContents): Publisher => {
    const publisher = publishers.get(contents)
    if (publisher === undefined) throw new Error('the window has closed')
    return publisher
  }
  const handlersNow = () =>
    createHandlers({
      ...desk.current,
      arming,
      desk,
      browser,
      settings,
      layouts: storage.layouts,
      notices,
      windows,
      topicsOf,
      importSecret: (kind) =>
        importFromClipboard({ kind, clipboard, store: secrets, profile: desk.profile.name, clock }),
      forgetSecret: (kind) => secrets.delete(secretAccount(desk.profile.name, kind)),
      log,
    })
  const handlers = handlersNow()
  registerCommands(
    ipcMain,
    windows,
    handlers,
    (contents, seq, at) => {
      publishers.get(contents)?.painted(seq, at)
      if (firstBook !== null && seq >= firstBook) bookOnScreen.resolve()
    },
    log,
  )

  app.on('second-instance', () => windows.focusAny())
  app.on('activate', () => windows.focusAny())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  powerMonitor.on('suspend', () => {
    desk.current.feed.suspend()
    arming.disarmAll('Disarmed because the machine went to sleep.')
  })
  powerMonitor.on('lock-screen', () => arming.disarmAll('Disarmed because the screen was locked.'))
  powerMonitor.on('resume', () => {
    desk.current.feed.resume()
    practice?.venue.renewToken()
  })
  app.on('render-process-gone', (_event, contents, details) => {
    log.error({ reason: details.reason }, 'a window died')
    if (!contents.isDestroyed() && details.reason !== 'clean-exit') {
      publishers.get(contents)?.reset()
      contents.reload()
    }
  })
  quitInOrder(
    windows,
    () => desk.current,
    () => practice?.venue ?? null,
    () => {
      storage.close()
      log.flush()
    },
  )

  windows.restore()
  say(`Isotherm is open on ${desk.profile.name} (${desk.profile.baseUrl}).`)
  void bookOnScreen.promise.then(() => {
    say(`first order book on screen after ${Math.round(epochMs() - started)} ms`)
    void storage.backupIfDue()
  })
  await desk.current.start()
  await pictures(windows, bookOnScreen.promise)
}

/** Whether a batch brings an order book with levels on both sides. */
const hasBook = (batch: FrameBatch): boolean =>
  batch.updates.some(([key, payload]) => {
    if (!key.startsWith('book/')) return false
    const { bids, asks } = payload as BookView
    return bids.length > 0 && asks.length > 0
  })

/** Starts the practice venue, tells what it has to tell, and gives the profile that reaches it. */
async function openPractice(notices: Notices): Promise<{ venue: PracticeVenue; profile: DeploymentProfile }> {
  const died = (reason: string): void => {
    notices.add('error', 'The practice venue stopped', `${reason} Restart the terminal to go on practising.`)
  }
  const venue = await startPracticeVenue(dataFolder, died, clock)
  for (const notice of venue.notices) notices.add('warning', 'Practice venue', notice)
  const { url: baseUrl, wsPath, directOrder } = venue
  return {
    venue,
    profile: deploymentProfile.parse({ name: PRACTICE, baseUrl, wsPath, network: 'practice', directOrder }),
  }
}

/** Stops what was started, in the opposite order, before the app may quit. */
function quitInOrder(
  windows: WindowManager,
  deployment: () => Deployment,
  practice: () => PracticeVenue | null,
  close: () => void,
): void {
  let stopped = false
  app.on('before-quit', () => windows.beginQuit())
  app.on('will-quit', (event) => {
    if (stopped) return
    stopped = true
    event.preventDefault()
    deployment().stop()
    void (practice()?.stop() ?? Promise.resolve()).finally(() => {
      close()
      app.quit()
    })
  })
}

/** Takes the picture that was asked for, or, without a display, one to show that the terminal runs. */
async function pictures(windows: WindowManager, live: Promise<void>): Promise<void> {
  if (noDisplay && !line.headless) say('There is no display: Isotherm runs headless.')
  if (line.screenshot === null && (line.headless || !noDisplay)) return
  const file = resolve(line.screenshot ?? join(dataFolder, 'isotherm.png'))
  try {
    await takePicture(() => windows.windows[0], live, file, clock)
    say(`A picture of it: ${file}`)
  } catch (error) {
    say(`isotherm: no picture could be saved at ${file}: ${(error as Error).message}`)
    if (line.screenshot !== null) app.exit(1)
    return
  }
  if (line.screenshot !== null && line.remoteDebuggingPort === null) app.quit()
}
