/** What no page of the terminal may do, whatever it tries: navigate, open windows, ask for permissions, reach the network, download. */
import type { App, Session, WebContents } from 'electron'
import { isOwnUrl } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'

/** Denies every permission, and every request that is not for our own files. Notifications are main's to make: a page's could say anything. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((request, answer) => {
    const { protocol } = new URL(request.url)
    answer({ cancel: !(isOwnUrl(request.url) || protocol === 'data:' || protocol === 'devtools:') })
  })
  session.on('will-download', (event) => event.preventDefault())
}

/** Holds every session that will ever be made to the same: a page in one that nobody thought of could do all of it. */
export function hardenSessions(app: Pick<App, 'on'>): void {
  app.on('session-created', hardenSession)
}

/** Holds every web contents that will ever exist to its own page. */
export function hardenContents(app: Pick<App, 'on'>, log: Log): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const deny = (what: string) => (event: { preventDefault(): void; url?: string }) => {
      log.warn({ what, to: originOf(event.url) }, 'navigation refused')
      event.preventDefault()
    }
    contents.on('will-navigate', deny('will-navigate'))
    contents.on('will-frame-navigate', deny('will-frame-navigate'))
    contents.on('will-redirect', deny('will-redirect'))
    contents.on('will-attach-webview', deny('will-attach-webview'))
    contents.setWindowOpenHandler(({ url }) => {
      log.warn({ to: originOf(url) }, 'window.open refused')
      return { action: 'deny' }
    })
  })
}

/** Scheme and host of an address that a page chose, in a bounded text: the rest may be as long as it likes. */
function originOf(url: string | undefined): string | null {
  if (url === undefined) return null
  try {
    const { protocol, host } = new URL(url.slice(0, 2_048))
    return `${protocol}//${host.slice(0, 255)}`
  } catch {
    return 'no address'
  }
}
