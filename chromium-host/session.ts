/** `session`: permissions, requests and scheme handlers. All sessions share one Chromium profile, which does not outlive the run. */
import type * as Electron from 'electron'
import { asElectron } from './electron-types.ts'
import { HostEmitter, notProvided, provide } from './missing.ts'
import { SchemeHandlers } from './protocol.ts'
import { runningBrowser, runtime } from './runtime.ts'

type RequestDetails = Electron.OnBeforeRequestListenerDetails
type RequestListener = (details: RequestDetails, answer: (response: Electron.CallbackResponse) => void) => void
type HeadersListener = (
  details: Electron.OnHeadersReceivedListenerDetails,
  answer: (response: Electron.HeadersReceivedResponse) => void,
) => void
type CheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>
type RequestHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>

/** Electron's names of permissions that a page of one's own may be granted, and Chromium's. */
const PERMISSIONS = {
  notifications: 'notifications',
  'clipboard-read': 'clipboardReadWrite',
  'clipboard-sanitized-write': 'clipboardSanitizedWrite',
  'window-management': 'windowManagement',
  'storage-access': 'storageAccess',
  'idle-detection': 'idleDetection',
  fullscreen: null,
} as const

export class Session extends HostEmitter<Record<never, never>> {
  readonly schemes = new SchemeHandlers()
  readonly protocol = asElectron<Electron.Protocol>()(this.schemes.api)
  /** This session as main knows it. */
  readonly electron = asMain(this)
  #beforeRequest: RequestListener | null = null
  #headersReceived: HeadersListener | null = null
  #check: CheckHandler | null = null
  #request: RequestHandler | null = null

  readonly webRequest = asElectron<Electron.WebRequest>()(
    provide('session.webRequest', {
      onBeforeRequest: (...given: [...unknown[], RequestListener | null]): void => {
        this.#beforeRequest = onlyListener('onBeforeRequest', given)
      },
      onHeadersReceived: (...given: [...unknown[], HeadersListener | null]): void => {
        this.#headersReceived = onlyListener('onHeadersReceived', given)
      },
    }),
  )

  /** Decides, for each origin that a page is loaded from, which permissions Chromium grants it; the others it denies without asking. */
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler
  }

  /** Consulted where no check handler is set, since Chromium is told before the page could ask. */
  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler
  }

  /** Chromium over its DevTools pipe opens no device to a page, whatever the handler says. */
  setDevicePermissionHandler(
    _handler: ((details: Electron.DevicePermissionHandlerHandlerDetails) => boolean) | null,
  ): void {}

  /** The host asks no system for its proxy. */
  async resolveProxy(_url: string): Promise<string> {
    return 'DIRECT'
  }

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

  /** For a page that is about to load from `origin` (as main knows it): tells Chromium what it may. */
  grantPermissions(contents: Electron.WebContents, origin: string): void {
    const names = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]
    const granted = names.filter((name) => this.#allows(contents, name, origin))
    runningBrowser().connection.browser.send('Browser.grantPermissions', {
      origin: runtime.urls.toBrowser(origin).replace(/\/$/, ''),
      permissions: granted.flatMap((name) => PERMISSIONS[name] ?? []),
    })
  }

  #allows(contents: Electron.WebContents, name: keyof typeof PERMISSIONS, origin: string): boolean {
    const about = { isMainFrame: true, requestingUrl: `${origin}/` }
    if (this.#check !== null) {
      return this.#check(contents, name as never, origin, about as Electron.PermissionCheckHandlerHandlerDetails)
    }
    let allowed = false
    this.#request?.(
      contents,
      name as never,
      (answer) => {
        allowed = answer
      },
      about as Electron.PermissionRequest,
    )
    return allowed
  }

  /** Asks main whether a request may go on. Null when main has no listener. */
  askBeforeRequest(details: RequestDetails): Promise<Electron.CallbackResponse> | null {
    const listener = this.#beforeRequest
    return listener === null ? null : new Promise((resolve) => listener(details, resolve))
  }

  /** Shows main the headers of a response. Null when main has no listener. */
  askHeadersReceived(
    details: Electron.OnHeadersReceivedListenerDetails,
  ): Promise<Electron.HeadersReceivedResponse> | null {
    const listener = this.#headersReceived
    return listener === null ? null : new Promise((resolve) => listener(details, resolve))
  }
}

/** The session as main knows it. */
const asMain = (session: Session): Electron.Session => asElectron<Electron.Session>()(session)

/** The host's session behind the one that main hands back. */
export function hostSession(session: Electron.Session): Session {
  for (const one of sessions.values()) if (one.electron === session) return one
  throw new Error('chromium-host knows only sessions that it made')
}

/** The listener, where it is for all requests: the host filters none, and says so rather than let more through than was asked for. */
function onlyListener<Listener>(name: string, given: readonly [...unknown[], Listener]): Listener {
  if (given.length > 1) throw notProvided(`session.webRequest.${name} with a filter`)
  return given.at(-1) as Listener
}

const sessions = new Map<string, Session>()

/** The session of a partition; '' is the default one. */
export function sessionOf(partition: string): Session {
  let session = sessions.get(partition)
  if (session === undefined) {
    session = new Session()
    sessions.set(partition, session)
  }
  return session
}

export const session = provide('session', {
  get defaultSession(): Electron.Session {
    return sessionOf('').electron
  },
  fromPartition: (partition: string): Electron.Session => sessionOf(partition).electron,
})
