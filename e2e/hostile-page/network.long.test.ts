/**
 * A page of the development host cannot reach the outside in any way, and each way would succeed without the switches that block it. Under Electron
 * `closeNetwork` and the WebRTC policy of `hardening.ts` do the same for each session and window.
 */
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, NO_NETWORK } from '../../tools/chromium-host/browser/index.ts'

const found = findChromium(process.env)
const executablePath = 'path' in found ? found.path : ''
const isRoot = process.getuid?.() === 0

/** How long a page tries, ms. */
const TRIES = 2_500

/** Each way out, in a page without a policy: what it does with the outside addresses. */
const WAYS = {
  fetch: "fetch(http, { mode: 'no-cors' }).catch(() => undefined)",
  image: "new Image().src = http + '/image'",
  WebSocket: "new WebSocket(http.replace('http', 'ws'))",
  EventSource: 'new EventSource(http)',
  beacon: 'navigator.sendBeacon(http)',
  prefetch: "document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: http }))",
  preload:
    "document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', href: http, as: 'fetch' }))",
  frame: "document.body.append(Object.assign(document.createElement('iframe'), { src: http }))",
  form: "document.body.append(Object.assign(document.createElement('form'), { action: http, target: 'other' })); document.forms[0].submit()",
  worker: "new Worker(URL.createObjectURL(new Blob(['fetch(' + JSON.stringify(http) + ', { mode: \"no-cors\" })'])))",
  'WebRTC over UDP': "connect({ urls: 'stun:' + udp })",
  'WebRTC over TCP': "connect({ urls: 'turn:' + tcp + '?transport=tcp', username: 'u', credential: 'c' })",
} as const
type Way = keyof typeof WAYS

const CONNECT = `async (server) => {
  const connection = new RTCPeerConnection({ iceServers: [server] })
  connection.createDataChannel('out')
  await connection.setLocalDescription(await connection.createOffer())
}`

describe.skipIf(executablePath === '')('a page without a network', () => {
  const host =
    Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1'
  let arrived = 0
  const count = (): void => {
    arrived += 1
  }
  const tcp = createServer((socket) => {
    count()
    socket.on('error', () => undefined)
    socket.destroy()
  })
  const udp = createSocket('udp4').on('message', count)
  let addresses: { readonly http: string; readonly tcp: string; readonly udp: string }

  beforeAll(async () => {
    await new Promise<void>((listening) => tcp.listen(0, host, listening))
    await new Promise<void>((bound) => udp.bind(0, host, bound))
    const { port } = tcp.address() as { port: number }
    addresses = {
      http: `http://${host}:${port}`,
      tcp: `${host}:${port}`,
      udp: `${host}:${udp.address().port}`,
    }
  })
  afterAll(() => {
    tcp.close()
    udp.close()
  })

  /** Whether anything arrives outside by any of these ways in a browser with these switches. */
  async function getsOut(ways: readonly Way[], switches: readonly string[]): Promise<boolean> {
    const args = [...switches, ...(isRoot ? ['--no-sandbox'] : [])]
    const browser = await chromium.launch({ executablePath, args })
    try {
      const page = await browser.newPage()
      await page.setContent('<body></body>')
      arrived = 0
      const tries = ways.map((way) => `try { ${WAYS[way]} } catch {}`).join('\n')
      await page.evaluate(
        `(({ http, tcp, udp }) => { const connect = ${CONNECT}\n${tries} })(${JSON.stringify(addresses)})`,
      )
      const until = performance.now() + TRIES
      while (arrived === 0 && performance.now() < until) await page.waitForTimeout(50)
      return arrived > 0
    } finally {
      await browser.close()
    }
  }

  const all = Object.keys(WAYS) as Way[]
  const rtc = all.filter((way) => way.startsWith('WebRTC'))

  it('reaches nothing outside in any way', async () => {
    expect(await getsOut(all, NO_NETWORK)).toBe(false)
  })

  it.each(all)('would get out by %s in a browser with a network', async (way) => {
    expect(await getsOut([way], [])).toBe(true)
  })

  it('would get out by WebRTC over UDP without the WebRTC policy, regardless of the request switches', async () => {
    const others = NO_NETWORK.filter((flag) => !flag.startsWith('--webrtc'))
    expect(others).toHaveLength(NO_NETWORK.length - 1)
    expect(await getsOut(rtc, others)).toBe(true)
  })

  it('would get out by WebRTC over TCP with the policy alone', async () => {
    const policy = NO_NETWORK.filter((flag) => flag.startsWith('--webrtc'))
    expect(await getsOut(['WebRTC over TCP'], policy)).toBe(true)
    expect(await getsOut(['WebRTC over UDP'], policy)).toBe(false)
  })

  it('has its requests blocked by an unreachable proxy, including loopback, and by names that never resolve: either suffices', async () => {
    const policy = NO_NETWORK.filter((flag) => flag.startsWith('--webrtc'))
    const proxy = NO_NETWORK.filter((flag) => flag.startsWith('--proxy'))
    const names = NO_NETWORK.filter((flag) => flag.startsWith('--host-resolver'))
    expect(await getsOut(all, [...policy, ...proxy])).toBe(false)
    expect(await getsOut(all, [...policy, ...names])).toBe(false)
  })
})
