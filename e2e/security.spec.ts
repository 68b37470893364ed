import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callNames } from '../contract/ipc.ts'
import { keepBatches } from './support/batches.ts'
import { bridgeOf } from './support/bridge.ts'
import { filesUnder } from './support/files.ts'
import { readJournal } from './support/journal.ts'
import { fillTicket, panel, ready } from './support/screen.ts'
import { expect, type SharedTerminal, test } from './support/shared-terminal.ts'
import { reaches, submit } from './support/submit.ts'
import type { Terminal } from './support/terminal.ts'
import { armed } from './support/trader.ts'

/** Limits that a hostile page would want. */
const NO_LIMITS = {
  orderValue: '999999999',
  orderSize: '999999999',
  position: '999999999',
  priceBandDegrees: '100',
  priceBandCents: '99',
  collarDegrees: '100',
  collarCents: '99',
  depthShare: '',
  ordersPerMinute: '1000',
  dayLoss: '',
  worstCase: '',
  throttleFills: '100',
  throttleSeconds: '1',
  arm: 'never',
  armMinutes: '1440',
  hotMinutes: '60',
  heldOrdersPerMinute: '1000',
} as const

test.describe('a hostile window', () => {
  let shared: SharedTerminal
  let terminal: Terminal
  test.beforeAll(async ({ asNewTrader }) => {
    shared = await asNewTrader()
    terminal = shared.terminal
  })

  test('loosens no safety setting without a user gesture, with any synthetic events', { tag: '@core' }, async () => {
    const { venue, page, bridge } = shared
    const { boxes, userDataDir } = terminal
    const shownBefore = (await boxes.shown()).length
    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
    const protection = { kind: 'worst', price: (Number(mark) + 8).toFixed(2) } as const
    const target = { asset: current.asset, targetF: (Number(mark) - 497).toFixed(1), protection }
    const actionId = await submit(bridge, { kind: 'predict', size: '1', direction: 'long', ...target })
    await reaches(userDataDir, actionId, ['prepared'])
    const prediction = () => readJournal(userDataDir).find(({ id }) => id === actionId)
    /** For the current estimate: an expired one is replaced by another. */
    const answer = (accept: boolean) => ({ actionId, estimateId: prediction()?.estimate?.id ?? '', accept })
    await bridge.call('saveSettings', { unverifiedActions: 'refuse' })

    // A physical key press permits one action, without a further confirmation.
    expect(await bridge.press('arm', { armed: true })).toEqual({ ok: true, value: null })
    expect((await boxes.shown()).length).toBe(shownBefore)

    const forge = async (): Promise<void> =>
      page.evaluate(() => {
        const targets = [window, document, document.body, document.querySelector('button')]
        for (const at of targets) {
          const as = { bubbles: true, cancelable: true, composed: true }
          for (const type of ['keydown', 'keypress', 'keyup']) {
            at?.dispatchEvent(new KeyboardEvent(type, { ...as, key: 'Enter', code: 'Enter' }))
          }
          for (const type of ['pointerdown', 'pointerup']) {
            at?.dispatchEvent(new PointerEvent(type, { ...as, pointerType: 'mouse', isPrimary: true }))
          }
          for (const type of ['mousedown', 'mouseup', 'click']) at?.dispatchEvent(new MouseEvent(type, as))
          const touched = new TouchEvent('touchstart', as)
          at?.dispatchEvent(touched)
          try {
            Object.defineProperty(touched, 'isTrusted', { value: true })
          } catch {}
          at?.dispatchEvent(touched)
        }
        document.documentElement.click()
      })
    const tries = [
      () => bridge.call('arm', { armed: true }),
      () => bridge.call('saveLimits', NO_LIMITS),
      // Last of the three permitted dialogs: if an estimate expires during its dialog, the next one asks too.
      () => bridge.call('confirmEstimate', answer(true)),
      // By now no further dialog is shown.
      () => bridge.call('saveSettings', { unverifiedActions: 'confirm' }),
      () => bridge.call('armKeys', { armed: true, mode: 'at_once' }),
      () => bridge.call('armOneClick', { armed: true, panel: 'ladder-1', market: { family: 'scalar', asset: 'live' } }),
    ]
    for (const attempt of tries) {
      await forge()
      await expect.poll(attempt).toMatchObject({ ok: false, error: { code: 'not_by_hand' } })
    }
    const requests = (await boxes.shown()).slice(shownBefore)
    // At most three: on a slow machine the gesture of the secrets was too old, and has used one of them.
    const inTurn = ['Arm this window?', 'Loosen your limits?', 'Confirm this prediction?']
    expect(requests.length).toBeGreaterThanOrEqual(2)
    expect(requests.map(({ message }) => message)).toEqual(inTurn.slice(0, requests.length))
    expect(requests[1]?.detail).toContain('Max daily loss 5,000 → none USDC')
    expect(prediction()?.steps).not.toContain('signed')
    const settings = readFileSync(join(userDataDir, 'settings.json'), 'utf8')
    expect(JSON.parse(settings)).toMatchObject({ limits: { arm: 'live' }, unverifiedActions: 'refuse' })

    // As before: refusing, tightening and disarming need no gesture.
    await expect.poll(() => bridge.call('confirmEstimate', answer(false))).toMatchObject({ ok: true })
    expect(await bridge.call('arm', { armed: false })).toMatchObject({ ok: true })
    expect(await bridge.press('saveSettings', { unverifiedActions: 'confirm' })).toMatchObject({ ok: true })
  })

  test('is throttled when it floods main, and its closes are not', async () => {
    const { page, bridge, venue } = shared
    const before = readJournal(terminal.userDataDir).length
    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const codes = await page.evaluate(async (asset) => {
      const intent = {
        kind: 'place',
        asset,
        side: 'buy',
        price: '1',
        size: '1',
        tif: 'GTC',
        reduceOnly: false,
      } as const
      const flood = Array.from({ length: 200 }, () =>
        window.terminal?.submit({ requestId: crypto.randomUUID(), intent }),
      )
      return (await Promise.all(flood)).map((answer) => (answer?.ok === false ? answer.error.code : 'taken'))
    }, current.asset)
    const taken = codes.filter((code) => code === 'taken').length
    expect(taken).toBeGreaterThanOrEqual(20)
    expect(taken).toBeLessThan(100)
    expect(codes.filter((code) => code === 'too_often')).toHaveLength(200 - taken)
    expect(readJournal(terminal.userDataDir)).toHaveLength(before + taken)
    const close = {
      kind: 'close',
      position: 'long',
      asset: current.asset,
      size: null,
      protection: { kind: 'distance', distance: '10', bound: null },
    } as const
    expect(await submit(bridge, close)).toBeTruthy()
  })

  test('finds no Node, no Electron and no raw IPC', async () => {
    const found = await terminal.page.evaluate(() => {
      const names = ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer', 'global', 'setImmediate']
      return names.filter((name) => name in globalThis)
    })
    expect(found).toEqual([])
  })

  test('can make only the named calls, and modify none of them', async () => {
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
    expect(result.names).toEqual([...callNames].sort())
  })

  test('gets a refusal that names the invalid field', async () => {
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

  test('cannot navigate, open windows, frame or reach the network', { tag: '@core' }, async () => {
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
      const made: string[] = []
      const tries: Record<string, () => void> = {
        text() {
          const element = document.createElement('script')
          element.textContent = 'window.injected = true'
          document.body.append(element)
        },
        node() {
          const element = document.createElement('script')
          element.append('window.injected = true')
          document.body.append(element)
        },
        address() {
          const element = document.createElement('script')
          element.src = 'data:text/javascript,window.injected = true'
        },
        html() {
          document.createElement('div').innerHTML = '<img src="x" onerror="window.injected = true">'
        },
      }
      for (const [name, attempt] of Object.entries(tries)) {
        try {
          attempt()
          if (name !== 'node' || 'injected' in window) made.push(name)
        } catch {
          // Refused, as required.
        }
      }
      return 'injected' in window ? [...made, 'ran'] : made
    })
    expect(script).toEqual([])
    await terminal.clock().advance(1_000)
    expect(page.url()).toBe(url)
    expect(terminal.pages()).toHaveLength(1)
    await expect(panel(page, 'Order book')).toBeVisible()
  })

  test('receives no key and no token in any message, and none is in a log line or page', { tag: '@core' }, async () => {
    const { page } = terminal
    await keepBatches(page)
    await page.reload()
    await ready(page)
    await armed(bridgeOf(page))
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
    // Everything on disk except the practice venue's own store, whose keys are documented play money.
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
