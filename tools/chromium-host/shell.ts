/** `shell`: opens addresses in the user's browser if there is a display; otherwise prints them. */
import { spawn } from 'node:child_process'
import { provide } from './missing.ts'
import { runtime, say } from './runtime.ts'

export const shell = provide('shell', {
  async openExternal(url: string): Promise<void> {
    if (runtime.headless) {
      say(`would open ${url}`)
      return
    }
    const command = process.platform === 'darwin' ? 'open' : 'xdg-open'
    await new Promise<void>((resolve, reject) => {
      const child = spawn(command, [new URL(url).href], { stdio: 'ignore', detached: true })
      child.once('error', () => reject(new Error(`${command} could not be started to open ${url}`)))
      child.once('spawn', () => {
        child.unref()
        resolve()
      })
    })
  },
  beep: (): void => undefined,
})
