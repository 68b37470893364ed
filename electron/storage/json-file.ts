/** A small JSON file that survives crashes and damage: written whole or not at all, with a `.bak`, set aside when it cannot be read. */
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { quoted } from '../../contract/messages.ts'
import type { Clock } from '../../contract/time.ts'
import { notSavedText, putInPlace, type SetAside, stampOf, syncDirectory, writeAside } from './whole-file.ts'

interface JsonFileOptions<Schema extends z.ZodType> {
  readonly directory: string
  /** `settings` is stored in `settings.json`. */
  readonly name: string
  readonly schema: Schema
  /** The value of a missing file. */
  readonly initial: z.output<Schema>
  readonly clock: Pick<Clock, 'now'>
}

/** Maximum size, bytes, far above any of these files: `workspaces.json` may have 8 million characters, and is indented. */
const LARGEST = 64_000_000

/** The value of a file, held in memory; each save is on disk when it returns. */
export class JsonFile<Schema extends z.ZodType> {
  readonly #path: string
  readonly #schema: Schema
  #value: z.output<Schema>
  /** The complete text of the file as last read or written: the next backup. Null while there is no file. */
  #text: string | null = null
  /** The file that was set aside on opening because of damage. */
  readonly setAside: SetAside | null

  /** @throws Error when the file exists and cannot be read or moved for a reason other than damage. */
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
      this.#text = read.text
      this.setAside = null
      return
    }
    const movedTo = join(directory, `${name}.damaged-${stampOf(clock.now())}.json`)
    renameSync(this.#path, movedTo)
    const backup = existsSync(this.#backup) ? this.#read(this.#backup) : null
    const restored = backup?.ok === true
    this.#value = restored ? backup.value : initial
    if (restored) this.#write(backup.text)
    const instead = restored ? 'The last backup is used instead.' : 'A new file was started.'
    this.setAside = { what: name, movedTo, reason: `${read.reason} ${instead}` }
  }

  get value(): z.output<Schema> {
    return this.#value
  }

  /** @throws Error with the reason when it cannot be written; file, backup and value are then unchanged. */
  save(value: z.output<Schema>): void {
    try {
      this.#write(`${JSON.stringify(value, null, 2)}\n`)
    } catch (error) {
      throw new Error(notSavedText(basename(this.#path), error), { cause: error })
    }
    this.#value = value
  }

  get #backup(): string {
    return `${this.#path}.bak`
  }

  #read(path: string): { ok: true; value: z.output<Schema>; text: string } | { ok: false; reason: string } {
    // Checked before it is read: this terminal did not write it.
    if (statSync(path).size > LARGEST) return { ok: false, reason: `It is larger than ${LARGEST / 1_000_000} MB.` }
    const text = readFileSync(path, 'utf8')
    if (text.trim() === '') return { ok: false, reason: 'The file is empty.' }
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      return { ok: false, reason: 'It is not JSON.' }
    }
    const parsed = this.#schema.safeParse(json)
    if (parsed.success) return { ok: true, value: parsed.data, text }
    const issue = parsed.error.issues[0]
    if (issue === undefined) return { ok: false, reason: 'It is not valid.' }
    const at = [...(issue.path.length === 0 ? [] : [`"${issue.path.join('.')}"`]), quoted(issue.message)].join(': ')
    return { ok: false, reason: `It is not valid: ${at}.` }
  }

  /**
   * A crash leaves the old file or the new one. The backup is the file's last complete text, and is replaced only when the new text is on disk: a
   * failure before that leaves file and backup unchanged.
   */
  #write(text: string): void {
    const before = this.#text
    const written = writeAside(this.#path, text)
    try {
      if (before !== null) putInPlace(writeAside(this.#backup, before), this.#backup)
    } catch (error) {
      written.remove()
      throw error
    }
    putInPlace(written, this.#path)
    syncDirectory(dirname(this.#path))
    this.#text = text
  }
}
