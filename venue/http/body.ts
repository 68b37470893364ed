/** Reads a request's JSON body, of 64 KiB at most. */
import type { IncomingMessage } from 'node:http'
import { VenueError } from '../market/index.ts'
import { badRequest } from './problem.ts'

const LARGEST = 64 * 1024
/** Up to here a body that is too large is read to its end, so that the client gets to read the answer. */
const LARGEST_DRAINED = 1024 * 1024

/** JSON, what a client says that says nothing (`fetch` of a string, `curl -d`), or nothing at all. */
const ACCEPTED = /^(application\/(json|[\w.+-]+\+json|x-www-form-urlencoded)|text\/(plain|json))\s*(;|$)/i

/** @throws VenueError 415 for another content type, 413 when it is too large, 400 when it is empty or not JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? ''
  if (type !== '' && !ACCEPTED.test(type))
    throw new VenueError(415, 'unsupported_media_type', 'The body must be application/json.', 'Content-Type')
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > LARGEST_DRAINED) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= LARGEST) chunks.push(chunk)
    else if (size > LARGEST_DRAINED) throw tooLarge()
  }
  if (size > LARGEST) throw tooLarge()
  if (size === 0) throw badRequest('The body is empty; this route takes a JSON object.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw badRequest('The body is not JSON.')
  }
}

const tooLarge = (): VenueError => new VenueError(413, 'body_too_large', `The body is larger than ${LARGEST} bytes.`)
