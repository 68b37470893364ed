/** `powerMonitor`: the host does not observe the machine; tests simulate its events (`test-actions.ts`), and it emits what Electron would. */
import type * as Electron from 'electron'
import type { EventsOf } from './electron-types.ts'
import { HostEmitter } from './missing.ts'

/** Machine events that the host emits. */
export type PowerEvents = EventsOf<
  Electron.PowerMonitor,
  'suspend' | 'resume' | 'lock-screen' | 'unlock-screen' | 'on-battery' | 'on-ac'
>

export class PowerMonitor extends HostEmitter<PowerEvents> {
  #onBattery = false
  #locked: boolean | null = null

  get onBatteryPower(): boolean {
    return this.#onBattery
  }

  /** The host queries no desktop: without a simulated event the state is unknown. */
  getSystemIdleState(_idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown' {
    if (this.#locked === null) return 'unknown'
    return this.#locked ? 'locked' : 'active'
  }

  isOnBatteryPower(): boolean {
    return this.#onBattery
  }

  /** For the host: simulates an event. On Linux Electron has no events of the screen lock, only the state. */
  happen(event: keyof PowerEvents, platform: NodeJS.Platform = process.platform): void {
    if (event === 'on-battery' || event === 'on-ac') this.#onBattery = event === 'on-battery'
    if (event === 'lock-screen' || event === 'unlock-screen') {
      this.#locked = event === 'lock-screen'
      if (platform === 'linux') return
    }
    this.emit(event)
  }
}

Object.defineProperty(PowerMonitor, 'name', { value: 'powerMonitor' })
export const powerMonitor = new PowerMonitor()
