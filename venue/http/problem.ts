/** Errors as problem+json (docs/service/errors.md#problem): type, title, status, detail, code, and the field where there is one. */
import { VenueError } from '../market/index.ts'

export interface Problem {
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

/** The problem that an error is for the client; anything but a `VenueError` is an internal error and tells nothing. */
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
