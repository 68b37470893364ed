/** Starts the browser after main's first turn, and ties its life to the program's. */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import type { App } from './app.ts'
import { Browser, createProfile, findChromium } from './browser/index.ts'
import { switchValue } from './command-line.ts'
import { watchDownloads } from './downloads.ts'
import { runtime, say } from './runtime.ts'
import { headlessScreens, screensOfBrowser } from './screen.ts'
import { Targets } from './targets.ts'
import { listenForTestActions } from './test-actions.ts'

/** Interval of polling headed windows for changes by the user, ms. */
const LOOK_AT_WINDOWS = 1000

/** An error that prevents the start; the message is one line. */
class StartError extends Error {}

/** Brings the app to ready, or exits with one clear line and exit code 2. */
export async function start(app: App): Promise<void> {
  if (app.ending) return
  try {
    await assertFree(debuggingPort())
    if (app.ending) return
    const browser = launch(app)
    runtime.browser = browser
    const targets = new Targets(browser)
    runtime.pages = () => targets
    endTogether(app, browser)
    watchDownloads(browser)
    const answered = browser.connection.browser.call('Browser.getVersion')
    // After the question: opening a window keeps the browser busy while main, which is ready by then, prepares.
    targets.prepare()
    await answered
  } catch (error) {
    if (!(error instanceof StartError)) {
      if (runtime.browser?.stopping) return
      say(`the browser did not start: ${runtime.browser?.lastMessage ?? (error as Error).message}`)
    } else say(error.message)
    runtime.browser?.kill()
    process.exit(2)
  }
  if (!runtime.headless) watchWindows()
  listenForTestActions()
  app.becomeReady()
}

function launch(app: App): Browser {
  const found = findChromium(process.env)
  if ('problem' in found) throw new StartError(found.problem)
  let screens: string
  try {
    screens = screensOfBrowser(headlessScreens(process.env))
  } catch (error) {
    throw new StartError((error as Error).message)
  }
  const port = debuggingPort()
  const userData = app.getPath('userData')
  try {
    mkdirSync(userData, { recursive: true })
    return new Browser(
      found.path,
      {
        profile: createProfile(userData),
        headless: runtime.headless,
        screens,
        debuggingPort: port,
        root: process.getuid?.() === 0,
        network: runtime.bare,
        added: runtime.commandLine.added(),
      },
      (url) => say(`DevTools listening on ${url}`),
    )
  } catch (error) {
    throw new StartError(`the browser did not start: ${(error as Error).message}`)
  }
}

function debuggingPort(): number | null {
  const text = switchValue(runtime.args, 'remote-debugging-port')
  if (text === null) return null
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new StartError(`--remote-debugging-port takes a port from 0 to 65535, not "${text}"`)
}

/** When this port is taken, Chromium silently uses that of another address family: so it is tested first. */
async function assertFree(port: number | null): Promise<void> {
  if (port === null || port === 0) return
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    throw new StartError(
      `--remote-debugging-port ${port} ${taken ? 'is in use' : `cannot be used: ${(error as Error).message}`}`,
    )
  }
  server.close()
  await once(server, 'close')
}

function endTogether(app: App, browser: Browser): void {
  void browser.ended.then(() => {
    if (!browser.stopping && app.isReady()) void app.browserDied(browser.lastMessage)
  })
  process.on('exit', () => browser.kill())
}

function watchWindows(): void {
  setInterval(() => {
    for (const window of runtime.windows.values()) window.syncBounds().catch(() => undefined)
  }, LOOK_AT_WINDOWS).unref()
}
