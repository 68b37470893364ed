/** A log that keeps its lines for a test. */
import type { Log } from '../../log/index.ts'

export interface RecordingLog extends Log {
  readonly lines: { readonly level: string; readonly facts: object; readonly message: string }[]
}

export function createRecordingLog(): RecordingLog {
  const lines: RecordingLog['lines'] = []
  const at = (level: string) => (facts: object, message: string) => {
    lines.push({ level, facts, message })
  }
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
