import { callNames } from '../contract/ipc.ts'
import { filesUnder } from './support/files.ts'
import { fillTicket, panel, ready } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { Terminal } from './support/terminal.ts'

test.describe('a window that turned hostile', () => {
  let terminal: Terminal
  test.beforeAll(async ({ asNewTrader }) => {
    terminal = (await asNewTrader()).terminal
  })

  test('finds no Node, no Electron and no raw IPC', async () => {
    const found = await terminal.page.evaluate(() => {
      const names = ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer', 'global', 'setImmediate']
      return names.filter((name) => name in globalThis)
    })
    expect(found).toEqual([])
  })

  test('can make the named calls only, and change none of them', async () => {
    const result = await terminal.page.evaluate(async () => {
      const bridge = window.terminal as unknown as Record<string, unknown>
      const before = bridge.readMarkets
      try {
        bridge.readMarkets = () => 'mine'
      } catch {}
      try {
        Object.defineProperty(window, 'terminal', { value: null })
      } catch {}
      return {
        names: Object.keys(bridge).sort(),
        kept: (window.terminal as unknown as Record<string, unknown>)?.readMarkets === before,
      }
    })
    expect(result.kept).toBe(true)
    expect(result.names).toEqual([...callNames, 'onFrame', 'painted'].sort())
  })

  test('gets a refusal that names the field for input off the contract', async () => {
    const answers = await terminal.page.evaluate(async () => {
      const bridge = window.terminal as unknown as Record<string, (input: unknown) => Promise<unknown>>
      const attempt = (name: string, input: unknown) => bridge[name]?.(input).catch((error: Error) => error.message)
      return Promise.all([
        attempt('watch', { topic: '../../etc' }),
        attempt('submit', { requestId: 'x', intent: {} }),
        attempt('readFills', { limit: 1e9, before: null }),
        attempt('copyText', null),
      ])
    })
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'bad_input' } })
  })

  test('cannot navigate, open windows, frame or reach the network', async () => {
    const { page } = terminal
    const url = page.url()
    const opened = await page.evaluate(() => window.open('https://example.org/') === null)
    expect(opened).toBe(true)
    await page.evaluate(() => {
      location.href = 'https://example.org/'
    })
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = 'data:text/html,<h1>elsewhere</h1>'
      link.click()
      const frame = document.createElement('iframe')
      frame.src = 'https://example.org/'
      document.body.append(frame)
    })
    const fetched = await page.evaluate(() =>
      Promise.all(
        ['https://example.org/', 'http://127.0.0.1:1/', 'file:///etc/passwd'].map((target) =>
          fetch(target).then(
            () => 'reached',
            () => 'refused',
          ),
        ),
      ),
    )
    expect(fetched).toEqual(['refused', 'refused', 'refused'])
    const script = await page.evaluate(() => {
      const element = document.createElement('script')
      element.textContent = 'window.injected = true'
      document.body.append(element)
      return 'injected' in window
    })
    expect(script).toBe(false)
    await page.waitForTimeout(500)
    expect(page.url()).toBe(url)
    expect(terminal.pages()).toHaveLength(1)
    await expect(panel(page, 'Order book')).toBeVisible()
  })

  test('no key and no token is in any message to a window, any log line or any page', async () => {
    const { page } = terminal
    await page.reload()
    await page.evaluate(() => {
      const seen: string[] = []
      ;(window as unknown as { seen: string[] }).seen = seen
      window.terminal?.onFrame((batch) => seen.push(JSON.stringify(batch)))
    })
    await ready(page)
    const ticket = await fillTicket(page, { price: '400.00', size: '1', tif: 'GTC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    await expect(panel(page, 'Activity')).toContainText(/working|refused/)
    const messages = await page.evaluate(async () => {
      const { seen } = window as unknown as { seen: string[] }
      const reads = await Promise.all([
        window.terminal?.readAccount({}),
        window.terminal?.readOpenOrders({}),
        window.terminal?.readMarkets({}),
      ])
      return `${seen.join('\n')}\n${JSON.stringify(reads)}`
    })
    const shown = await page.content()
    // Everything on disk but the practice venue's own store, whose keys are play money and documented as such.
    const files = filesUnder(terminal.userDataDir, (name) => !/practice-venue|[Cc]hromium/.test(name))
    const disk = files.map(({ text }) => text).join('\n')
    expect(files.some(({ name }) => name.endsWith('.log'))).toBe(true)
    for (const [where, text] of Object.entries({ messages, shown, disk, output: terminal.output() })) {
      expect(text.length, where).toBeGreaterThan(0)
      expect(/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/.test(text), `a token in ${where}`).toBe(false)
      expect(
        /(?:privateKey|walletKey|agentKey|private_key)["']?\s*[:=]\s*["']?0x[0-9a-f]{64}/i.test(text),
        `a key in ${where}`,
      ).toBe(false)
    }
  })
})
