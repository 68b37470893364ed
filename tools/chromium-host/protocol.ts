/** `protocol`: schemes that main serves itself. */
import type * as Electron from 'electron'
import { provide } from './missing.ts'
import { runtime } from './runtime.ts'

export type SchemeHandler = (request: Request) => Response | Promise<Response>

/** One per session, as in Electron; the schemes themselves are registered once, for all. */
export class SchemeHandlers {
  readonly #handlers = new Map<string, SchemeHandler>()

  handlerOf(url: string): SchemeHandler | null {
    return this.#handlers.get(new URL(url).protocol.slice(0, -1)) ?? null
  }

  /** The object for main. */
  readonly api = provide('protocol', {
    registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
      runtime.urls.register(schemes.map(({ scheme }) => scheme.toLowerCase()))
    },
    handle: (scheme: string, handler: SchemeHandler): void => {
      if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      if (!runtime.urls.isRegistered(scheme)) {
        throw new Error(
          `chromium-host serves only schemes given to protocol.registerSchemesAsPrivileged, not ${scheme}`,
        )
      }
      this.#handlers.set(scheme, handler)
    },
    unhandle: (scheme: string): void => {
      if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
    },
    isProtocolHandled: (scheme: string): boolean => this.#handlers.has(scheme),
  })
}
