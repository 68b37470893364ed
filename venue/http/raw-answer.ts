/** Answers written straight to a connection, where there is no response object: refused upgrades, and what is not HTTP. */
import type { Duplex } from 'node:stream'
import { VenueError } from '../market/index.ts'
import { badRequest, type Problem, problemOf } from './problem.ts'

/** Not imported, for what `node:http` would load with it; see `server.ts`. */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Says the problem and ends the connection. */
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

/** Answers what the HTTP parser gave up on; for a server's `clientError`. */
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
