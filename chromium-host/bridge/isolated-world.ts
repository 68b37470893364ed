import type { createBridgeEnd } from './bridge-end.ts'

/** What the isolated world is set up with. */
export interface IsolatedWorldConfig {
  /** Name of the browser's binding, which exists in this world only. */
  readonly binding: string
  /** Name under which main's messages are taken in, in this world only. */
  readonly receive: string
  readonly handOver: string
  /** Endings of the host names that registered schemes are served from, e.g. `.localhost`. */
  readonly hosts: readonly string[]
  readonly process: { readonly platform: string; readonly versions: Readonly<Record<string, string>> }
}

/** What a page's isolated world says to the host. */
export type PageMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'open-window'; readonly url: string }
  | { readonly kind: 'navigation-refused'; readonly url: string }
  | { readonly kind: 'window'; readonly what: 'focus' | 'blur' | 'resize' | 'visibility' }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack: string }

/** What the host says to a page's isolated world. */
export type HostMessage =
  | { readonly kind: 'message'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string }

type Preload = (
  require: (name: string) => unknown,
  module: { exports: object },
  exports: object,
  process: object,
) => void

/**
 * Runs in the isolated world of every frame at document start: refuses navigation that never asks the network, and in the top frame
 * gives the preload its `electron`. Source text: uses nothing from outside itself but its parameters.
 */
export function isolatedWorld(
  makeEnd: typeof createBridgeEnd,
  plainArguments: (args: readonly unknown[]) => readonly unknown[],
  config: IsolatedWorldConfig,
  preload: Preload | null,
): void {
  const world = globalThis as unknown as Record<string, unknown>
  const binding = world[config.binding] as (text: string) => void
  const tell = (message: PageMessage): void => binding(JSON.stringify(message))

  const asksTheNetwork = (url: string): boolean => /^https?:/.test(url)
  const { navigation } = window as unknown as { readonly navigation: EventTarget }
  navigation.addEventListener('navigate', (event) => {
    const { destination, downloadRequest } = event as Event & {
      readonly destination: { readonly url: string }
      readonly downloadRequest: string | null
    }
    const { url } = destination
    if (asksTheNetwork(url) || downloadRequest !== null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    tell({ kind: 'navigation-refused', url })
  })
  if (window !== window.top) return
  if (!config.hosts.some((suffix) => location.protocol === 'http:' && location.hostname.endsWith(suffix))) return

  for (const what of ['focus', 'blur', 'resize'] as const) {
    window.addEventListener(what, (event) => {
      if (event.target === window) tell({ kind: 'window', what })
    })
  }
  document.addEventListener('visibilitychange', () => tell({ kind: 'window', what: 'visibility' }))

  const port = new MessageChannel().port1
  window.dispatchEvent(new MessageEvent(config.handOver, { ports: [port] }))
  const end = makeEnd(port, 'to-isolated', 'to-main')
  const expose = (key: string | null, api: unknown): void => {
    port.dispatchEvent(new CustomEvent('expose', { detail: { key, api: end.encode(api) } }))
  }
  expose(null, (url: string) => tell({ kind: 'open-window', url: `${url}` }))

  const label = (name: string, members: object): object =>
    new Proxy(Object.freeze(members), {
      get(target, member, receiver) {
        if (typeof member === 'symbol' || member in target || member === 'then' || member === '__esModule') {
          return Reflect.get(target, member, receiver)
        }
        throw new Error(`chromium-host does not provide ${name}.${member}`)
      },
    })

  type Listener = (event: object, ...args: unknown[]) => void
  const listeners = new Map<string, { listener: Listener; once: boolean }[]>()
  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void; channel: string }>()
  let lastCall = 0

  const add = (channel: string, listener: Listener, once: boolean): object => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }])
    return ipcRenderer
  }
  const remove = (channel: string, listener: Listener): object => {
    const kept = [...(listeners.get(channel) ?? [])]
    const index = kept.findLastIndex((entry) => entry.listener === listener)
    if (index !== -1) kept.splice(index, 1)
    listeners.set(channel, kept)
    return ipcRenderer
  }
  const ipcRenderer = label('ipcRenderer', {
    invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const sent = plainArguments(args)
        lastCall += 1
        calls.set(lastCall, { resolve, reject, channel })
        tell({ kind: 'invoke', id: lastCall, channel: `${channel}`, args: sent })
      })
    },
    send(channel: string, ...args: unknown[]): void {
      tell({ kind: 'send', channel: `${channel}`, args: plainArguments(args) })
    },
    on: (channel: string, listener: Listener) => add(channel, listener, false),
    addListener: (channel: string, listener: Listener) => add(channel, listener, false),
    once: (channel: string, listener: Listener) => add(channel, listener, true),
    off: remove,
    removeListener: remove,
    removeAllListeners(channel?: string): object {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
    listenerCount: (channel: string): number => listeners.get(channel)?.length ?? 0,
  })

  const hear = (message: HostMessage): void => {
    if (message.kind === 'message') {
      for (const arg of message.args) end.vouchFor(arg)
      for (const { listener, once } of listeners.get(message.channel) ?? []) {
        if (once) remove(message.channel, listener)
        try {
          listener({ sender: ipcRenderer, ports: [] }, ...message.args)
        } catch (error) {
          reportError(error)
        }
      }
      return
    }
    const call = calls.get(message.id)
    calls.delete(message.id)
    if (message.kind === 'answer') {
      end.vouchFor(message.value)
      call?.resolve(message.value)
    } else call?.reject(new Error(`Error invoking remote method '${call.channel}': ${message.message}`))
  }
  world[config.receive] = (text: string): void => {
    for (const message of JSON.parse(text) as HostMessage[]) hear(message)
  }

  const exposed = new Set<string>()
  const electron = label('electron (in a preload)', {
    ipcRenderer,
    contextBridge: label('contextBridge', {
      exposeInMainWorld(key: string, api: unknown): void {
        if (exposed.has(key))
          throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`)
        exposed.add(key)
        expose(`${key}`, api)
      },
    }),
  })
  tell({ kind: 'hello' })
  if (preload === null) return
  const module = { exports: {} }
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name} (a sandboxed preload has only electron)`)
  }
  const process = {
    ...config.process,
    argv: [],
    env: {},
    type: 'renderer',
    contextIsolated: true,
    sandboxed: true,
  }
  try {
    preload(require, module, module.exports, process)
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
    console.error(`Unable to load preload script: ${message}`)
    tell({ kind: 'preload-error', message, stack: stack ?? '' })
  }
}
