/** Composition root of the main process: builds the services, wires them and opens the windows. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  clipboard,
  ipcMain,
  Menu,
  protocol,
  screen,
  session,
  shell,
  type WebContents,
} from 'electron'
import {
  applicationMenu,
  CommandLineError,
  desktopNotifications,
  namedNotifications,
  readStart,
  type StartOptions,
  takeRequestedScreenshot,
} from './app/index.ts'
import { systemClock as clock, epochMs } from './clock/index.ts'
import { storedPendingWork } from './count-pending-work.ts'
import { createDeployment, type Deployment } from './deployment.ts'
import { createHandlers } from './handlers.ts'
import { importFromClipboard } from './identity/index.ts'
import { registerCalls } from './ipc/index.ts'
import { killPoint } from './kill-point.ts'
import { followLifecycle } from './lifecycle.ts'
import { openLog } from './log/index.ts'
import { createPracticeHost } from './practice/index.ts'
import { createRunningDeployments, openProfiles, PRACTICE, type RunningDeployments } from './profiles/index.ts'
import { createSecretStore, type SecretKind, secretAccount } from './secrets/index.ts'
import { TerminalSettings } from './settings/index.ts'
import { NonceAllocator } from './signing/index.ts'
import { openStorage } from './storage/index.ts'
import { Notices } from './topics/index.ts'
import { createBrowserSigner, createOpenExternal } from './wallet/index.ts'
import {
  createAppProtocol,
  createWindowGroups,
  createWindowTopics,
  hardenContents,
  hardenSession,
  WindowManager,
  watchFirstBook,
} from './windows/index.ts'

const started = performance.timeOrigin
const say = (text: string): void => void process.stderr.write(`${text}\n`)
const headed = process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined
const noDisplay = process.platform === 'linux' && !headed
/** Whether nobody is to see a window. */
const isHeadless = (line: StartOptions['line']): boolean => line.headless || noDisplay

app.setName('Isotherm')
const { line, profile: given, dataFolder, practiceAt } = readStartOrEnd()
app.setPath('userData', dataFolder)
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

/** What is wrong with how the terminal was started is one line, and exit code 2. */
function readStartOrEnd(): StartOptions {
  try {
    const appFolder = app.isPackaged ? null : app.getAppPath()
    return readStart(process.argv, appFolder, () => app.getPath('userData'), process.env)
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error
    say(`isotherm: ${error.message}`)
    process.exit(2)
  }
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
  const practice = createPracticeHost({ name: PRACTICE, directory: dataFolder, at: practiceAt, clock, notices })
  const notifications = desktopNotifications(log)
  const nonces = new NonceAllocator({ clock, store: storage.nonces })
  const openExternal = createOpenExternal({
    open: (url) => shell.openExternal(url),
    display: !isHeadless(line),
    print: say,
    hosts: [],
  })
  const several = (): boolean => deployments.running.length > 1
  const deployments: RunningDeployments<Deployment> = createRunningDeployments<Deployment>({
    store: profiles,
    given,
    practice: () => practice.profile(),
    build: (profile) =>
      createDeployment({
        profile,
        practice: practice.traderOf(profile),
        browser: createBrowserSigner({
          clock,
          openExternal,
          randomText: (bytes) => randomBytes(bytes).toString('base64url'),
        }),
        profiles: () => deployments.choices(),
        onProfilesChange: (listener) => deployments.onChange(listener),
        unattended: () => deployments.choices().some(({ name, windows }) => name === profile.name && windows === 0),
        nonces,
        storage,
        secrets,
        settings,
        notices: notices.of(profile.name),
        notifications: namedNotifications(notifications, () => (several() ? profile.name : null)),
        version: app.getVersion(),
        host: process.versions.electron === undefined ? 'chromium-host' : 'electron',
        clock,
        log,
        onStep: killPoint(app.isPackaged ? null : process.env),
      }),
    onStopped: ({ name }) => {
      log.info({ profile: name }, 'a deployment was stopped')
      if (name === PRACTICE && given?.name !== PRACTICE) void practice.stop()
    },
    stored: (profile) => storedPendingWork(storage, profile),
    async forgetSecrets(name) {
      const kinds: readonly SecretKind[] = ['access-token', 'agent-key', 'wallet-key']
      for (const kind of kinds) await secrets.delete(secretAccount(name, kind))
      storage.agents.save(name, null)
    },
    onStartError: (error) => log.error({ err: error }, 'a deployment did not start'),
    notices,
    clock,
  })
  deployments.onChange(() => notices.nameDeployments(several()))

  const firstBook = watchFirstBook()
  const topics = createWindowTopics({ clock, epochMs, firstBook })
  const windows = new WindowManager({
    preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
    layouts: storage.layouts,
    clock,
    size: line.windowSize,
    headless: isHeadless(line),
    backgroundColor: '#0f1317',
    make: (options) => new BrowserWindow(options),
    workAreas: () => screen.getAllDisplays().map(({ workArea }) => workArea),
    log,
  })
  const groups = createWindowGroups<Deployment>({
    deployments,
    windows,
    notices,
    attach(contents, name, deployment) {
      const attached = topics.attach(contents, [...deployment.sources(name), settings.source, notices.source])
      return {
        setVisible: (visible) => attached.setVisible(visible),
        detach() {
          attached.detach()
          deployment.arming.disarm(name, null)
        },
      }
    },
  })
  const handlers = createHandlers({
    groups,
    deployments,
    settings,
    layouts: storage.layouts,
    notices,
    windows,
    topicsOf: (contents) => topics.of(contents),
    importSecret: (kind, profile) =>
      importFromClipboard({ kind, clipboard, store: secrets, profile, serviceTime: () => serviceTimeOf(profile) }),
    forgetSecret: (kind, profile) => secrets.delete(secretAccount(profile, kind)),
    log,
  })
  registerCalls(ipcMain, windows, handlers, topics.painted, log)
  function serviceTimeOf(profile: string): number | null {
    const offset =
      deployments.running.find((each) => each.profile.name === profile)?.deployment.feed.measuredOffset() ?? null
    return offset === null ? null : clock.now() + offset
  }
  const close = (): void => {
    storage.close()
    log.flush()
  }
  followLifecycle({ deployments, practice, windows, groups, topics, clock, log, close })

  await groups.restore(app.whenReady().then(prepareApp))
  deployments.resumeHolders()
  const on = deployments.running.map(({ profile }) => `${profile.name} (${profile.baseUrl})`)
  say(`Isotherm is open on ${on.join(', ')}.`)
  void firstBook.painted.then(() => {
    say(`first order book on screen after ${Math.round(epochMs() - started)} ms`)
    void storage.backupIfDue()
  })
  const live = firstBook.painted
  const window = () => windows.windows[0]
  const screenshot = await takeRequestedScreenshot({ line, noDisplay, folder: dataFolder, window, live, clock, say })
  if (screenshot === 'failed') app.exit(1)
  if (screenshot === 'done') app.quit()

  function prepareApp(): void {
    hardenSession(session.defaultSession)
    protocol.handle('app', createAppProtocol(join(import.meta.dirname, '..', 'renderer')))
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        applicationMenu((front) => {
          const from: WebContents | null = front instanceof BrowserWindow ? front.webContents : null
          groups.openAnother(from).catch((error: unknown) => log.error({ err: error }, 'no window could be opened'))
        }),
      ),
    )
  }
}
