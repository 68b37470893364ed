/** Many rows whose changes are sent to windows: each has the version of its last change, and so does the set of rows. */

interface Changes<Row> {
  readonly version: number
  /** Whether it is the complete list, rather than the changes. */
  readonly whole: boolean
  readonly rows: readonly Row[]
  /** Keys of all rows, in order; null where the window knows them. */
  readonly keys: readonly string[] | null
}

export class VersionedRows<Row> {
  readonly #first: number
  readonly #rows = new Map<string, { row: Row; version: number }>()
  readonly #changed = new Set<string>()
  #keys: readonly string[] = []
  #keysVersion: number
  #keysChanged = false
  #version: number

  /** @param first differs from any other start or deployment, so that a version of another is recognized: a time, in ms. */
  constructor(first: number) {
    this.#first = first
    this.#version = first
    this.#keysVersion = first
  }

  get version(): number {
    return this.#version
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)?.row
  }

  /** Adds or changes a row; a new one is last until `keepOnly` reorders them. */
  set(key: string, row: Row): void {
    const before = this.#rows.get(key)
    this.#rows.set(key, { row, version: before?.version ?? this.#first })
    this.#changed.add(key)
    if (before === undefined) this.#keysChanged = true
  }

  /** Drops every other row, and puts the rest in this order. */
  keepOnly(keys: readonly string[]): void {
    const kept = new Set(keys)
    for (const key of this.#rows.keys()) {
      if (kept.has(key)) continue
      this.#rows.delete(key)
      this.#changed.delete(key)
      this.#keysChanged = true
    }
    const order = keys.filter((key) => this.#rows.has(key))
    if (order.length !== this.#keys.length || order.some((key, i) => key !== this.#keys[i])) this.#keysChanged = true
    this.#keys = order
  }

  /** Turns pending changes into a new version; false without changes. @param anyway for a change besides the rows */
  bump(anyway = false): boolean {
    if (this.#changed.size === 0 && !this.#keysChanged && !anyway) return false
    this.#version += 1
    for (const key of this.#changed) {
      const own = this.#rows.get(key)
      if (own !== undefined) own.version = this.#version
    }
    if (this.#keysChanged) this.#keysVersion = this.#version
    this.#keysChanged = false
    this.#changed.clear()
    return true
  }

  /** Changes after a version; the complete list for a version that is not of these rows. */
  since(version: number): Changes<Row> {
    const whole = version <= this.#first || version > this.#version
    const known = new Set(this.#keys)
    const keys = [...this.#keys, ...[...this.#rows.keys()].filter((key) => !known.has(key))]
    const rows = keys.flatMap((key) => {
      const own = this.#rows.get(key)
      return own !== undefined && (whole || own.version > version) ? [own.row] : []
    })
    return { version: this.#version, whole, rows, keys: whole || this.#keysVersion > version ? keys : null }
  }
}
