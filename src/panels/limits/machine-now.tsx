/** What this machine's own lock and sleep do to what is armed and held. */
import type { ReactNode } from 'react'
import type { DesktopView } from '../../../contract/desktop.ts'
import { useTopic } from '../../market-data/index.ts'
import styles from './limits.module.css'

export function MachineNow(): ReactNode {
  const desktop = useTopic({ kind: 'desktop' })
  if (desktop === undefined) return null
  return (
    <div className={styles.wide}>
      <span className={styles.label}>This machine</span>
      <p className={styles.note}>{lockText(desktop)}</p>
      <p className={styles.note}>{sleepText(desktop)}</p>
    </div>
  )
}

/** What a lock of the screen does. */
export const lockText = ({ screenLock }: Pick<DesktopView, 'screenLock'>): string =>
  screenLock.on ? 'Locking the screen disarms every window.' : screenLock.reason

/** Whether the machine is kept awake, and what ends that. */
export const sleepText = ({ isKeptAwake }: Pick<DesktopView, 'isKeptAwake'>): string =>
  isKeptAwake
    ? 'It is kept awake while something is held. A closed lid or an empty battery still ends that, and nothing is watched then.'
    : 'Nothing is held, so it may sleep. While stops, exits, algo orders or alerts are held it is kept awake.'
