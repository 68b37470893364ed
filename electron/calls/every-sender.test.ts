/**
 * Every call that may open something, from every window, by every input, in any state of arming: the real handlers over the real arming, compared
 * with a separate model. What adds exposure is sent only from an armed window, by an input that is armed for it; what cancels or reduces is always
 * sent.
 */
import type { WebContents } from 'electron'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Intent } from '../../contract/intent.ts'
import type { CallName } from '../../contract/ipc.ts'
import { LIVE } from '../../contract/market-ref.ts'
import type { KeysMode, SubmittedManually } from '../../contract/safety-locks.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { CALL_RULES } from '../ipc/index.ts'
import { createArming } from '../trading/index.ts'
import { createHandlers } from './handlers.ts'

vi.mock('electron', () => ({ clipboard: { writeText: async () => undefined }, ClipboardItem: class {} }))

const HOT_MINUTES = 10
const MINUTE = 60_000
const AWAY_MS = 60_000
const worst = { kind: 'worst', price: '0.4' }
const close = { kind: 'close', asset: 'A', size: null, protection: { kind: 'distance', distance: '3', bound: null } }
const place = { kind: 'place', asset: 'A', price: '570.5', size: '2', tif: 'GTC' }

/** Every kind of order, each with whether it may open something: listed explicitly, not by the rule under test. */
const ORDERS: readonly { readonly adds: boolean; readonly intent: Intent }[] = [
  { adds: true, intent: { ...place, side: 'buy', reduceOnly: false } },
  { adds: true, intent: { ...place, side: 'sell', reduceOnly: false } },
  { adds: true, intent: { ...place, asset: 'B', side: 'buy', reduceOnly: false } },
  { adds: false, intent: { ...place, side: 'sell', reduceOnly: true } },
  { adds: true, intent: { kind: 'predict', asset: 'A', direction: 'short', size: '1', protection: worst } },
  { adds: true, intent: { kind: 'binary_predict', asset: 'A', direction: 'DOWN', amount: '25', protection: worst } },
  {
    adds: true,
    intent: { kind: 'outcome_order', asset: '#10', side: 'buy', size: '5', mode: { kind: 'limit', price: '0.4' } },
  },
  {
    adds: false,
    intent: { kind: 'outcome_order', asset: '#10', side: 'sell', size: '5', mode: { kind: 'limit', price: '0.4' } },
  },
  { adds: false, intent: close },
  { adds: false, intent: { ...close, asset: '#10', size: '3' } },
  { adds: false, intent: { kind: 'cancel', asset: 'A', oid: '1', cloid: null } },
] as unknown as readonly { readonly adds: boolean; readonly intent: Intent }[]

/** Calls that request, start or resume something. Whoever adds a call that may open something defines here how it is made. */
const SENDERS = {
  submit: (intent: Intent, by: SubmittedManually) => ({ requestId: 'r', intent, by }),
  moveOrder: (_intent: Intent, by: SubmittedManually) => ({ requestId: 'r', asset: 'A', oid: '1', by }),
  reversePosition: (_intent: Intent, by: SubmittedManually) => ({ requestId: 'r', by }),
  beginAlgo: (_intent: Intent, by: SubmittedManually) => ({ requestId: 'r', by }),
  retryMove: () => ({ id: 'm' }),
  resumeAlgo: () => ({ id: 'a', most: null }),
  confirmEstimate: () => ({ actionId: 'x', estimateId: 'e', accept: true }),
  confirmUnverified: () => ({ actionId: 'x', accept: true }),
} as const satisfies { readonly [N in CallName]?: (intent: Intent, by: SubmittedManually) => object }
type Sender = keyof typeof SENDERS
/** These name their input; the others are forms. */
const BY_HAND: ReadonlySet<Sender> = new Set(['submit', 'moveOrder', 'reversePosition', 'beginAlgo'])

type Refuse = (intent: Intent) => { readonly code: string } | null

/** A deployment with two windows, whose trading executes every call that is let through. */
function terminal() {
  const clock = createFakeClock()
  const stale = new Set<string>()
  const market = { asset: 'A' as string | null }
  const arming = createArming({
    ...{ clock, practice: false, assetOf: () => market.asset, isStale: (asset: string) => stale.has(asset) },
    limits: () => ({ arm: 'always', armMinutes: 60, hotMinutes: HOT_MINUTES }),
  })
  let intent = (ORDERS[0] as (typeof ORDERS)[number]).intent
  const out: Intent[] = []
  const gate = (refuse: Refuse): null => {
    const refusal = refuse(intent)
    if (refusal !== null) throw new Error(refusal.code)
    out.push(intent)
    return null
  }
  const trading = {
    submit: (_id: string, request: Intent, { refusal }: { readonly refusal: () => ReturnType<Refuse> }) => {
      intent = request
      return gate(refusal)
    },
    moveOrder: (_request: object, refuse: Refuse) => gate(refuse),
    retryMove: async (_id: string, refuse: Refuse) => gate(refuse),
    reversePosition: (_request: object, refuse: Refuse) => gate(refuse),
    algos: {
      begin: (_order: object, refuse: Refuse) => gate(refuse),
      resume: (_id: string, refuse: Refuse) => gate(refuse),
    },
    permitWord: (_id: string, refuse: Refuse) => refuse(intent),
    confirmEstimate: () => {
      out.push(intent)
      return 'taken'
    },
    confirmUnverified: () => out.push(intent) > 0,
  }
  const idle = (): unknown => new Proxy(() => undefined, { get: () => () => undefined })
  const windows = { nameOf: ({ id }: { readonly id: number }) => `window-${id}` }
  const handlers = createHandlers({
    ...{ deployments: { running: [] }, layouts: idle(), notices: idle(), moves: idle(), workspaces: idle() },
    ...{
      userInput: { isPressed: () => true },
      log: idle(),
      settings: { current: { limits: {}, sizes: {} } },
      topicsOf: idle(),
      windows,
    },
    groups: { deploymentOf: () => ({ profile: { name: 'p' }, trading, arming }), profileOf: () => 'p' },
  } as unknown as Parameters<typeof createHandlers>[0])
  /** Whether it was sent. */
  const send = async (name: Sender, window: number, request: Intent, by: SubmittedManually): Promise<boolean> => {
    intent = request
    const before = out.length
    const handler = handlers[name] as unknown as Run | { readonly run: Run }
    const run = typeof handler === 'function' ? handler : handler.run
    try {
      await run(SENDERS[name](request, by), { id: window } as WebContents)
    } catch {
      expect(out.length).toBe(before)
    }
    return out.length > before
  }
  return { clock, arming, stale, market, send }
}
type Run = (input: object, window: WebContents) => unknown

type Step =
  | {
      readonly do: 'send'
      readonly call: Sender
      readonly window: number
      readonly at: number
      readonly by: SubmittedManually
    }
  | { readonly do: 'arm' | 'disarm' | 'front' | 'away' | 'load'; readonly window: number }
  | { readonly do: 'keys'; readonly window: number; readonly mode: KeysMode | null }
  | { readonly do: 'ladder'; readonly window: number; readonly panel: string; readonly on: boolean }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'lock' | 'workspace' }
  | { readonly do: 'stale'; readonly asset: string; readonly on: boolean }
  | { readonly do: 'market'; readonly asset: string | null }

const window = fc.constantFrom(1, 2)
const panel = fc.constantFrom('ladder-1', 'ladder-2')
const hand: fc.Arbitrary<SubmittedManually> = fc.oneof(
  fc.constant({ kind: 'form' } as const),
  panel.map((one) => ({ kind: 'one_click', panel: one }) as const),
  fc.constantFrom('preview' as const, 'at_once' as const).map((mode) => ({ kind: 'keys', mode }) as const),
)
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ do: fc.constant('send' as const), call: fc.constantFrom(...(Object.keys(SENDERS) as Sender[])) },
      ...{ window, at: fc.nat(ORDERS.length - 1), by: hand },
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('arm' as const), window }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('disarm' as const, 'away' as const, 'load' as const), window }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('front' as const), window }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('keys' as const),
      window,
      mode: fc.constantFrom(null, 'preview', 'at_once'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ladder' as const), window, panel, on: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1000, AWAY_MS, HOT_MINUTES * MINUTE).map((ms) => ({ do: 'wait' as const, ms })),
  },
  { weight: 1, arbitrary: fc.constantFrom('lock' as const, 'workspace' as const).map((one) => ({ do: one })) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('stale' as const),
      asset: fc.constantFrom('A', 'B', '#10'),
      on: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom('A', 'A', 'B', null).map((asset) => ({ do: 'market' as const, asset })) },
)

/** What a trader does on purpose, so that something is sent, and is then refused for one reason alone. */
const phrases: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 3, arbitrary: steps.map((one): readonly Step[] => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .record({
        window,
        panel,
        pressed: panel,
        mode: fc.constantFrom('preview' as const, 'at_once' as const),
        at: fc.nat(3),
      })
      .map(({ window: of, panel: armed, pressed, mode, at }): readonly Step[] => [
        { do: 'arm', window: of },
        { do: 'ladder', window: of, panel: armed, on: true },
        { do: 'keys', window: of, mode },
        { do: 'send', call: 'submit', window: of, at, by: { kind: 'one_click', panel: pressed } },
        { do: 'send', call: 'submit', window: of, at, by: { kind: 'keys', mode: 'at_once' } },
      ]),
  },
  {
    weight: 1,
    arbitrary: fc.record({ window, panel, at: fc.nat(3) }).map(({ window: of, panel: armed, at }): readonly Step[] => [
      { do: 'arm', window: of },
      { do: 'ladder', window: of, panel: armed, on: true },
      { do: 'away', window: of },
      { do: 'wait', ms: AWAY_MS },
      { do: 'send', call: 'submit', window: of, at, by: { kind: 'one_click', panel: armed } },
      { do: 'front', window: of },
    ]),
  },
)

/** What may be sent, derived from the steps alone. */
class Model {
  #now = 0
  readonly armed = new Map<number, number>()
  readonly keys = new Map<number, { readonly mode: KeysMode; readonly until: number }>()
  readonly ladders = new Map<string, { readonly asset: string; readonly until: number }>()
  readonly #away = new Map<number, number>()
  readonly stale = new Set<string>()
  asset: string | null = 'A'

  isArmed = (of: number): boolean => (this.armed.get(of) ?? 0) > this.#now
  #endHot(of: number): void {
    this.keys.delete(of)
    for (const key of this.ladders.keys()) if (key.startsWith(`${of} `)) this.ladders.delete(key)
  }

  may(by: SubmittedManually, of: number, asset: string): boolean {
    if (!this.isArmed(of)) return false
    if (by.kind === 'form') return true
    const isFresh = !this.stale.has(asset)
    if (by.kind === 'keys') {
      const keys = this.keys.get(of)
      if (keys === undefined) return false
      return by.mode === 'preview' || (keys.mode === 'at_once' && isFresh)
    }
    const ladder = this.ladders.get(`${of} ${by.panel}`)
    // Another market than it was armed for disarms it.
    if (ladder !== undefined && ladder.asset !== asset) this.ladders.delete(`${of} ${by.panel}`)
    return ladder?.asset === asset && isFresh
  }

  take(step: Exclude<Step, { do: 'send' }>): void {
    switch (step.do) {
      case 'arm':
        this.armed.set(step.window, this.#now + 60 * MINUTE)
        return
      case 'disarm':
        this.armed.delete(step.window)
        this.#endHot(step.window)
        return
      case 'load':
        this.#endHot(step.window)
        return
      case 'front':
        this.#away.delete(step.window)
        return
      case 'away':
        if (!this.#away.has(step.window)) this.#away.set(step.window, this.#now)
        return
      case 'keys':
        if (step.mode === null) this.keys.delete(step.window)
        else if (this.isArmed(step.window)) {
          this.keys.set(step.window, { mode: step.mode, until: this.#now + HOT_MINUTES * MINUTE })
        }
        return
      case 'ladder': {
        const key = `${step.window} ${step.panel}`
        if (!step.on) this.ladders.delete(key)
        else if (this.isArmed(step.window) && this.asset !== null) {
          this.ladders.set(key, { asset: this.asset, until: this.#now + HOT_MINUTES * MINUTE })
        }
        return
      }
      case 'wait': {
        this.#now += step.ms
        for (const [of, { until }] of this.keys) if (until <= this.#now) this.keys.delete(of)
        for (const [key, { until }] of this.ladders) if (until <= this.#now) this.ladders.delete(key)
        for (const of of this.armed.keys()) if (!this.isArmed(of)) this.#endHot(of)
        return
      }
      case 'lock':
        for (const of of [1, 2]) this.#endHot(of)
        this.armed.clear()
        return
      case 'workspace':
        for (const of of [1, 2]) this.#endHot(of)
        return
      case 'stale':
        if (step.on) this.stale.add(step.asset)
        else this.stale.delete(step.asset)
        return
      case 'market':
        this.asset = step.asset
        for (const [key, { asset }] of this.ladders) if (asset !== step.asset) this.ladders.delete(key)
        return
    }
  }
}

function carryOut(
  step: Exclude<Step, { do: 'send' }>,
  { clock, arming, stale, market }: ReturnType<typeof terminal>,
): void {
  const name = 'window' in step ? `window-${step.window}` : ''
  switch (step.do) {
    case 'arm':
      arming.arm(name)
      return
    case 'disarm':
      arming.disarm(name, null)
      return
    case 'load':
      arming.endHot(name, 'loaded again')
      return
    case 'front':
      arming.focus(name, true)
      return
    case 'away':
      arming.focus(name, false)
      return
    case 'keys':
      if (step.mode === null) arming.disarmKeys(name, 'user')
      else arming.armKeys(name, step.mode)
      return
    case 'ladder':
      if (step.on) arming.armOneClick(name, step.panel, LIVE)
      else arming.disarmOneClick(name, step.panel, 'user')
      return
    case 'wait':
      clock.advance(step.ms)
      return
    case 'lock':
      arming.disarmAll('locked')
      return
    case 'workspace':
      arming.endAllHot('another workspace')
      return
    case 'stale':
      if (step.on) stale.add(step.asset)
      else stale.delete(step.asset)
      return
    case 'market':
      market.asset = step.asset
      arming.marketsMoved()
      return
  }
}

const assetOf = (intent: Intent): string => ('asset' in intent ? intent.asset : '')

describe('every call that may open something', () => {
  it('is covered here', () => {
    const armed = (Object.keys(CALL_RULES) as CallName[]).filter((name) => CALL_RULES[name].from === 'armed')
    expect(armed.sort()).toEqual(Object.keys(SENDERS).sort())
  })

  it('adds exposure only from an armed window, by an armed input of that window, ladder and market, at once from fresh prices; cancels and reductions always go through', async () => {
    const seen = {
      formOfUnarmed: 0,
      otherWindow: 0,
      otherLadder: 0,
      moved: 0,
      staleAtOnce: 0,
      atOnce: 0,
      oneClick: 0,
      reducedUnarmed: 0,
      away: 0,
    }
    await fc.assert(
      fc.asyncProperty(fc.array(phrases, { maxLength: 40 }), async (all) => {
        const made = terminal()
        const model = new Model()
        // Both windows are in use until they are reported as away.
        for (const of of [1, 2]) carryOut({ do: 'front', window: of }, made)
        let awayFor: Record<number, number | null> = { 1: null, 2: null }
        for (const step of all.flat()) {
          if (step.do !== 'send') {
            carryOut(step, made)
            model.take(step)
            // Away for that long with something armed disarms everything: counted from when both held.
            if (step.do === 'away') awayFor = { ...awayFor, [step.window]: awayFor[step.window] ?? 0 }
            if (step.do === 'front') awayFor = { ...awayFor, [step.window]: null }
            for (const of of [1, 2]) {
              const hot = model.keys.has(of) || [...model.ladders.keys()].some((key) => key.startsWith(`${of} `))
              if (!hot && awayFor[of] != null) awayFor = { ...awayFor, [of]: 0 }
              if (step.do === 'wait' && awayFor[of] != null && hot) {
                awayFor = { ...awayFor, [of]: (awayFor[of] ?? 0) + step.ms }
                if ((awayFor[of] ?? 0) >= AWAY_MS) {
                  seen.away += 1
                  model.take({ do: 'load', window: of })
                  awayFor = { ...awayFor, [of]: 0 }
                }
              }
            }
            continue
          }
          const { adds, intent } = ORDERS[step.at] as (typeof ORDERS)[number]
          const by = BY_HAND.has(step.call) ? step.by : ({ kind: 'form' } as const)
          const asset = assetOf(intent)
          const otherArmed = model.isArmed(3 - step.window)
          const isArmed = model.isArmed(step.window)
          const otherLadder =
            by.kind === 'one_click' && [...model.ladders.keys()].some((key) => key !== `${step.window} ${by.panel}`)
          const wrongAsset =
            by.kind === 'one_click' && (model.ladders.get(`${step.window} ${by.panel}`)?.asset ?? asset) !== asset
          const mayGo = !adds || model.may(by, step.window, asset)
          const went = await made.send(step.call, step.window, intent, by)
          expect([step.call, by, went]).toEqual([step.call, by, mayGo])
          if (!adds) {
            if (!isArmed) seen.reducedUnarmed += 1
            continue
          }
          if (by.kind === 'form' && !isArmed) seen.formOfUnarmed += 1
          if (!isArmed && otherArmed) seen.otherWindow += 1
          if (isArmed && otherLadder && !went) seen.otherLadder += 1
          if (wrongAsset) seen.moved += 1
          if (isArmed && by.kind === 'keys' && by.mode === 'at_once')
            seen[model.stale.has(asset) ? 'staleAtOnce' : 'atOnce'] += 1
          if (by.kind === 'one_click' && went) seen.oneClick += 1
        }
      }),
      { seed: SEED, numRuns: runs(600, 10_000) },
    )
    // An unreached case proves nothing.
    for (const [what, count] of Object.entries(seen)) expect([what, count > 0]).toEqual([what, true])
  })
})
