import type { WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { channelOf } from '../../contract/channels.ts'
import { type CallName, callNames, calls } from '../../contract/ipc.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { type StationId, stationPage } from '../../contract/weather/index.ts'
import { CallError } from '../errors.ts'
import { CALL_RULES, type Question, registerCalls } from '../ipc/index.ts'
import { parseProfile } from '../service/index.ts'
import { Notices } from '../topics/index.ts'
import { createPanelMoves } from '../windows/index.ts'
import { memoryLayouts } from '../windows/testing/setup.ts'
import type { CallDeployment } from './call-deployment.ts'
import { createHandlers } from './handlers.ts'
import { askToOpenPage } from './questions.ts'
import { reportFailedChoices } from './window-calls.ts'

const FOUND = parseProfile('{"name":"real","baseUrl":"https://real.example","network":"testnet"}', 'of a test')

type HandlerOptions = Parameters<typeof createHandlers>[0]

vi.mock('electron', () => ({ clipboard: { writeText: async () => undefined }, ClipboardItem: class {} }))

/** A deployment that answers everything with its name, and records its calls. */
function deployment(name: string) {
  const reports: string[] = []
  const answer =
    (what: string) =>
    (...input: unknown[]): unknown => {
      reports.push(`${what} ${JSON.stringify(input.filter((value) => typeof value !== 'function'))}`)
      return name
    }
  /** Answers that there is such a thing. */
  const found =
    (what: string) =>
    (...input: unknown[]): unknown => {
      answer(what)(...input)
      return { ok: true, value: { limits: [] } }
    }
  const part = (what: string, known: object = {}): unknown =>
    new Proxy(known as Record<string | symbol, unknown>, {
      get: (target, method) => target[method] ?? answer(`${what}.${String(method)}`),
    })
  const made = {
    profile: { name, baseUrl: `https://${name}.example` },
    service: part('service'),
    trading: part('trading', {
      safety: { add: () => undefined },
      isKnown: () => false,
      topics: { view: () => [{ id: '7', what: 'slices' }] },
      algos: part('trading.algos', { pause: found('trading.algos.pause'), stop: found('trading.algos.stop') }),
      overrides: { question: found('trading.overrides.question'), grant: found('trading.overrides.grant') },
    }),
    conditionals: part('conditionals', { watchEntries: () => [], topics: { view: () => [] } }),
    endings: part('endings'),
    activity: part('activity'),
    books: part('books'),
    past: part('past'),
    equity: part('equity'),
    alerts: part('alerts', { topics: { view: () => undefined } }),
    arming: part('arming'),
    identity: {
      address: () => `address of ${name}`,
      reload: async () => undefined,
      beginRotation: () => undefined,
      view: () => ({ walletKey: `wallet of ${name}`, identity: null, agent: { state: 'none' } }),
    },
    browser: part('browser'),
    links: part('links'),
    favourites: part('favourites'),
    weather: part('weather'),
    settlements: part('settlements', {
      history() {
        found('settlements.history')()
        return { buckets: [], isWhole: true }
      },
    }),
    crosshairs: part('crosshairs'),
    instruments: part('instruments'),
    quotes: part('quotes'),
  } as unknown as CallDeployment
  return { made, reports }
}

function terminal(layouts = memoryLayouts()) {
  const clock = createFakeClock()
  const [alpha, beta] = [deployment('alpha'), deployment('beta')]
  const windows = new Map<WebContents, CallDeployment>()
  const inAlpha = { id: 1 } as WebContents
  const inBeta = { id: 2 } as WebContents
  windows.set(inAlpha, alpha.made)
  windows.set(inBeta, beta.made)
  const notices = new Notices(clock)
  /** The questions that each window had to confirm. */
  const proofs: [WebContents, Question | null][] = []
  const moved: string[] = []
  /** Windows whose page is about to load again. */
  const leaving = new Set<number>()
  /** Recorded calls to workspaces. */
  const recorded: string[] = []
  const hand = { wasThere: true }
  const part = (what: string, known: object = {}): unknown =>
    new Proxy(known as Record<string | symbol, unknown>, {
      get: (target, method) =>
        target[method] ??
        ((...input: unknown[]) => void recorded.push(`${what}.${String(method)} ${JSON.stringify(input)}`)),
    })
  const imported: string[] = []
  const on = (contents: WebContents): CallDeployment => {
    const found = windows.get(contents)
    if (found === undefined) throw new CallError('window_closed', 'The window has closed.')
    return found
  }
  const handlers = createHandlers({
    chooseFile: async () => null,
    chooseFileToRead: async () => null,
    connections: part('connections', {
      profileOf: () => FOUND,
      lookedAt: () => FOUND,
    }) as HandlerOptions['connections'],
    reportFacts: () => {
      throw new Error('no report is asked for')
    },
    updates: {
      ...{ check: async () => undefined, restart: async () => undefined },
      ...{ download() {}, cancel() {}, dismissNews() {} },
    },
    remoteNotifications: {
      async set(input, mayUse) {
        await mayUse('hooks.example', 'The address ends in …f7a3e1')
        moved.push(`${input.kind} set`)
        return 'hooks.example'
      },
      test: async (kind) => ({ isTaken: true, text: `${kind} took it.` }),
      forget: async (kind) => void moved.push(`${kind} forgotten`),
    },
    openMeteoKey: {
      async set(typed, mayStore) {
        await mayStore()
        moved.push(`key of ${typed.length} characters stored`)
      },
      forget: async () => void moved.push('key forgotten'),
    },
    groups: {
      deploymentOf: on,
      profileOf: (contents) => on(contents).profile.name,
      async openAnother(from, prepare) {
        moved.push(`another beside ${from?.id}`)
        prepare?.('window-9')
        return 'window-9'
      },
      move: async (contents, profile) => void moved.push(`${contents.id} to ${profile}`),
    },
    deployments: {
      running: [{ deployment: alpha.made }, { deployment: beta.made }],
      remove: async () => undefined,
    },
    settings: {
      current: { limits: {}, sizes: {}, keys: {}, openMeteo: 'key' },
      change: ({ openMeteo }: { openMeteo?: string }) => void (openMeteo && moved.push(`openMeteo ${openMeteo}`)),
    } as unknown as HandlerOptions['settings'],
    pendingLimits: { save: () => undefined, takeBack: () => true },
    layouts,
    menus: { set: ({ id }, items) => void moved.push(`${id} lists ${items.length}`) },
    asks: { take: ({ id }, seq) => void moved.push(`${id} took ${seq}`) },
    notices,
    windows: {
      nameOf: ({ id }) => `window-${id}`,
      setTitle: ({ id }, title) => void moved.push(`${id} is called ${title}`),
      awaitsPage: ({ id }) => leaving.has(id),
      pageBegan: ({ id }) => void leaving.delete(id),
      otherAt: ({ id }, { x }) => (x >= 2000 ? `window-${3 - id}` : null),
      places: {
        openAt: (name, { x, y }) => void moved.push(`${name} at ${x} ${y}`),
        openBeside: (name, from) => void moved.push(`${name} beside ${from}`),
      },
    },
    moves: createPanelMoves({ layouts, openOn: () => ['window-1', 'window-2'], newId: () => id }),
    workspaces: part('workspaces') as HandlerOptions['workspaces'],
    userInput: {
      wasAt: () => hand.wasThere,
      isPressed: () => true,
      forget: () => void Object.assign(hand, { wasThere: false }),
      prove: async (window, question) => void proofs.push([window, question()]),
    },
    openPage: async (url) => void moved.push(`opened ${url}`),
    ownCopies: { put: async () => undefined },
    hasOrdered: (profile) => profile === 'practice' || profile === 'beta',
    topicsOf: () => ({ open: () => undefined, watch: () => null, unwatch: () => undefined }),
    importSecret: async (kind, profile, mayStore) => {
      const isRenewal = kind === 'access-token' && profile.name === 'alpha'
      await mayStore('the new one', kind === 'wallet-key' ? null : { description: 'the old one', isRenewal })
      imported.push(`${kind} for ${profile.name}`)
      return kind
    },
    forgetSecret: async (kind, profile) => void imported.push(`forget ${kind} of ${profile.name}`),
    tryKeychainAgain: async () => void imported.push('try the keychain again'),
    log: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() },
  })
  const channels = new Map<string, (event: unknown, input: unknown) => unknown>()
  registerCalls(
    { handle: (channel, listener) => channels.set(channel, listener as never) },
    {
      windows: { has: (contents) => windows.has(contents) },
      handlers,
      userInput: { prove: async (window, question) => void proofs.push([window, question()]) },
      clock,
      log: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    },
  )
  const call = (from: WebContents, name: Parameters<typeof channelOf>[0], input: object = {}): Promise<unknown> => {
    // Rates of calls do not matter here.
    clock.advance(60_000)
    return Promise.resolve(
      channels.get(channelOf(name))?.(
        { sender: from, senderFrame: { url: 'app://ui/', detached: false, parent: null } },
        input,
      ),
    )
  }
  const press = () => void Object.assign(hand, { wasThere: true })
  return {
    press,
    alpha,
    beta,
    inAlpha,
    inBeta,
    call,
    moved,
    leaving,
    recorded,
    imported,
    windows,
    notices,
    proofs,
    layouts,
  }
}

const id = '11111111-2222-4333-8444-555555555555'
const page = { limit: 5, before: null }
const PAST = {
  ...{ kind: 'orders', period: 'all', filter: '', family: null, asset: null },
  sort: { column: 'time', direction: 'descending' },
}
const ORDER = { kind: 'place', asset: 'X', side: 'buy', price: '550', size: '1', tif: 'GTC', reduceOnly: false }
const CLOSE = {
  ...{ kind: 'close', asset: 'X', position: 'long', size: null },
  protection: { kind: 'distance', distance: '1', bound: null },
}
const SCALE = { kind: 'scale', orders: ['550', '551'].map((price) => ({ price, size: '1' })), tif: 'GTC' }
const ALGO = { asset: 'X', side: 'buy', reduceOnly: false, terms: SCALE }
/** Every call that reaches a deployment, with a valid input. */
const REACHING: readonly (readonly [Parameters<typeof channelOf>[0], object])[] = [
  ['readMarkets', {}],
  ['readAccount', {}],
  ['readOpenOrders', {}],
  ['readFills', page],
  ['readPast', { query: PAST, after: null, limit: 10, turn: 'fills' }],
  ['readPastTotals', { query: PAST, turn: 'fills' }],
  ['exportPast', { query: PAST, span: '2026-11' }],
  ['readFees', {}],
  ['readCandles', { family: 'scalar', asset: 'X', resolution: 60, from: 0, to: 60_000 }],
  ['readCandles', { family: 'binary', asset: 'X', resolution: 60, from: 0, to: 60_000 }],
  ['readPriceHistory', { coins: ['#1'] }],
  ['readConversions', {}],
  ['readLastPrices', { since: 0 }],
  ['readActivity', { since: 0 }],
  ['readMarketList', { since: 0 }],
  ['setLink', { group: 1, market: { family: 'scalar', asset: 'live' } }],
  ['setStation', { asset: 'NYCTMP1', station: 'KNYC' }],
  ['readReadings', { from: 0, to: 1 }],
  ['exportReadings', {}],
  ['readForecastSkill', { asset: 'NYCTMP1' }],
  ['setFavourite', { market: { family: 'scalar', asset: 'live' }, favourite: true }],
  ['pointAt', { group: 1, time: 5, by: 'chart-1' }],
  ['readOutcomeOrderStatus', { oid: '7' }],
  ['submit', { requestId: id, intent: { kind: 'approve_agent' } }],
  ['confirmUnverified', { actionId: id, accept: false }],
  ['expectOtherClient', { isExpected: true }],
  ['acknowledgeUnreadable', { list: 'orders', text: '{}' }],
  ['markSeen', { actionId: id }],
  ['settleTransfer', { actionId: id, made: true }],
  ['cancelAll', { requestId: id, asset: null }],
  [
    'flatten',
    {
      requestId: id,
      distances: { scalar: { distance: '1', bound: null }, probability: { distance: '0.05', bound: null } },
      cancelOrders: true,
    },
  ],
  ['resumeFlatten', { id }],
  ['dismissFlatten', { id }],
  ['arm', { armed: true }],
  ['readReferralCode', {}],
  ['createReferralCode', {}],
  ['resolveReferralCode', { code: 'ABC' }],
  ['acceptReferral', { code: 'ABC' }],
  ['readReferralTree', {}],
  ['readReferralPayouts', { limit: 5, offset: 0 }],
  ['readRewards', {}],
  ['requestAccess', { email: 'a@b.example', note: null }],
  ['rotateAgent', { requestId: id }],
  ['cancelWalletRequest', {}],
  ['moveConditional', { id, trigger: '570.5' }],
  ['addExit', { plan: id, kind: 'stop', price: '570.5', percent: '100' }],
  ['cancelConditional', { id }],
  ['cancelExitPlan', { plan: id }],
  ['dismissConditionals', { ids: [id] }],
  ['saveAlert', { id: null, rule: { kind: 'fill', asset: null }, repeat: false, on: true }],
  ['removeAlert', { id }],
  ['armOneClick', { armed: false, panel: 'ladder-1' }],
  ['armKeys', { armed: false }],
  ['readResults', { period: 'day' }],
  ['readTrades', { period: 'day' }],
  ['readCalibration', { period: 'day' }],
  ['readEquity', { period: 'day' }],
  ['readSettlementHistory', { period: 'week' }],
  ['readDaySheet', { time: 0 }],
  ['readRecords', {}],
  ['readTransfers', {}],
  ['findActions', { id: '7' }],
  ['overrideLimit', { actionId: id, requestId: id, intent: ORDER }],
  ['forgetAssetNumber', { asset: 'X', number: 7 }],
  ['dismissClosedPosition', { id: '7' }],
  ['renameBalanceChange', { id: '7', as: 'deposit' }],
  ['stopClosing', { actionId: id }],
  ['confirmEstimate', { actionId: id, estimateId: 'e', accept: true }],
  ['kill', { requestId: id, distances: null }],
  ['liftKill', { name: 'alpha' }],
  ['resumeHeld', { id: '7', confirmation: 'resume' }],
  ['moveOrder', { requestId: id, asset: 'X', oid: '7', price: '550', size: '1' }],
  ['retryMove', { id }],
  ['abandonMove', { id }],
  ['reversePosition', { requestId: id, close: CLOSE, worst: '540' }],
  ['checkAlgo', ALGO],
  ['beginAlgo', { ...ALGO, requestId: id }],
  ['pauseAlgo', { id }],
  ['resumeAlgo', { id, most: null }],
  ['stopAlgo', { id, cancel: true }],
  [
    'setExitPlan',
    {
      ...{ requestId: id, asset: 'X', position: 'long', entry: null, covers: null, name: null, source: 'mark' },
      ...{ protection: { distance: '1', bound: null }, acceptsUntil: false },
      terms: { stop: { by: 'price', price: '540' }, targets: [], breakEven: null, trail: null, outBefore: null },
    },
  ],
]

/** Calls of the program and its windows. What they change is shared by all deployments, or chosen by the window's own. */
const OF_THE_PROGRAM: ReadonlySet<string> = new Set<CallName>([
  'openFrames',
  'watch',
  'unwatch',
  'readLayout',
  'saveLayout',
  'setTitle',
  'movePanel',
  'takePanels',
  'dismissNotices',
  'openWindow',
  'copyText',
  'openStationPage',
  'copyPicture',
  'reportError',
  'setMenu',
  'takeAsked',
  'readFirstOrders',
  'saveAlertSettings',
  'saveLimits',
  'withdrawLimit',
  'importSecret',
  'removeProfile',
  'chooseProfile',
  'tryKeychainAgain',
  'forgetSecret',
  'lookAtService',
  'cancelLook',
  'chooseProfileFile',
  'takeProfileText',
  'addFoundService',
  'saveWorkspace',
  'saveWorkspaceAs',
  'openWorkspace',
  'openTemplate',
  'resetWorkspace',
  'renameWorkspace',
  'duplicateWorkspace',
  'deleteWorkspace',
  'exportWorkspace',
  'previewWorkspace',
  'importWorkspace',
  'saveSettings',
  'exportSettings',
  'previewSettings',
  'importSettings',
  'saveKeys',
  'saveSizes',
  'saveExitTemplate',
  'saveNote',
  'readProblemReport',
  'saveProblemReport',
  'checkForUpdate',
  'downloadUpdate',
  'cancelDownload',
  'restartToUpdate',
  'dismissWhatsNew',
  'setRemoteNotification',
  'testRemoteNotification',
  'forgetRemoteNotification',
  'setOpenMeteoKey',
  'forgetOpenMeteoKey',
])

describe('a call', () => {
  it('either reaches a deployment or belongs to the program', () => {
    const reaching = new Set<string>(REACHING.map(([name]) => name))
    expect(callNames.filter((name) => !reaching.has(name))).toEqual([...OF_THE_PROGRAM])
  })

  it.each(REACHING)('%s reaches the deployment of the calling window, and no other', async (name, input) => {
    const { alpha, beta, inAlpha, inBeta, call } = terminal()
    await call(inBeta, name, input)
    expect(beta.reports.length).toBeGreaterThan(0)
    expect(alpha.reports).toEqual([])
    const before = beta.reports.length
    await call(inAlpha, name, input)
    expect(alpha.reports.length).toBeGreaterThan(0)
    expect(beta.reports).toHaveLength(before)
  })

  it.each(REACHING)('%s cannot name a deployment: a field for it is refused or has no effect', async (name, input) => {
    const { alpha, inBeta, call } = terminal()
    for (const field of ['profile', 'deployment', 'window', 'sender', 'name', '__proto__']) {
      await call(inBeta, name, { ...input, [field]: 'alpha' })
      await call(
        inBeta,
        name,
        JSON.parse(JSON.stringify(input).replace(/^\{/, `{"${field}": {"name": "alpha"},`).replace(',}', '}')),
      )
    }
    expect(alpha.reports).toEqual([])
  })

  it.each(['submit', 'confirmEstimate', 'confirmUnverified'] as const)(
    '%s, which can add exposure, is subject to the arming of its window, as its row states',
    async (name) => {
      expect(CALL_RULES[name].from).toBe('armed')
      const { beta, inBeta, call } = terminal()
      Object.assign(beta.made.arming, { refusal: () => ({ code: 'not_armed', message: 'Not armed.', field: null }) })
      let refused: unknown = null
      Object.assign(beta.made.trading, {
        submit: (_id: string, _intent: unknown, { refusal }: { refusal: () => unknown }) => {
          refused = refusal()
        },
        permitWord: (_id: string, refusal: (intent: unknown) => unknown) => {
          refused = refusal({})
          return refused
        },
      })
      const input =
        name === 'submit' ? { requestId: id, intent: { kind: 'approve_agent' } } : { actionId: id, accept: true }
      await call(inBeta, name, name === 'confirmEstimate' ? { ...input, estimateId: 'e' } : input)
      expect(refused).toMatchObject({ code: 'not_armed' })
    },
  )

  it('is checked by the arming of the input that an order names; as a form where it names none', async () => {
    const { beta, inBeta, call } = terminal()
    Object.assign(beta.made.trading, {
      submit: (_id: string, _intent: unknown, { refusal }: { refusal: () => unknown }) => refusal(),
    })
    const order = { requestId: id, intent: { kind: 'approve_agent' } }
    await call(inBeta, 'submit', order)
    await call(inBeta, 'submit', { ...order, by: { kind: 'one_click', panel: 'ladder-1' } })
    await call(inBeta, 'submit', { ...order, by: { kind: 'keys', mode: 'at_once' } })
    expect(beta.reports).toEqual([
      'arming.refusal ["window-2",{"kind":"approve_agent"},{"kind":"form"}]',
      'arming.refusal ["window-2",{"kind":"approve_agent"},{"kind":"one_click","panel":"ladder-1"}]',
      'arming.refusal ["window-2",{"kind":"approve_agent"},{"kind":"keys","mode":"at_once"}]',
    ])
  })

  it.each([
    ['openFrames', {}, 'endHot'],
    ['openWorkspace', { name: 'Mine', discard: true }, 'endAllHot'],
    ['openTemplate', { name: 'Mine', layouts: [{}], discard: true }, 'endAllHot'],
    ['resetWorkspace', {}, 'endAllHot'],
  ])('%s ends one-click and trading keys', async (name, input, ends) => {
    const { beta, alpha, inBeta, call } = terminal()
    await call(inBeta, name as never, input as never).catch(() => undefined)
    expect(beta.reports.some((what) => what.startsWith(`arming.${ends} `))).toBe(true)
    expect(alpha.reports).toEqual([])
  })

  it('new keys end one-click and trading keys of every deployment: a key sends nothing that it was not armed for', async () => {
    const { beta, alpha, inBeta, call } = terminal()
    await call(inBeta, 'saveKeys', { from: 'first', changes: {} } as never)
    for (const { reports } of [alpha, beta]) {
      expect(reports).toContainEqual(expect.stringMatching(/^arming\.endAllHot .*Disarmed: the keys changed\./))
    }
  })

  it('new sizes end one-click and trading keys of every deployment, and no window can set invalid sizes', async () => {
    const { beta, alpha, inBeta, call } = terminal()
    await call(inBeta, 'saveSizes', { of: 'scalar', presets: [{ by: 'contracts', amount: '500' }] } as never)
    for (const { reports } of [alpha, beta])
      expect(reports.some((what) => what.startsWith('arming.endAllHot '))).toBe(true)
    const { input } = calls.saveSizes
    expect(input.safeParse({ of: 'binary', presets: [{ by: 'contracts', amount: '5' }] }).success).toBe(false)
    expect(input.safeParse({ of: 'scalar', presets: [] }).success).toBe(false)
    expect(input.safeParse({ of: 'elsewhere', presets: null }).success).toBe(false)
  })

  it.each(['moveOrder', 'retryMove', 'reversePosition'] as const)(
    '%s has the new order checked by the arming of its input',
    async (name) => {
      expect(CALL_RULES[name].from).toBe('armed')
      const { beta, inBeta, call } = terminal()
      const requests: unknown[] = []
      Object.assign(beta.made.arming, { refusal: (...question: unknown[]) => requests.push(question) })
      const bar = (_what: unknown, ask: (intent: unknown) => unknown) => ask('order')
      Object.assign(beta.made.trading, {
        moveOrder: bar,
        reversePosition: bar,
        retryMove: async (...all: Parameters<typeof bar>) => bar(...all),
      })
      const by = { kind: 'one_click', panel: 'ladder-1' }
      const move = { requestId: id, asset: 'A', oid: '1', price: '570.60', size: '2', by }
      const protection = { kind: 'worst', price: '570.60', bound: null }
      const close = { kind: 'close', asset: 'A', position: 'long', size: null, protection }
      const inputs = {
        moveOrder: move,
        reversePosition: { requestId: id, close, worst: '570.60', by },
        retryMove: { id },
      }
      await call(inBeta, name, inputs[name])
      expect(requests).toEqual([['window-2', 'order', ...(name === 'retryMove' ? [] : [by])]])
    },
  )

  it('has the orders of an algo checked by the arming of the window that starts or resumes it', async () => {
    const { beta, inBeta, call } = terminal()
    const requests: unknown[] = []
    Object.assign(beta.made.arming, { refusal: (...question: unknown[]) => requests.push(question) })
    const bar = async (_what: unknown, ask: (intent: unknown) => unknown) => ask('order')
    const by = { kind: 'form' }
    const terms = {
      kind: 'scale',
      tif: 'GTC',
      orders: [
        { price: '1', size: '1' },
        { price: '2', size: '1' },
      ],
    }
    const paused = () => ({ terms, asset: 'A' })
    Object.assign(beta.made.trading, { algos: { begin: bar, resume: bar, paused } })
    await call(inBeta, 'beginAlgo', { requestId: id, asset: 'A', side: 'buy', reduceOnly: false, terms, by })
    await call(inBeta, 'resumeAlgo', { id, most: '2' })
    expect(requests).toEqual([
      ['window-2', 'order', by],
      ['window-2', 'order'],
    ])
    for (const name of ['beginAlgo', 'resumeAlgo'] as const) expect(CALL_RULES[name].gesture).toBe('loosening')
  })

  it('names those that are subject to the arming of their window', () => {
    const held = Object.entries(CALL_RULES).flatMap(([name, { from }]) => (from === 'armed' ? [name] : []))
    expect(held.toSorted()).toEqual([
      'beginAlgo',
      'confirmEstimate',
      'confirmUnverified',
      'moveOrder',
      'resumeAlgo',
      'retryMove',
      'reversePosition',
      'submit',
    ])
  })

  it('of a window that was moved away is refused', async () => {
    const { inAlpha, call, windows, alpha } = terminal()
    windows.delete(inAlpha)
    await expect(call(inAlpha, 'readAccount')).rejects.toThrow('refused')
    expect(alpha.reports).toEqual([])
  })

  it('moves the calling window, opens one beside it, and stores secrets for its deployment', async () => {
    const { inAlpha, inBeta, call, moved, imported, proofs } = terminal()
    await call(inBeta, 'chooseProfile', { name: 'gamma' })
    await call(inAlpha, 'openWindow')
    expect(moved).toEqual(['2 to gamma', 'another beside 1'])
    await call(inBeta, 'importSecret', { kind: 'access-token' })
    await call(inAlpha, 'forgetSecret', { kind: 'wallet-key' })
    await call(inAlpha, 'tryKeychainAgain')
    expect(imported).toEqual(['access-token for beta', 'forget wallet-key of alpha', 'try the keychain again'])
    // The trader was asked about each, clicked or not, with the owner's name.
    expect(proofs).toEqual([
      [
        inBeta,
        expect.objectContaining({ always: true, detail: expect.stringContaining('the old one\n→ the new one') }),
      ],
      [inAlpha, expect.objectContaining({ always: true, detail: expect.stringContaining('alpha: wallet of alpha') })],
    ])
    await call(inAlpha, 'removeProfile', { name: 'beta' })
    expect(proofs[2]).toEqual([inAlpha, expect.objectContaining({ always: true, message: 'Remove beta?' })])
  })

  it('opens a system dialog for files only after a click, or a yes in its own dialog', async () => {
    const { inBeta, call, proofs } = terminal()
    await call(inBeta, 'chooseProfileFile')
    expect(proofs).toEqual([[inBeta, expect.objectContaining({ message: 'Choose a profile file to read?' })]])
  })

  it('inspects a service only after user input, naming the address, and then follows the calling window', async () => {
    const { inBeta, call, proofs, recorded } = terminal()
    const request = { address: ' https://real.example', network: 'testnet', name: '', file: null }
    await call(inBeta, 'lookAtService', request)
    expect(proofs).toEqual([[inBeta, expect.objectContaining({ message: 'Check what real.example offers?' })]])
    await call(inBeta, 'cancelLook')
    await call(inBeta, 'addFoundService', { id: 'service-1' })
    // No file was chosen: nothing is read.
    expect(await call(inBeta, 'chooseProfileFile')).toEqual({ ok: true, value: null })
    expect(recorded).toEqual([
      `connections.look ${JSON.stringify([{ id: 2 }, request])}`,
      'connections.cancel [{"id":2}]',
      'connections.add [{"id":2},"service-1"]',
    ])
  })

  it('asks about a remote service after any click, by its host alone, and about a removed one', async () => {
    const { inAlpha, call, moved, proofs } = terminal()
    const address = 'https://hooks.example/planted-path'
    expect(await call(inAlpha, 'setRemoteNotification', { kind: 'webhook', address })).toEqual({
      ok: true,
      value: { host: 'hooks.example' },
    })
    expect(proofs).toEqual([
      [inAlpha, expect.objectContaining({ always: true, message: 'Send notifications to hooks.example?' })],
    ])
    expect(proofs[0]?.[1]?.detail).toContain('without figures')
    await call(inAlpha, 'setRemoteNotification', { kind: 'heartbeat', address })
    expect(proofs[1]?.[1]).toMatchObject({ always: true, message: 'Send a heartbeat to hooks.example?' })
    expect(JSON.stringify(proofs)).not.toContain('planted')
    expect(await call(inAlpha, 'testRemoteNotification', { kind: 'ntfy' })).toMatchObject({
      value: { isTaken: true, text: 'ntfy took it.' },
    })
    await call(inAlpha, 'forgetRemoteNotification', { kind: 'webhook' })
    expect([moved, proofs.length]).toEqual([['webhook set', 'heartbeat set', 'webhook forgotten'], 3])
    expect(proofs[2]?.[1]).toMatchObject({ always: true, message: 'Forget the webhook?' })
  })

  it('asks about the key of Open-Meteo after any click, by the host alone, and turns the forecast on and off with it', async () => {
    const { inAlpha, call, moved, proofs } = terminal()
    expect(await call(inAlpha, 'setOpenMeteoKey', { key: 'planted-key' })).toEqual({ ok: true, value: null })
    expect(proofs).toEqual([
      [
        inAlpha,
        expect.objectContaining({
          always: true,
          message: 'Use your API key with Open-Meteo?',
          detail: expect.stringContaining('customer-api.open-meteo.com receives your API key'),
        }),
      ],
    ])
    expect(await call(inAlpha, 'forgetOpenMeteoKey')).toEqual({ ok: true, value: null })
    expect(proofs[1]).toEqual([
      inAlpha,
      expect.objectContaining({ always: true, message: 'Forget the Open-Meteo API key?' }),
    ])
    expect(moved).toEqual(['key of 11 characters stored', 'openMeteo key', 'openMeteo off', 'key forgotten'])
    expect(JSON.stringify(proofs)).not.toContain('planted')
    expect(await call(inAlpha, 'setOpenMeteoKey', { key: 'planted'.repeat(200) })).toMatchObject({ ok: false })
    expect(moved).toHaveLength(4)
  })

  it('reports first orders of the calling window’s deployment, and of the practice venue', async () => {
    const { call, inAlpha, inBeta } = terminal()
    expect(await call(inAlpha, 'readFirstOrders')).toMatchObject({ value: { here: false, practice: true } })
    expect(await call(inBeta, 'readFirstOrders')).toMatchObject({ value: { here: true, practice: true } })
  })

  it('keeps drafts for the deployment they were typed on', async () => {
    const { alpha, beta, inAlpha, call, windows } = terminal()
    await call(inAlpha, 'saveLayout', { layout: { panels: 3, drafts: { price: '512' } } })
    windows.set(inAlpha, beta.made)
    expect(await call(inAlpha, 'readLayout')).toEqual({ ok: true, value: { panels: 3 } })
    windows.set(inAlpha, alpha.made)
    expect(await call(inAlpha, 'readLayout')).toEqual({ ok: true, value: { panels: 3, drafts: { price: '512' } } })
  })

  it('with a layout that is too large is refused, and a notice says so until one is saved', async () => {
    const { inAlpha, call, notices } = terminal()
    expect(await call(inAlpha, 'saveLayout', { layout: { text: 'x'.repeat(300_000) } })).toMatchObject({
      ok: false,
      error: { code: 'not_saved', message: expect.stringContaining('256 KB') },
    })
    expect(notices.source.value).toMatchObject([{ title: 'The layout of a window is not saved' }])
    await call(inAlpha, 'saveLayout', { layout: {} })
    expect(notices.source.value).toEqual([])
  })

  it('that was answered before its layout could not be written is followed by a notice', async () => {
    let report: (failure: Error | null) => void = () => undefined
    const watchWrites = (watcher: typeof report): void => {
      report = watcher
    }
    const layouts = { ...memoryLayouts(), watchWrites }
    const { inAlpha, call, notices } = terminal(layouts)
    report(new Error('layouts.json could not be saved: the disk is full'))
    expect(await call(inAlpha, 'saveLayout', { layout: {} })).toMatchObject({ ok: true })
    expect(notices.source.value).toMatchObject([
      { title: 'Window layouts are not saved', detail: expect.stringContaining('the disk is full') },
    ])
    report(null)
    expect(notices.source.value).toEqual([])
  })

  it('that moves a link group is answered before it is written; a notice reports a failure', () => {
    let report: (failure: Error | null) => void = () => undefined
    const { notices } = terminal()
    const watchWrites = (watcher: typeof report): void => {
      report = watcher
    }
    reportFailedChoices({ watchWrites }, notices)
    report(new Error('markets.json could not be saved: the disk is full'))
    expect(notices.source.value).toMatchObject([
      { title: 'Link group markets and favorites are not saved', detail: expect.stringContaining('the disk') },
    ])
    report(null)
    expect(notices.source.value).toEqual([])
  })

  it('that sets limits or the notifications of alerts applies to all deployments', async () => {
    const { alpha, beta, inAlpha, call } = terminal()
    await call(inAlpha, 'saveAlertSettings', { notifications: true })
    expect(alpha.reports).toEqual(beta.reports)
    expect(beta.reports[0]).toContain('alerts.saveSettings')
  })
})

describe('a window that is about to show another layout', () => {
  it('keeps its drafts, and nothing of the layout that it leaves', async () => {
    const { inAlpha, call, leaving, layouts, recorded } = terminal()
    layouts.saveLayout('window-1', { panels: 'handed to it' })
    leaving.add(1)
    await call(inAlpha, 'saveLayout', { layout: { panels: 'left', drafts: { price: '512' } } })
    expect(recorded).toEqual([])
    expect(await call(inAlpha, 'readLayout')).toEqual({
      ok: true,
      value: { panels: 'handed to it', drafts: { price: '512' } },
    })
    await call(inAlpha, 'saveLayout', { layout: { panels: 'changed' } })
    expect(recorded).toHaveLength(1)
  })
})

describe('a window that has just been loaded', () => {
  it('first saves the layout that it read, which does not count as a user change, even after clicks meanwhile', async () => {
    const { inAlpha, call, press, recorded } = terminal()
    const save = async (width: number): Promise<unknown> => {
      press()
      await call(inAlpha, 'saveLayout', { layout: { width } })
      return recorded.at(-1)
    }
    await call(inAlpha, 'readLayout')
    expect(await save(236.33)).toContain('"isUserChange":false')
    expect(await save(300)).toContain('"isUserChange":true')
  })
})

describe('the public page of a station', () => {
  it('is opened for a valid station only, and only after a click, or a yes in a dialog that shows the address', async () => {
    const { inAlpha, call, moved } = terminal()
    expect(CALL_RULES.openStationPage.gesture).toBe('loosening')
    expect(askToOpenPage(stationPage('KNYC' as StationId)).detail).toBe(
      'https://www.weather.gov/wrh/timeseries?site=KNYC',
    )
    await call(inAlpha, 'openStationPage', { station: 'KNYC' })
    expect(moved).toEqual(['opened https://www.weather.gov/wrh/timeseries?site=KNYC'])
    expect(await call(inAlpha, 'openStationPage', { station: 'x/../y' })).toMatchObject({ ok: false })
    expect(moved).toHaveLength(1)
  })
})

describe('a panel that is moved', () => {
  const panel = { id: 'p', kind: 'chart' }

  it('goes to a window of the deployment, or to a new one where it was dropped', async () => {
    const { inAlpha, call, moved, layouts } = terminal()
    expect(await call(inAlpha, 'movePanel', { panel, layout: { left: 1 }, to: { window: 'window-2' } })).toEqual({
      ok: true,
      value: { window: 'window-2' },
    })
    const to = { newWindow: { only: 'p' }, at: { x: 700, y: 20 } }
    expect(await call(inAlpha, 'movePanel', { panel, layout: { left: 0 }, to })).toMatchObject({ ok: true })
    expect(moved).toEqual(['another beside 1', 'window-9 at 700 20'])
    expect([layouts.readLayout('window-1'), layouts.readLayout('window-9')]).toEqual([{ left: 0 }, { only: 'p' }])
    await call(inAlpha, 'movePanel', { panel, layout: { left: 0 }, to: { newWindow: { only: 'p' }, at: null } })
    expect(moved.slice(2)).toEqual(['another beside 1', 'window-9 beside window-1'])
  })

  it('as a dragged tab goes to the window that it is dropped on, and opens none', async () => {
    const { inAlpha, call, moved, layouts, recorded } = terminal()
    const to = { newWindow: { only: 'p' }, at: { x: 2100, y: 20 } }
    expect(await call(inAlpha, 'movePanel', { panel, layout: { left: 1 }, to })).toEqual({
      ok: true,
      value: { window: 'window-2' },
    })
    expect(moved).toEqual([])
    expect([layouts.readLayout('window-1'), layouts.readLayout('window-2')]).toEqual([{ left: 1 }, null])
    expect(layouts.readLayout('#arriving')).toEqual({ alpha: [{ id, panel, to: 'window-2', from: 'window-1' }] })
    expect(recorded).toEqual(['workspaces.userChanged ["alpha"]'])
  })

  it('stays where the other window has closed, or the layouts are too large', async () => {
    const { inAlpha, call, layouts } = terminal()
    layouts.saveLayout('window-1', { before: true })
    const moves = [
      { panel, layout: {}, to: { window: 'window-7' } },
      { panel: { text: 'x'.repeat(300_000) }, layout: {}, to: { window: 'window-2' } },
      { panel, layout: {}, to: { newWindow: { text: 'x'.repeat(300_000) }, at: null } },
    ]
    for (const move of moves) expect(await call(inAlpha, 'movePanel', move)).toMatchObject({ ok: false })
    expect(layouts.readLayout('window-1')).toEqual({ before: true })
  })
})

describe('a title', () => {
  it('is one line from the window itself', async () => {
    const { inAlpha, call, moved } = terminal()
    await call(inAlpha, 'setTitle', { title: ' NYCTMP 14:00 ' })
    await call(inAlpha, 'setTitle', { title: 'two\nlines \u202Eand more' })
    expect(moved).toEqual(['1 is called NYCTMP 14:00', '1 is called two lines and more'])
    for (const title of ['x'.repeat(121), 7]) {
      expect(await call(inAlpha, 'setTitle', { title })).toMatchObject({ ok: false, error: { code: 'bad_input' } })
    }
  })
})
