/** The real socket: the token goes in the upgrade header, never in the URL (docs/service/websocket.md#upgrade). */

import type { IncomingMessage } from 'node:http'
import https, { type Agent } from 'node:https'
import type { Socket } from 'node:net'
import WebSocket from 'ws'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { safeText } from '../../../contract/safe-text.ts'
import { redact } from '../../log/index.ts'
import { retryAfterOf } from '../../service/index.ts'
import type { FeedSocket, OpenSocket } from './connection.ts'
import type { SocketEnd } from './socket-health.ts'

/** A longer message is not market data; `ws` then closes with 1009. */
const LARGEST_MESSAGE = 8 * 1024 * 1024
/** Length of a refusal's body that is read for its message. */
const LARGEST_REFUSAL = 8 * 1024

/** The reason as it was sent, before any cleaning. */
type EndInText = Partial<Omit<SocketEnd, 'reason'>> & { readonly reason: string }

/** Opens a WebSocket with `ws`. */
export const openWsSocket: OpenSocket = (url, token, events): FeedSocket => {
  const socket = new WebSocket(url, {
    headers: token === null ? {} : { authorization: `Bearer ${token.reveal()}` },
    perMessageDeflate: false,
    maxPayload: LARGEST_MESSAGE,
    followRedirects: false,
    // Bytes are read by strict decoders; one bad character must not cost the connection.
    skipUTF8Validation: true,
    ...throughProxy(url),
  })
  let ended = false
  const end = (init: EndInText): void => {
    if (ended) return
    ended = true
    events.ended({ code: null, status: null, retryAfterMs: null, ...init, reason: safeText(redact(init.reason)) })
  }
  let opened = false
  let failure: string | null = null
  let wire: Socket | null = null
  socket.on('upgrade', (response) => {
    wire = response.socket
  })
  socket.on('open', () => {
    opened = true
    // Not before `ws` itself listens: the first listener starts the flow of data that came with the upgrade, past a later one.
    wire?.on('data', (bytes: Buffer) => events.received(bytes.length))
    events.opened()
  })
  socket.on('ping', () => events.heartbeat('ping'))
  socket.on('pong', () => events.heartbeat('pong'))
  socket.on('message', (data) => events.message(data as Buffer))
  socket.on('unexpected-response', (_request, response) => {
    readRefusal(response, (refusal) => {
      end(refusal)
      socket.terminate()
    })
  })
  socket.on('error', (error) => {
    failure = wordsOf(error)
  })
  socket.on('close', (code, reason) => {
    const text = reason.toString('utf8')
    end({ code: opened ? code : null, reason: text === '' ? (failure ?? closeText(code)) : text })
  })
  return {
    send: (text) => socket.send(text),
    ping: () => socket.ping(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    terminate() {
      ended = true
      socket.terminate()
    },
  }
}

/** `ws` connects directly, ignoring any proxy: where Node uses one for everything (`proxyEnv`), so does the socket, with Node's own agent. */
const throughProxy = (url: string): { readonly agent?: Agent } =>
  url.startsWith('wss:') && 'proxyEnv' in https.globalAgent.options ? { agent: https.globalAgent } : {}

function readRefusal(response: IncomingMessage, done: (end: EndInText) => void) {
  const status = response.statusCode ?? 0
  let body = ''
  let isReported = false
  const refused = (): void => {
    if (isReported) return
    isReported = true
    const date = Date.parse(response.headers.date ?? '')
    done({
      status,
      reason: detailOf(body) ?? `The venue refused the connection (HTTP ${status}).`,
      retryAfterMs: retryAfterOf(response.headers['retry-after'] ?? null, date),
    })
  }
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    if (body.length < LARGEST_REFUSAL) body += chunk
  })
  response.on('end', refused)
  response.on('error', refused)
  response.on('close', refused)
}

/** `detail` of a problem+json body. */
function detailOf(body: string): string | null {
  try {
    const problem = JSON.parse(body) as { detail?: unknown } | null
    return typeof problem?.detail === 'string' && problem.detail !== '' ? problem.detail : null
  } catch {
    return null
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The venue refused the connection.',
  ENOTFOUND: 'The venue’s host name was not found.',
  EAI_AGAIN: 'The venue’s host name cannot be resolved right now.',
  ECONNRESET: 'The connection dropped.',
  ETIMEDOUT: COMMON.venueSlow,
  ENETUNREACH: 'The network cannot be reached.',
  EHOSTUNREACH: 'The venue’s host cannot be reached.',
}

const wordsOf = (error: Error & { code?: string }): string => TEXTS[error.code ?? ''] ?? error.message

const closeText = (code: number): string => {
  if (code === 1001) return 'The venue is closing.'
  if (code === 1008) return 'The venue closed the connection (policy violation).'
  if (code === 1009) return 'A message was too large.'
  return code === 1006 ? 'The connection dropped.' : `The venue closed the connection (${code}).`
}
