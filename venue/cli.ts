/**
 * The standalone practice venue: prints one JSON line when it accepts connections, logs to stderr, and serves until SIGTERM or SIGINT
 * (venue/README.md); `--help` prints the flags. Exit code 2 with one line on stderr for an invalid flag, a port in use or a file it cannot
 * open.
 */
import { type CliOptions, helpText, readOptions, UsageError } from './cli-options.ts'
import type { OpenedVenue } from './open-venue.ts'

const log = (line: string, time: number): void => {
  process.stderr.write(`${new Date(time).toISOString()} ${line}\n`)
}

function giveUp(line: string): never {
  process.stderr.write(`venue: ${line}\n`)
  process.exit(2)
}

function optionsOrGiveUp(): CliOptions {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    if (error instanceof UsageError) giveUp(error.message)
    throw error
  }
}

async function open({ state, ...options }: CliOptions): Promise<OpenedVenue> {
  // Imported late: an invalid flag is reported without loading the venue.
  const { openVenue, StateLaterError } = await import('./open-venue.ts')
  try {
    return await openVenue({ ...options, statePath: state, log })
  } catch (error) {
    if (error instanceof StateLaterError) giveUp(error.message)
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') giveUp(`port ${options.port} is in use`)
    if (code === 'EACCES' && state === null) giveUp(`port ${options.port} may not be used`)
    giveUp(`it cannot start: ${message.split('\n')[0]}`)
  }
}

if (process.argv.includes('--help')) {
  process.stdout.write(helpText())
  process.exit(0)
}
const { venue, notices, now, close } = await open(optionsOrGiveUp())
for (const notice of notices) log(notice, now())

let closing = false
const stop = (): void => {
  if (closing) return
  closing = true
  void close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.stdout.write(`${JSON.stringify({ url: venue.url, ws: venue.wsUrl, directOrder: venue.directOrder })}\n`)
