/** A small JSON file that survives crashes and damage: written whole or not at all, with a `.bak`, set aside when it cannot be read. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import { stampOf } from './file-names.ts'
import type { SetAside } from './interface.ts'

interface JsonFileOptions<Schema extends z.ZodType> {
  readonly directory: string
  /** `settings` is kept in `settings.json`. */
  readonly name: string
  readonly schema: Schema
  /** What a missing file stands for. */
  readonly initial: z.output<Schema>
  readonly clock: Pick<Clock, 'now'>
}

/** The value of a file, held in memory; each save is on disk when it returns. */
export class JsonFile<Schema extends z.ZodType> {
  readonly #path: string
  readonly #schema: Schema
  #value: z.output<Schema>
  /** What happened to the file on opening, when it was damaged. */
  readonly setAside: SetAside | null

  /** @throws Error when the file is there and cannot be read or moved for a reason other than damage. */
  constructor({ directory, name, schema, initial, clock }: JsonFileOptions<Schema>) {
    this.#path = join(directory, `${name}.json`)
    this.#schema = schema
    if (!existsSync(this.#path)) {
      this.#value = initial
      this.setAside = null
      return
    }
    const read = this.#read(this.#path)
    if (read.ok) {
      this.#value = read.value
      this.setAside = null
      return
    }
    const movedTo = join(directory, `${name}.damaged-${stampOf(clock.now())}.json`)
    renameSync(this.#path, movedTo)
    const backup = existsSync(this.#backup) ? this.#read(this.#backup) : null
    const restored = backup?.ok === true
    this.#value = restored ? backup.value : initial
    if (restored) this.#write(this.#value)
    const instead = restored ? 'the last backup is used instead' : 'it starts anew'
    this.setAside = { what: name, movedTo, reason: `${read.reason}; ${instead}` }
  }

  get value(): z.output<Schema> {
    return this.#value
  }

  /** @throws Error in words when it cannot be written; file and value are as before then. */
  save(value: z.output<Schema>): void {
    try {
      if (existsSync(this.#path)) copyFileSync(this.#path, this.#backup)
      this.#write(value)
    } catch (error) {
      throw new Error(`${basename(this.#path)} could not be saved: ${(error as Error).message}`, { cause: error })
    }
    this.#value = value
  }

  get #backup(): string {
    return `${this.#path}.bak`
  }

  #read(path: string): { ok: true; value: z.output<Schema> } | { ok: false; reason: string } {
    const text = readFileSync(path, 'utf8')
    if (text.trim() === '') return { ok: false, reason: 'the file is empty' }
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      return { ok: false, reason: 'it is not JSON' }
    }
    const parsed = this.#schema.safeParse(json)
    if (parsed.success) return { ok: true, value: parsed.data }
    const issue = parsed.error.issues[0]
    const where = issue === undefined || issue.path.length === 0 ? '' : `"${issue.path.join('.')}": `
    return { ok: false, reason: `${where}${issue?.message ?? 'it is not valid'}` }
  }

  /** Temp file, fsync, rename, fsync of the directory: a crash leaves the old file or the new one. */
  #write(value: z.output<Schema>): void {
    const temporary = `${this.#path}.tmp`
    try {
      const file = openSync(temporary, 'w', 0o600)
      try {
        writeSync(file, `${JSON.stringify(value, null, 2)}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(temporary, this.#path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
    syncDirectory(dirname(this.#path))
  }
}

/** Windows cannot open a directory to flush it, and does not need it. */
function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
