/** Answers a page's network requests: the app's own files come from main, everything else is blocked except in bare mode. */
import type * as Electron from 'electron'
import type { Payload, Session as Target } from './cdp/index.ts'
import { runtime, say } from './runtime.ts'
import type { Session } from './session.ts'

type RequestDetails = Electron.OnBeforeRequestListenerDetails

/** Electron's resource type for each of Chromium's. */
const RESOURCE_TYPES: Readonly<Record<string, RequestDetails['resourceType']>> = {
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  XHR: 'xhr',
  Fetch: 'xhr',
  WebSocket: 'webSocket',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
}

/** The page that makes requests, with its navigation rules. */
export interface Requester {
  readonly id: number
  readonly hostSession: Session
  readonly mainFrameId: string
  /** Whether a frame may navigate to a document that it requests. */
  mayNavigate(url: string, frameId: string, redirected: boolean): boolean
  /** A requested document failed to load. */
  navigationFailed(frameId: string): void
}

/** Intercepts every request of one target. */
export function interceptRequests(target: Target, requester: Requester): Promise<Payload> {
  target.on('Fetch.requestPaused', (paused) => {
    answer(target, requester, paused).catch((error: Error) => {
      if (target.open) say(`a request of window ${requester.id} failed: ${error.message}`)
      target.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' })
    })
  })
  return target.call('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

async function answer(target: Target, requester: Requester, paused: Payload): Promise<void> {
  const { requestId, request, resourceType, frameId } = paused
  const browserUrl: string = request.urlFragment === undefined ? request.url : `${request.url}${request.urlFragment}`
  const own = runtime.urls.ownUrl(browserUrl)
  const url = own ?? browserUrl
  const isDocument = resourceType === 'Document'
  const refuse = (): void => {
    if (isDocument) requester.navigationFailed(frameId)
    target.send('Fetch.failRequest', { requestId, errorReason: isDocument ? 'Aborted' : 'BlockedByClient' })
  }

  // Only Chromium requests a favicon, so main must not see the request.
  if (resourceType === 'Other' && /^[^?#]*\/favicon\.ico$/.test(url)) {
    target.send('Fetch.fulfillRequest', { requestId, responseCode: 204 })
    return
  }
  if (isDocument && !requester.mayNavigate(url, frameId, paused.redirectedRequestId !== undefined)) return refuse()
  const type = isDocument
    ? frameId === requester.mainFrameId
      ? 'mainFrame'
      : 'subFrame'
    : (RESOURCE_TYPES[resourceType] ?? 'other')
  const details: RequestDetails = {
    id: Number.parseInt(String(requestId).replace(/\D/g, ''), 10) || 0,
    url,
    method: request.method,
    webContentsId: requester.id,
    resourceType: type,
    referrer: runtime.urls.fromBrowser(request.headers.Referer ?? ''),
    timestamp: Date.now(),
    uploadData: [],
  }
  const verdict = await requester.hostSession.askBeforeRequest(details)
  if (verdict?.cancel === true) return refuse()
  if (own === null) {
    if (!runtime.bare) return refuse()
    target.send('Fetch.continueRequest', { requestId })
    return
  }
  const handler = requester.hostSession.schemes.handlerOf(own)
  if (handler === null) return refuse()

  const response = await handler(toRequest(own, request))
  const body = Buffer.from(await response.arrayBuffer())
  const headers = await responseHeaders(requester.hostSession, details, response)
  if (headers === null) return refuse()
  target.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status === 0 ? 500 : response.status,
    responseHeaders: headers,
    body: body.toString('base64'),
  })
}

function toRequest(url: string, request: Payload): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers as Record<string, string>)) {
    const lower = name.toLowerCase()
    if (lower === 'referer') headers.set(name, runtime.urls.fromBrowser(value))
    else if (lower === 'origin') headers.set(name, runtime.urls.originFromBrowser(value))
    else headers.set(name, value)
  }
  const parts = (request.postDataEntries ?? []) as { bytes?: string }[]
  const body =
    parts.length > 0 ? Buffer.concat(parts.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64'))) : request.postData
  const bodyless = request.method === 'GET' || request.method === 'HEAD'
  return new Request(url, { method: request.method, headers, ...(bodyless ? {} : { body }) })
}

async function responseHeaders(
  session: Session,
  details: RequestDetails,
  response: Response,
): Promise<{ name: string; value: string }[] | null> {
  const headers: { name: string; value: string }[] = []
  for (const [name, value] of response.headers) {
    // A redirect between the app's pages must use the address that Chromium knows.
    headers.push({ name, value: name === 'location' ? runtime.urls.toBrowser(value) : value })
  }
  const request = session.askHeadersReceived({
    ...details,
    statusCode: response.status,
    statusLine: `HTTP/1.1 ${response.status}`,
    responseHeaders: Object.fromEntries(headers.map(({ name, value }) => [name, [value]])),
  })
  if (request === null) return headers
  const answered = await request
  if (answered.cancel === true) return null
  if (answered.responseHeaders === undefined) return headers
  return Object.entries(answered.responseHeaders).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  )
}
