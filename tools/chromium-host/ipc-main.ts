/** `ipcMain`: main's answers to pages. */
import type * as Electron from 'electron'
import { HostEmitter } from './missing.ts'

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown

/** Its events are channels, named by main. */
export class IpcMain extends HostEmitter<Record<string, unknown[]>> {
  readonly #handlers = new Map<string, Handler>()

  /** @throws Error when the channel already has a handler. */
  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  /** For pages: runs the channel's handler. */
  async answer(channel: string, event: Electron.IpcMainInvokeEvent, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
}

Object.defineProperty(IpcMain, 'name', { value: 'ipcMain' })
export const ipcMain = new IpcMain()
