/** Errors as problem+json (docs/service/errors.md#problem): type, title, status, detail, code, and the field if any. */

import type { Duplex } from 'node:stream'
import { VenueError } from '../market/index.ts'

interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  field?: string
}

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Body too large',
  415: 'Unsupported media type',
  421: 'Misdirected request',
  422: 'Not acceptable',
  423: 'Market locked',
  426: 'Upgrade required',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Unavailable',
}

/** The problem for the client; anything but a `VenueError` is an internal error without details. */
export function problemOf(error: unknown): Problem {
  const { status, code, message, field } =
    error instanceof VenueError
      ? error
      : new VenueError(500, 'internal', 'The practice venue failed to handle this request.')
  return {
    type: `https://isotherm.example/problems/${code}`,
    title: TITLES[status] ?? 'Error',
    status,
    detail: message,
    code,
    ...(field === null ? {} : { field }),
  }
}

/** 400 `bad_request`, naming the field. */
export const badRequest = (detail: string, field: string | null = null): VenueError =>
  new VenueError(400, 'bad_request', detail, field)

/** 404 `not_found`. */
export const notFound = (detail: string, field: string | null = null): VenueError =>
  new VenueError(404, 'not_found', detail, field)

/** Not imported, to avoid what `node:http` would load with it; see `server.ts`. */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Writes the problem directly to a connection, when there is no response object, and closes it. */
export function refuse(stream: Duplex, problem: Problem): void {
  const body = JSON.stringify(problem)
  stream.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

/** Answers requests that the HTTP parser rejected; for a server's `clientError`. */
export function refuseUnreadable(error: NodeJS.ErrnoException, stream: Duplex): void {
  if (!stream.writable || error.code === 'ECONNRESET') stream.destroy()
  else refuse(stream, problemOf(unreadable(error.code)))
}

function unreadable(code: string | undefined): VenueError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new VenueError(431, 'headers_too_large', 'The address and headers of the request are larger than 16 KiB.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new VenueError(408, 'request_timeout', 'The request took too long to arrive.')
  return badRequest('The request is not HTTP.')
}
