/** The log: JSON lines on stderr or to a file, each line redacted as the last step before it is written. */
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { redact } from './secrets/index.ts'

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
  const file = createWriteStream(join(directory, 'isotherm.log'), { flags: 'a', mode: 0o600 })
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
        if (/"level":[56]0/.test(clean)) process.stderr.write(clean)
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
