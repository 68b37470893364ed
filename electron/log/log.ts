/** The log: JSON lines on stderr or to a file, each line redacted as the last step before it is written. */
import { createWriteStream, mkdirSync, openSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { redact } from './redact.ts'

interface RotatingFileOptions {
  readonly path: string
  /** Size at which a file is rotated, bytes. */
  readonly largest: number
  /** Number of rotated files kept: `<path>.1` is the latest. */
  readonly old: number
}

/** A file that starts again when it has grown too large; a limited number of earlier ones is kept. */
export function openRotatingFile({ path, largest, old }: RotatingFileOptions) {
  let size = sizeOf(path)
  let stream: WriteStream | null = null

  /** The file is opened at once, so that later writes go into this one and not into its successor. */
  function open(): void {
    try {
      const opened = createWriteStream(path, { fd: openSync(path, 'a', 0o600) })
      opened.on('error', () => {
        if (stream === opened) stream = null
      })
      stream = opened
    } catch {
      stream = null
    }
  }

  function rotate(): void {
    stream?.end()
    for (let number = old; number > 0; number -= 1) {
      move(number === 1 ? path : `${path}.${number - 1}`, `${path}.${number}`)
    }
    size = 0
    open()
  }

  if (size > largest) rotate()
  else open()
  return {
    /** A failed write is dropped: it must not fail its caller. */
    write(text: string): void {
      if (size > largest) rotate()
      // A disk that was full for a while costs the lines of that time, not all that follow.
      if (stream === null) open()
      size += Buffer.byteLength(text)
      stream?.write(text)
    },
    end: (): void => void stream?.end(),
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** The file may be missing or immovable: writing continues in place. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {}
}

/** The few methods that services use. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Maximum size of each log file, bytes: the current one, and three old ones. */
const LARGEST = 5_000_000
const OLD_FILES = 3

/** Longer lines are cut before they are searched for secrets, characters. */
const LONGEST_LINE = 16_384
/** Repeated lines are written this often, then as a count at each of these. */
const COUNTED_AT: ReadonlySet<number> = new Set([10, 100, 1_000, 10_000, 100_000])

/**
 * A log that writes redacted lines to `<directory>/isotherm.log`, and warnings and errors to stderr.
 * @param largest bytes after which the file is rotated to `isotherm.log.1`; for tests.
 */
export function openLog(directory: string, largest: number = LARGEST): Log & { flush(): void } {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'isotherm.log')
  const file = openRotatingFile({ path, largest, old: OLD_FILES })
  // The parent process may be gone: a write error must not cause a log line that fails to be written.
  let stderrBroken = false
  process.stderr.on('error', () => {
    stderrBroken = true
  })
  process.stdout.on('error', () => undefined)
  const repeats = createRepeats((line) => {
    const clean = redact(line.length > LONGEST_LINE ? cut(line) : line)
    file.write(clean)
    if (!stderrBroken && /^\{"level":[56]0/.test(clean)) process.stderr.write(clean)
  })
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      level: 'info',
      serializers: { err: pino.stdSerializers.err },
    },
    {
      write: (line: string) => repeats.take(line),
    },
  )
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    flush() {
      repeats.flush()
      file.end()
    },
  }
}

const LEVEL = /^\{"level":(\d{2})/
const TIME = /^(\{"level":\d{2},"time":")([^"]*)"/

/** Replaces a too long line by one that says so, with its beginning. */
function cut(line: string): string {
  const time = TIME.exec(line)?.[2]
  const start = line.slice(0, LONGEST_LINE / 2)
  return entry(line, time, { msg: `a line of ${line.length} characters was cut`, start })
}

/** A line of the same level as another one. */
const entry = (like: string, time: string | undefined, facts: object): string =>
  `${JSON.stringify({ level: Number(LEVEL.exec(like)?.[1] ?? 40), time, ...facts })}\n`

/** Passes lines on; lines that repeat except for their time are counted instead. */
function createRepeats(write: (line: string) => void): { take(line: string): void; flush(): void } {
  let last = ''
  let lastLine = ''
  let count = 0
  let isCounted = true

  function flush(): void {
    if (!isCounted)
      write(entry(lastLine, TIME.exec(lastLine)?.[2], { msg: `the line before came ${count} times more` }))
    isCounted = true
  }

  return {
    take(line) {
      const bare = line.replace(TIME, '$1"')
      if (bare !== last) {
        flush()
        last = bare
        count = 0
        write(line)
        return
      }
      lastLine = line
      count += 1
      isCounted = false
      if (COUNTED_AT.has(count)) flush()
    },
    flush,
  }
}
