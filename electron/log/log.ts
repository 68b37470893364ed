/** The log: JSON lines on stderr or to a file, each line redacted as the last step before it is written. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { redact } from './redact.ts'
import { openRotatingFile } from './rotating-file.ts'

/** The few methods that services use. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** The log takes no more of the disk than this for each of its files, bytes: the one that is written, and three old ones. */
const LARGEST = 5_000_000
const OLD_FILES = 3

/**
 * A log that writes redacted lines to `<directory>/isotherm.log`, and to stderr what is a warning or worse.
 * @param largest bytes after which the file is put aside as `isotherm.log.1`; for tests.
 */
export function openLog(directory: string, largest: number = LARGEST): Log & { flush(): void } {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'isotherm.log')
  const file = openRotatingFile({ path, largest, old: OLD_FILES })
  // Whoever started the terminal may be gone: an error of writing must not become a line that fails to be written.
  let stderrBroken = false
  process.stderr.on('error', () => {
    stderrBroken = true
  })
  process.stdout.on('error', () => undefined)
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      level: 'info',
      serializers: { err: pino.stdSerializers.err },
    },
    {
      write(line: string) {
        const clean = redact(line)
        file.write(clean)
        if (!stderrBroken && /"level":[56]0/.test(clean)) process.stderr.write(clean)
      },
    },
  )
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    flush: () => file.end(),
  }
}
