/** What no page of the terminal may do, whatever it tries: navigate, open windows, ask for permissions, reach the network, download. */
import type { App, Session, WebContents } from 'electron'
import { isOwnUrl, originOf } from '../ipc/index.ts'
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

/**
 * Leaves pages of a session no way out below `webRequest`, which sees neither WebRTC nor a connection that is opened ahead of a request: what is left of
 * their network goes to a proxy that nobody can reach, loopback included. Not for the default session: main asks that for the system's proxy.
 */
export const closeNetwork = (session: Pick<Session, 'setProxy'>): Promise<void> =>
  session.setProxy({ mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules: '<-loopback>' })

/** Holds every web contents that will ever exist to its own page. */
export function hardenContents(app: Pick<App, 'on'>, log: Log): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const deny = (what: string) => (event: { preventDefault(): void; url?: string }) => {
      log.warn({ what, to: originOf(event.url) }, 'navigation refused')
      event.preventDefault()
    }
    // WebRTC asks no permission and passes neither the policy of a page nor `webRequest`.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
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
