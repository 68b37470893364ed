import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { ANSWERS_WITHIN, createOutwardHttp } from './outward-http.ts'

const closes: (() => void)[] = []
afterEach(() => {
  for (const close of closes.splice(0)) close()
})

/** A server of this machine; gives its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  closes.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/planted-secret?key=planted-key`
}

const clock = createFakeClock()
const NEVER = new AbortController().signal
const send = (url: string, signal = NEVER) =>
  createOutwardHttp({ clock })({ method: 'POST', url, headers: { 'x-test': '1' }, body: '{"a":1}' }, signal)

describe('a request to a place outside', () => {
  it('brings its body, and is taken by any answer of 200 to 299', async () => {
    const got: unknown[] = []
    const url = await serve((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        got.push([request.method, request.url, request.headers['x-test'], body])
        response.writeHead(204).end()
      })
    })
    expect(await send(url)).toEqual({ isTaken: true })
    expect(got).toEqual([['POST', '/planted-secret?key=planted-key', '1', '{"a":1}']])
  })

  it('follows no redirect', async () => {
    let asked = 0
    const url = await serve((request, response) => {
      asked += 1
      response.writeHead(302, { location: `http://${request.headers.host}/elsewhere` }).end()
    })
    expect(await send(url)).toMatchObject({ isTaken: false, mayPass: false, words: expect.stringContaining('302') })
    expect(asked).toBe(1)
  })

  it.each([
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [410, false],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
  ])('that is answered %s is tried again: %s', async (status, mayPass) => {
    const url = await serve((_request, response) => void response.writeHead(status).end('planted-secret'))
    const outcome = await send(url)
    expect(outcome).toMatchObject({ isTaken: false, mayPass, words: expect.stringContaining(`answered ${status}`) })
    expect(JSON.stringify(outcome)).not.toContain('planted')
  })

  it.each([
    ['30', 30_000],
    ['999999', 15 * 60_000],
    ['soon', null],
    ['-5', null],
  ])('that is to wait %s is told so, within bounds', async (header, afterMs) => {
    const url = await serve((_request, response) => void response.writeHead(429, { 'retry-after': header }).end())
    expect(await send(url)).toMatchObject({ afterMs })
  })

  it('does not wait for the end of an answer', async () => {
    const closed = Promise.withResolvers<void>()
    let written = 0
    const url = await serve((_request, response) => {
      response.once('close', () => closed.resolve())
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed) {
          written += 65_536
          if (!response.write(Buffer.alloc(65_536))) {
            response.once('drain', more)
            return
          }
        }
      }
      more()
    })
    expect(await send(url)).toEqual({ isTaken: true })
    await closed.promise
    expect(written).toBeLessThan(16 * 1024 * 1024)
  })

  it('is given up where no answer comes', async () => {
    const asked = Promise.withResolvers<void>()
    const url = await serve(() => asked.resolve())
    const outcome = send(url)
    await asked.promise
    clock.advance(ANSWERS_WITHIN)
    expect(await outcome).toEqual({
      ...{ isTaken: false, words: 'did not answer within 10 s', mayPass: true, afterMs: null },
    })
  })

  it('is given up with its place', async () => {
    const asked = Promise.withResolvers<void>()
    const url = await serve(() => asked.resolve())
    const abort = new AbortController()
    const outcome = send(url, abort.signal)
    await asked.promise
    abort.abort()
    expect(await outcome).toMatchObject({ isTaken: false, mayPass: false })
  })

  it('says by the code of the network alone why nobody was there, or who was there died', async () => {
    const gone = await serve(() => undefined)
    for (const close of closes.splice(0)) close()
    const refused = await send(gone)
    expect(refused).toMatchObject({ isTaken: false, mayPass: true, words: 'could not be reached (ECONNREFUSED)' })
    const dies = await serve((request) => void request.socket.destroy())
    const died = await send(dies)
    expect(died).toMatchObject({
      isTaken: false,
      mayPass: true,
      words: expect.stringContaining('could not be reached'),
    })
    expect(JSON.stringify([refused, died])).not.toContain('planted')
  })

  it('goes the way that the system wants first', async () => {
    const url = await serve((_request, response) => void response.end())
    const reached: string[] = []
    const http = createOutwardHttp({
      clock,
      reach: async (origin) => void reached.push(origin),
    })
    await http({ method: 'GET', url, headers: {} }, NEVER)
    expect(reached).toEqual([new URL(url).origin])
  })
})
