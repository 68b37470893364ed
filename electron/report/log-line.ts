/** A line of the log with nothing in it that may be of an order: when, how bad, what the code says, and where an error came from. */

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/** Messages are the code's own words; the facts beside them, and the words of an error, are left out. Pure. */
export function bareLogLine(line: string): string {
  const read = parsed(line)
  if (read === null) return '(a line that cannot be read)'
  const { time, level, msg, err } = read
  const error = typeof err === 'object' && err !== null ? (err as Readonly<Record<string, unknown>>) : {}
  const where = typeof error.stack === 'string' ? (error.stack.match(/^\s+at .*$/gm) ?? []).slice(0, 8) : []
  return [
    [time, LEVELS[Number(level)] ?? level, msg, error.type].filter((part) => typeof part === 'string').join(' '),
    ...where.map((frame) => `  ${frame.trim()}`),
  ].join('\n')
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(line)
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

/** A title without its figures: `Closed # of NYCTMP1`. */
export const withoutFigures = (title: string): string => title.replace(/(?<![\w.])\d[\d.,]*/g, '#')
