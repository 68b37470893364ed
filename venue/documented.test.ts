/** Replays every example of the service's pages and of the practice venue's page against a venue, page by page. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FLAGS, readOptions } from './cli-options.ts'
import { controlRoutes } from './control.ts'
import { createVenueCore } from './core/index.ts'
import { serviceRoutes } from './http/index.ts'
import { QUIRKS } from './quirks.ts'
import { type CanonicalAction, connectionId } from './signing/index.ts'
import { type Example, type Json, REST, readPage } from './testing/documented-examples.ts'
import { Client } from './testing/socket-client.ts'
import { START, startTestVenue, type TestTrader, type TestVenue } from './testing/test-venue.ts'

const docs = new URL('../docs/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, docs), 'utf8')
const servicePages = readdirSync(new URL('service/', docs)).map((name) => `service/${name}`)
const pages = ['practice-venue.md', ...servicePages].map((name) => ({
  name,
  text: read(name),
  ...readPage(read(name)),
}))
const shapes = new Map(pages.flatMap((page) => [...page.shapes]))

/** Words that must be the same, not only of the same type. */
const WORDS = ['status', 'code', 'phase', 'kind', 'family', 'access', 'primaryType', 'channel', 'field', 's', 'type']
/** What the venue makes up: the documented one stands for the real one from then on. */
const MADE_UP = ['orderId', 'actionHash', 'oid', 'cloid', 'accessToken']
/** The addresses that the pages show. */
const WALLET = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf'
const AGENT = '0x2b5ad5c4795c026514f8317c7a215e218dccd6cf'
const TOKEN = '<ACCESS_TOKEN>'

/** One venue for all pages of the same flags; one of its own for a page that moves the clock or the markets. */
const venues = new Map<string, TestVenue>()
async function venueFor(page: string, examples: readonly Example[], flags: string[]): Promise<TestVenue> {
  const moves = examples.some(
    (each) => each.kind === 'http' && each.path.startsWith('/practice/') && each.path !== '/practice/session',
  )
  const key = `${moves ? page : ''} ${flags.join(' ')}`
  const known = venues.get(key)
  if (known !== undefined) return known
  const core = createVenueCore({ seed: 'isotherm', startTime: START })
  core.advanceTo(START + 30_000)
  const { waitlist, outcomes, mode } = readOptions(flags)
  const venue = await startTestVenue({ core, control: true, requestsPerWindow: 1e6, waitlist, outcomes, mode })
  venues.set(key, venue)
  return venue
}
afterAll(() => Promise.all([...venues.values()].map((venue) => venue.close())))

describe.each(pages.filter(({ examples }) => examples.length > 0))('docs/$name', ({ name, examples, flags }) => {
  let venue: TestVenue
  let trader: TestTrader
  let client: Client
  /** Real values by the documented ones, and real prepared or user-signed actions by their real hash. */
  const standsFor = new Map<string, Json>()
  const handedOut = new Map<string, Json>()

  beforeAll(async () => {
    venue = await venueFor(name, examples, flags)
    trader = await venue.trader()
    standsFor.set(WALLET, trader.address).set(AGENT, trader.agentAddress).set(TOKEN, trader.token)
    const approves = examples.some((each) => each.kind === 'http' && each.path === '/v1/agent/approve')
    if (!approves) await trader.approveAgent()
    client = new Client(venue.wsUrl, { authorization: `Bearer ${trader.token}` })
    await client.opened()
  })
  afterAll(() => client.socket.terminate())

  /** Compares what the page shows with what came, and keeps which real value a documented one stands for. */
  function compareShape(shown: Json, came: Json, at: string): void {
    if (Array.isArray(shown)) {
      expect(Array.isArray(came), `${at} is a list`).toBe(true)
      expect(came.length, `${at} has as many entries`).toBeGreaterThanOrEqual(shown.length)
      for (const [i, each] of shown.entries()) compareShape(each, came[i], `${at}[${i}]`)
    } else if (shown !== null && typeof shown === 'object') {
      const { [REST]: rest, ...own } = shown
      const keys = new Set([...Object.keys(own), ...keysOf(rest, at)])
      expect(Object.keys(came ?? {}).sort(), `${at} has the keys`).toEqual([...keys].sort())
      for (const [key, value] of Object.entries(own)) {
        // A code without an explanation is a referral's, and no refusal's.
        const madeUp = MADE_UP.includes(key) || (key === 'code' && !('detail' in own))
        if (WORDS.includes(key) && !madeUp && typeof value === 'string') expect(came[key], `${at}.${key}`).toBe(value)
        if (madeUp && typeof value === 'string') standsFor.set(value, came[key])
        compareShape(value, came[key], `${at}.${key}`)
      }
    } else
      expect(came === null ? 'null' : typeof came, `${at} is of the type`).toBe(shown === null ? 'null' : typeof shown)
  }

  /** The documented value with the real ones in place, signed again where it is signed. */
  async function real(value: Json): Promise<Json> {
    if (typeof value === 'string') return standsFor.get(value) ?? value
    if (Array.isArray(value)) return Promise.all(value.map(real))
    if (value === null || typeof value !== 'object') return value
    const entries = await Promise.all(
      Object.entries(value).map(async ([key, each]) => [key, await real(each)] as const),
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

  it.each(examples.map((example) => [`line ${example.line}`, example] as const))('%s', async (_, example) => {
    if (example.kind === 'ws') {
      client.say(await real(example.said))
      for (const shown of example.messages) compareShape(shown, await client.next(shown.channel), shown.channel)
      return
    }
    const { method, path, body, status, answer } = example
    const token = example.token === null ? undefined : await real(example.token)
    const realPath = path
      .replace(WALLET, trader.address)
      .replace(/(?<=code=)\w+/, (code) => standsFor.get(code) ?? code)
    const reply =
      method === 'GET' ? await venue.get(realPath, token) : await venue.post(realPath, await real(body), token)
    expect([reply.status, reply.status === status ? null : reply.body]).toEqual([status, null])
    remember(reply.body)
    if (typeof answer === 'string') expect(reply.body).toBe(answer)
    else compareShape(answer, reply.body, `${method} ${path}`)
  })
})

/** The keys of a shape that some page names. */
function keysOf(shape: unknown, at: string): string[] {
  if (shape === undefined) return []
  const keys = shapes.get(String(shape))
  if (keys === undefined) throw new Error(`${at}: no page shows what a "${shape}" is`)
  return keys
}

/** Where a code stands in the venue's source: in a refusal, or as a constant of one. */
const CODE = /(?:VenueError\(\s*\w+,\s*|(?:STALE|OUTCOME_AGENT_NOT_APPROVED) = |code = )'(\w+)'/g

describe('the documented examples', () => {
  const all = pages.flatMap(({ examples }) => examples)

  it('show every route there is', async () => {
    const venue = await startTestVenue({ control: true })
    await venue.close()
    const context = { core: venue.core, outcomes: venue.core.outcomes, mode: 'all' }
    const routes = [...serviceRoutes(context as never), ...controlRoutes(venue.control)]
    const shown = all.flatMap((each) => (each.kind === 'http' ? [`${each.method} ${each.path.split('?')[0]}`] : []))
    const missing = routes.filter(({ method, path }) => {
      const pattern = new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`)
      return !shown.some((each) => pattern.test(each))
    })
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('show every flag, every quirk and every fault', async () => {
    const venue = await startTestVenue({ control: true })
    await venue.close()
    const page = read('practice-venue.md')
    for (const flag of Object.keys(FLAGS)) expect(page).toContain(`\`--${flag}`)
    for (const quirk of Object.keys(QUIRKS)) expect(page).toContain(`| \`${quirk}`)
    for (const fault of Object.keys(venue.control.setFaults({}))) expect(page).toContain(`\`${fault}\``)
  })

  it('know every code that the venue refuses with, and no other', () => {
    const inSource = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [...readFileSync(new URL(name, import.meta.url), 'utf8').matchAll(CODE)])
      .map(([, code]) => code)
    const table = read('service/errors.md').split('## Codes')[1]?.split('\n## ')[0] ?? ''
    const documented = table
      .split('\n')
      .flatMap((row) => (/^\| `/.test(row) ? [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)] : []))
      .map(([, code]) => code)
    expect([...new Set(documented)].sort()).toEqual([...new Set(inSource)].sort())
  })

  it('show connection ids that follow from the action and nonce beside them', () => {
    const whole = (value: Json): { action: CanonicalAction; nonce: number; connectionId: string }[] => {
      if (value === null || typeof value !== 'object') return []
      const own = /^0x[0-9a-f]{64}$/.test(value.connectionId) && value.action !== undefined ? [value] : []
      return [...own, ...Object.values(value).flatMap(whole)]
    }
    const found = all.flatMap((each) => (each.kind === 'http' ? whole(each.answer) : []))
    expect(found.length).toBeGreaterThan(0)
    for (const { action, nonce, connectionId: shown } of found) expect(connectionId({ action, nonce })).toBe(shown)
  })
})
