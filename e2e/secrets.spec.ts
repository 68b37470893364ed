/** Secrets: kept in the system's keychain across restarts, and found in no window or file. */
import { readdirSync, readFileSync } from 'node:fs'
import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { keepBatches } from './support/batches.ts'
import { type Bridge, bridgeOf } from './support/bridge.ts'
import { filesUnder } from './support/files.ts'
import { writeProfile } from './support/profile.ts'
import { panel, ready, statusBar } from './support/screen.ts'
import { noSecretService, type SecretService, startSecretService } from './support/secret-service.ts'
import { submit } from './support/submit.ts'
import { launch, newDataDir } from './support/terminal.ts'
import { armed, importSecrets, NO_KEYCHAIN, newTrader, type Trader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'
import { launchWindowless } from './support/windowless/index.ts'

const missing = noSecretService()
const BAD_TEXT = /^(?:\s*|null)$/

test.describe('with a Secret Service', () => {
  test.describe.configure({ mode: 'serial', timeout: 300_000 })
  test.skip(missing !== null, missing ?? '')

  let venue: TestVenue
  let keyring: SecretService
  let trader: Trader
  let profile: string
  const userDataDir = newDataDir()
  /** Secrets that must be found nowhere, by name. */
  let canaries: ReadonlyMap<string, string>
  let agentShown = ''

  test.beforeAll(async () => {
    keyring = await startSecretService()
    venue = await startVenue(['--bucket-minutes', '1440'])
    trader = await newTrader(venue, 7200)
    profile = writeProfile(venue.url)
  })
  test.afterAll(async () => {
    await venue?.stop()
    await keyring?.stop()
  })

  test('the first start stores the token, the wallet key and a new agent key in it, and clears the clipboard', async () => {
    const terminal = await launch({ userDataDir, profile, env: keyring.env })
    try {
      const bridge = bridgeOf(terminal.page)
      const described = await importSecrets(bridge, trader, terminal.boxes)
      for (const text of described)
        for (const secret of [trader.token, trader.walletKey]) expect(text).not.toContain(secret)
      await ready(terminal.page)
      await expect(statusBar(terminal.page)).toContainText('Keychain')
      agentShown = await agentText(terminal.page)
      const again = await bridge.call('importSecret', { kind: 'wallet-key' })
      expect(again).toMatchObject({ ok: false, error: { message: 'The clipboard has no text.' } })
    } finally {
      await terminal.quit()
    }
    const entries = await keyring.entries()
    expect([...entries.keys()].sort()).toEqual(['e2e/access-token', 'e2e/agent-key', 'e2e/wallet-key'])
    expect(entries.get('e2e/wallet-key')).toBe(trader.walletKey)
    expect(entries.get('e2e/access-token')).toBe(trader.token)
    canaries = new Map([
      ['agent key', entries.get('e2e/agent-key')?.replace(/^0x/, '') ?? ''],
      ['wallet key', trader.walletKey.replace(/^0x/, '')],
      ['token', trader.token],
      ['signature of the token', trader.token.split('.')[2] ?? ''],
    ])
    for (const [name, text] of canaries) expect(text.length, name).toBeGreaterThan(30)
  })

  test('the second start signs with the same agent, requests no approval, and shows no secret anywhere', async () => {
    const pristine = await keyring.entries()
    // A new approval request would be cut, and the status bar would show it.
    await venue.control('faults', { cut_before_submit: true })
    const terminal = await launch({ userDataDir, profile, env: keyring.env })
    try {
      const { page } = terminal
      await keepBatches(page)
      await page.reload()
      await ready(page)
      expect(await agentText(page)).toBe(agentShown)
      await venue.control('faults', { cut_before_submit: false })
      const bridge = bridgeOf(page)
      await armed(bridge)
      await trade(bridge)
      await expect(panel(page, 'Activity')).toContainText('working')
      expect(await keyring.entries()).toEqual(pristine)

      const places = new Map([
        ['messages to a window', await messages(page)],
        ['page', await page.content()],
        ['addresses', [...terminal.pages().map((each) => each.url()), ...commandLines()].join('\n')],
        ['heap of a window', await heapOf(page)],
      ])
      // An error that contains a secret, as of a crashed window: it reaches main only now, after the heap was read.
      await bridge.call('reportError', { message: `lost ${trader.token}`, stack: `at ${trader.walletKey}` })
      for (const [where, text] of places) expectNone(where, text)
      expect(places.get('heap of a window')).toContain('NYCTMP')
    } finally {
      await terminal.quit()
    }
    const files = filesUnder(userDataDir)
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/\.log$/), expect.stringMatching(/journal\.sqlite$/)]),
    )
    for (const { name, text } of files) expectNone(name, text)
    const log = files.find(({ name }) => name.endsWith('.log'))?.text ?? ''
    expect(log).toContain('lost [secret]')
    expectNone('output of main', terminal.output())
    expectNone('output of the venue', venue.program.stderr())
  })

  function expectNone(where: string, text: string): void {
    expect(text, where).not.toMatch(BAD_TEXT)
    for (const [name, canary] of canaries) {
      expect(text.toLowerCase().includes(canary.toLowerCase()), `the ${name} in ${where}`).toBe(false)
    }
  }

  async function trade(bridge: Bridge): Promise<void> {
    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
    const price = (Number(mark) - 8).toFixed(2)
    const { asset } = current
    await submit(bridge, { kind: 'place', asset, side: 'buy', price, size: '1', tif: 'GTC', reduceOnly: false })
  }
})

test('without a message bus, keys are kept for the session only, in no file, and that is shown', async () => {
  const venue = await startVenue()
  const trader = await newTrader(venue)
  const userDataDir = newDataDir()
  const running = await launchWindowless({ userDataDir, profile: writeProfile(venue.url), env: NO_KEYCHAIN })
  try {
    await running.call('watch', { topic: 'session' })
    await importSecrets(running, trader, running.boxes)
    await expect.poll(() => running.topic('session')?.agent.state).toBe('approved')
    expect(running.topic('session')?.keychain).toMatchObject({
      mode: 'session',
      reason: expect.stringMatching(/^No keychain: .+ kept for this session only\.$/),
    })
    for (const { name, text } of filesUnder(userDataDir)) {
      for (const secret of [trader.walletKey.slice(2), trader.token]) expect(text.includes(secret), name).toBe(false)
    }
  } finally {
    await running.quit()
    await venue.stop()
  }
})

async function agentText(page: Page): Promise<string> {
  const text = await statusBar(page).textContent()
  expect(text).not.toContain('not approved')
  return /Agent (0x\S{4,10}…?\w{4})/.exec(text ?? '')?.[1] ?? ''
}

/** Everything that main pushed to the window, and its answers to reads. */
async function messages(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { seen } = window as unknown as { seen: string[] }
    const bridge = window.terminal
    const reads = await Promise.all([
      bridge?.readAccount({}),
      bridge?.readOpenOrders({}),
      bridge?.readFills({ limit: 50, before: null }),
      bridge?.readLayout({}),
    ])
    return `${seen.join('\n')}\n${JSON.stringify(reads)}`
  })
}

/** The live heap of a page, from Chromium's own profiler. */
async function heapOf(page: Page): Promise<string> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

/** Command lines of every visible process, including the browser's: a secret passed as an argument would be in one. */
function commandLines(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
      } catch {
        return []
      }
    })
}
