import type { createBridgeEnd } from './bridge-end.ts'

/**
 * Runs in the main world of every frame at document start: takes its end of the bridge, defines what the preload exposes on `window`, and disables
 * `window.open`. Source text: self-contained except for its parameters.
 *
 * @param makeEnd `createBridgeEnd`.
 * @param handOver type of the one event that delivers the port; its propagation is stopped here, before any script of the page can listen.
 */
export function mainWorld(makeEnd: typeof createBridgeEnd, handOver: string): void {
  let openWindow: ((url: string) => void) | null = null
  window.open = (url?: string | URL): null => {
    openWindow?.(`${url ?? ''}`)
    return null
  }
  if (window !== window.top) return

  const freeze = (value: unknown): unknown => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value
    if (Object.isFrozen(value)) return value
    Object.freeze(value)
    for (const key of Object.getOwnPropertyNames(value)) freeze((value as Record<string, unknown>)[key])
    return value
  }

  const take = (event: Event): void => {
    event.stopImmediatePropagation()
    window.removeEventListener(handOver, take, true)
    const [port] = (event as MessageEvent).ports
    if (port === undefined) return
    const end = makeEnd(port, 'to-main', 'to-isolated')
    port.addEventListener('expose', (exposed) => {
      exposed.stopImmediatePropagation()
      const { detail } = exposed as CustomEvent
      if (detail === null) return
      const value = end.decode(detail.api)
      if (detail.key === null) {
        openWindow = value as (url: string) => void
        return
      }
      Object.defineProperty(window, detail.key, {
        value: freeze(value),
        enumerable: true,
        writable: false,
        configurable: false,
      })
    })
  }
  window.addEventListener(handOver, take, true)
}
