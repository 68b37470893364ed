/** The log: JSON lines on stderr or to a file, each line redacted as the last step before it is written. */
import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { redact } from './redact.ts'

/** The few methods that services use. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** A log that writes redacted lines to `<directory>/isotherm.log`, and to stderr what is a warning or worse. */
export function openLog(directory: string): Log & { flush(): void } {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'isotherm.log')
  keepOneOld(path)
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  // Whoever started the terminal may be gone, or the disk full: an error of writing must not become a line that fails to be written.
  let fileBroken = false
  let stderrBroken = false
  file.on('error', () => {
    fileBroken = true
  })
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
        if (!fileBroken) file.write(clean)
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

/** A log that has grown past this begins again at the next start, bytes; the one before is kept. */
const LARGEST = 10_000_000

function keepOneOld(path: string): void {
  try {
    if (statSync(path).size > LARGEST) renameSync(path, `${path}.old`)
  } catch {
    // There is no log yet, or it cannot be moved: writing goes on where it is.
  }
}
