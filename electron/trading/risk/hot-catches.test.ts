import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Intent } from '../../../contract/intent.ts'
import type { ArmRule } from '../../../contract/limits.ts'
import { LIVE, type MarketRef, refText } from '../../../contract/market-ref.ts'
import type { SubmittedManually } from '../../../contract/safety-locks.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { BUY } from '../testing/setup.ts'
import { type Arming, createArming } from './arming.ts'

const ASSET = BUY.asset
const LADDER: SubmittedManually = { kind: 'one_click', panel: 'ladder-1' }
const PREVIEW: SubmittedManually = { kind: 'keys', mode: 'preview' }
const AT_ONCE: SubmittedManually = { kind: 'keys', mode: 'at_once' }
const OTHER: MarketRef = { family: 'scalar', asset: 'OTHER' }
const MINUTE = 60_000

function open({ practice = true, arm = 'live' as ArmRule, hotMinutes = 10 } = {}) {
  const clock = createFakeClock()
  const market = { asset: ASSET as string | null, isStale: false }
  const arming = createArming({
    clock,
    practice,
    limits: () => ({ arm, armMinutes: 60, hotMinutes }),
    assetOf: (ref) => (refText(ref) === refText(LIVE) ? market.asset : ref.family === 'outcome' ? null : ref.asset),
    isStale: (asset) => asset === ASSET && market.isStale,
  })
  arming.focus('w', true)
  return { clock, arming, market }
}

/** One with an armed ladder and armed keys. */
function armed(options?: Parameters<typeof open>[0]) {
  const opened = open(options)
  const { arming } = opened
  expect(arming.armOneClick('w', 'ladder-1', LIVE)).toBeNull()
  expect(arming.armKeys('w', 'at_once')).toBeNull()
  for (const by of [LADDER, PREVIEW, AT_ONCE]) expect(arming.refusal('w', BUY, by)).toBeNull()
  return opened
}

const codes = (arming: Arming, intent: Intent = BUY): unknown[] =>
  [LADDER, PREVIEW, AT_ONCE].map((by) => arming.refusal('w', intent, by)?.code ?? null)

describe('one-click and trading keys', () => {
  it('send nothing from stale prices, regardless of what their window shows; orders with a preview may be sent', () => {
    const { arming, market } = armed()
    market.isStale = true
    expect(codes(arming)).toEqual(['stale_prices', null, 'stale_prices'])
    expect(arming.refusal('w', BUY, { kind: 'form' })).toBeNull()
    expect(codes(arming, { ...BUY, reduceOnly: true })).toEqual([null, null, null])
    market.isStale = false
    expect(codes(arming)).toEqual([null, null, null])
    market.isStale = true
    expect(codes(arming, { ...BUY, asset: 'OTHER' })).not.toContain('stale_prices')
  })

  it.each(['live', 'always', 'never'] as const)('are off at opening, on practice too, by the rule %s', (arm) => {
    const { arming } = open({ arm })
    arming.arm('w')
    expect(codes(arming)).toEqual(['one_click_not_armed', 'keys_not_armed', 'keys_not_armed'])
    expect(arming.refusal('w', BUY, { kind: 'form' })).toBeNull()
  })

  it('allow cancels and reducing orders while they are off', () => {
    const { arming } = open()
    expect(codes(arming, { ...BUY, reduceOnly: true })).toEqual([null, null, null])
    expect(codes(arming, { kind: 'cancel', asset: ASSET, oid: '1', cloid: null })).toEqual([null, null, null])
  })

  it('are armed separately: another ladder, another window and keys that send at once stay off', () => {
    const { arming } = open()
    arming.armOneClick('w', 'ladder-1', LIVE)
    expect(codes(arming)).toEqual([null, 'keys_not_armed', 'keys_not_armed'])
    expect(arming.refusal('w', BUY, { kind: 'one_click', panel: 'ladder-2' })?.code).toBe('one_click_not_armed')
    expect(arming.refusal('other', BUY, LADDER)?.code).toBe('one_click_not_armed')
    arming.armKeys('w', 'preview')
    expect(codes(arming)).toEqual([null, null, 'keys_not_armed'])
  })

  it('are not armed in a window that has to be armed first, and end with its arming', async () => {
    const { arming, clock } = open({ practice: false })
    expect(arming.armOneClick('w', 'ladder-1', LIVE)?.code).toBe('not_armed')
    expect(arming.armKeys('w', 'preview')?.code).toBe('not_armed')
    arming.arm('w')
    await clock.advanceAsync(55 * MINUTE)
    arming.armOneClick('w', 'ladder-1', LIVE)
    await clock.advanceAsync(5 * MINUTE)
    expect(arming.view('w').oneClick).toMatchObject([{ armedUntil: null, reason: 'Disarmed after 60 minutes.' }])
    arming.arm('w')
    expect(arming.refusal('w', BUY, LADDER)?.code).toBe('one_click_not_armed')
  })

  it('show until when they are armed, and the total duration', () => {
    const { arming, clock } = armed({ hotMinutes: 3 })
    const lasts = { armedUntil: clock.now() + 3 * MINUTE, armedFor: 3 * MINUTE, reason: null }
    expect(arming.view('w').oneClick).toEqual([{ panel: 'ladder-1', market: 'scalar/live', ...lasts }])
    expect(arming.view('w').keys).toEqual({ mode: 'at_once', ...lasts })
  })

  it('are not armed for a market without an asset', () => {
    const { arming, market } = open()
    market.asset = null
    expect(arming.armOneClick('w', 'ladder-1', LIVE)?.code).toBe('unknown_market')
    expect(arming.view('w').oneClick).toEqual([])
  })

  it('send nothing for another market than the ladder was armed for, and stay off there after it came back', () => {
    const { arming } = open()
    arming.armOneClick('w', 'ladder-1', OTHER)
    expect(arming.refusal('w', { ...BUY, asset: 'OTHER' }, LADDER)).toBeNull()
    expect(arming.refusal('w', BUY, LADDER)).toMatchObject({ code: 'one_click_not_armed' })
    expect(arming.view('w').oneClick).toMatchObject([
      { armedUntil: null, reason: expect.stringContaining('market changed.') },
    ])
    expect(arming.refusal('w', { ...BUY, asset: 'OTHER' }, LADDER)?.code).toBe('one_click_not_armed')
  })
})

describe('one-click and trading keys are disarmed', () => {
  it.each<[string, (opened: ReturnType<typeof open>) => void | Promise<void>, string]>([
    ['after their duration', ({ clock }) => clock.advanceAsync(10 * MINUTE), 'Disarmed after 10 minutes.'],
    [
      '60 s after the window is no longer in front',
      async ({ arming, clock }) => {
        arming.focus('w', false)
        await clock.advanceAsync(MINUTE)
      },
      'Disarmed: its window was in the background for 60 s.',
    ],
    ['with the lock or sleep of the machine', ({ arming }) => arming.disarmAll('Locked.'), 'Locked.'],
    ['with a reconnect or another workspace', ({ arming }) => arming.endAllHot('Reconnected.'), 'Reconnected.'],
    ['with a reloading page', ({ arming }) => arming.endHot('w', 'Loaded again.'), 'Loaded again.'],
  ])('%s, with the reason', async (_, happens, reason) => {
    const opened = armed()
    await happens(opened)
    expect(codes(opened.arming)).toEqual(['one_click_not_armed', 'keys_not_armed', 'keys_not_armed'])
    const { oneClick, keys } = opened.arming.view('w')
    expect(oneClick).toMatchObject([{ armedUntil: null, reason }])
    expect(keys).toEqual({ mode: null, armedUntil: null, armedFor: null, reason })
    expect(opened.arming.refusal('w', BUY, LADDER)?.message).toContain(reason)
  })

  it('by the trader, without a reason', () => {
    const { arming } = armed()
    arming.disarmOneClick('w', 'ladder-1', 'user')
    arming.disarmKeys('w', 'user')
    expect(codes(arming)).toEqual(['one_click_not_armed', 'keys_not_armed', 'keys_not_armed'])
    expect(arming.view('w')).toMatchObject({ oneClick: [], keys: { armedUntil: null, reason: null }, awayUntil: null })
  })

  it('with the window, which opens again without them', () => {
    const { arming } = armed()
    arming.endHot('w', 'Loaded again.')
    arming.closed('w')
    expect(arming.view('w')).toMatchObject({ oneClick: [], keys: { armedUntil: null, reason: null } })
  })

  it('for a ladder alone when its panel closes, or shows another market', () => {
    const { arming } = armed()
    arming.disarmOneClick('w', 'ladder-1', 'market')
    expect(arming.view('w').oneClick[0]?.reason).toContain('market changed.')
    arming.disarmOneClick('w', 'ladder-1', 'closed')
    expect(codes(arming)).toEqual(['one_click_not_armed', null, null])
    expect(arming.view('w').oneClick).toEqual([])
  })

  it('for keys alone where they would act in another market, with the reason', () => {
    const { arming } = armed()
    arming.disarmKeys('w', 'market')
    expect(codes(arming)).toEqual([null, 'keys_not_armed', 'keys_not_armed'])
    expect(arming.view('w').keys.reason).toContain('market changed.')
    expect(arming.refusal('w', BUY, AT_ONCE)?.message).toContain('market changed.')
  })

  it('for a ladder whose market has another asset now, before any order of it is sent', () => {
    const { arming, market } = armed()
    market.asset = 'NEXT'
    expect(arming.refusal('w', { ...BUY, asset: 'NEXT' }, LADDER)?.code).toBe('one_click_not_armed')
    market.asset = ASSET
    expect(arming.refusal('w', BUY, LADDER)?.message).toContain('market changed.')
  })

  it('unless the window comes back within 60 s of the last time that it left', async () => {
    const { arming, clock } = armed()
    arming.focus('w', false)
    expect(arming.view('w').awayUntil).toBe(clock.now() + MINUTE)
    await clock.advanceAsync(MINUTE - 1)
    arming.focus('w', true)
    expect(arming.view('w').awayUntil).toBeNull()
    arming.focus('w', false)
    await clock.advanceAsync(MINUTE - 1)
    expect(codes(arming)).toEqual([null, null, null])
    await clock.advanceAsync(1)
    expect(codes(arming)).not.toContain(null)
  })

  it('also where they are armed while the window is not in front', async () => {
    const { arming, clock } = open()
    arming.focus('w', false)
    arming.armKeys('w', 'at_once')
    await clock.advanceAsync(MINUTE)
    expect(codes(arming)).not.toContain(null)
  })

  it('regardless of changes to the wall clock', async () => {
    const { arming, clock } = armed()
    clock.setWall(clock.now() - 60 * MINUTE)
    await clock.advanceAsync(10 * MINUTE)
    expect(codes(arming)).not.toContain(null)
    arming.armOneClick('w', 'ladder-1', LIVE)
    clock.setWall(clock.now() + 11 * MINUTE)
    expect(arming.refusal('w', BUY, LADDER)?.code).toBe('one_click_not_armed')
  })
})

/** An independent model of arming: what was armed last, and everything that disarms it. */
interface Model {
  windowUntil: number
  oneClickUntil: number
  keysUntil: number
  mode: 'preview' | 'at_once'
  awaySince: number | null
}

describe('no sequence of events', () => {
  const event = fc.oneof(
    fc.constantFrom(
      'arm',
      'disarm',
      'armOneClick',
      'disarmOneClick',
      'armPreview',
      'armAtOnce',
      'disarmKeys',
      'front',
      'away',
      'lock',
      'reconnect',
      'load',
      'close',
      'roll',
      'panelCloses',
    ),
    fc.integer({ min: 1, max: 20 * MINUTE }),
  )
  it('lets what adds exposure through while its input is not armed', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(event, { maxLength: 30 }), (practice, events) => {
        const { arming, clock, market } = open({ practice })
        let rolled = 0
        const never = Number.NEGATIVE_INFINITY
        const model: Model = {
          windowUntil: never,
          oneClickUntil: never,
          keysUntil: never,
          mode: 'preview',
          awaySince: null,
        }
        const hotEnds = (): void => {
          model.oneClickUntil = never
          model.keysUntil = never
        }
        const now = (): number => clock.monotonic()
        const windowMay = (): boolean => practice || now() < model.windowUntil
        for (const what of events) {
          if (typeof what === 'number') {
            const end = now() + what
            const goneAt = model.awaySince === null ? Number.POSITIVE_INFINITY : model.awaySince + MINUTE
            clock.advance(what)
            if (goneAt <= end || (!practice && model.windowUntil <= end)) hotEnds()
          } else if (what === 'arm') {
            arming.arm('w')
            model.windowUntil = now() + 60 * MINUTE
          } else if (what === 'disarm') {
            arming.disarm('w', null)
            model.windowUntil = never
            hotEnds()
          } else if (what === 'armOneClick') {
            arming.armOneClick('w', 'ladder-1', LIVE)
            if (windowMay()) model.oneClickUntil = now() + 10 * MINUTE
          } else if (what === 'armPreview' || what === 'armAtOnce') {
            const mode = what === 'armPreview' ? 'preview' : 'at_once'
            arming.armKeys('w', mode)
            if (windowMay()) Object.assign(model, { keysUntil: now() + 10 * MINUTE, mode })
          } else if (what === 'disarmOneClick' || what === 'panelCloses') {
            arming.disarmOneClick('w', 'ladder-1', what === 'panelCloses' ? 'closed' : 'user')
            model.oneClickUntil = never
          } else if (what === 'disarmKeys') {
            arming.disarmKeys('w', 'user')
            model.keysUntil = never
          } else if (what === 'front') {
            arming.focus('w', true)
            model.awaySince = null
          } else if (what === 'away') {
            arming.focus('w', false)
            model.awaySince ??= now()
          } else if (what === 'roll') {
            rolled += 1
            market.asset = `ROLLED${rolled}`
            model.oneClickUntil = never
          } else {
            if (what === 'lock') arming.disarmAll('Locked.')
            else if (what === 'reconnect') arming.endAllHot('Reconnected.')
            else if (what === 'load') arming.endHot('w', 'Loaded.')
            else {
              arming.closed('w')
              model.awaySince = now()
            }
            if (what === 'lock' || what === 'close') model.windowUntil = never
            hotEnds()
          }
          const intent = { ...BUY, asset: market.asset ?? ASSET }
          if (arming.refusal('w', intent, { kind: 'form' }) === null) expect(windowMay()).toBe(true)
          if (arming.refusal('w', intent, LADDER) === null)
            expect(windowMay() && now() < model.oneClickUntil).toBe(true)
          const keysMay = windowMay() && now() < model.keysUntil
          if (arming.refusal('w', intent, PREVIEW) === null) expect(keysMay).toBe(true)
          if (arming.refusal('w', intent, AT_ONCE) === null) expect(keysMay && model.mode === 'at_once').toBe(true)
          expect(codes(arming, { ...intent, reduceOnly: true })).toEqual([null, null, null])
        }
      }),
      { numRuns: runs(300, 20_000) },
    )
  })
})
