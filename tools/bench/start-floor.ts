/**
 * The baseline of a start: the same practice venue and browser, and one page that writes the first book into plain elements. Started like the terminal,
 * it prints when that book is painted: `node tools/bench/start-floor.ts FOLDER`, with the folder of the venue's accounts.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { root } from '../../e2e/support/processes.ts'
import type { VenueWorkerData } from '../../venue/worker.ts'
import { openFloor } from './paint/floor-browser.ts'

interface Ready {
  readonly kind: string
  readonly url: string
  readonly wsUrl: string
  readonly practice: { readonly accessToken: string }
}

interface FloorWindow extends Window {
  isPainted?: boolean
}

const [directory = ''] = process.argv.slice(2)
const [{ url, wsUrl, practice }, browser] = await Promise.all([startVenue(), openFloor(['about:blank'])])
const { accessToken } = practice
const answer = await fetch(`${url}/v1/bucket`, { headers: { authorization: `Bearer ${accessToken}` } })
const { current } = (await answer.json()) as { current: { asset: string } }
const [page] = browser.pages
if (page === undefined) throw new Error('the browser opened no page')
await page.run(showBook, await firstBook(current.asset))
while (!(await page.run((_: null) => (window as FloorWindow).isPainted === true, null))) {
  await new Promise((resolve) => setTimeout(resolve, 5))
}
process.stderr.write('first order book on screen\n')

async function startVenue(): Promise<Ready> {
  const workerData: VenueWorkerData = { statePath: join(directory, 'practice-venue.sqlite'), seed: 'isotherm' }
  const worker = new Worker(join(root, 'out', 'main', 'venue-worker.js'), { workerData })
  const [message] = (await once(worker, 'message')) as [Ready]
  if (message.kind !== 'ready') throw new Error(`the practice venue did not start: ${JSON.stringify(message)}`)
  return message
}

type Levels = readonly (readonly { readonly px: string; readonly sz: string }[])[]

function firstBook(asset: string): Promise<Levels> {
  const socket = new WebSocket(wsUrl, { headers: { authorization: `Bearer ${accessToken}` } })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', channels: ['book'], coins: [asset] })))
    socket.on('message', (text) => {
      const message = JSON.parse(String(text)) as { channel: string; data: { levels: Levels } }
      if (message.channel === 'book') resolve(message.data.levels)
    })
  })
}

/** Runs in the page. */
function showBook(levels: Levels): void {
  for (const { px, sz } of levels.flat()) {
    const row = document.body.appendChild(document.createElement('div'))
    row.textContent = `${px} ${sz}`
  }
  requestAnimationFrame(() =>
    setTimeout(() => {
      ;(window as FloorWindow).isPainted = true
    }),
  )
}
