/** `powerMonitor`: the host hears nothing of the system's power; what listens here waits for Electron. */
import { HostEmitter } from './missing.ts'

export class PowerMonitor extends HostEmitter<Record<never, never>> {
  readonly onBatteryPower = false

  /** The host asks no desktop. */
  getSystemIdleState(_idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown' {
    return 'unknown'
  }

  isOnBatteryPower(): boolean {
    return false
  }
}

Object.defineProperty(PowerMonitor, 'name', { value: 'powerMonitor' })
export const powerMonitor = new PowerMonitor()
