/** Opens pages in the browser, each in its own window, and closes any other page. */
import { spawn } from 'node:child_process'
import type { Browser } from './browser/index.ts'
import type { Payload } from './cdp/index.ts'
import { type OpenedPage, type PageGeometry, type Pages, runtime } from './runtime.ts'

/** A window opened in advance, and its number in the browser. */
interface SpareWindow {
  readonly page: OpenedPage
  readonly windowId: number
}

export class Targets implements Pages {
  readonly #browser: Browser
  readonly #attached = new Map<string, OpenedPage>()
  /** Pending app windows by their requested address. */
  readonly #awaited = new Map<string, (page: OpenedPage) => void>()
  #creating = 0
  #spare: Promise<SpareWindow> | null = null
  #lastWindow = 0

  constructor(browser: Browser) {
    this.#browser = browser
    const { browser: session } = browser.connection
    session.on('Target.attachedToTarget', (event) => this.#arrived(event))
    session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    })
  }

  /** Opens a first window in advance, so that it is ready when main has started. Headless only. */
  prepare(): void {
    if (!runtime.headless) return
    this.#spare = this.#openSpare()
    this.#spare.catch(() => undefined)
  }

  /** Opens a window with an empty page. Its size may still differ. */
  open(geometry: PageGeometry): Promise<OpenedPage> {
    const spare = this.#spare
    this.#spare = null
    if (spare !== null) return this.#place(spare, geometry)
    return runtime.headless ? this.#openHeadless(geometry) : this.#openAppWindow(geometry)
  }

  close(page: OpenedPage): Promise<unknown> {
    return this.#browser.connection.browser.call('Target.closeTarget', { targetId: page.id }).catch(() => undefined)
  }

  async #openSpare(): Promise<SpareWindow> {
    const page = await this.#openHeadless({ x: null, y: null, width: 1280, height: 800 })
    const { windowId } = await this.#browser.connection.browser.call('Browser.getWindowForTarget', {
      targetId: page.id,
    })
    return { page, windowId }
  }

  async #place(spare: Promise<SpareWindow>, { x, y }: PageGeometry): Promise<OpenedPage> {
    const { page, windowId } = await spare
    const bounds = { ...(x === null ? {} : { left: x }), ...(y === null ? {} : { top: y }) }
    // Not awaited: the browser handles requests in order.
    if (x !== null || y !== null) this.#browser.connection.browser.send('Browser.setWindowBounds', { windowId, bounds })
    return page
  }

  async #openHeadless({ x, y, width, height }: PageGeometry): Promise<OpenedPage> {
    this.#creating += 1
    try {
      const { targetId } = await this.#browser.connection.browser.call('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        width,
        height,
        ...(x === null ? {} : { left: x }),
        ...(y === null ? {} : { top: y }),
      })
      const page = this.#attached.get(targetId)
      if (page === undefined) throw new Error('the window was closed before it had opened')
      this.#attached.delete(targetId)
      return page
    } finally {
      this.#creating -= 1
      if (this.#creating === 0) this.#closeUnclaimed()
    }
  }

  /** The protocol opens tabbed windows only; a second call of the browser's command line opens one without tabs. */
  #openAppWindow({ x, y, width, height }: PageGeometry): Promise<OpenedPage> {
    this.#lastWindow += 1
    const address = `http://opening-${this.#lastWindow}.localhost/`
    return new Promise((resolve, reject) => {
      this.#awaited.set(address, resolve)
      const child = spawn(
        this.#browser.path,
        [
          `--user-data-dir=${this.#browser.profile}`,
          `--app=${address}`,
          `--window-size=${width},${height}`,
          ...(x === null || y === null ? [] : [`--window-position=${x},${y}`]),
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ],
        { stdio: 'ignore' },
      )
      child.once('error', reject)
    })
  }

  #arrived({ sessionId, targetInfo }: Payload): void {
    const target = this.#browser.connection.session(sessionId)
    const page: OpenedPage = { id: targetInfo.targetId, target }
    const url: string = targetInfo.url
    if (url.startsWith('devtools://')) {
      target.send('Runtime.runIfWaitingForDebugger')
      return
    }
    const awaited = this.#awaited.get(url)
    if (awaited !== undefined) {
      this.#awaited.delete(url)
      awaited(page)
      return
    }
    if (targetInfo.openerId !== undefined || this.#creating === 0) void this.close(page)
    else this.#attached.set(page.id, page)
  }

  #closeUnclaimed(): void {
    for (const page of this.#attached.values()) void this.close(page)
    this.#attached.clear()
  }
}
