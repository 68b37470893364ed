/** `nativeTheme`: dark or light, as main decides; pages see it as `prefers-color-scheme`. */

import type * as Electron from 'electron'
import type { Session as Target } from './cdp/index.ts'
import type { EventsOf } from './electron-types.ts'
import { HostEmitter } from './missing.ts'
import { runtime } from './runtime.ts'

type Source = Electron.NativeTheme['themeSource']

export class NativeTheme extends HostEmitter<EventsOf<Electron.NativeTheme, 'updated'>> {
  #source: Source = 'system'

  get themeSource(): Source {
    return this.#source
  }

  set themeSource(source: Source) {
    if (source === this.#source) return
    this.#source = source
    for (const contents of runtime.contents.values()) {
      contents.target.then((target) => this.applyTo(target)).catch(() => undefined)
    }
    this.emit('updated')
  }

  /** The host does not know the system's preference: it counts as light. */
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }

  get shouldUseHighContrastColors(): boolean {
    return false
  }

  get shouldUseInvertedColorScheme(): boolean {
    return false
  }

  /** For pages: sets the preferred colors of one. */
  applyTo(target: Target): void {
    const value = this.#source === 'system' ? '' : this.#source
    target.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
  }
}

Object.defineProperty(NativeTheme, 'name', { value: 'nativeTheme' })
export const nativeTheme = new NativeTheme()
