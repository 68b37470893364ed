/** Starts and stops Chromium; it never outlives the host, because it exits when its pipe closes. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { Connection } from '../cdp/index.ts'
import { chromiumFlags, type FlagOptions } from './flags.ts'
import { removeProfile } from './profile.ts'

/** Time for the browser to close by itself, ms. */
const CLOSING_TIME = 1500

/** A running Chromium. */
export class Browser {
  readonly connection: Connection
  readonly path: string
  readonly profile: string
  /** Resolves when the process has exited. */
  readonly ended: Promise<void>
  readonly #child: ChildProcess
  readonly #said: string[] = []
  #stopping = false

  constructor(path: string, options: FlagOptions, onEndpoint: (url: string) => void) {
    this.path = path
    this.profile = options.profile
    this.#child = spawn(path, chromiumFlags(options), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // Its own process group: Ctrl+C reaches only the host, which then quits in order.
      detached: process.platform !== 'win32',
      env: { ...process.env, LANGUAGE: 'en' },
    })
    const { stdio } = this.#child
    this.connection = new Connection(stdio[3] as Writable, stdio[4] as Readable)
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) {
        const endpoint = /^DevTools listening on (ws:\/\/\S+)/.exec(line)?.[1]
        if (endpoint !== undefined) onEndpoint(endpoint)
        else if (line !== '' && this.#said.push(line) > 20) this.#said.shift()
      }
    })
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', () => resolve())
      this.#child.once('error', (error) => {
        this.#said.push(error.message)
        resolve()
      })
    })
    void this.ended.then(() => this.connection.close())
  }

  /** Whether the exit of the process is expected. */
  get stopping(): boolean {
    return this.#stopping
  }

  /** Last output on stderr, for the message when it dies. */
  get lastMessage(): string {
    return this.#said.at(-1) ?? 'it said nothing'
  }

  /** Closes the browser and removes its profile. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.connection.browser.send('Browser.close')
    const timer = setTimeout(() => this.#killGroup(), CLOSING_TIME)
    await this.ended
    clearTimeout(timer)
    removeProfile(this.profile)
  }

  /** Kills the browser at once; for when the host itself is exiting and cannot wait. */
  kill(): void {
    this.#stopping = true
    this.#killGroup()
    removeProfile(this.profile)
  }

  #killGroup(): void {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
    } catch {
      // It has just exited by itself.
    }
  }
}
