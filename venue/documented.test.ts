import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlRoutes } from './control/index.ts'
import { createVenueCore } from './core/index.ts'
import { serviceRoutes } from './http/index.ts'
import { START, startTestVenue, type TestTrader, type TestVenue } from './http/test-venue.ts'
import { Client } from './socket/test-client.ts'

const page = readFileSync(new URL('../docs/practice-venue.md', import.meta.url), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON the page shows.
type Json = any

/** One documented exchange over HTTP, or over the socket with the messages that came back. */
type Example =
  | {
      kind: 'http'
      line: number
      method: string
      path: string
      token: boolean
      body: Json
      status: number
      answer: Json
    }
  | { kind: 'ws'; line: number; said: Json; messages: Json[] }

function examplesOf(text: string): Example[] {
  const blocks = [...text.matchAll(/^```(http|ws|json [\w]+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    label: match[1] ?? '',
    body: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }))
  const examples: Example[] = []
  for (const [i, { label, body, line }] of blocks.entries()) {
    if (label === 'http') {
      const [head = '', json] = body.split('\n\n')
      const [request = '', ...headers] = head.trim().split('\n')
      const [method = '', path = ''] = request.split(' ')
      const answer = blocks[i + 1]
      if (!answer?.label.startsWith('json ')) throw new Error(`line ${line}: the request has no answer`)
      examples.push({
        kind: 'http',
        line,
        method,
        path,
        token: headers.some((header) => header.startsWith('Authorization:')),
        body: json === undefined ? undefined : JSON.parse(json),
        status: Number(answer.label.slice(5)),
        answer: JSON.parse(answer.body),
      })
    } else if (label === 'ws') examples.push({ kind: 'ws', line, said: JSON.parse(body), messages: [] })
    else if (label === 'json message') {
      const last = examples.at(-1)
      if (last?.kind === 'ws') last.messages.push(JSON.parse(body))
    }
  }
  return examples
}

/** Words that must be the same, not only of the same type. */
const WORDS = ['status', 'code', 'phase', 'kind', 'family', 'access', 'primaryType', 'channel', 'field', 's']

/** Compares what the page shows with what came, and keeps which real value a documented one stands for. */
function compareShape(shown: Json, came: Json, at: string, standsFor: Map<string, Json>): void {
  if (Array.isArray(shown)) {
    expect(Array.isArray(came), `${at} is a list`).toBe(true)
    expect(came.length, `${at} has as many entries`).toBeGreaterThanOrEqual(shown.length)
    for (const [i, each] of shown.entries()) compareShape(each, came[i], `${at}[${i}]`, standsFor)
  } else if (shown !== null && typeof shown === 'object') {
    expect(Object.keys(came ?? {}).sort(), `${at} has the keys`).toEqual(Object.keys(shown).sort())
    for (const [key, value] of Object.entries(shown)) {
      if (WORDS.includes(key) && typeof value === 'string') expect(came[key], `${at}.${key}`).toBe(value)
      compareShape(value, came[key], `${at}.${key}`, standsFor)
    }
  } else {
    expect(came === null ? 'null' : typeof came, `${at} is of the type`).toBe(shown === null ? 'null' : typeof shown)
    if (typeof shown === 'string') standsFor.set(shown, came)
  }
}

let venue: TestVenue
let trader: TestTrader
let client: Client
beforeAll(async () => {
  const core = createVenueCore({ seed: 'isotherm', startTime: START })
  core.advanceTo(START + 30_000)
  venue = await startTestVenue({ core, control: true, requestsPerWindow: 1e6 })
  trader = await venue.trader()
  client = await new Client(venue.wsUrl).opened()
})
afterAll(async () => {
  client.socket.terminate()
  await venue.close()
})

const examples = examplesOf(page)
/** Real values by the documented ones, and real prepared or user-signed actions by their real hash. */
const standsFor = new Map<string, Json>()
const handedOut = new Map<string, Json>()

/** The documented value with the real ones in place, signed anew where it is signed. */
async function real(value: Json): Promise<Json> {
  if (typeof value === 'string') return standsFor.get(value) ?? value
  if (Array.isArray(value)) return Promise.all(value.map(real))
  if (value === null || typeof value !== 'object') return value
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, each]) => [key, key === 'note' ? each : await real(each)] as const),
  )
  const made = Object.fromEntries(entries)
  const action = handedOut.get(made.actionHash)
  if ('hlSignature' in made && action !== undefined) made.hlSignature = (await trader.signed(action)).hlSignature
  else if ('actionHash' in made && 'signature' in made && action !== undefined) {
    const { eip712Domain: domain, types, primaryType, message } = action
    made.signature = await trader.signAsWallet({ domain, types, primaryType, message })
  } else if ('order' in made && 'signature' in made)
    made.signature = await trader.signAsWallet({ ...venue.directOrder, message: made.order })
  return made
}

const remember = (answer: Json): void => {
  if (answer === null || typeof answer !== 'object') return
  if (typeof answer.actionHash === 'string') handedOut.set(answer.actionHash, answer)
  for (const each of Object.values(answer)) remember(each)
}

describe('docs/practice-venue.md', () => {
  it.each(examples.map((example) => [`line ${example.line}`, example] as const))('%s', async (_, example) => {
    if (example.kind === 'ws') {
      client.say(await real(example.said))
      for (const shown of example.messages) {
        const came = await client.next(shown.channel)
        compareShape(shown, came, shown.channel, standsFor)
      }
      return
    }
    const { method, path, token, body, status, answer } = example
    const reply =
      method === 'GET'
        ? await venue.get(path, token ? trader.token : undefined)
        : await venue.post(path, await real(body), token ? trader.token : undefined)
    expect([reply.status, reply.status === status ? null : reply.body]).toEqual([status, null])
    remember(reply.body)
    compareShape(answer, reply.body, `${method} ${path}`, standsFor)
  })

  it('shows every route there is', () => {
    const context = { core: venue.core, outcomes: venue.core.outcomes, mode: 'all' }
    const routes = [...serviceRoutes(context as never), ...controlRoutes(venue.control)]
    const shown = examples.flatMap((each) =>
      each.kind === 'http' ? [`${each.method} ${each.path.split('?')[0]}`] : [],
    )
    const missing = routes.filter(({ method, path }) => {
      const pattern = new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`)
      return !shown.some((each) => pattern.test(each))
    })
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('shows every flag and every fault', () => {
    for (const flag of [
      'port',
      'seed',
      'bucket-minutes',
      'speed',
      'mode',
      'no-outcomes',
      'waitlist',
      'control',
      'state',
    ])
      expect(page).toContain(`\`--${flag}`)
    for (const fault of Object.keys(venue.control.setFaults({}))) expect(page).toContain(`\`${fault}\``)
  })
})
