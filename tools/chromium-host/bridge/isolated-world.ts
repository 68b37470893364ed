/** The isolated world of a page, in which the preload runs. */
import type { createBridgeEnd } from './bridge-end.ts'
import type { HostMessage, PageMessage } from './host-messages.ts'
import type { createIpcRenderer } from './ipc-renderer.ts'

/** Configuration of the isolated world. */
export interface IsolatedWorldConfig {
  /** Name of the browser's binding, which exists only in this world. */
  readonly binding: string
  /** Name of the function that receives main's messages, only in this world. */
  readonly receive: string
  readonly handOver: string
  /** Suffixes of the host names of registered schemes, e.g. `.localhost`; null when the preload runs on every page, as in Electron. */
  readonly hosts: readonly string[] | null
  readonly process: { readonly platform: string; readonly versions: Readonly<Record<string, string>> }
}

type Preload = (
  require: (name: string) => unknown,
  module: { exports: object },
  exports: object,
  process: object,
) => void

/**
 * Runs in the isolated world of every frame at document start: refuses navigation without a network request, and in the top frame gives the preload
 * its `electron`. Source text: self-contained except for its parameters.
 */
export function isolatedWorld(
  makeEnd: typeof createBridgeEnd,
  createRenderer: typeof createIpcRenderer,
  config: IsolatedWorldConfig,
  preload: Preload | null,
): void {
  const world = globalThis as unknown as Record<string, unknown>
  const binding = world[config.binding] as (text: string) => void
  const report = (message: PageMessage): void => binding(JSON.stringify(message))

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
    report({ kind: 'navigation-refused', url })
  })
  if (window !== window.top) return
  if (
    config.hosts !== null &&
    !config.hosts.some((suffix) => location.protocol === 'http:' && location.hostname.endsWith(suffix))
  )
    return

  for (const what of ['focus', 'blur', 'resize'] as const) {
    window.addEventListener(what, (event) => {
      if (event.target === window) report({ kind: 'window', what })
    })
  }
  // Only the browser creates trusted events, and no listener of the page comes before this one: the page can neither forge nor suppress a press.
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted) return
      const { key, code, repeat, isComposing, shiftKey, ctrlKey, altKey, metaKey, location: place } = event
      const held = { shift: shiftKey, control: ctrlKey, alt: altKey, meta: metaKey }
      const pressed = { key, code, isAutoRepeat: repeat, isComposing, location: place, ...held }
      report({ kind: 'press', press: { by: 'key', ...pressed } })
    },
    true,
  )
  for (const what of ['pointerdown', 'pointerup'] as const) {
    window.addEventListener(
      what,
      (event) => {
        if (!event.isTrusted) return
        const { pointerType, button, clientX: x, clientY: y } = event
        const isUp = what === 'pointerup'
        report({
          kind: 'press',
          press: pointerType === 'touch' ? { by: 'touch', isUp } : { by: 'mouse', isUp, button, x, y },
        })
      },
      true,
    )
  }
  document.addEventListener('visibilitychange', () => report({ kind: 'window', what: 'visibility' }))

  const port = new MessageChannel().port1
  window.dispatchEvent(new MessageEvent(config.handOver, { ports: [port] }))
  const end = makeEnd(port, 'to-isolated', 'to-main')
  const expose = (key: string | null, api: unknown): void => {
    port.dispatchEvent(new CustomEvent('expose', { detail: { key, api: end.encode(api) } }))
  }
  expose(null, (url: string) => report({ kind: 'open-window', url: `${url}` }))

  const label = (name: string, members: object): object =>
    new Proxy(Object.freeze(members), {
      get(target, member, receiver) {
        if (typeof member === 'symbol' || member in target || member === 'then' || member === '__esModule') {
          return Reflect.get(target, member, receiver)
        }
        throw new Error(`chromium-host does not provide ${name}.${member}`)
      },
    })

  const { ipcRenderer, hear } = createRenderer(report, label, (value) => end.vouchFor(value))
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
  report({ kind: 'hello' })
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
    report({ kind: 'preload-error', message, stack: stack ?? '' })
  }
}
