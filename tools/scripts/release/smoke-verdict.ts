/** What a first start of a packed program has to come to. */

interface Run {
  /** The exit code; the signal or the reason where there was none. */
  readonly code: number | string
  readonly output: string
  readonly picture: Buffer
  /** Its log, a JSON object a line. */
  readonly log: string
}

/** Of the log's levels, from which on a line tells of something that went wrong. */
const ERROR = 50
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A window that is one color all over comes to less, bytes. */
const EMPTY_PICTURE = 20_000

/** What is wrong with how it went; empty when nothing is. */
export function faultsOfRun({ code, output, picture, log }: Run): string[] {
  return [
    ...(code === 0 ? [] : [`it ended with ${code}`]),
    ...(/Isotherm is open on /.test(output) ? [] : ['it did not say that it is open']),
    ...(/first order book on screen after \d+ ms/.test(output) ? [] : ['no live order book was on its screen']),
    ...(picture.subarray(0, PNG.length).equals(PNG) ? [] : ['it took no picture']),
    ...(picture.length === 0 || picture.length >= EMPTY_PICTURE ? [] : ['the picture of it is empty']),
    ...errorsIn(log).map((words) => `its log has an error: ${words}`),
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
