import { describe, expect, it } from 'vitest'
import { type AlertKind, type AlertRule, alertScope } from '../../contract/alert.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { millis } from '../../contract/time.ts'
import type { CallError } from '../errors.ts'
import type { HeldPosition, StoredAlert } from '../storage/index.ts'
import { alertBegun } from './alert-set.ts'
import { ASSET, ME, OTHER, openSetup, price, probability } from './testing/setup.ts'

type Setup = ReturnType<typeof openSetup>

/** Each kind that watches the market, and an event that makes it fire. */
const MARKET: readonly (readonly [rule: AlertRule, event: (setup: Setup) => void])[] = [
  [price('572.00', 'up'), (setup) => setup.mark('573.00')],
  [{ kind: 'temperature', asset: ASSET, temperature: '72' as never, direction: 'up' }, (setup) => setup.mark('573.00')],
  [probability('#360', '0.6', 'up'), (setup) => setup.chance('#360', '0.7')],
  [{ kind: 'phase', phase: 'settling' }, (setup) => setup.bucketIs({ phase: 'settling' })],
  [{ kind: 'bucket_close', minutes: 5 }, (setup) => setup.clock.advance(56 * 60_000)],
  [{ kind: 'token_expiry', minutes: 5 }, (setup) => setup.clock.advance(26 * 60_000)],
  [{ kind: 'reading_gap', asset: null, degrees: '2' as never }, (setup) => setup.mark('559.01')],
  [
    { kind: 'reading_level', asset: null, temperature: '58' as never, direction: 'up' },
    (setup) => setup.report('14.4', 3, 'special'),
  ],
  [{ kind: 'reading_new', asset: null }, (setup) => setup.report('13.9', 2, 'special')],
  [{ kind: 'reading_late', asset: null }, (setup) => setup.clock.advance(26 * 60_000)],
]
/** Each kind that watches a wallet's positions and orders. */
const WALLET: readonly AlertRule[] = [
  { kind: 'fill', asset: null },
  { kind: 'order_end', asset: null, end: 'any', includesManual: true },
  { kind: 'position_end', asset: null, end: 'any' },
  { kind: 'liquidation', asset: null, by: 'distance', value: '0.5' as never },
  { kind: 'market_end', asset: null, minutes: 30 },
]
const LONG = {
  ...{ family: 'scalar', asset: ASSET, name: ASSET, size: '40', entryPx: '571.00', liquidationPx: '569.00' },
  orders: [],
} as unknown as HeldPosition

function openMarkets(): Setup {
  const setup = openSetup()
  setup.families = { scalar: true, binary: true, outcomes: true }
  setup.chance('#360', '0.5')
  setup.tokenExpiresAt = millis(setup.clock.now() + 30 * 60_000)
  setup.mark('557.20')
  setup.report('13.9', 50)
  return setup
}
const paused = (setup: Setup, id: string) => setup.view().alerts.find((alert) => alert.id === id)?.paused
const watch = (setup: Setup, id: string) => setup.alerts.watchEntries().find((entry) => entry.id === id)?.watch
const titles = (setup: Setup) => setup.view().firings.map(({ title }) => title)
function refusal(act: () => unknown): CallError | null {
  try {
    act()
    return null
  } catch (error) {
    return error as CallError
  }
}

describe.each(MARKET)('a market alert: $kind', (rule, event) => {
  it('belongs to the deployment: it is shown and fires while signed out and with another wallet signed in', () => {
    for (const address of [null, OTHER]) {
      const setup = openMarkets()
      const id = setup.set(rule)
      setup.signIn(address)
      expect(setup.view().alerts).toMatchObject([{ id, account: null, paused: null }])
      event(setup)
      expect(setup.notified).toHaveLength(1)
      expect(setup.view().firings).toMatchObject([{ alertId: id }])
    }
  })

  it('stored for a wallet is judged by its kind', () => {
    const setup = openMarkets()
    const id = setup.set(rule)
    setup.rows.set(id, { ...(setup.rows.get(id) as StoredAlert), account: OTHER })
    setup.restart()
    expect(setup.view().alerts).toMatchObject([{ account: null, paused: null }])
    event(setup)
    expect(setup.notified).toHaveLength(1)
  })
})

describe.each(WALLET)('a wallet alert: $kind', (rule) => {
  it('is shown with the reason why it is not watched while its wallet is not signed in', () => {
    const setup = openMarkets()
    const id = setup.set(rule)
    expect([setup.view().alerts[0]?.account, paused(setup, id)]).toEqual([ME, null])
    setup.signIn(null)
    expect(paused(setup, id)).toBe('Signed out.')
    expect(watch(setup, id)).toEqual({ at: 'not_watched', reason: 'Signed out.', isCertain: true })
    setup.signIn(OTHER)
    const reason = 'Set by wallet 0xab…abab, which is not signed in.'
    expect(watch(setup, id)).toEqual({ at: 'not_watched', reason, isCertain: true })
    setup.signIn(ME)
    expect([paused(setup, id), watch(setup, id)]).toEqual([null, { at: 'watched' }])
  })

  it('is changed by its own wallet alone; anyone may switch it off and delete it', () => {
    const setup = openMarkets()
    const id = setup.set(rule)
    for (const address of [OTHER, null]) {
      setup.signIn(address)
      for (const change of [{ rule: price('572.00') }, { rule, repeat: true }]) {
        const refused = refusal(() => setup.alerts.save({ id, repeat: false, on: true, ...change }))
        expect([refused?.code, refused?.message]).toEqual(['other_wallet', expect.stringContaining('0xab…abab')])
      }
    }
    setup.alerts.save({ id, rule, repeat: false, on: false })
    expect(setup.view().alerts).toMatchObject([{ id, state: 'off', account: ME, paused: null }])
    setup.alerts.remove(id)
    expect(setup.view().alerts).toEqual([])
  })
})

describe('the owner of an alert', () => {
  it('is defined for every kind', () => {
    const kinds = [...MARKET.map(([{ kind }]) => kind), ...WALLET.map(({ kind }) => kind)]
    const scopes = Object.groupBy(kinds, (kind: AlertKind) => alertScope(kind))
    expect(scopes).toEqual({ deployment: MARKET.map(([{ kind }]) => kind), wallet: WALLET.map(({ kind }) => kind) })
    expect(new Set(kinds)).toEqual(new Set(Object.keys(openMarkets().view().kinds)))
  })

  it('changes with its kind: one edited to watch the market becomes the deployment’s, and back the wallet’s', () => {
    const setup = openMarkets()
    const id = setup.set({ kind: 'fill', asset: null })
    setup.alerts.save({ id, rule: price('572.00'), repeat: false, on: true })
    expect(setup.view().alerts).toMatchObject([{ account: null }])
    setup.signIn(OTHER)
    setup.alerts.save({ id, rule: { kind: 'fill', asset: null }, repeat: false, on: true })
    expect(setup.view().alerts).toMatchObject([{ account: OTHER }])
  })

  it('keeps its memory of a wallet while another is signed in', () => {
    const setup = openMarkets()
    setup.positions = [LONG]
    setup.set({ kind: 'liquidation', asset: null, by: 'distance', value: '0.5' as never }, true)
    setup.mark('569.40')
    setup.positions = []
    setup.signIn(null)
    setup.mark('569.40')
    setup.positions = [LONG]
    setup.signIn(ME)
    setup.mark('569.40')
    expect(setup.notified).toHaveLength(1)
  })

  it('decides who sees its firings: the deployment’s stay, a wallet’s come back with it', () => {
    const setup = openMarkets()
    setup.set(price('572.00'))
    setup.set({ kind: 'position_end', asset: null, end: 'any' })
    setup.mark('573.00')
    setup.endings = [{ id: 'a', asset: ASSET, kind: 'settled', at: setup.clock.now(), text: 'a' } as PositionClose]
    setup.clock.advance(1_000)
    setup.alerts.report('Stop triggered', '')
    const all = ['Stop triggered', 'Position closed', 'Mark crosses 572']
    expect(titles(setup)).toEqual(all)
    setup.endings = []
    for (const address of [null, OTHER]) {
      setup.signIn(address)
      expect(titles(setup)).toEqual(['Mark crosses 572'])
    }
    setup.signIn(ME)
    expect(titles(setup)).toEqual(all)
  })

  it('keeps the firings of one wallet from pushing out those of the deployment', () => {
    const setup = openMarkets()
    setup.set(price('572.00'))
    setup.mark('573.00')
    for (let count = 0; count < 25; count += 1) setup.alerts.report(`Stop ${count}`, '')
    expect(titles(setup)).toHaveLength(20)
    setup.signIn(OTHER)
    expect(titles(setup)).toEqual(['Mark crosses 572'])
  })
})

describe('watch list entries of alerts', () => {
  it('are the enabled ones, with their label, their owner, and whether they are watched', () => {
    const setup = openMarkets()
    const off = setup.set(price('580.00'))
    setup.alerts.save({ id: off, rule: price('580.00'), repeat: false, on: false })
    setup.set({ kind: 'price', asset: ASSET, price: '572.00' as never, direction: 'up' })
    setup.set(probability('#360', '0.6', 'down'))
    setup.set({ kind: 'bucket_close', minutes: 5 })
    setup.set({ kind: 'fill', asset: null })
    const entries = setup.alerts.watchEntries()
    expect(entries.map(({ label, asset, account }) => [label, asset, account])).toEqual([
      [`Alert on ${ASSET}: Mark rises to 572`, ASSET, null],
      ['Alert on Rain, Yes: Probability falls to 0.6', '#360', null],
      ['Alert: Bucket closes soon (5 min)', null, null],
      ['Alert: Filled', null, ME],
    ])
    expect(entries.every(({ kind, watch: { at } }) => kind === 'alert' && at === 'watched')).toBe(true)
  })

  it('omit the deployment’s default alert unless the trader changed it', () => {
    const setup = openMarkets()
    setup.rows.set('begun', { ...alertBegun, id: 'begun', profile: 'practice', createdAt: millis(1) })
    setup.restart()
    expect(setup.alerts.watchEntries()).toEqual([])
    const { rule } = alertBegun
    for (const on of [false, true]) setup.alerts.save({ id: 'begun', rule, repeat: true, on })
    expect(setup.alerts.watchEntries()).toEqual([])
    setup.alerts.save({ id: 'begun', rule: { ...rule, minutes: 30 } as AlertRule, repeat: true, on: true })
    expect(setup.alerts.watchEntries()).toMatchObject([{ id: 'begun', account: ME }])
  })

  const binary = (setup: Setup, active: string) => setup.binaryBucket(active, setup.clock.now() + 60_000)
  it.each<[string, AlertRule, (setup: Setup) => void, object]>([
    [
      'stale data of its market',
      price('572.00'),
      (setup) => setup.mark('571.00', true),
      { at: 'not_watched', reason: `Data for ${ASSET} is stale.`, isCertain: false },
    ],
    [
      'a stale mark',
      price('572.00'),
      (setup) => setup.clock.advance(9_000),
      { at: 'not_watched', reason: `Data for ${ASSET} is stale.` },
    ],
    [
      'an unknown bucket',
      price('572.00'),
      (setup) => {
        setup.bucket = null
      },
      { at: 'not_watched', reason: 'Waiting for market data.' },
    ],
    [
      'a stale bucket',
      { kind: 'phase', phase: null },
      (setup) => setup.bucketIs({ stale: true }),
      { at: 'not_watched', reason: 'Market data is stale.' },
    ],
    [
      'no live bucket',
      { kind: 'bucket_close', minutes: 5 },
      (setup) => setup.bucketIs({ current: null }),
      { at: 'closed_market', reason: 'No bucket is live now.' },
    ],
    [
      'another live bucket',
      { kind: 'price', asset: 'NYCTMP2', price: '572.00' as never, direction: 'up' },
      () => undefined,
      { at: 'closed_market', reason: 'NYCTMP2 is not live now.' },
    ],
    [
      'another active binary market',
      probability('GBETA', '0.6'),
      (setup) => binary(setup, 'GBETB'),
      { at: 'closed_market', reason: 'GBETA is not the active market.' },
    ],
    [
      'a binary market without a price',
      probability('GBETA', '0.6'),
      () => undefined,
      { at: 'not_watched', reason: 'Data for GBETA UP is stale.' },
    ],
    [
      'a family that is off',
      probability('#360', '0.6'),
      (setup) => {
        setup.families = { ...setup.families, outcomes: false }
      },
      { at: 'not_watched', reason: 'Outcome markets are off in this deployment.' },
    ],
    [
      'families that are not known yet',
      price('572.00'),
      (setup) => {
        setup.families = { scalar: false, binary: false, outcomes: false }
      },
      { at: 'not_watched', reason: 'Waiting for market data.' },
    ],
    [
      'no access token',
      { kind: 'token_expiry', minutes: 5 },
      (setup) => {
        setup.tokenExpiresAt = null
      },
      { at: 'not_watched', reason: 'No access token with an expiry.', isCertain: true },
    ],
    [
      'a position without a price',
      WALLET[3] as AlertRule,
      (setup) => {
        setup.positions = [LONG]
        setup.mark('571.00', true)
      },
      { at: 'not_watched', reason: `Data for ${ASSET} is stale.` },
    ],
    [
      'a service that cannot be reached',
      { kind: 'fill', asset: null },
      (setup) => {
        setup.unreachable = 'The venue cannot be reached.'
      },
      { at: 'not_watched', reason: 'The venue cannot be reached.', isCertain: false },
    ],
  ])('state why one is not watched: %s', (_what, rule, change, expected) => {
    const setup = openMarkets()
    binary(setup, 'GBETA')
    const id = setup.set(rule)
    change(setup)
    expect(watch(setup, id)).toMatchObject(expected)
    expect(paused(setup, id)).toBe((expected as { reason: string }).reason)
  })

  it('agree with the view about what fires: windows are notified when one is watched again', () => {
    const setup = openMarkets()
    const id = setup.set(price('572.00'))
    setup.mark('571.00', true)
    setup.clock.advance(1_000)
    let notified = 0
    setup.alerts.topics.onChange(() => {
      notified += 1
    })
    setup.mark('571.00')
    setup.clock.advance(1_000)
    expect([paused(setup, id), notified]).toEqual([null, 1])
  })
})

describe('an alert with failing disk writes', () => {
  const FULL = 'database or disk is full'

  it('fires once, is reported, and stays watched', () => {
    const setup = openMarkets()
    const once = setup.set(price('572.00'))
    const again = setup.set(price('572.00'), true)
    setup.diskSays = FULL
    for (const mark of ['573.00', '571.00', '573.00']) {
      setup.clock.advance(10_000)
      setup.mark(mark)
    }
    expect(setup.notified.filter((text) => text.includes('572'))).toHaveLength(3)
    expect(setup.remote.map(([title]) => title).filter((title) => title.startsWith('Mark'))).toEqual([
      'Mark crosses 572, and 1 more alert',
      ...['Mark crosses 572', 'Mark crosses 572'],
    ])
    expect(setup.view().alerts).toMatchObject([
      { id: once, state: 'fired', timesFired: 1 },
      { id: again, state: 'on', timesFired: 3, paused: null },
    ])
    expect(watch(setup, again)).toEqual({ at: 'watched' })
  })

  it('is reported once as an error, and once as information when alerts can be saved again', () => {
    const setup = openMarkets()
    setup.set(price('572.00'), true)
    setup.diskSays = FULL
    for (const mark of ['573.00', '571.00', '573.00']) setup.mark(mark)
    setup.clock.advance(10_000)
    expect(setup.notices.map(([level, title]) => [level, title])).toEqual([['error', 'Alerts cannot be saved']])
    expect(setup.notices[0]?.[2]).toContain(FULL)
    expect(setup.remote).toContainEqual(['Alerts cannot be saved', true])
    setup.diskSays = null
    setup.clock.advance(2_000)
    expect(setup.notices.map(([level]) => level)).toEqual(['error', 'info'])
    setup.diskSays = FULL
    setup.mark('571.00')
    setup.clock.advance(1_000)
    expect(setup.notices.map(([level]) => level)).toEqual(['error', 'info', 'error'])
  })

  it('is stored with its whole memory as soon as writes succeed', () => {
    const setup = openMarkets()
    const id = setup.set(price('572.00', 'up'), true)
    setup.diskSays = FULL
    setup.mark('573.00')
    expect(setup.rows.get(id)).toMatchObject({ timesFired: 0 })
    setup.diskSays = null
    setup.clock.advance(1_000)
    expect(setup.rows.get(id)).toMatchObject({ timesFired: 1, memory: { side: 1 } })
    setup.restart()
    setup.mark('573.00')
    expect(setup.notified.filter((text) => text.includes('572'))).toHaveLength(1)
  })

  it('refuses changes by the trader, with the reason and without an effect', () => {
    const setup = openMarkets()
    setup.diskSays = FULL
    expect(() => setup.set(price('572.00'))).toThrow(FULL)
    expect(setup.view().alerts).toEqual([])
  })
})
