/** Chromium's own profile: private, temporary, below the app's user data; deleted after the run. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Creates an empty profile, and removes those left by a killed host. */
export function createProfile(userData: string): string {
  const folder = join(userData, 'chromium')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1])
    if (Number.isInteger(pid) && !isRunning(pid)) removeProfile(join(folder, name))
  }
  return mkdtempSync(join(folder, `${process.pid}-`))
}

export function removeProfile(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  } catch {
    // A helper process of a killed browser may still be writing; the next start removes it.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
