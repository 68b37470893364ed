/** Remote messages: one message in the formats of a webhook and of ntfy. Pure. */
import { counted } from '../../contract/plural.ts'
import { type SafeText, safeText } from '../../contract/safe-text.ts'
import type { RemoteAddress } from './addresses.ts'

/** How urgent it is. */
export type NotificationSeverity = 'info' | 'warning' | 'error'

/** A message as it happened; what may be included is decided when it is sent. */
export interface RemoteMessage {
  readonly level: NotificationSeverity
  readonly title: string
  readonly text: string
  /** The deployment that it is about, if any. */
  readonly deployment: string | null
  /** ISO, by this machine's clock. */
  readonly at: string
  /** It contains none of the trader's own figures: it is sent complete regardless of the setting. */
  readonly isPlain?: true
  /** How many other messages it represents. */
  readonly more?: number
}

/** The message as it may be sent. */
export interface RedactedMessage extends RemoteMessage {
  readonly title: SafeText
  readonly text: SafeText
}

/** A request that carries it. */
export interface RemoteRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Maximum lengths, characters: posts stay small even if a service's message is long. */
const LONGEST_TITLE = 200
const LONGEST_WORDS = 1000

/** A blockchain address, of any plausible length. */
const ADDRESS = /0x[0-9a-fA-F]{6,}(?:…[0-9a-fA-F]+)?/g
/** A standalone figure; those inside a market's name stay. */
const FIGURE = /(?<![\w.])[-+−]?[$€]?(?!0x…)\d[\d.,'’\u00a0\u202f]*/g

/** The message as it may be sent: without details its body is omitted, and figures and addresses are removed from its title. */
export function redactMessage(message: RemoteMessage, details: boolean): RedactedMessage {
  const { title, text: label } = message
  const whole = details || message.isPlain === true
  return {
    ...message,
    title: safeText(whole ? withoutAddresses(title) : withoutFigures(title), LONGEST_TITLE),
    text: safeText(whole ? withoutAddresses(label) : '', LONGEST_WORDS),
  }
}

const withoutAddresses = (text: string): string => text.replace(ADDRESS, '0x…')
const withoutFigures = (text: string): string => withoutAddresses(text).replace(FIGURE, '…')

/** @param lost how many earlier messages were given up since the last that was taken. */
export function webhookRequest({ url }: RemoteAddress, message: RedactedMessage, lost: number): RemoteRequest {
  const { level, title, text: label, deployment, at, more = 0 } = message
  const body = {
    source: 'isotherm',
    level,
    title,
    ...(label === '' ? {} : { detail: label }),
    ...(deployment === null ? {} : { deployment }),
    at,
    ...(more === 0 ? {} : { more }),
    ...(lost === 0 ? {} : { lost }),
    // Chat services show this field without configuration.
    text: [`${named(message)}${label === '' ? '' : `: ${label}`}`, ...others(more, lost)].join(' '),
  }
  return { method: 'POST', url, headers: { ...AS, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Of ntfy's five priorities. */
const PRIORITY: Readonly<Record<NotificationSeverity, number>> = { info: 3, warning: 4, error: 5 }
/** Tags that ntfy shows as icons. */
const TAGS: Readonly<Record<NotificationSeverity, string>> = {
  info: 'bell',
  warning: 'warning',
  error: 'rotating_light',
}

export function ntfyRequest(
  { url, topic, token }: RemoteAddress,
  message: RedactedMessage,
  lost: number,
): RemoteRequest {
  const { level, text: label, more = 0 } = message
  const parts =
    label === '' ? { title: 'Isotherm', message: named(message) } : { title: named(message), message: label }
  const body = {
    topic,
    title: parts.title,
    message: [parts.message, ...others(more, lost)].join('\n'),
    priority: PRIORITY[level],
    tags: [TAGS[level]],
  }
  const headers: Record<string, string> = { ...AS, 'content-type': 'application/json' }
  if (token !== null) headers.authorization = `Bearer ${token}`
  return { method: 'POST', url, headers, body: JSON.stringify(body) }
}

export const pingRequest = ({ url }: RemoteAddress): RemoteRequest => ({ method: 'GET', url, headers: AS })

const AS = { 'user-agent': 'isotherm' }
const named = ({ deployment, title }: RemoteMessage): string =>
  deployment === null ? title : `${deployment}: ${title}`

/** Text about messages that are not posted individually. */
const others = (more: number, lost: number): readonly string[] => [
  ...(more === 0 ? [] : [`(And ${counted(more, 'more message', 'more messages')} at the same time.)`]),
  ...(lost === 0 ? [] : [`(${counted(lost, 'message', 'messages')} before this one could not be sent.)`]),
]
