/** Requirements of a packed program's first start. */

interface Run {
  /** The exit code; otherwise the signal or the reason. */
  readonly code: number | string
  readonly output: string
  readonly picture: Buffer
  /** Its log, one JSON object per line. */
  readonly log: string
}

/** Log level from which a line reports an error. */
const ERROR = 50
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A picture of a window in a single color is smaller, bytes. */
const EMPTY_PICTURE = 20_000

/** Faults of a run; empty when there are none. */
export function faultsOfRun({ code, output, picture, log }: Run): string[] {
  return [
    ...(code === 0 ? [] : [`it ended with ${code}`]),
    ...(/Isotherm is open on /.test(output) ? [] : ['it did not say that it is open']),
    ...(/first order book on screen after \d+ ms/.test(output) ? [] : ['no live order book was on its screen']),
    ...(picture.subarray(0, PNG.length).equals(PNG) ? [] : ['it took no picture']),
    ...(picture.length === 0 || picture.length >= EMPTY_PICTURE ? [] : ['the picture of it is empty']),
    ...errorsIn(log).map((text) => `its log has an error: ${text}`),
  ]
}

function errorsIn(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    try {
      const { level, msg, err } = JSON.parse(line)
      return level >= ERROR ? [`${msg}${err?.message ? ` (${err.message})` : ''}`] : []
    } catch {
      return []
    }
  })
}
