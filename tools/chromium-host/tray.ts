/** `Tray`: stored but not shown; a test chooses its entries (`test-actions.ts`). */
import type * as Electron from 'electron'
import type { EventsOf } from './electron-types.ts'
import { HostEmitter, provideStatics } from './missing.ts'

export class Tray extends HostEmitter<EventsOf<Electron.Tray, 'click'>> {
  /** The last one created by main. */
  static last: Tray | null = null
  menu: Electron.Menu | null = null
  tip = ''
  #destroyed = false

  constructor(_image: Electron.NativeImage | string, _guid?: string) {
    super()
    Tray.last = this
  }

  setImage(_image: Electron.NativeImage | string): void {}

  setToolTip(tip: string): void {
    this.tip = tip
  }

  setContextMenu(menu: Electron.Menu | null): void {
    this.menu = menu
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  destroy(): void {
    this.#destroyed = true
    if (Tray.last === this) Tray.last = null
  }
}

provideStatics(Tray, 'Tray')
