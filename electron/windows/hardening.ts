/** Restrictions on every page of the terminal: no navigation, no new windows, no permissions, no network, no downloads. */
import type { App, Session, WebContents } from 'electron'
import { isOwnUrl, originOf } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'

/** Denies every permission, and every request that is not for our own files. Only main makes notifications: a page's could have any text. */
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

/** Applies the same to every future session: a page in an unexpected one could do all of it. */
export function hardenSessions(app: Pick<App, 'on'>): void {
  app.on('session-created', hardenSession)
}

/**
 * Closes the network below `webRequest`, which sees neither WebRTC nor preconnected sockets: the rest of the pages' traffic goes to an unreachable
 * proxy, loopback included. Not for the default session: main asks that for the system's proxy.
 */
export const closeNetwork = (session: Pick<Session, 'setProxy'>): Promise<void> =>
  session.setProxy({ mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules: '<-loopback>' })

/** Restricts every future web contents to its own page. */
export function hardenContents(app: Pick<App, 'on'>, log: Log): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const deny = (what: string) => (event: { preventDefault(): void; url?: string }) => {
      log.warn({ what, to: originOf(event.url) }, 'navigation refused')
      event.preventDefault()
    }
    // WebRTC asks no permission and bypasses both the page's policy and `webRequest`.
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
