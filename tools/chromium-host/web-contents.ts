/** `WebContents`: a page, its loading, navigation and messages. */
import type * as Electron from 'electron'
import type { Payload, Session as Target } from './cdp/index.ts'
import type { ContentsEvents, ContentsOfPage, ContentsOwner } from './contents-events.ts'
import { asElectron } from './electron-types.ts'
import { hostEvent } from './events.ts'
import { topFrame } from './frame.ts'
import { HostEmitter } from './missing.ts'
import { nativeImage } from './native-image.ts'
import { listenToConsole } from './page-console.ts'
import { PageMessages } from './page-messages.ts'
import { PageNavigation } from './page-navigation.ts'
import { emitPress } from './page-presses.ts'
import { setUpPage } from './page-setup.ts'
import type { Requester } from './requests.ts'
import { type HostPage, type OpenedPage, runtime, say } from './runtime.ts'
import type { Session } from './session.ts'

type WindowOpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

let lastId = 0

export class WebContents extends HostEmitter<ContentsEvents> implements ContentsOfPage, Requester, HostPage {
  readonly id: number
  readonly session: Electron.Session
  readonly hostSession: Session
  /** This page with Electron's type. */
  readonly electron = asMain(this)
  readonly mainFrame: Electron.WebFrameMain
  readonly #owner: ContentsOwner
  readonly #navigation = new PageNavigation(this)
  readonly #messages: PageMessages
  readonly #opened = Promise.withResolvers<Target>()
  #page: OpenedPage | null = null
  #title = ''
  #destroyed = false
  #crashed = false
  #windowOpenHandler: WindowOpenHandler | null = null

  constructor(session: Session, owner: ContentsOwner) {
    super()
    lastId += 1
    this.id = lastId
    this.hostSession = session
    this.session = session.electron
    this.#owner = owner
    this.#messages = new PageMessages(this, {
      openWindow: (url) => this.#windowOpened(new URL(url, this.#navigation.browserUrl).href, ''),
      navigationRefused: (url, frameId) => this.#navigation.refused(url, frameId),
      pressed: (press) => {
        // Only a window in front receives presses, regardless of the focus events of its page.
        owner.windowChanged('focus')
        emitPress(this, press)
      },
      windowChanged: (what) => owner.windowChanged(what),
    })
    this.#opened.promise.catch(() => undefined)
    runtime.contents.set(this.id, this)
    this.mainFrame = topFrame(() => ({
      url: this.getURL(),
      origin: runtime.urls.originFromBrowser(this.#navigation.browserUrl),
      detached: this.#destroyed,
      processId: this.id,
      routingId: this.id,
    }))
  }

  // For the window.

  /** Takes over a waiting page, and makes it ready to load once its window is. */
  async adopt(page: OpenedPage, preload: string | null, windowReady: Promise<void>): Promise<void> {
    this.#page = page
    const { target } = page
    this.#listen(target)
    const [names] = await Promise.all([setUpPage(target, this, preload), windowReady])
    this.#messages.setUp(names)
    this.#opened.resolve(target)
  }

  /** The page is gone: it can no longer be used. */
  end(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#messages.releaseWorld()
    this.#opened.reject(new Error('Object has been destroyed'))
    runtime.contents.delete(this.id)
    this.emit('destroyed')
  }

  /** The page's protocol session, once available. */
  get target(): Promise<Target> {
    return this.#opened.promise
  }

  // For main.

  get mainFrameId(): string {
    return this.#page?.id ?? ''
  }

  getURL(): string {
    return this.#navigation.url
  }

  getTitle(): string {
    return this.#title
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  isCrashed(): boolean {
    return this.#crashed
  }

  isLoading(): boolean {
    return this.#navigation.loading
  }

  isFocused(): boolean {
    return runtime.focused !== null && runtime.windows.get(runtime.focused)?.electron.webContents === this.electron
  }

  /** Resolves when the page has loaded; rejects when it cannot be. */
  async loadURL(url: string): Promise<void> {
    await this.#navigation.load(await this.#opened.promise, url)
  }

  reload(): void {
    this.#navigation.reload()
  }

  reloadIgnoringCache(): void {
    this.reload()
  }

  stop(): void {
    this.#page?.target.send('Page.stopLoading')
  }

  focus(): void {
    this.#page?.target.send('Page.bringToFront')
  }

  /** Sends a message to the preload of the current page. */
  send(channel: string, ...args: unknown[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    this.#messages.send(channel, args)
  }

  /** Like `send`, with ports for the page's preload. */
  postMessage(channel: string, message: unknown, transfer: Electron.MessagePortMain[] = []): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    this.#messages.postMessage(channel, message, transfer)
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const target = await this.#opened.promise
    const { result, exceptionDetails } = await target.call('Runtime.evaluate', {
      expression: code,
      userGesture,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails === undefined) return result.value
    throw new Error(
      exceptionDetails.exception?.description ?? exceptionDetails.exception?.value ?? exceptionDetails.text,
    )
  }

  /** @param rect part of the page in DIP; by default the visible part. */
  async capturePage(rect?: Electron.Rectangle): Promise<Electron.NativeImage> {
    const target = await this.#opened.promise
    const { data } = await target.call('Page.captureScreenshot', {
      format: 'png',
      ...(rect === undefined ? {} : { clip: { ...rect, scale: 1 } }),
    })
    return nativeImage(Buffer.from(data, 'base64'))
  }

  /** The browser is started with the policy; see `flags.ts`. */
  setWebRTCIPHandlingPolicy(_policy: Parameters<Electron.WebContents['setWebRTCIPHandlingPolicy']>[0]): void {}

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpenHandler = handler
  }

  /** Prints that there is none: use the debugging port instead. */
  openDevTools(): void {
    say('there are no developer tools in the window; start with --remote-debugging-port and open chrome://inspect')
  }

  isDevToolsOpened(): boolean {
    return false
  }

  /** No effect: the browser is started without throttling. */
  setBackgroundThrottling(_allowed: boolean): void {}

  forcefullyCrashRenderer(): void {
    this.#page?.target.send('Page.crash')
  }

  // For requests.

  mayNavigate(url: string, frameId: string, redirected: boolean): boolean {
    return this.#navigation.mayNavigate(url, frameId, redirected)
  }

  navigationFailed(frameId: string): void {
    this.#navigation.failed(frameId)
  }

  #listen(target: Target): void {
    this.#navigation.listen(target, () => {
      this.#crashed = false
    })
    this.#messages.listen(target)
    listenToConsole(target, this)
    target.on('detached', () => this.#owner.pageGone())
    target.on('Inspector.targetCrashed', () => this.#crash())
    target.on('Page.domContentEventFired', () => this.emit('dom-ready'))
    target.on('Page.windowOpen', ({ url, windowName }: Payload) => this.#windowOpened(url, windowName))
    target.on('Page.javascriptDialogOpening', ({ message, type }: Payload) => {
      // As Electron without a dialog of its own: nothing waits for an answer that cannot come.
      if (runtime.headless || type === 'beforeunload') {
        target.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' })
        if (type !== 'beforeunload') say(`window ${this.id} shows a dialog, dismissed: ${message}`)
      }
    })
  }

  #windowOpened(browserUrl: string, frameName: string): void {
    const details: Electron.HandlerDetails = {
      url: runtime.urls.fromBrowser(browserUrl),
      frameName,
      features: '',
      disposition: 'new-window',
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
    }
    // Electron opens a window unless it is refused.
    const handler = this.#windowOpenHandler
    const answer =
      handler === null ? { action: runtime.bare ? ('allow' as const) : ('deny' as const) } : handler(details)
    // A handler without a result has not allowed it.
    if (answer?.action !== 'allow') return
    const { overrideBrowserWindowOptions: overrides = {} } = answer
    const webPreferences = { session: this.session, ...overrides.webPreferences }
    runtime.openChild(details.url, { ...overrides, webPreferences })
  }

  #crash(): void {
    this.#crashed = true
    this.#messages.releaseWorld()
    this.#navigation.abandon()
    const details: Electron.RenderProcessGoneDetails = { reason: 'crashed', exitCode: 1 }
    this.emit('render-process-gone', hostEvent({}), details)
    runtime.app.emit('render-process-gone', hostEvent({}), this.electron, details)
  }

  /** For the host: the whole browser has died. */
  browserDied(): void {
    this.#crash()
  }
}

/** The page with Electron's type. */
const asMain = (contents: WebContents): Electron.WebContents => asElectron<Electron.WebContents>()(contents)
