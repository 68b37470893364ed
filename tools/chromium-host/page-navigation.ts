/** A page's address and loading: main's own loads, and navigation by the page, which main may refuse. */
import type { Payload, Session as Target } from './cdp/index.ts'
import type { ContentsOfPage } from './contents-events.ts'
import { hostEvent } from './events.ts'
import { permissionStates } from './permission-states.ts'
import { runtime, say } from './runtime.ts'

interface Load {
  readonly url: string
  resolve(): void
  reject(error: Error): void
}

export class PageNavigation {
  readonly #contents: ContentsOfPage
  #target: Target | null = null
  #url = ''
  #loading = false
  /** Whether the current page is the requested one, not the one before it. */
  #committed = false
  #load: Load | null = null
  #permissions: { readonly source: string; readonly identifier: string } | null = null
  /** The address that main itself is loading, in Chromium's form. */
  #expected: string | null = null
  /** Navigation requested by the page's frames, by frame. */
  readonly #asked = new Set<string>()

  constructor(contents: ContentsOfPage) {
    this.#contents = contents
  }

  /** In Chromium's form. */
  get browserUrl(): string {
    return this.#url
  }

  get url(): string {
    return this.#url === 'about:blank' ? '' : runtime.urls.fromBrowser(this.#url)
  }

  get loading(): boolean {
    return this.#loading
  }

  /** @param arrived is called after a navigation. */
  listen(target: Target, arrived: () => void): void {
    this.#target = target
    target.on('Page.frameRequestedNavigation', ({ frameId, disposition }: Payload) => {
      if (disposition === 'currentTab') this.#asked.add(frameId)
    })
    target.on('Page.frameNavigated', ({ frame }: Payload) => this.#navigated(target, frame, arrived))
    target.on('Page.navigatedWithinDocument', ({ frameId, url }: Payload) => {
      this.#asked.delete(frameId)
      const { id, mainFrameId } = this.#contents
      if (frameId !== mainFrameId) return
      this.#url = url
      this.#contents.emit('did-navigate-in-page', hostEvent({}), this.url, true, id, id)
    })
    target.on('Page.loadEventFired', () => this.#loaded())
  }

  /** Resolves when the page has loaded; rejects when it cannot be. */
  async load(target: Target, url: string): Promise<void> {
    if (this.#load !== null) this.#loadFailed('net::ERR_ABORTED')
    const done = Promise.withResolvers<void>()
    done.promise.catch(() => undefined)
    const load: Load = { url, resolve: done.resolve, reject: done.reject }
    this.#load = load
    const browserUrl = runtime.urls.toBrowser(url)
    const origin = runtime.urls.originFromBrowser(browserUrl)
    if (runtime.urls.ownUrl(browserUrl) !== null) {
      const states = this.#contents.hostSession.grantPermissions(this.#contents.electron, origin)
      this.#sendPermissions(target, states).catch(() => undefined)
    }
    this.#expected = new URL(browserUrl).href.replace(/#.*$/, '')
    this.#loading = true
    this.#committed = false
    this.#contents.emit('did-start-loading')
    const { errorText } = await target.call('Page.navigate', { url: browserUrl })
    // A load superseded by another one was reported as aborted then.
    if (errorText !== undefined && this.#load === load) this.#loadFailed(errorText)
    await done.promise
  }

  /** Makes a page's permission queries return the result of main's check handler rather than of its request handler. */
  async #sendPermissions(target: Target, states: Readonly<Record<string, string>>): Promise<void> {
    const source = `(${permissionStates})(${JSON.stringify(states)})`
    const last = this.#permissions
    if (last?.source === source) return
    const { identifier } = await target.call('Page.addScriptToEvaluateOnNewDocument', { source })
    this.#permissions = { source, identifier }
    if (last !== null) target.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: last.identifier })
  }

  reload(): void {
    this.#expected = this.#url.replace(/#.*$/, '')
    this.#target?.send('Page.reload')
  }

  /** The page has crashed: pending loads are aborted. */
  abandon(): void {
    this.#load = null
  }

  /** A document is requested: whether the frame may navigate there. */
  mayNavigate(url: string, frameId: string, redirected: boolean): boolean {
    const { id, mainFrameId } = this.#contents
    const isMainFrame = frameId === mainFrameId
    const browserUrl = runtime.urls.toBrowser(url).replace(/#.*$/, '')
    const isRequested = this.#asked.delete(frameId)
    if (isMainFrame && !redirected && !isRequested) {
      // Main's own load, or the browser's: a reload, or a step in its history.
      if (this.#expected === browserUrl) this.#expected = null
      return true
    }
    if (!redirected) return this.#askMain(url, isMainFrame)
    const event = this.#event(url, isMainFrame)
    this.#contents.emit('will-redirect', event, url, false, isMainFrame, id, id)
    return !event.defaultPrevented
  }

  /** A requested document failed to load. */
  failed(frameId: string): void {
    if (frameId === this.#contents.mainFrameId) this.#loadFailed('net::ERR_ABORTED')
  }

  /** The page was stopped from navigating without a network request: main is notified all the same, and decides in bare mode. */
  refused(url: string, frameId: string): void {
    const isMainFrame = frameId === this.#contents.mainFrameId
    if (this.#askMain(url, isMainFrame) && runtime.bare) this.#target?.send('Page.navigate', { url, frameId })
  }

  #askMain(url: string, isMainFrame: boolean): boolean {
    const { id } = this.#contents
    const event = this.#event(url, isMainFrame)
    this.#contents.emit('will-frame-navigate', event)
    if (isMainFrame) this.#contents.emit('will-navigate', event, url, false, true, id, id)
    return !event.defaultPrevented
  }

  #event(url: string, isMainFrame: boolean) {
    const frame = isMainFrame ? this.#contents.mainFrame : null
    return hostEvent({ url, isMainFrame, isSameDocument: false, frame, initiator: frame })
  }

  #navigated(target: Target, frame: Payload, arrived: () => void): void {
    this.#asked.delete(frame.id)
    if (frame.parentId !== undefined) return
    const url = `${frame.url}${frame.urlFragment ?? ''}`
    const own = runtime.urls.ownUrl(url) !== null
    if (!own && !runtime.bare && runtime.urls.ownUrl(this.#url) !== null) {
      // A navigation without a network request; the page's guard should have refused it already.
      say(`window ${this.#contents.id} left its page for ${url}; it is taken back`)
      this.#expected = this.#url
      target.send('Page.navigate', { url: this.#url })
      return
    }
    arrived()
    this.#committed ||= own || runtime.bare || this.#load?.url === url
    this.#url = url
    if (own || runtime.bare) this.#contents.emit('did-navigate', hostEvent({}), this.url, 200, '')
  }

  #loaded(): void {
    // The window's initial empty page loads too, sometimes only after main's own load has started.
    if (!this.#committed) return
    this.#loading = false
    this.#contents.emit('did-finish-load')
    this.#contents.emit('did-stop-loading')
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
    const { id } = this.#contents
    const description = errorText.replace(/^net::/, '')
    this.#contents.emit('did-fail-load', hostEvent({}), -3, description, load.url, true, id, id)
    load.reject(new Error(`${description} (-3) loading '${load.url}'`))
  }
}
