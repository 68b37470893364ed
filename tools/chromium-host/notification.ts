/** `Notification`: shown with `notify-send` if there is a display and that command. */
import { spawn, spawnSync } from 'node:child_process'
import type * as Electron from 'electron'
import type { EventsOf } from './electron-types.ts'
import { hostEvent } from './events.ts'
import { HostEmitter, provideStatics } from './missing.ts'
import { runtime } from './runtime.ts'

let supported: boolean | null = null

/** Notification events that the host emits. */
export type NotificationEvents = EventsOf<Electron.Notification, 'show' | 'failed' | 'close' | 'click'>

export class Notification extends HostEmitter<NotificationEvents> {
  title: string
  subtitle: string
  body: string
  silent: boolean

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super()
    this.title = options.title ?? ''
    this.subtitle = options.subtitle ?? ''
    this.body = options.body ?? ''
    this.silent = options.silent ?? false
  }

  static isSupported(): boolean {
    supported ??= !runtime.headless && spawnSync('notify-send', ['--version'], { stdio: 'ignore' }).status === 0
    return supported
  }

  /** Emits `show`, or `failed` when there is nothing to show it with. */
  show(): void {
    if (!Notification.isSupported()) {
      queueMicrotask(() => this.emit('failed', hostEvent({}), 'notifications cannot be shown here'))
      return
    }
    const child = spawn('notify-send', ['--app-name=Isotherm', '--', this.title, this.body], { stdio: 'ignore' })
    child.once('error', (error) => this.emit('failed', hostEvent({}), error.message))
    child.once('spawn', () => this.emit('show', hostEvent({})))
  }

  /** Emits `close`; the desktop removes the notification itself. */
  close(): void {
    queueMicrotask(() => this.emit('close', hostEvent({})))
  }
}

provideStatics(Notification, 'Notification')
