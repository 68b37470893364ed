import { once } from 'node:events'
import { createServer, setGlobalProxyFromEnv } from 'node:http'
import https from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createSystemProxy } from './network.ts'

function setUp(answers: Readonly<Record<string, string>>) {
  const clock = createFakeClock()
  const applied: Readonly<Record<string, string>>[] = []
  const reports: string[] = []
  const details: string[] = []
  let taken = 0
  const reach = createSystemProxy({
    resolve: async (url) => answers[new URL(url).hostname] ?? 'DIRECT',
    apply(environment) {
      applied.push(environment)
      return () => {
        taken += 1
      }
    },
    notify(title, detail) {
      reports.push(title)
      details.push(detail)
    },
    clock,
  })
  return { reach, applied, reports, details, clock, taken: () => taken }
}

describe('the system’s proxy', () => {
  it.each([
    ['DIRECT', undefined],
    ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
    ['HTTPS proxy.example:443', 'https://proxy.example:443'],
    ['', undefined],
  ])('%j is %j', async (answer, proxy) => {
    const { reach, applied, reports } = setUp({ 'a.example': answer })
    await reach('https://a.example')
    expect([applied[0]?.https_proxy, reports]).toEqual([proxy, []])
  })

  it.each(['SOCKS5 proxy.example:1080', 'PROXY user@proxy.example:1'])('%j is reported as unusable', async (answer) => {
    const { reach, applied, details } = setUp({ 'a.example': answer })
    await reach('https://a.example')
    expect([applied, details]).toEqual([[], [expect.stringMatching(`^${answer}: `)]])
  })

  it('is never used for loopback, and looked up once for each host', async () => {
    const { reach, applied } = setUp({ 'a.example': 'PROXY p.example:8080' })
    for (const url of ['http://127.0.0.1:4000', 'http://localhost:1', 'http://[::1]:9']) expect(reach(url)).toBeNull()
    await reach('https://a.example')
    expect(reach('https://a.example/other')).toBeNull()
    expect(applied).toEqual([
      {
        http_proxy: 'http://p.example:8080',
        https_proxy: 'http://p.example:8080',
        no_proxy: 'localhost,127.0.0.1,::1,[::1]',
      },
    ])
  })

  it('is looked up for a host whose name only begins like a loopback address', async () => {
    const request = setUp({}).reach('http://127.example')
    expect(request).not.toBeNull()
    await request
  })

  it('leaves a host without one directly connected', async () => {
    const { reach, applied, taken } = setUp({ 'a.example': 'PROXY p.example:8080' })
    await reach('https://b.example')
    expect(applied).toEqual([])
    await reach('https://a.example')
    expect(applied[0]?.no_proxy).toContain('b.example')
    await reach('https://c.example')
    expect([applied[1]?.no_proxy?.endsWith('b.example,c.example'), taken()]).toEqual([true, 1])
  })

  it('reports its limits, and does not wait for a system that does not answer', async () => {
    const { reach, reports } = setUp({
      'a.example': 'SOCKS5 s.example:1080',
      'b.example': 'PROXY p.example:1',
      'c.example': 'PROXY q.example:1',
    })
    for (const host of ['a', 'b', 'c']) await reach(`https://${host}.example`)
    expect(reports).toEqual([
      "The system's proxy for a.example cannot be used",
      'c.example uses a different proxy from other deployments',
    ])
    const clock = createFakeClock()
    const silent = createSystemProxy({
      resolve: () => new Promise(() => undefined),
      apply: () => () => undefined,
      notify: () => undefined,
      clock,
    })('https://a.example')
    clock.advance(5000)
    await silent
  })

  it('is used by main’s requests, except those to loopback', async () => {
    const target = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1')
    await once(target, 'listening')
    const { port } = target.address() as AddressInfo
    const requests: string[] = []
    const proxy = createServer().listen(0, '127.0.0.1')
    proxy.on('connect', (request, socket) => {
      requests.push(request.url ?? '')
      const through = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        through.pipe(socket).pipe(through)
      })
    })
    await once(proxy, 'listening')
    let restore = (): void => undefined
    onTestFinished(() => {
      restore()
      for (const server of [target, proxy]) {
        server.closeAllConnections()
        server.close()
      }
    })
    const reach = createSystemProxy({
      resolve: async () => `PROXY 127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      apply(environment) {
        restore = setGlobalProxyFromEnv(environment)
        return restore
      },
      notify: () => undefined,
      clock: createFakeClock(),
    })
    await reach('http://service.example')
    const readText = async (url: string): Promise<string> => (await fetch(url)).text()
    expect(await readText('http://service.example/')).toBe('reached')
    expect(await readText(`http://127.0.0.1:${port}/`)).toBe('reached')
    expect(requests).toEqual(['service.example:80'])
    // The variables that sockets read (feed/connection/ws-socket.ts).
    expect('proxyEnv' in https.globalAgent.options).toBe(true)
  })
})
