/** Many rows of which a window is told what changed: each knows the version that it changed in, and so does which rows there are. */

interface Changes<Row> {
  readonly version: number
  /** Whether it is all there is, rather than what changed. */
  readonly whole: boolean
  readonly rows: readonly Row[]
  /** Of all rows, in their order; null where those are the ones that the window knows. */
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

  /** @param first unlike that of any other start or deployment, so that a version of another is known as one: a time, in ms. */
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

  /** A row that is new or says something new; it stands last until `keepOnly` says otherwise. */
  set(key: string, row: Row): void {
    const before = this.#rows.get(key)
    this.#rows.set(key, { row, version: before?.version ?? this.#first })
    this.#changed.add(key)
    if (before === undefined) this.#keysChanged = true
  }

  /** Forgets every row but these, and puts those that there are in this order. */
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

  /** Makes what changed a new version; false where nothing did. @param anyway because of something beside the rows */
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

  /** What changed after a version; all there is where that is none of these rows. */
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
