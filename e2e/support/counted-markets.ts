/** A service in front of a venue whose market list counts assets from 1, while prepared actions number them from 0 as the venue does. */
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface CountedMarkets {
  readonly url: string
  stop(): void
}

/** Forwards everything else unchanged, including sockets. */
export async function startCountedMarkets(venueUrl: string): Promise<CountedMarkets> {
  const { hostname, port } = new URL(venueUrl)
  const server: Server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const counted = method === 'GET' && url === '/v1/markets'
    const passed = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (!counted) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const markets = JSON.parse(Buffer.concat(parts).toString('utf8')) as { asset_id: number }[]
        outgoing.writeHead(200, { 'content-type': 'application/json', date: answer.headers.date ?? '' })
        outgoing.end(JSON.stringify(markets.map((market) => ({ ...market, asset_id: market.asset_id + 1 }))))
      })
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.on('upgrade', ({ url, headers }, socket, head) => {
    const upstream = connect(Number(port), hostname, () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      upstream.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
