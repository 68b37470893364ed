/**
 * The browser of the baseline page: the same program and switches as for the development host's windows, watched over the same pipe. Only the network
 * differs: the terminal's windows have none, the baseline page needs its socket. No test tool is used: it would receive every message of every
 * socket, and fall behind.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser, createProfile, findChromium } from '../../chromium-host/index.ts'
import type { WatchedPage } from './probe.ts'
import { WINDOW } from './window.ts'

/** The browser uses the last of a repeated switch. */
const WITH_NETWORK = ['--host-resolver-rules=', '--proxy-server=direct://']

interface FloorBrowser {
  /** Windows of the terminal's size that show the baseline page. */
  readonly pages: readonly WatchedPage[]
  /** The process that started the browser. */
  readonly pid: number
  close(): Promise<void>
}

/** @param urls of the baseline page, one per window. @throws Error when there is no browser. */
export async function openFloor(urls: readonly string[]): Promise<FloorBrowser> {
  const found = findChromium(process.env)
  if ('problem' in found) throw new Error(found.problem)
  const options = {
    profile: createProfile(mkdtempSync(join(tmpdir(), 'isotherm-floor-'))),
    headless: true,
    screens: '{1920x1080}',
    debuggingPort: null,
    root: process.getuid?.() === 0,

    network: false,
    added: WITH_NETWORK,
  }
  const floor = new Browser(found.path, options, () => undefined)
  try {
    const pages: WatchedPage[] = []
    for (const url of urls) pages.push(await openPage(floor, url))
    return { pages, pid: process.pid, close: () => floor.stop() }
  } catch (error) {
    await floor.stop()
    throw error
  }
}

async function openPage({ connection }: Browser, url: string): Promise<WatchedPage> {
  const { browser } = connection
  const { targetId } = await browser.call('Target.createTarget', { url, newWindow: true, ...WINDOW })
  const { sessionId } = await browser.call('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  await session.call('Performance.enable')
  return {
    async run(script, arg) {
      const expression = `(${script.toString()})(${JSON.stringify(arg) ?? ''})`
      const { result, exceptionDetails } = await session.call('Runtime.evaluate', { expression, returnByValue: true })
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
      return result.value
    },
    metrics: async () => (await session.call('Performance.getMetrics')).metrics,
    release: async () => undefined,
  }
}
