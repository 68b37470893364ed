import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createDelivery, createRemoteHttp, type Outcome } from './delivery.ts'
import type { RemoteMessage } from './message.ts'

const SLOT = 10_000
const MAX_AT_ONCE = 5
const closes: (() => void)[] = []
afterEach(() => {
  for (const close of closes.splice(0)) close()
})

/** A server on this machine; returns its address. */
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
  createRemoteHttp({ clock })({ method: 'POST', url, headers: { 'x-test': '1' }, body: '{"a":1}' }, signal)

describe('a request to a remote service', () => {
  it('sends its body, and accepts any answer of 200 to 299', async () => {
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
    let requests = 0
    const url = await serve((request, response) => {
      requests += 1
      response.writeHead(302, { location: `http://${request.headers.host}/elsewhere` }).end()
    })
    expect(await send(url)).toMatchObject({ isTaken: false, mayPass: false, text: expect.stringContaining('302') })
    expect(requests).toBe(1)
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
  ])('that is answered %s is retried: %s', async (status, mayPass) => {
    const url = await serve((_request, response) => void response.writeHead(status).end('planted-secret'))
    const outcome = await send(url)
    expect(outcome).toMatchObject({ isTaken: false, mayPass, text: expect.stringContaining(`answered ${status}`) })
    expect(JSON.stringify(outcome)).not.toContain('planted')
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

  it('is given up without an answer', async () => {
    const request = Promise.withResolvers<void>()
    const url = await serve(() => request.resolve())
    const outcome = send(url)
    await request.promise
    clock.advance(10_000)
    expect(await outcome).toEqual({
      ...{ isTaken: false, text: 'did not answer within 10 s', mayPass: true },
    })
  })

  it('is given up with its service', async () => {
    const request = Promise.withResolvers<void>()
    const url = await serve(() => request.resolve())
    const abort = new AbortController()
    const outcome = send(url, abort.signal)
    await request.promise
    abort.abort()
    expect(await outcome).toMatchObject({ isTaken: false, mayPass: false })
  })

  it('reports only the network’s error code for a missing or broken answer', async () => {
    const gone = await serve(() => undefined)
    for (const close of closes.splice(0)) close()
    const refused = await send(gone)
    expect(refused).toMatchObject({ isTaken: false, mayPass: true, text: 'could not be reached (ECONNREFUSED)' })
    const dies = await serve((request) => void request.socket.destroy())
    const died = await send(dies)
    expect(died).toMatchObject({
      isTaken: false,
      mayPass: true,
      text: expect.stringContaining('could not be reached'),
    })
    expect(JSON.stringify([refused, died])).not.toContain('planted')
  })

  it('uses the system’s proxy settings first', async () => {
    const url = await serve((_request, response) => void response.end())
    const reached: string[] = []
    const http = createRemoteHttp({
      clock,
      reach: async (origin) => void reached.push(origin),
    })
    await http({ method: 'GET', url, headers: {} }, NEVER)
    expect(reached).toEqual([new URL(url).origin])
  })
})

const TAKEN: Outcome = { isTaken: true }
const BUSY: Outcome = { isTaken: false, text: 'answered 503', mayPass: true }
const GONE: Outcome = { isTaken: false, text: 'answered 404', mayPass: false }
const message = (title: string, level: RemoteMessage['level'] = 'info'): RemoteMessage => ({
  ...{ level, title, text: '', deployment: null, at: '' },
})

function setup() {
  const clock = createFakeClock()
  const world = { hasAddress: true, ready: Promise.resolve(), answer: (): Outcome | Promise<Outcome> => TAKEN }
  const sent: { readonly at: number; readonly title: string; readonly more: number; readonly lost: number }[] = []
  const troubles: (string | null)[] = []
  const failures: unknown[] = []
  const request = ({ title, more = 0 }: RemoteMessage, lost: number) =>
    world.hasAddress
      ? { method: 'POST' as const, url: 'u', headers: {}, body: JSON.stringify({ title, more, lost }) }
      : null
  const delivery = createDelivery({
    clock,
    random: () => 0.5,
    async send({ body = '' }) {
      sent.push({ at: clock.monotonic(), ...JSON.parse(body) })
      return world.answer()
    },
    ready: () => world.ready,
    request,
    changed: () => undefined,
    trouble: (text) => void troubles.push(text),
    failed: (error) => void failures.push(error),
  })
  const push = (...titles: string[]): void => {
    for (const title of titles) delivery.push(message(title))
  }
  const test = () => delivery.once((lost) => request(message('test'), lost))
  return { clock, world, sent, troubles, failures, delivery, push, test, titles: () => sent.map(({ title }) => title) }
}

describe('a message to a remote service', () => {
  it('is posted once where it is accepted', async () => {
    const { clock, delivery, push, titles } = setup()
    push('a', 'b')
    await clock.advanceAsync(60_000)
    expect(titles()).toEqual(['a', 'b'])
    expect(delivery.state).toEqual({ lost: 0, sentAt: clock.now() - 60_000, failure: null })
    expect(clock.waiting).toBe(0)
  })

  it('gets three tries, further apart each time, then is given up and reported', async () => {
    const { clock, world, sent, troubles, delivery, push } = setup()
    world.answer = () => BUSY
    push('a')
    await clock.advanceAsync(19_999)
    expect([sent.map(({ at }) => at), delivery.state.lost, troubles]).toEqual([[0, 5_000], 0, []])
    expect(delivery.state.failure).toEqual({ text: 'answered 503', at: clock.now() - 14_999 })
    await clock.advanceAsync(60 * 60_000)
    expect(sent.map(({ at }) => at)).toEqual([0, 5_000, 20_000])
    expect([delivery.state.lost, troubles, clock.waiting]).toEqual([1, ['answered 503'], 0])
  })

  it('is accepted by a later try, which ends the failure', async () => {
    const { clock, world, troubles, delivery, push, titles } = setup()
    world.answer = () => BUSY
    push('a')
    await clock.advanceAsync(30_000)
    push('b')
    await clock.advanceAsync(1_000)
    world.answer = () => TAKEN
    await clock.advanceAsync(30_000)
    expect(titles()).toEqual(['a', 'a', 'a', 'b', 'b'])
    expect(delivery.state).toMatchObject({ lost: 1, failure: null })
    // Reported once when it was given up, and once when one was accepted again.
    expect(troubles).toEqual(['answered 503', null])
  })

  it('that is refused for good is given up and reported at once, and exactly one later message mentions it', async () => {
    const { clock, world, sent, troubles, delivery, push } = setup()
    world.answer = () => GONE
    push('a')
    await clock.advanceAsync(1_000)
    expect([sent.length, delivery.state.lost, troubles]).toEqual([1, 1, ['answered 404']])
    world.answer = () => TAKEN
    push('b', 'c')
    await clock.advanceAsync(1_000)
    expect(sent.slice(1)).toMatchObject([
      { title: 'b', lost: 1 },
      { title: 'c', lost: 0 },
    ])
    expect(troubles).toEqual(['answered 404', null])
  })

  it('waits until its address has been read', async () => {
    const { clock, world, push, titles } = setup()
    const read = Promise.withResolvers<void>()
    world.ready = read.promise
    push('a')
    await clock.advanceAsync(60_000)
    expect(titles()).toEqual([])
    read.resolve()
    await clock.advanceAsync(0)
    expect(titles()).toEqual(['a'])
  })

  it('is not delayed by another one, nor by a test, that the service does not answer', async () => {
    const { clock, world, push, titles, test } = setup()
    world.answer = () => new Promise(() => undefined)
    push('a')
    void test()
    push('b')
    await clock.advanceAsync(0)
    expect(titles().toSorted()).toEqual(['a', 'b', 'test'])
  })

  it('is given up with its address, even while it is under way or waits for its next try', async () => {
    const { clock, world, troubles, delivery, push, titles } = setup()
    const slow = Promise.withResolvers<Outcome>()
    world.answer = () => BUSY
    push('a')
    await clock.advanceAsync(1)
    world.answer = () => slow.promise
    push('b')
    await clock.advanceAsync(1)
    delivery.clear()
    slow.resolve(GONE)
    await clock.advanceAsync(60_000)
    expect([titles(), troubles, delivery.state]).toEqual([['a', 'b'], [], { lost: 0, sentAt: null, failure: null }])
    expect(clock.waiting).toBe(0)
  })

  it('is not lost by an unexpected error, which is not passed on', async () => {
    const { clock, world, failures, push, titles } = setup()
    world.answer = () => {
      throw new Error('no socket')
    }
    push('a')
    await clock.advanceAsync(4_000)
    expect(failures).toEqual([new Error('no socket')])
    world.answer = () => TAKEN
    await clock.advanceAsync(10_000)
    expect(titles()).toEqual(['a', 'a'])
  })

  it('has no more tries at shutdown, which waits for the request under way', async () => {
    const { clock, world, delivery, push, titles } = setup()
    world.answer = () => BUSY
    push('a')
    await clock.advanceAsync(1)
    const slow = Promise.withResolvers<Outcome>()
    world.answer = () => slow.promise
    push('b')
    await clock.advanceAsync(1)
    let ended = false
    const end = delivery.end().then(() => {
      ended = true
    })
    await clock.advanceAsync(1)
    expect(ended).toBe(false)
    slow.resolve(BUSY)
    await end
    push('c')
    await clock.advanceAsync(60_000)
    expect([titles(), clock.waiting]).toEqual([['a', 'b'], 0])
  })
})

describe('many messages at once', () => {
  it('become a few posts, the last of which counts the others and shows the most severe', async () => {
    const { clock, sent, delivery, push } = setup()
    push('1', '2', '3', '4', '5', '6')
    delivery.push(message('stop failed', 'error'))
    push('8', '9')
    await clock.advanceAsync(60_000)
    expect(sent.map(({ at, title, more }) => [at, title, more])).toEqual([
      ...['1', '2', '3', '4', '5'].map((title) => [0, title, 0]),
      [SLOT, 'stop failed', 3],
    ])
  })

  it('are no flood, whether or not the service answers', async () => {
    const { clock, world, sent, troubles, delivery, push } = setup()
    for (let count = 0; count < 300; count += 1) {
      push(`m${count}`)
      await clock.advanceAsync(100)
    }
    await clock.advanceAsync(SLOT)
    expect(sent.length).toBeLessThanOrEqual(MAX_AT_ONCE * 4)
    expect(sent.reduce((count, { more }) => count + 1 + more, 0)).toBe(300)
    world.answer = () => BUSY
    const before = sent.length
    for (let count = 0; count < 300; count += 1) {
      push(`n${count}`)
      await clock.advanceAsync(100)
    }
    await clock.advanceAsync(60_000)
    expect(sent.length - before).toBeLessThanOrEqual(MAX_AT_ONCE * 3 * 3)
    expect([delivery.state.lost, troubles]).toEqual([300, ['answered 503']])
  })
})
