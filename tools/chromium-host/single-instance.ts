/** The single-instance lock: a file naming the process that holds it, and messages from later instances. */
import { type FSWatcher, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Arguments of a second instance. */
export interface SecondInstance {
  readonly argv: string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

const LOCK = 'holder.json'

export class InstanceLock {
  readonly #folder: string
  #watcher: FSWatcher | null = null

  /** @param userData folder that one instance at a time may use. */
  constructor(userData: string) {
    this.#folder = join(userData, 'single-instance')
  }

  get held(): boolean {
    return this.#watcher !== null
  }

  /**
   * Takes the lock, or notifies the instance that holds it. Both are done on return, so that the caller may exit at once.
   * @param onSecond called, in the instance that holds the lock, for each later one.
   * @returns whether this instance now holds the lock.
   */
  request(self: SecondInstance, onSecond: (other: SecondInstance) => void): boolean {
    if (this.held) return true
    mkdirSync(this.#folder, { recursive: true })
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (this.#take()) {
        this.#listen(onSecond)
        return true
      }
      if (!this.#holderIsGone()) {
        this.#notifyHolder(self)
        return false
      }
      rmSync(join(this.#folder, LOCK), { force: true })
    }
    return false
  }

  release(): void {
    if (this.#watcher === null) return
    this.#watcher.close()
    this.#watcher = null
    rmSync(join(this.#folder, LOCK), { force: true })
  }

  #take(): boolean {
    try {
      const holder = { pid: process.pid, started: startOf(process.pid) }
      writeFileSync(join(this.#folder, LOCK), JSON.stringify(holder), { flag: 'wx' })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  }

  #holderIsGone(): boolean {
    try {
      const { pid, started } = JSON.parse(readFileSync(join(this.#folder, LOCK), 'utf8')) as Record<string, unknown>
      if (typeof pid !== 'number') return true
      process.kill(pid, 0)
      return startOf(pid) !== started
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'EPERM'
    }
  }

  #notifyHolder(self: SecondInstance): void {
    const name = `second-${process.pid}`
    writeFileSync(join(this.#folder, `${name}.part`), JSON.stringify(self))
    renameSync(join(this.#folder, `${name}.part`), join(this.#folder, `${name}.json`))
  }

  #listen(onSecond: (other: SecondInstance) => void): void {
    const read = (): void => {
      for (const name of readdirSync(this.#folder)) {
        if (!/^second-\d+\.json$/.test(name)) continue
        const file = join(this.#folder, name)
        let text: string
        try {
          text = readFileSync(file, 'utf8')
          rmSync(file)
        } catch {
          continue
        }
        onSecond(JSON.parse(text) as SecondInstance)
      }
    }
    this.#watcher = watch(this.#folder, { persistent: false }, read)
    this.#watcher.on('error', () => undefined)
  }
}

/** Start time of a process, in kernel ticks; distinguishes processes that reuse an id. Null when unknown. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
