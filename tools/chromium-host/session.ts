/** `session`: permissions, requests and scheme handlers. All sessions share one Chromium profile, which is deleted after the run. */
import type * as Electron from 'electron'
import { asElectron, type EventsOf } from './electron-types.ts'
import { HostEmitter, provide } from './missing.ts'
import { SchemeHandlers } from './protocol.ts'
import { runningBrowser, runtime } from './runtime.ts'
import { urlFilter } from './url-filter.ts'

type RequestDetails = Electron.OnBeforeRequestListenerDetails
type RequestListener = (details: RequestDetails, answer: (response: Electron.CallbackResponse) => void) => void
type HeadersListener = (
  details: Electron.OnHeadersReceivedListenerDetails,
  answer: (response: Electron.HeadersReceivedResponse) => void,
) => void
type CheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>
type RequestHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>

/** Names of grantable permissions in Electron and in Chromium. */
const PERMISSIONS = {
  notifications: ['notifications'],
  'clipboard-read': ['clipboardReadWrite'],
  'clipboard-sanitized-write': ['clipboardSanitizedWrite'],
  geolocation: ['geolocation'],
  media: ['audioCapture', 'videoCapture'],
  midi: ['midi'],
  midiSysex: ['midiSysex'],
  'window-management': ['windowManagement'],
  'storage-access': ['storageAccess'],
  'idle-detection': ['idleDetection'],
  fullscreen: [],
} as const
type Permission = keyof typeof PERMISSIONS

/** Names in a page's permission query. */
const QUERIED: Readonly<Record<string, Permission>> = {
  notifications: 'notifications',
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
  geolocation: 'geolocation',
  camera: 'media',
  microphone: 'media',
  midi: 'midi',
  'window-management': 'window-management',
  'storage-access': 'storage-access',
  'idle-detection': 'idle-detection',
}

/** Session events that the host emits. */
export type SessionEvents = EventsOf<Electron.Session, 'will-download'>

export class Session extends HostEmitter<SessionEvents> {
  readonly schemes = new SchemeHandlers()
  readonly protocol = asElectron<Electron.Protocol>()(this.schemes.api)
  /** This session with Electron's type. */
  readonly electron = asMain(this)
  #beforeRequest: RequestListener | null = null
  #headersReceived: HeadersListener | null = null
  #check: CheckHandler | null = null
  #request: RequestHandler | null = null

  readonly webRequest = asElectron<Electron.WebRequest>()(
    provide('session.webRequest', {
      onBeforeRequest: (...given: [...unknown[], RequestListener | null]): void => {
        this.#beforeRequest = filtered(given)
      },
      onHeadersReceived: (...given: [...unknown[], HeadersListener | null]): void => {
        this.#headersReceived = filtered(given)
      },
    }),
  )

  /** Decides the results of a page's permission queries. Called for all permissions when a page is loaded. */
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler
  }

  /** Decides what a page may do. Called for all permissions when a page is loaded, since Chromium is configured before the page could ask. */
  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler
  }

  /** Chromium over its DevTools pipe opens no device to a page, regardless of the handler. */
  setDevicePermissionHandler(
    _handler: ((details: Electron.DevicePermissionHandlerHandlerDetails) => boolean) | null,
  ): void {}

  /** The host does not query the system proxy. */
  async resolveProxy(_url: string): Promise<string> {
    return 'DIRECT'
  }

  /** All sessions share one browser, which is started without a network; see `flags.ts`. */
  async setProxy(_config: Electron.ProxyConfig): Promise<void> {}

  isPersistent(): boolean {
    return false
  }

  async clearStorageData(options: Electron.ClearStorageDataOptions = {}): Promise<void> {
    const { connection } = runningBrowser()
    const origins = options.origin === undefined ? this.#origins() : [options.origin]
    for (const origin of origins) {
      await connection.browser.call('Storage.clearDataForOrigin', {
        origin: runtime.urls.toBrowser(origin).replace(/\/$/, ''),
        storageTypes: 'all',
      })
    }
  }

  async clearCache(): Promise<void> {
    // Nothing is cached: every byte of a page comes from main, each time.
  }

  #origins(): string[] {
    const contents = [...runtime.contents.values()].filter(({ electron }) => electron.session === this.electron)
    return [
      ...new Set(
        contents.map(({ electron }) => runtime.urls.originFromBrowser(runtime.urls.toBrowser(electron.getURL()))),
      ),
    ]
  }

  /**
   * For a page about to load from `origin` (as main knows it): sets its permissions in Chromium.
   * @returns the state of each permission, by query name.
   */
  grantPermissions(contents: Electron.WebContents, origin: string): Readonly<Record<string, 'granted' | 'denied'>> {
    const names = Object.keys(PERMISSIONS) as Permission[]
    const granted = names.filter((name) => this.#grants(contents, name, origin))
    runningBrowser().connection.browser.send('Browser.grantPermissions', {
      origin: runtime.urls.toBrowser(origin).replace(/\/$/, ''),
      permissions: granted.flatMap((name) => PERMISSIONS[name]),
    })
    const states = Object.entries(QUERIED).map(([request, name]) => [
      request,
      this.#checks(contents, name, origin) ? ('granted' as const) : ('denied' as const),
    ])
    return Object.fromEntries(states)
  }

  #checks(contents: Electron.WebContents, name: Permission, origin: string): boolean {
    const about = { isMainFrame: true, requestingUrl: `${origin}/` }
    return (
      this.#check?.(contents, name as never, origin, about as Electron.PermissionCheckHandlerHandlerDetails) ??
      runtime.bare
    )
  }

  /** With only a check handler, all others are refused, which Electron would grant: except in bare mode. */
  #grants(contents: Electron.WebContents, name: Permission, origin: string): boolean {
    if (this.#request === null) return runtime.bare || (this.#check !== null && this.#checks(contents, name, origin))
    let allowed = false
    const about = { isMainFrame: true, requestingUrl: `${origin}/` } as Electron.PermissionRequest
    this.#request(
      contents,
      name as never,
      (answer) => {
        allowed = answer
      },
      about,
    )
    return allowed
  }

  /** Asks main whether a request may proceed. Null when main has no listener. */
  askBeforeRequest(details: RequestDetails): Promise<Electron.CallbackResponse> | null {
    const listener = this.#beforeRequest
    return listener === null ? null : new Promise((resolve) => listener(details, resolve))
  }

  /** Passes the headers of a response to main. Null when main has no listener. */
  askHeadersReceived(
    details: Electron.OnHeadersReceivedListenerDetails,
  ): Promise<Electron.HeadersReceivedResponse> | null {
    const listener = this.#headersReceived
    return listener === null ? null : new Promise((resolve) => listener(details, resolve))
  }
}

/** The session with Electron's type. */
const asMain = (session: Session): Electron.Session => asElectron<Electron.Session>()(session)

/** The host's session behind main's object. */
export function hostSession(session: Electron.Session): Session {
  for (const one of sessions.values()) if (one.electron === session) return one
  throw new Error('chromium-host knows only sessions that it made')
}

/** A listener restricted to its filter; everything else proceeds. */
function filtered<Details extends { readonly url: string }>(
  given: readonly [...unknown[], ((details: Details, answer: (response: object) => void) => void) | null],
): ((details: Details, answer: (response: object) => void) => void) | null {
  const listener = given.at(-1) as ((details: Details, answer: (response: object) => void) => void) | null
  if (listener === null || given.length === 1) return listener
  const isMeant = urlFilter(given[0] as Electron.WebRequestFilter)
  return (details, answer) => (isMeant(details.url) ? listener(details, answer) : answer({}))
}

const sessions = new Map<string, Session>()

/** The session of a partition; '' is the default one. */
export function sessionOf(partition: string): Session {
  let session = sessions.get(partition)
  if (session === undefined) {
    session = new Session()
    sessions.set(partition, session)
    // The default one is created before main could listen: it is reported when the app becomes ready (`app.ts`).
    if (partition !== '') runtime.app.emit('session-created', session.electron)
  }
  return session
}

export const session = provide('session', {
  get defaultSession(): Electron.Session {
    return sessionOf('').electron
  },
  fromPartition: (partition: string): Electron.Session => sessionOf(partition).electron,
})
