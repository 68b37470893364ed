/** What the terminal has of the desktop around it, as windows show it. */
import type { Feature } from './session.ts'

export interface DesktopView {
  /** Whether the system tells when its screen is locked, which disarms every window. */
  readonly screenLock: Feature
  /** Whether the machine is kept from sleeping by itself at this moment, because something is held. */
  readonly isKeptAwake: boolean
}
