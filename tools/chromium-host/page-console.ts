/** A page's console output and uncaught errors, as events of its `WebContents`. */
import type * as Electron from 'electron'
import type { Payload, Session as Target } from './cdp/index.ts'
import type { ContentsOfPage } from './contents-events.ts'
import { hostEvent } from './events.ts'
import { runtime } from './runtime.ts'

type Level = Electron.WebContentsConsoleMessageEventParams['level']

const LEVELS: Readonly<Record<string, Level>> = { error: 'error', assert: 'error', warning: 'warning', debug: 'debug' }
/** Numeric levels of the older `console-message` arguments. */
const LEVEL_NUMBERS: Readonly<Record<Level, number>> = { debug: 0, info: 1, warning: 2, error: 3 }

export function listenToConsole(target: Target, contents: ContentsOfPage): void {
  target.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }: Payload) => {
    const texts = (args as Payload[]).map((arg) => arg.value ?? arg.description ?? arg.unserializableValue ?? arg.type)
    const at = stackTrace?.callFrames?.[0]
    emitConsole(contents, LEVELS[type] ?? 'info', texts.join(' '), at?.lineNumber, at?.url)
  })
  target.on('Runtime.exceptionThrown', ({ exceptionDetails }: Payload) => {
    const { text, exception, lineNumber, url } = exceptionDetails
    const message = `${text} ${exception?.description ?? exception?.value ?? ''}`.trim()
    emitConsole(contents, 'error', message, lineNumber, url)
  })
}

function emitConsole(contents: ContentsOfPage, level: Level, message: string, line = 0, url = ''): void {
  if (contents.listenerCount('console-message') === 0) return
  const sourceId = runtime.urls.fromBrowser(url)
  const details = hostEvent({ level, message, lineNumber: line + 1, sourceId, frame: contents.mainFrame })
  contents.emit('console-message', details, LEVEL_NUMBERS[level], message, line + 1, sourceId)
}
