/** Starts the built terminal as a user would, in the development host or in Electron, and returns its windows as Playwright pages. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  chromium,
  type ElectronApplication,
  _electron as electron,
  expect,
  type Page,
} from '@playwright/test'
import { PAGE_SCRIPT } from '../../tools/chromium-host/index.ts'
import { electronArguments } from '../../tools/scripts/electron-start.mjs'
import { BOXES_ENV, type Boxes, boxesOfElectron, boxesOfHost } from './boxes.ts'
import { clipboardIs } from './clipboards.ts'
import { later, MOMENT } from './moment.ts'
import { CLOCKED, type Program, root, runNode } from './processes.ts'
import { TEST_ACTIONS_ENV, type TestActions, testActionsOf } from './test-actions.ts'
import {
  createTestClock,
  moverOfPage,
  moverOfProcess,
  pageClockScript,
  type TestClock,
  waitingClock,
} from './test-clock.ts'
import type { TestVenue } from './venue.ts'

const MAIN = join(root, 'out', 'main', 'main.js')
/** Main's output, without a display, for an address to open in the trader's browser. */
const OPEN_THIS = 'open this in your browser: '

/** Whether the specs run under Electron itself. */
export const underElectron = process.env.ISOTHERM_HOST === 'electron'

export interface Terminal {
  /** The first window, loaded. */
  readonly page: Page
  readonly userDataDir: string
  /** All open windows. */
  pages(): Page[]
  /** Resolves with the next window that opens. */
  nextPage(): Promise<Page>
  /** Main's stdout and stderr. */
  output(): string
  /** Addresses that the terminal wanted to open in the trader's browser, oldest first; no browser opens. */
  addresses(): readonly string[]
  /** Its native message boxes. */
  readonly boxes: Boxes
  /** Performs actions of the user or machine; null under Electron. */
  readonly deeds: TestActions | null
  /** Clock of main, its pages, and this venue. */
  clock(venue?: TestVenue): TestClock
  /** Process id of main. */
  readonly pid: number
  /** Resolves when main has exited, for any reason. */
  readonly ended: Promise<unknown>
  /** Quits as a user does. */
  quit(): Promise<void>
  /** Kills main, as a crash would. */
  kill(): Promise<void>
}

export interface LaunchOptions {
  readonly userDataDir?: string
  readonly profile?: string
  readonly size?: string
  readonly env?: NodeJS.ProcessEnv
  /** X display for visible windows; headless without one. Not under Electron. */
  readonly display?: string
  /** Start of the terminal's own practice venue, ISO; default `MOMENT`, later at each further start of a data folder. */
  readonly at?: string
  /** Offset of main's and its pages' clock from the machine's, ms; not under Electron. */
  readonly clockAheadMs?: number
}

/** Time between starts of a data folder, ms, so that its venue is never earlier than its state. */
const BETWEEN_STARTS = 10 * 60_000
const startsOf = new Map<string, number>()

function practiceAt(userDataDir: string, at: string | undefined): string {
  const starts = startsOf.get(userDataDir) ?? 0
  startsOf.set(userDataDir, starts + 1)
  return at ?? later(MOMENT, starts * BETWEEN_STARTS)
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'isotherm-e2e-'))

export async function launch(options: LaunchOptions = {}): Promise<Terminal> {
  const userDataDir = options.userDataDir ?? newDataDir()
  const flags = ['--user-data-dir', userDataDir, '--window-size', options.size ?? '1600x960']
  if (options.profile !== undefined) flags.push('--profile', options.profile)
  const env = { ISOTHERM_PRACTICE_AT: practiceAt(userDataDir, options.at), ...options.env }
  if (underElectron) return launchElectron(userDataDir, flags, env)
  const ahead = (options.clockAheadMs ?? 0) + (movedOf.get(userDataDir) ?? 0)
  if (options.display === undefined) flags.push('--headless')
  return launchHost(userDataDir, flags, {
    ...env,
    ...(options.display === undefined ? {} : { DISPLAY: options.display }),
    ISOTHERM_TEST_CLOCK_AHEAD: String(ahead),
  })
}

/** Total clock advance of each data folder's terminals, ms: the next one continues from there. */
const movedOf = new Map<string, number>()

async function launchHost(userDataDir: string, flags: readonly string[], env: NodeJS.ProcessEnv): Promise<Terminal> {
  // The pages' clock is main's, as under Electron; if it is not the machine's, pages get the offset.
  let ahead = Number(env.ISOTHERM_TEST_CLOCK_AHEAD) + Number(process.env.ISOTHERM_TEST_PAGE_CLOCK_AHEAD ?? 0)
  const pageClock = join(mkdtempSync(join(tmpdir(), 'isotherm-page-clock-')), 'clock.js')
  writeFileSync(pageClock, pageClockScript(ahead))
  const moved = (ms: number): void => {
    movedOf.set(userDataDir, (movedOf.get(userDataDir) ?? 0) + ms)
    ahead += ms
    writeFileSync(pageClock, pageClockScript(ahead))
  }
  const program: Program = runNode(
    [
      ...CLOCKED,
      '--import',
      join(root, 'tools', 'chromium-host', 'register.ts'),
      MAIN,
      // The browser picks one: a port chosen in advance may be taken by then.
      '--remote-debugging-port',
      '0',
      ...flags,
    ],
    { ...env, ...BOXES_ENV, ...TEST_ACTIONS_ENV, [PAGE_SCRIPT]: pageClock },
  )
  const boxes = boxesOfHost(program)
  try {
    await program.says(/Isotherm is open/)
    const [, endpoint = ''] = await program.says(/DevTools listening on (ws:\S+)/)
    const browser: Browser = await chromium.connectOverCDP(endpoint)
    const pages = (): Page[] =>
      browser
        .contexts()
        .flatMap((context) => context.pages())
        .filter((page) => page.url().startsWith('http://ui.localhost/'))
    const nextPage = (): Promise<Page> => {
      const known = new Set(pages())
      return poll(() => pages().find((page) => !known.has(page)), 'a new window')
    }
    const page = await poll(() => pages()[0], 'the first window')
    const deeds = testActionsOf(program)
    clipboardIs(page.context(), (text) => deeds({ action: 'clipboard', text }))
    return {
      page,
      userDataDir,
      pages,
      nextPage,
      output: () => program.stdout() + program.stderr(),
      addresses: () => addressesIn(program.stderr()),
      boxes,
      deeds,
      clock: (venue) =>
        createTestClock(
          () => [
            ...(venue === undefined ? [] : [moverOfProcess(venue.program)]),
            moverOfProcess(program),
            ...pages().map(moverOfPage),
          ],
          moved,
        ),
      pid: program.process.pid ?? 0,
      ended: program.ended,
      async quit() {
        await browser.close().catch(() => undefined)
        await program.stop()
      },
      async kill() {
        await browser.close().catch(() => undefined)
        await program.stop('SIGKILL')
      },
    }
  } catch (error) {
    await program.stop('SIGKILL')
    throw new Error(`the terminal did not start:\n${program.stderr()}`, { cause: error })
  }
}

async function launchElectron(userDataDir: string, flags: string[], env: NodeJS.ProcessEnv = {}): Promise<Terminal> {
  const executablePath = createRequire(import.meta.url)('electron') as string
  const app: ElectronApplication = await electron.launch({
    executablePath,
    args: electronArguments(root, flags),
    // By default Playwright disables it on Linux.
    chromiumSandbox: true,
    env: { ...process.env, ...env } as Record<string, string>,
  })
  let output = ''
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // With a display the shell would open addresses; a test needs them printed, as without one.
  await app.evaluate(({ shell }, message) => {
    shell.openExternal = async (url) => void process.stderr.write(`${message}${url}\n`)
  }, OPEN_THIS)
  const boxes = await boxesOfElectron(app)
  // Not the process that Playwright started: on Windows that is a shell around Electron.
  const pid = await app.evaluate(() => process.pid)
  const page = await app.firstWindow()
  clipboardIs(page.context(), (text) => app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text))
  return {
    page,
    userDataDir,
    pages: () => app.windows(),
    nextPage: () => app.waitForEvent('window'),
    output: () => output,
    addresses: () => addressesIn(output),
    boxes,
    deeds: null,
    clock: () => waitingClock,
    pid,
    ended: new Promise((resolve) => app.process().once('exit', resolve)),
    quit: () => app.close(),
    async kill() {
      const { exitCode, signalCode } = app.process()
      if (exitCode !== null || signalCode !== null) return
      const ended = new Promise((resolve) => app.process().once('exit', resolve))
      process.kill(pid, 'SIGKILL')
      await ended
    },
  }
}

/** Output arrives in pieces: an incomplete line counts once it is complete. */
const addressesIn = (output: string): string[] =>
  output
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => line.split(OPEN_THIS).slice(1))

async function poll<T>(look: () => T | undefined, what: string): Promise<T> {
  let found: T | undefined
  const isThere = (): boolean => {
    found = look()
    return found !== undefined
  }
  await expect.poll(isThere, { message: what, timeout: 60_000, intervals: [20] }).toBe(true)
  return found as T
}
