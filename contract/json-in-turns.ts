/**
 * Parses long external JSON in slices, so that other work runs in between: `JSON.parse` with a reviver takes two seconds for 4 MB of numbers. A
 * thread would not help, because its result is copied back in one piece.
 */

/** Shorter text is parsed at once: at this length any JSON takes less than 20 ms. */
export const LONG_JSON = 32 * 1024
/** Characters per slice: at most 10 ms of numbers. */
const TURN = LONG_JSON / 2

interface JsonReading {
  /** Converts a number from its text. */
  readonly number: (text: string) => unknown
  /** Maximum nesting depth. */
  readonly deepest: number
  /** Resolves when the next slice may start. */
  readonly pause: () => Promise<void>
}

/**
 * The same value as `JSON.parse`, except for numbers.
 * @throws SyntaxError when it is not JSON, RangeError when it is nested too deeply.
 */
export async function parseInTurns(text: string, { pause, ...reading }: JsonReading): Promise<unknown> {
  const turns = read(text, reading)
  for (;;) {
    const turn = turns.next()
    if (turn.done === true) return turn.value
    await pause()
  }
}

type Container = unknown[] | Record<string, unknown>

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERALS: Readonly<Record<string, readonly [string, unknown]>> = {
  t: ['true', true],
  f: ['false', false],
  n: ['null', null],
}

/** Yields after each slice. */
function* read(text: string, { number, deepest }: Omit<JsonReading, 'pause'>): Generator<void, unknown, void> {
  let at = 0
  let turnEnds = TURN
  /** Open containers, the innermost last, each with the key of its next value. */
  const open: Container[] = []
  const keys: string[] = []

  const fail = (): never => {
    throw new SyntaxError(`Unexpected ${at < text.length ? 'character' : 'end of JSON'} at position ${at}`)
  }
  const skip = (): string | undefined => {
    for (; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return text[at]
    }
  }
  const string = (): string => {
    if (text[at] !== '"') fail()
    let end = at
    let isEscaped: boolean
    do {
      end = text.indexOf('"', end + 1)
      if (end < 0) fail()
      let from = end
      while (text[from - 1] === '\\') from -= 1
      isEscaped = (end - from) % 2 === 1
    } while (isEscaped)
    const value = JSON.parse(text.slice(at, end + 1)) as string
    at = end + 1
    return value
  }
  const key = (): string => {
    skip()
    const name = string()
    if (skip() !== ':') fail()
    at += 1
    return name
  }
  const scalar = (char: string | undefined): unknown => {
    if (char === '"') return string()
    const literal = LITERALS[char ?? '']
    if (literal !== undefined && text.startsWith(literal[0], at)) {
      at += literal[0].length
      return literal[1]
    }
    NUMBER.lastIndex = at
    const found = NUMBER.exec(text)?.[0] ?? fail()
    at += found.length
    return number(found)
  }

  for (;;) {
    if (at >= turnEnds) {
      yield
      turnEnds = at + TURN
    }
    const char = skip()
    let value: unknown
    if (char === '[' || char === '{') {
      if (open.length >= deepest) throw new RangeError(`More than ${deepest} lists and objects are in one another`)
      const container: Container = char === '[' ? [] : {}
      at += 1
      if (skip() !== (char === '[' ? ']' : '}')) {
        open.push(container)
        keys.push(char === '[' ? '' : key())
        continue
      }
      at += 1
      value = container
    } else value = scalar(char)
    // Stores the value, and closes the containers that end here.
    for (;;) {
      const container = open.at(-1)
      const next = skip()
      if (container === undefined) return next === undefined ? value : fail()
      put(container, keys.at(-1) ?? '', value)
      at += 1
      if (next === ',') {
        if (!Array.isArray(container)) keys[keys.length - 1] = key()
        break
      }
      if (next !== (Array.isArray(container) ? ']' : '}')) {
        at -= 1
        fail()
      }
      value = container
      open.pop()
      keys.pop()
    }
  }
}

function put(container: Container, key: string, value: unknown): void {
  if (Array.isArray(container)) container.push(value)
  else if (key !== '__proto__') container[key] = value
  else Object.defineProperty(container, key, { value, configurable: true, enumerable: true, writable: true })
}
