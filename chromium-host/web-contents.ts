/** `WebContents`: one page, its loading, its navigation and its messages. */
import type * as Electron from 'electron'
import { type HostMessage, type PageMessage, plainArguments } from './bridge/index.ts'
import type { Payload, Session as Target } from './cdp/index.ts'
import { asElectron, type EventsOf } from './electron-types.ts'
import { hostEvent } from './events.ts'
import { topFrame } from './frame.ts'
import { ipcMain } from './ipc-main.ts'
import { HostEmitter, notProvided } from './missing.ts'
import { nativeImage } from './native-image.ts'
import { type PageNames, setUpPage, WORLD } from './page-setup.ts'
import type { Requester } from './requests.ts'
import { type HostPage, type OpenedPage, runtime, say } from './runtime.ts'
import type { Session } from './session.ts'

type WindowOpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

type Level = Electron.WebContentsConsoleMessageEventParams['level']

/** The events of pages that the host emits. */
export type ContentsEvents = EventsOf<
  Electron.WebContents,
  | 'console-message'
  | 'destroyed'
  | 'did-fail-load'
  | 'did-finish-load'
  | 'did-navigate'
  | 'did-navigate-in-page'
  | 'did-start-loading'
  | 'did-stop-loading'
  | 'dom-ready'
  | 'preload-error'
  | 'render-process-gone'
  | 'will-frame-navigate'
  | 'will-navigate'
  | 'will-redirect'
>

/** What the page's window wants to know of it. */
export interface ContentsOwner {
  /** The page says that its window was focused, blurred, resized, shown or hidden. */
  windowChanged(what: 'focus' | 'blur' | 'resize' | 'visibility'): void
  /** The page is gone, for whatever reason. */
  pageGone(): void
}

interface Load {
  readonly url: string
  resolve(): void
  reject(error: Error): void
}

const LEVELS: Readonly<Record<string, Level>> = { error: 'error', assert: 'error', warning: 'warning', debug: 'debug' }
/** Levels as the older arguments of `console-message` number them. */
const LEVEL_NUMBERS: Readonly<Record<Level, number>> = { debug: 0, info: 1, warning: 2, error: 3 }
/** Characters after which messages are sent on rather than collected. */
const LONGEST_BATCH = 1_000_000

let lastId = 0

export class WebContents extends HostEmitter<ContentsEvents> implements Requester, HostPage {
  readonly id: number
  readonly session: Electron.Session
  readonly hostSession: Session
  /** This page as main knows it. */
  readonly electron = asMain(this)
  readonly mainFrame: Electron.WebFrameMain
  readonly #owner: ContentsOwner
  readonly #opened = Promise.withResolvers<Target>()
  #page: OpenedPage | null = null
  #names: PageNames | null = null
  #url = ''
  #title = ''
  #loading = false
  /** Whether the page is the one that was asked for, not the one before it. */
  #committed = false
  #destroyed = false
  #crashed = false
  #load: Load | null = null
  /** The address that main itself is loading, as Chromium knows it. */
  #expected: string | null = null
  /** Navigation that a frame of the page has asked for, by frame. */
  readonly #asked = new Set<string>()
  readonly #frameWorlds = new Set<number>()
  #world: number | null = null
  /** Messages of this turn, for the page in `#world`. */
  #outbox: string[] = []
  #outboxLength = 0
  #windowOpenHandler: WindowOpenHandler | null = null

  constructor(session: Session, owner: ContentsOwner) {
    super()
    lastId += 1
    this.id = lastId
    this.hostSession = session
    this.session = session.electron
    this.#owner = owner
    this.#opened.promise.catch(() => undefined)
    runtime.contents.set(this.id, this)
    this.mainFrame = topFrame(() => ({
      url: this.getURL(),
      origin: runtime.urls.originFromBrowser(this.#url),
      detached: this.#destroyed,
      processId: this.id,
      routingId: this.id,
    }))
  }

  // For the window.

  /** Takes over a page that waits, and makes it ready to load once its window is. */
  async adopt(page: OpenedPage, preload: string | null, windowReady: Promise<void>): Promise<void> {
    this.#page = page
    const { target } = page
    this.#listen(target)
    const [names] = await Promise.all([setUpPage(target, this, preload), windowReady])
    this.#names = names
    this.#opened.resolve(target)
  }

  /** The page is gone: nothing can be asked of it any more. */
  end(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#enterWorld(null)
    this.#opened.reject(new Error('Object has been destroyed'))
    runtime.contents.delete(this.id)
    this.emit('destroyed')
  }

  /** The page's end of the protocol, once it is there. */
  get target(): Promise<Target> {
    return this.#opened.promise
  }

  // For main.

  get mainFrameId(): string {
    return this.#page?.id ?? ''
  }

  getURL(): string {
    return this.#url === 'about:blank' ? '' : runtime.urls.fromBrowser(this.#url)
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
    return this.#loading
  }

  isFocused(): boolean {
    return runtime.focused !== null && runtime.windows.get(runtime.focused)?.electron.webContents === this.electron
  }

  /** Resolves when the page has loaded; rejects when it cannot be. */
  async loadURL(url: string): Promise<void> {
    const target = await this.#opened.promise
    this.#load?.reject(new Error(`ERR_ABORTED (-3) loading '${this.#load.url}'`))
    const done = Promise.withResolvers<void>()
    done.promise.catch(() => undefined)
    this.#load = { url, resolve: done.resolve, reject: done.reject }
    const browserUrl = runtime.urls.toBrowser(url)
    const origin = runtime.urls.originFromBrowser(browserUrl)
    if (runtime.urls.ownUrl(browserUrl) !== null) {
      this.hostSession.grantPermissions(this.electron, origin)
    }
    this.#expected = new URL(browserUrl).href.replace(/#.*$/, '')
    this.#loading = true
    this.#committed = false
    this.emit('did-start-loading')
    const { errorText } = await target.call('Page.navigate', { url: browserUrl })
    if (errorText !== undefined) this.#loadFailed(errorText)
    await done.promise
  }

  reload(): void {
    this.#expected = this.#url.replace(/#.*$/, '')
    this.#page?.target.tell('Page.reload')
  }

  reloadIgnoringCache(): void {
    this.reload()
  }

  stop(): void {
    this.#page?.target.tell('Page.stopLoading')
  }

  focus(): void {
    this.#page?.target.tell('Page.bringToFront')
  }

  /** Sends a message to the preload of the page that is now loaded. */
  send(channel: string, ...args: unknown[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    this.#post({ kind: 'message', channel, args: plainArguments(args) })
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

  /** @param rect part of the page in DIP; without it what the window shows. */
  async capturePage(rect?: Electron.Rectangle): Promise<Electron.NativeImage> {
    const target = await this.#opened.promise
    const { data } = await target.call('Page.captureScreenshot', {
      format: 'png',
      ...(rect === undefined ? {} : { clip: { ...rect, scale: 1 } }),
    })
    return nativeImage(Buffer.from(data, 'base64'))
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpenHandler = handler
  }

  /** Says that there is none: the debugging port serves instead. */
  openDevTools(): void {
    say('there are no developer tools in the window; start with --remote-debugging-port and open chrome://inspect')
  }

  isDevToolsOpened(): boolean {
    return false
  }

  /** Nothing to do: the browser is started so that it slows no page down. */
  setBackgroundThrottling(_allowed: boolean): void {}

  forcefullyCrashRenderer(): void {
    this.#page?.target.tell('Page.crash')
  }

  // For requests.

  mayNavigate(url: string, frameId: string, redirected: boolean): boolean {
    const isMainFrame = frameId === this.mainFrameId
    const browserUrl = runtime.urls.toBrowser(url).replace(/#.*$/, '')
    const asked = this.#asked.delete(frameId)
    if (isMainFrame && !redirected && !asked) {
      // Main's own load, or the browser's: a reload, or a step in its history.
      if (this.#expected === browserUrl) this.#expected = null
      return true
    }
    const event = this.#navigationEvent(url, isMainFrame)
    if (redirected) this.emit('will-redirect', event, url, false, isMainFrame, this.id, this.id)
    else {
      this.emit('will-frame-navigate', event)
      if (isMainFrame) this.emit('will-navigate', event, url, false, true, this.id, this.id)
    }
    return !event.defaultPrevented
  }

  navigationFailed(frameId: string): void {
    if (frameId === this.mainFrameId) this.#loadFailed('net::ERR_ABORTED')
  }

  #navigationEvent(url: string, isMainFrame: boolean) {
    const frame = isMainFrame ? this.mainFrame : null
    return hostEvent({ url, isMainFrame, isSameDocument: false, frame, initiator: frame })
  }

  #listen(target: Target): void {
    target.on('detached', () => this.#owner.pageGone())
    target.on('Inspector.targetCrashed', () => this.#crash())
    target.on('Page.frameRequestedNavigation', ({ frameId, disposition }: Payload) => {
      if (disposition === 'currentTab') this.#asked.add(frameId)
    })
    target.on('Page.frameNavigated', ({ frame }: Payload) => this.#navigated(frame))
    target.on('Page.navigatedWithinDocument', ({ frameId, url }: Payload) => {
      this.#asked.delete(frameId)
      if (frameId !== this.mainFrameId) return
      this.#url = url
      this.emit('did-navigate-in-page', hostEvent({}), this.getURL(), true, this.id, this.id)
    })
    target.on('Page.domContentEventFired', () => this.emit('dom-ready'))
    target.on('Page.loadEventFired', () => this.#loaded())
    target.on('Page.windowOpen', ({ url, windowName }: Payload) => this.#windowOpened(url, windowName))
    target.on('Page.javascriptDialogOpening', ({ message, type }: Payload) => {
      // As Electron without a dialog of its own would: nothing waits for an answer that cannot come.
      if (runtime.headless || type === 'beforeunload') {
        target.tell('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' })
        if (type !== 'beforeunload') say(`window ${this.id} shows a dialog, dismissed: ${message}`)
      }
    })
    target.on('Runtime.executionContextCreated', ({ context }: Payload) => {
      if (context.name !== WORLD) return
      if (context.auxData?.frameId === this.mainFrameId) this.#enterWorld(context.id)
      else this.#frameWorlds.add(context.id)
    })
    target.on('Runtime.executionContextDestroyed', ({ executionContextId }: Payload) => {
      if (this.#world === executionContextId) this.#enterWorld(null)
      this.#frameWorlds.delete(executionContextId)
    })
    target.on('Runtime.executionContextsCleared', () => {
      this.#enterWorld(null)
      this.#frameWorlds.clear()
    })
    target.on('Runtime.bindingCalled', ({ name, payload, executionContextId }: Payload) => {
      if (name !== this.#names?.binding && !name.startsWith('__tell_')) return
      const message = JSON.parse(payload) as PageMessage
      if (executionContextId === this.#world) this.#hear(message)
      else if (this.#frameWorlds.has(executionContextId) && message.kind === 'navigation-refused') {
        this.#refused(message.url, false)
      }
    })
    target.on('Runtime.consoleAPICalled', (event: Payload) => this.#console(event))
    target.on('Runtime.exceptionThrown', ({ exceptionDetails }: Payload) => {
      const { text, exception, lineNumber, url } = exceptionDetails
      this.#emitConsole('error', `${text} ${exception?.description ?? exception?.value ?? ''}`.trim(), lineNumber, url)
    })
  }

  #hear(message: PageMessage): void {
    switch (message.kind) {
      case 'hello':
        break
      case 'invoke':
        void this.#invoke(message.id, message.channel, message.args)
        break
      case 'send':
        // A channel called "error" without a listener would throw here.
        if (ipcMain.listenerCount(message.channel) > 0) {
          ipcMain.emit(message.channel, this.#messageEvent(), ...message.args)
        }
        break
      case 'open-window':
        this.#windowOpened(new URL(message.url, this.#url).href, '')
        break
      case 'navigation-refused':
        this.#refused(message.url, true)
        break
      case 'window':
        this.#owner.windowChanged(message.what)
        break
      case 'preload-error':
        say(`the preload of window ${this.id} failed: ${message.stack || message.message}`)
        this.emit('preload-error', hostEvent({}), '', new Error(message.message))
        break
    }
  }

  #messageEvent(): Electron.IpcMainInvokeEvent & Electron.IpcMainEvent {
    return hostEvent({
      type: 'frame' as const,
      sender: this.electron,
      senderFrame: this.mainFrame,
      processId: this.id,
      frameId: this.id,
      ports: [],
      reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
      returnValue: undefined,
    })
  }

  async #invoke(id: number, channel: string, args: readonly unknown[]): Promise<void> {
    const world = this.#world
    let message: HostMessage
    try {
      const value = await ipcMain.answer(channel, this.#messageEvent(), args)
      plainArguments([value])
      message = { kind: 'answer', id, ...(value === undefined ? {} : { value }) }
    } catch (error) {
      message = { kind: 'refusal', id, message: String(error) }
    }
    // The page that asked may have been replaced meanwhile; its successor numbers its own calls.
    if (this.#world === world) this.#post(message)
  }

  /** The page has changed: what was meant for the one before is not sent to its successor. */
  #enterWorld(world: number | null): void {
    this.#world = world
    this.#outbox = []
    this.#outboxLength = 0
  }

  /** Messages of one turn go out together; a long batch at once, since the browser takes no message of any length. */
  #post(message: HostMessage): void {
    if (this.#world === null) return
    const text = JSON.stringify(message)
    this.#outbox.push(text)
    this.#outboxLength += text.length
    if (this.#outboxLength > LONGEST_BATCH) this.#flush()
    else if (this.#outbox.length === 1) queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    const batch = this.#outbox
    this.#outbox = []
    this.#outboxLength = 0
    if (batch.length === 0 || this.#world === null) return
    this.#page?.target.tell('Runtime.evaluate', {
      expression: `${this.#names?.receive}(${JSON.stringify(`[${batch.join(',')}]`)})`,
      contextId: this.#world,
      silent: true,
    })
  }

  #navigated(frame: Payload): void {
    this.#asked.delete(frame.id)
    if (frame.parentId !== undefined) return
    const url = `${frame.url}${frame.urlFragment ?? ''}`
    const own = runtime.urls.ownUrl(url) !== null
    if (!own && runtime.urls.ownUrl(this.#url) !== null) {
      // A place that never asked the network; the page's guard should have refused it already.
      say(`window ${this.id} left its page for ${url}; it is taken back`)
      const back = this.#url
      this.#expected = back
      this.#page?.target.tell('Page.navigate', { url: back })
      return
    }
    this.#crashed = false
    this.#committed ||= own || this.#load?.url === url
    this.#url = url
    if (own) this.emit('did-navigate', hostEvent({}), this.getURL(), 200, '')
  }

  #loaded(): void {
    // The empty page that a window starts with loads too, sometimes only once main's own load has begun.
    if (!this.#committed) return
    this.#loading = false
    this.emit('did-finish-load')
    this.emit('did-stop-loading')
    const load = this.#load
    this.#load = null
    load?.resolve()
  }

  #loadFailed(errorText: string): void {
    const load = this.#load
    if (load === null) return
    this.#load = null
    this.#expected = null
    this.#loading = false
    const description = errorText.replace(/^net::/, '')
    this.emit('did-fail-load', hostEvent({}), -3, description, load.url, true, this.id, this.id)
    load.reject(new Error(`${description} (-3) loading '${load.url}'`))
  }

  #refused(url: string, isMainFrame: boolean): void {
    const event = this.#navigationEvent(url, isMainFrame)
    this.emit('will-frame-navigate', event)
    if (isMainFrame) this.emit('will-navigate', event, url, false, true, this.id, this.id)
  }

  #windowOpened(browserUrl: string, frameName: string): void {
    const details: Electron.HandlerDetails = {
      url: runtime.urls.fromBrowser(browserUrl),
      frameName,
      features: '',
      disposition: 'new-window',
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
    }
    if (this.#windowOpenHandler?.(details).action === 'allow') {
      throw notProvided("{ action: 'allow' } in WebContents.setWindowOpenHandler")
    }
  }

  #crash(): void {
    this.#crashed = true
    this.#enterWorld(null)
    this.#load = null
    const details: Electron.RenderProcessGoneDetails = { reason: 'crashed', exitCode: 1 }
    this.emit('render-process-gone', hostEvent({}), details)
    runtime.app.emit('render-process-gone', hostEvent({}), this.electron, details)
  }

  /** For the host: the whole browser has died. */
  browserDied(): void {
    this.#crash()
  }

  #console({ type, args, stackTrace }: Payload): void {
    const words = (args as Payload[]).map((arg) => arg.value ?? arg.description ?? arg.unserializableValue ?? arg.type)
    const at = stackTrace?.callFrames?.[0]
    this.#emitConsole(LEVELS[type] ?? 'info', words.join(' '), at?.lineNumber, at?.url)
  }

  #emitConsole(level: Level, message: string, line = 0, url = ''): void {
    if (this.listenerCount('console-message') === 0) return
    const sourceId = runtime.urls.fromBrowser(url)
    const details = hostEvent({ level, message, lineNumber: line + 1, sourceId, frame: this.mainFrame })
    this.emit('console-message', details, LEVEL_NUMBERS[level], message, line + 1, sourceId)
  }
}

/** The page as main knows it. */
const asMain = (contents: WebContents): Electron.WebContents => asElectron<Electron.WebContents>()(contents)
