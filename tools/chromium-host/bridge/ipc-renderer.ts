/** `ipcRenderer`: messages between the preload and main. */
import type { HostMessage, PageMessage } from './host-messages.ts'
import { plainArguments } from './wire.ts'

/**
 * Source text like `isolatedWorld`: self-contained except for `plainArguments`, which is included under its name.
 *
 * @param label makes missing members of an object throw by name.
 * @param vouchFor is called with values from main, which are plain data.
 */
export function createIpcRenderer(
  report: (message: PageMessage) => void,
  label: (name: string, members: object) => object,
  vouchFor: (value: unknown) => void,
): { readonly ipcRenderer: object; hear(message: HostMessage): void } {
  type Listener = (event: object, ...args: unknown[]) => void
  const listeners = new Map<string, { listener: Listener; once: boolean }[]>()
  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void; channel: string }>()
  /** This world's ends of the ports from main, by number. */
  const ports = new Map<number, MessagePort>()
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
        report({ kind: 'invoke', id: lastCall, channel: `${channel}`, args: sent })
      })
    },
    send(channel: string, ...args: unknown[]): void {
      report({ kind: 'send', channel: `${channel}`, args: plainArguments(args) })
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

  const openPort = (id: number): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    ports.set(id, port1)
    port1.addEventListener('message', ({ data }) => report({ kind: 'port', id, message: plainArguments([data])[0] }))
    port1.start()
    return port2
  }

  const hear = (message: HostMessage): void => {
    if (message.kind === 'port') {
      ports.get(message.id)?.postMessage(message.message)
      return
    }
    if (message.kind === 'port-closed') {
      const port = ports.get(message.id)
      ports.delete(message.id)
      port?.close()
      return
    }
    if (message.kind === 'message') {
      const event = { sender: ipcRenderer, ports: (message.ports ?? []).map(openPort) }
      for (const arg of message.args) vouchFor(arg)
      for (const { listener, once } of listeners.get(message.channel) ?? []) {
        if (once) remove(message.channel, listener)
        try {
          listener(event, ...message.args)
        } catch (error) {
          reportError(error)
        }
      }
      return
    }
    const call = calls.get(message.id)
    calls.delete(message.id)
    if (message.kind === 'answer') {
      vouchFor(message.value)
      call?.resolve(message.value)
    } else call?.reject(new Error(`Error invoking remote method '${call.channel}': ${message.message}`))
  }
  return { ipcRenderer, hear }
}
