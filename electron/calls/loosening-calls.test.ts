import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import type { ExitTemplates } from '../../contract/exit-templates.ts'
import { DEFAULT_LIMITS, type TradingLimits } from '../../contract/limits.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import type { SizePresets } from '../../contract/size-presets.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { CallError } from '../errors.ts'
import { CALL_RULES, createUserInput } from '../ipc/index.ts'
import { parseProfile } from '../service/index.ts'
import { readExported } from '../settings/index.ts'
import type { CallDeployment } from './call-deployment.ts'
import { looseningCalls } from './loosening-calls.ts'
import { algoCalls } from './protection-calls.ts'
import {
  askToAcceptReferral,
  askToAdd,
  askToCopy,
  askToDeleteWorkspace,
  askToForgetOpenMeteoKey,
  askToLook,
  askToRequestAccess,
  askToRotate,
  askToSettleTransfer,
  askToStore,
  askToStoreOpenMeteoKey,
  confirmRemovalOfTarget,
} from './questions.ts'

const window = { id: 1 } as WebContents
const ACTION = {
  intent: {
    kind: 'predict',
    asset: 'NYCTMP1',
    targetF: '61.5',
    size: '3',
    direction: 'long',
    protection: { kind: 'worst', price: '563' },
  },
  message: 'not verified: the venue named no price',
  estimate: { id: 'estimate-7', average: '561.2', worst: '562', limit: null, validUntil: 1 },
}

const PLACE = {
  kind: 'place',
  asset: 'NYCTMP1',
  side: 'buy',
  price: '571.50',
  size: '600',
  tif: 'GTC',
  reduceOnly: false,
}
const OVERRIDE = { intent: PLACE, limits: ['Max order value: The order is for 600 contracts; the limit is 500.'] }

const SIZES = [{ by: 'money', amount: '30' }]

interface SetUp {
  readonly limits?: Partial<TradingLimits>
  readonly armed?: boolean
  readonly killed?: boolean
  readonly sizes?: object
  readonly exitTemplates?: object
}

function setUp(change: SetUp = {}) {
  const current = {
    ...DEFAULT_SETTINGS,
    limits: { ...DEFAULT_LIMITS, ...change.limits },
    unverifiedActions: 'refuse' as const,
    sizes: (change.sizes ?? {}) as SizePresets,
    exitTemplates: (change.exitTemplates ?? {}) as ExitTemplates,
  }
  const saved = vi.fn()
  const removed = vi.fn()
  const endHotFor = vi.fn()
  const added = vi.fn()
  const barred = change.armed === false ? { code: 'not_armed', message: 'Not armed.' } : null
  const trading = {
    action: (id: string) => (id === 'waits' ? ACTION : null),
    permitWord: () => barred,
    confirmEstimate: vi.fn(() => 'taken'),
    confirmUnverified: vi.fn(() => true),
    expectOtherClient: vi.fn(),
    unreadableRow: vi.fn((): object | null => null),
    acknowledgeUnreadable: vi.fn(),
    topics: { view: () => [{ id: 'slices', what: 'Slices', fills: 5, seconds: 10, at: 1 }] },
    killView: () => ({ profile: 'live', isKilled: change.killed !== false, at: 1, trouble: null }),
    isKnown: (id: string) => id === 'sent',
    overrides: {
      question: ({ actionId }: { readonly actionId: string }) =>
        actionId === 'refused' ? { ok: true, value: OVERRIDE } : { ok: false, error: 'It was refused long ago.' },
      grant: vi.fn((_asked: object, _id: string, _words: string) => ({ ok: true, value: OVERRIDE })),
    },
    liftKill: vi.fn((name: string) => name === 'live'),
    resumeHeld: vi.fn((_id: string, text: string) => text === 'RESUME'),
    forgetAssetNumber: vi.fn((_asset: string, _number: number) => true),
  }
  const arming = {
    refusal: () => barred,
    armOneClick: vi.fn((..._at: unknown[]) => barred),
    armKeys: vi.fn((..._at: unknown[]) => barred),
    disarmOneClick: vi.fn(),
    disarmKeys: vi.fn(),
  }
  const deployment = { profile: { name: 'live' }, trading, arming }
  const calls = looseningCalls({
    on: () => deployment as unknown as CallDeployment,
    nameOf: () => 'window-1',
    settings: { current, change: saved } as never,
    notices: { add: added } as never,
    pendingLimits: { save: saved },
    endHotFor,
    removed,
    log: { warn: vi.fn() } as never,
  })
  const limits = (more: Partial<TradingLimits>) => calls.saveLimits.loosens({ ...current.limits, ...more }, window)
  return { calls, limits, trading, arming, saved, added, removed, endHotFor }
}

describe('a request for access', () => {
  it('is sent only after a click, or a yes in a dialog that names the service', () => {
    expect(CALL_RULES.requestAccess.gesture).toBe('loosening')
    const request = askToRequestAccess({ name: 'Mainnet', baseUrl: 'https://api.example' } as never, 'jane@x.example')
    expect(request.message).toBe('Request access from api.example?')
  })
})

describe('the clipboard', () => {
  it.each(['copyText', 'copyPicture'] as const)('is filled by %s only after a click, or a yes in a dialog', (call) => {
    expect(CALL_RULES[call].gesture).toBe('loosening')
  })

  it('is asked about with the beginning of the text', () => {
    expect(askToCopy(`0xattacker${'x'.repeat(400)}`).detail).toMatch(/^0xattackerx+…$/)
  })
})

describe('a call that cannot be undone or leads to another host', () => {
  const question = { lookAtService: askToLook, addFoundService: askToAdd } as const
  const profile = parseProfile(
    JSON.stringify({
      name: 'Mainnet',
      baseUrl: 'https://bücher.example/v2',
      network: 'mainnet',
      directOrder: { domain: { chainId: 42 }, types: {}, primaryType: 'Order' },
    }),
    'of a test',
  )

  it.each(Object.keys(question) as (keyof typeof question)[])(
    'asks for %s with the resolved host, path, network and chain, and only after a click',
    (call) => {
      const request = question[call](profile)
      expect(CALL_RULES[call].gesture).toBe('loosening')
      expect(request.needsPress).toBe(true)
      expect(request.detail).toContain('Host: xn--bcher-kva.example\nPath: /v2\nNetwork: mainnet\n')
      expect(request.detail).toContain('chain 42')
    },
  )

  it.each([
    ['lookAtService', askToLook(profile)],
    ['importSecret', askToStore(profile, 'Access token of 0x3f…3fa9')],
    ['rotateAgent', askToRotate('Mainnet')],
    ['acceptReferral', askToAcceptReferral('Mainnet', 'GIVE')],
    ['forgetRemoteNotification', confirmRemovalOfTarget('webhook')],
    ['setOpenMeteoKey', askToStoreOpenMeteoKey],
    ['forgetOpenMeteoKey', askToForgetOpenMeteoKey],
    ['settleTransfer', askToSettleTransfer({ intent: { kind: 'transfer', amount: '5' } } as never, true)],
    ['deleteWorkspace', askToDeleteWorkspace('Scalping')],
  ] as const)('asks for %s in a dialog, regardless of what was clicked', (_call, request) => {
    expect(request?.always).toBe(true)
  })

  it('shows no line of a page’s own text in its dialog', () => {
    const { message, detail } = askToDeleteWorkspace('x\n\nIsotherm support: press Delete \u202E')
    expect(message).toBe('Delete the workspace x Isotherm support: press Delete?')
    expect(detail).not.toContain('Isotherm support')
  })

  it('names host and owner before the first secret is stored for a deployment', () => {
    const { message, detail } = askToStore(profile, 'Access token of 0x3f…3fa9, valid until 2026-11-21 13:00 UTC')
    expect(message).toBe('Store this for xn--bcher-kva.example?')
    expect(detail).toContain('Access token of 0x3f…3fa9')
  })
})

describe('limits', () => {
  it.each([
    [{ orderValue: '500000' }, 'Max order value 250,000 → 500,000 USDC'],
    [{ position: '5000.1' }, 'Max position 5,000 → 5,000.1 contracts'],
    [{ priceBandDegrees: '10.5' }, 'Price band, scalar 10 → 10.5 °F'],
    [{ priceBandCents: '21' }, 'Price band, probabilities 20 → 21 cents'],
    [{ orderSize: '5001' }, 'Max order size 5,000 → 5,001 contracts'],
    [{ collarDegrees: '11' }, '60 s price collar, scalar 10 → 11 °F'],
    [{ collarCents: '21' }, '60 s price collar, probabilities 20 → 21 cents'],
    [{ depthShare: 51 }, 'Max share of the book 50 → 51 %'],
    [{ depthShare: null }, 'Max share of the book 50 → none %'],
    [{ ordersPerMinute: 121 }, 'Orders per minute 120 → 121 orders'],
    [{ dayLoss: null }, 'Max daily loss 5,000 → none USDC'],
    [{ armMinutes: 61 }, 'Window armed for 60 → 61 minutes'],
    [{ throttleFills: 6 }, 'Filled orders that pause automation 5 → 6 orders'],
    [{ throttleSeconds: 9 }, 'Fill counting window 10 → 9 seconds'],
    [{ hotMinutes: 11 }, 'One-click and keys armed for 10 → 11 minutes'],
    [{ arm: 'never' }, 'Require arming: Except practice → Never'],
  ])('that %j loosens are asked about, with the old and the new value', (more, text) => {
    const request = setUp().limits(more as Partial<TradingLimits>)
    expect(request?.detail).toContain(text)
    // A click that was meant for something else loosens no limit.
    expect(request?.always).toBe(true)
  })

  it.each([
    { throttleSeconds: 11 },
    { worstCase: '1' },
    { orderValue: '1' },
    { dayLoss: '4999' },
    { arm: 'always' },
    { armMinutes: 1 },
    {},
  ])('that %j tightens, or keeps, are not asked about', (more) => {
    expect(setUp().limits(more as Partial<TradingLimits>)).toBeNull()
  })

  it('are asked about when one is loosened among others that are tightened', () => {
    const { limits } = setUp({ limits: { dayLoss: null } })
    expect(limits({ orderValue: '1' as never, position: '9999' as never })?.detail).toContain('9,999')
    expect(limits({ dayLoss: '1' as never })).toBeNull()
  })
})

describe('the kill of a deployment', () => {
  it('is asked about, and lifted only by the name of the deployment', () => {
    const { calls, trading } = setUp()
    expect(calls.liftKill.loosens({ name: 'live' }, window)).toMatchObject({
      message: 'Resume trading on live?',
      detail: expect.stringContaining('none → as the limits allow'),
      always: true,
    })
    for (const name of ['', 'LIVE', 'practice']) {
      expect(() => calls.liftKill.loosens({ name }, window)).toThrow(/Type live/)
      expect(() => calls.liftKill.run({ name }, window)).toThrow(/Type live/)
    }
    calls.liftKill.run({ name: 'live' }, window)
    expect(trading.liftKill).toHaveBeenLastCalledWith('live')
  })

  it('is not lifted by a window with a click and the name, unless the dialog is answered with yes', async () => {
    const { calls, trading } = setUp()
    const box = vi.fn(async () => false)
    const page = new EventEmitter() as unknown as WebContents & EventEmitter
    const log = { info: vi.fn(), warn: vi.fn() }
    const userInput = createUserInput({
      clock: createFakeClock(),
      ask: box,
      awayAfterMs: 10_000,
      returned: vi.fn(),
      log,
    })
    userInput.follow(page)
    const lift = async (): Promise<void> => {
      page.emit('before-mouse-event', {}, { type: 'mouseDown' })
      await userInput.prove(page, () => calls.liftKill.loosens({ name: 'live' }, window))
      await calls.liftKill.run({ name: 'live' }, window)
    }
    await expect(lift()).rejects.toThrow(/You canceled “Resume trading on live\?” Nothing was changed\./)
    expect(trading.liftKill).not.toHaveBeenCalled()
    box.mockResolvedValue(true)
    await lift()
    expect(trading.liftKill).toHaveBeenCalledWith('live')
    expect(box).toHaveBeenCalledTimes(2)
  })

  it('that does not exist is not asked about', () => {
    expect(() => setUp({ killed: false }).calls.liftKill.loosens({ name: 'live' }, window)).toThrow(
      /Trading on live is not stopped\. Nothing was changed\./,
    )
  })
})

describe('one order beyond a limit', () => {
  const input = { actionId: 'refused', requestId: 'next', intent: PLACE as never }

  it('is asked about in a dialog after any click, with the deployment, every field of the order and each limit’s message', () => {
    const question = setUp().calls.overrideLimit.loosens(input, window)
    expect(question).toMatchObject({ message: 'Send this order beyond your limit?', always: true })
    for (const text of [
      'On live, once:',
      'Limit order',
      'Size: 600 contracts',
      'Limit price: 571.50',
      'Reduce only: no',
      OVERRIDE.limits[0] ?? '',
      '60 s',
    ])
      expect(question?.detail).toContain(text)
  })

  it('is allowed for the requesting order and window', () => {
    const { calls, trading } = setUp()
    calls.overrideLimit.run(input, window)
    expect(trading.overrides.grant).toHaveBeenCalledWith(
      { actionId: 'refused', intent: PLACE, window: 'window-1' },
      'next',
      'Buy 600 NYCTMP1 at 571.50',
    )
  })

  it('that was not refused just now, or was sent already, is not asked about', () => {
    const { calls, trading } = setUp()
    expect(() => calls.overrideLimit.loosens({ ...input, actionId: 'other' }, window)).toThrow('refused long ago')
    expect(() => calls.overrideLimit.run({ ...input, requestId: 'sent' }, window)).toThrow('This was already sent.')
    expect(trading.overrides.grant).not.toHaveBeenCalled()
  })
})

describe('a window', () => {
  it('is asked about when it is armed, never when it is disarmed', () => {
    const { arm } = setUp().calls
    expect(arm.loosens({ armed: true }, window)?.detail).toBe(
      'For 60 minutes it can send orders to live that open or add to positions.',
    )
    expect(arm.loosens({ armed: false }, window)).toBeNull()
  })
})

describe('one-click and trading keys', () => {
  const ladder = { armed: true, panel: 'ladder-1', market: { family: 'scalar', asset: 'live' } } as const

  it('are asked about when they are armed, with their scope, and never when they are disarmed', () => {
    const { armOneClick, armKeys } = setUp({ limits: { hotMinutes: 5 } }).calls
    expect(armOneClick.loosens(ladder, window)).toMatchObject({
      message: 'Arm one-click for scalar/live?',
      detail: 'For 5 minutes one click in this ladder sends an order to live without confirmation.',
    })
    expect(armKeys.loosens({ armed: true, mode: 'preview' }, window)?.detail).toContain('Enter sends it')
    expect(armKeys.loosens({ armed: true, mode: 'at_once' }, window)?.detail).toContain(
      'For 5 minutes one key press sends an order to live without confirmation.',
    )
    expect(armOneClick.loosens({ armed: false, panel: 'ladder-1', because: 'user' }, window)).toBeNull()
    expect(armKeys.loosens({ armed: false, because: 'user' }, window)).toBeNull()
  })

  it('are armed for the calling window, and fail with a message where they may not be', () => {
    const { calls, arming } = setUp()
    calls.armOneClick.run(ladder, window)
    calls.armKeys.run({ armed: true, mode: 'at_once' }, window)
    expect(arming.armOneClick).toHaveBeenCalledWith('window-1', 'ladder-1', ladder.market)
    expect(arming.armKeys).toHaveBeenCalledWith('window-1', 'at_once')
    const barred = setUp({ armed: false }).calls
    expect(() => barred.armOneClick.run(ladder, window)).toThrow('Not armed.')
    expect(() => barred.armKeys.run({ armed: true, mode: 'preview' }, window)).toThrow('Not armed.')
  })
})

describe('paused automated orders', () => {
  it('resume only by a typed word, with user input in the window', () => {
    const { resumeHeld } = setUp().calls
    expect(resumeHeld.loosens({ id: 'slices', confirmation: 'RESUME' }, window)?.message).toBe('Resume Slices?')
    expect(() => resumeHeld.loosens({ id: 'gone', confirmation: 'RESUME' }, window)).toThrow(
      'No longer paused. Nothing was changed.',
    )
    expect(resumeHeld.run({ id: 'slices', confirmation: 'RESUME' }, window)).toBeNull()
    expect(() => resumeHeld.run({ id: 'slices', confirmation: 'resume' }, window)).toThrow('Type RESUME')
  })
})

describe('the setting for unverified actions', () => {
  it('is asked about only when it allows more', () => {
    const { saveSettings } = setUp().calls
    expect(saveSettings.loosens({ unverifiedActions: 'confirm' }, window)?.detail).toContain(
      'Unverified actions: Refuse → Ask me',
    )
    expect(saveSettings.loosens({ unverifiedActions: 'refuse', theme: 'dark' }, window)).toBeNull()
    expect(saveSettings.loosens({ theme: 'dark' }, window)).toBeNull()
  })

  it('is asked about with fewer questions about far prices, and not with more', () => {
    const { saveSettings } = setUp().calls
    expect(saveSettings.loosens({ throughDegrees: '5', throughCents: '25' }, window)?.detail).toBe(
      'Limit through best price, °F: Confirm beyond 1 °F → Confirm beyond 5 °F\nLimit through best price, ¢: Confirm beyond 10 ¢ → Confirm beyond 25 ¢',
    )
    expect(saveSettings.loosens({ throughDegrees: '0.25', throughCents: '2' }, window)).toBeNull()
  })
})

describe('remote notifications', () => {
  it('need user input where they include details from then on, also beside other loosened settings', () => {
    const { saveSettings } = setUp().calls
    expect(
      saveSettings.loosens({ remoteNotificationDetails: false, remoteNotificationScope: 'acting' }, window),
    ).toBeNull()
    expect(saveSettings.loosens({ remoteNotificationDetails: true }, window)).toMatchObject({
      message: 'Send more data off this computer?',
      detail: 'From then on, messages to a webhook or ntfy include sizes, prices and text.',
    })
    const both = saveSettings
      .loosens({ remoteNotificationDetails: true, throughDegrees: '5' }, window)
      ?.detail.split('\n')
    expect(both).toEqual([
      expect.stringContaining('Limit through best price, °F: Confirm beyond 1 °F → Confirm beyond 5 °F'),
      expect.stringContaining('From then on, messages to a webhook or ntfy include sizes, prices and text.'),
    ])
  })
})

describe('public weather services and a second forecast', () => {
  it('need user input where main asks them from then on, which an import cannot turn on', () => {
    const { saveSettings } = setUp().calls
    expect(saveSettings.loosens({ weather: 'all', openMeteo: 'non_commercial' }, window)?.detail).toBe(
      'From then on, aviationweather.gov and api.weather.gov learn your IP address and the stations you look at, on live deployments too.\nFrom then on, api.open-meteo.com, or customer-api.open-meteo.com with your API key, learns your IP address and where the station is.',
    )
    expect(saveSettings.loosens({ openMeteo: 'key' }, window)?.detail).toMatch(/customer-api\.open-meteo\.com/)
    expect(saveSettings.loosens({ weather: 'off', openMeteo: 'off' }, window)).toBeNull()
    const text = JSON.stringify({ format: 'isotherm-settings', version: 1, settings: { weather: 'all' } })
    expect(readExported(text, DEFAULT_SETTINGS)).toMatchObject({
      settings: {},
      left: [
        'Weather at the station stays “On practice only”: an import cannot send more outside. Change it yourself.',
      ],
    })
  })
})

describe('a window that reduces the trader’s notifications', () => {
  const QUIET = { sounds: false, remoteNotificationScope: 'acting', heartbeatEvery: '60', updateChecks: false } as const
  const TEXTS =
    'Reduced reporting: Sounds: On → Off; Remote notifications: All alerts and warnings → Errors and what needs me; Heartbeat interval: 5 minutes → 60 minutes; Check for updates: On → Off.'

  it('is recorded, for its own settings and for imported ones', () => {
    const { calls, saved, removed } = setUp()
    calls.saveSettings.run(QUIET, window)
    const text = JSON.stringify({ format: 'isotherm-settings', version: 1, settings: QUIET })
    calls.importSettings.run({ text, loosens: [] }, window)
    expect(saved).toHaveBeenCalledTimes(2)
    expect(removed.mock.calls).toEqual([
      [window, TEXTS],
      [window, TEXTS],
    ])
  })

  it('is recorded where Flatten, Cancel all or Kill gets another key or none, and not for other commands', () => {
    const { calls, removed } = setUp()
    calls.saveKeys({ from: 'kept', changes: { 'trade/flatten': [], 'trade/cancel/all': [{ code: 'KeyJ' }] } }, window)
    calls.saveKeys({ from: 'kept', changes: { palette: [] } }, window)
    expect(removed.mock.calls).toEqual([[window, 'Changed or removed keys: Flatten, Cancel all.']])
  })

  it('is not recorded where nothing becomes quieter', () => {
    const { calls, removed } = setUp()
    calls.saveSettings.run({ sounds: true, heartbeatEvery: '1', heartbeatWhen: 'always', theme: 'dark' }, window)
    expect(removed).not.toHaveBeenCalled()
  })
})

describe('imported settings', () => {
  const text = (settings: object) =>
    JSON.stringify({ format: 'isotherm-settings', version: 1, settings: { theme: 'light', ...settings } })
  const LOOSER = 'Limit through best price, °F: Confirm beyond 1 °F → Confirm beyond 5 °F'

  it('need user input where they loosen anything, as in the settings panel, and none otherwise', () => {
    const { importSettings } = setUp().calls
    expect(importSettings.loosens({ text: text({ throughDegrees: '5' }), loosens: [LOOSER] }, window)?.detail).toBe(
      LOOSER,
    )
    expect(importSettings.loosens({ text: text({ throughDegrees: '0.5' }), loosens: [] }, window)).toBeNull()
  })

  it('loosen nothing that the preview did not state, and report what they loosen', () => {
    const { calls, saved, added } = setUp()
    const loose = text({ throughDegrees: '5' })
    expect(() => calls.importSettings.run({ text: loose, loosens: [] }, window)).toThrow(
      'The settings have changed since this preview. Check them again.',
    )
    expect(saved).not.toHaveBeenCalled()
    calls.importSettings.run({ text: loose, loosens: [LOOSER] }, window)
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ theme: 'light', throughDegrees: '5' })
    expect(added.mock.calls).toEqual([['warning', 'Settings were loosened', `${LOOSER}.`]])
  })

  it('end one-click and trading keys where they bring keys or sizes', () => {
    const { calls, endHotFor } = setUp()
    const run = (more: object) =>
      calls.importSettings.run(
        { text: JSON.stringify({ format: 'isotherm-settings', version: 1, ...more }), loosens: [] },
        window,
      )
    run({})
    expect(endHotFor).not.toHaveBeenCalled()
    run({ keys: { 'trade/buy': [{ code: 'KeyX' }] } })
    run({ sizes: { 'outcome/1/0': SIZES } })
    expect(endHotFor.mock.calls).toEqual([['keys'], ['sizes']])
  })

  it('with sizes for too many markets are refused completely', () => {
    const sizes = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`outcome/${from + at}/0`, SIZES]))
    const { calls, saved } = setUp({ sizes: sizes(1, 199) })
    const brought = (count: number) =>
      JSON.stringify({ format: 'isotherm-settings', version: 1, sizes: sizes(1000, count) })
    expect(() => calls.importSettings.run({ text: brought(2), loosens: [] }, window)).toThrow(
      /This import would give 201 markets their own sizes; the maximum is 200\. Reset some markets to defaults first\./,
    )
    expect(saved).not.toHaveBeenCalled()
    calls.importSettings.run({ text: brought(1), loosens: [] }, window)
    expect(Object.keys(saved.mock.calls[0]?.[0].sizes)).toHaveLength(200)
  })

  it('remove no exit plan of the trader that the text does not name', () => {
    const terms = {
      stop: { by: 'distance', distance: '1' },
      targets: [],
      breakEven: null,
      trail: null,
      outBefore: null,
    }
    const of = (...names: string[]) => ({ scalar: { templates: names.map((name) => ({ name, terms })), first: null } })
    const { calls, saved } = setUp({ exitTemplates: of('Mine') })
    const brought = JSON.stringify({ format: 'isotherm-settings', version: 1, exitTemplates: of('New') })
    calls.importSettings.run({ text: brought, loosens: [] }, window)
    expect(saved.mock.calls[0]?.[0].exitTemplates).toEqual(of('Mine', 'New'))
  })

  it('never allow more unverified actions', () => {
    const { calls, saved } = setUp()
    calls.importSettings.run({ text: text({ unverifiedActions: 'confirm' }), loosens: [] }, window)
    expect(saved.mock.calls[0]?.[0]).not.toHaveProperty('unverifiedActions')
  })
})

describe('resuming an algo order', () => {
  it('is asked about even where no window shows it, and refused without a paused one', () => {
    const paused = (id: string) => {
      if (id === 'old') return { asset: 'NYCTMP1', terms: { kind: 'slices' } }
      throw new CallError('not_waiting', 'This is not as it was any more.', 'id')
    }
    const deployment = { profile: { name: 'live' }, trading: { algos: { paused }, topics: { view: () => [] } } }
    const { resumeAlgo } = algoCalls({ on: () => deployment as never, nameOf: () => 'window-1' })
    expect(resumeAlgo.loosens({ id: 'old', most: null }, window)?.message).toBe('Resume the slices in NYCTMP1?')
    expect(() => resumeAlgo.loosens({ id: 'gone', most: null }, window)).toThrow('not as it was')
  })
})

describe('another client of the wallet', () => {
  it('is expected only with user input in the window, and unexpected again without it', () => {
    const { calls, trading } = setUp()
    expect(calls.expectOtherClient.loosens({ isExpected: true }, window)?.detail).toContain('→ marked only')
    expect(calls.expectOtherClient.loosens({ isExpected: false }, window)).toBeNull()
    expect(calls.expectOtherClient.run({ isExpected: true }, window)).toBeNull()
    expect(trading.expectOtherClient).toHaveBeenCalledWith(true)
  })
})

describe('an unreadable row of the account', () => {
  const row = { list: 'positions', text: '{"size":"x"}', asset: '#10', time: null, reason: 'No size.', worth: '25' }
  const input = { list: 'positions', text: row.text } as const

  it('is acknowledged only in a dialog that shows the row and its value in the limits', () => {
    const { calls, trading, removed } = setUp()
    trading.unreadableRow.mockReturnValue(row)
    expect(calls.acknowledgeUnreadable.loosens(input, window)).toMatchObject({
      ...{ message: 'Acknowledge this row?', confirm: 'Acknowledge', always: true },
      detail: expect.stringMatching(/^On live:\nPosition in #10\n\{"size":"x"\}\nNo size\.\n\n.* at 25\.00 USDC, /),
    })
    expect(calls.acknowledgeUnreadable.run(input, window)).toBeNull()
    expect(trading.acknowledgeUnreadable).toHaveBeenCalledWith(row)
    expect(removed).toHaveBeenCalledOnce()
  })

  it.each([
    ['None of its values are readable', { ...row, worth: undefined }],
    ['Its market is unreadable', { ...row, asset: null }],
  ])('keeps blocking, as the dialog states: %s', (text, of) => {
    const { calls, trading } = setUp()
    trading.unreadableRow.mockReturnValue(of)
    expect(calls.acknowledgeUnreadable.loosens(input, window)?.detail).toContain(text)
    expect(calls.acknowledgeUnreadable.run(input, window)).toBeNull()
    expect(trading.acknowledgeUnreadable).not.toHaveBeenCalled()
  })

  it('is refused once it has changed, before the dialog and after it', () => {
    const { calls } = setUp()
    expect(() => calls.acknowledgeUnreadable.loosens(input, window)).toThrow(
      'This row changed or is gone. Check it again.',
    )
    expect(() => calls.acknowledgeUnreadable.run(input, window)).toThrow('This row changed or is gone. Check it again.')
  })
})

describe('a learned asset number', () => {
  const number = { asset: 'NYCTMP1', number: 110_004 }

  it('is forgotten only with user input in the window, and reported as unknown where there is none', () => {
    const { calls, trading } = setUp()
    expect(calls.forgetAssetNumber.loosens(number, window)?.detail).toBe(
      'On live, number 110004 for NYCTMP1: known → you confirm the next number the venue reports.',
    )
    expect(calls.forgetAssetNumber.run(number, window)).toBeNull()
    expect(trading.forgetAssetNumber).toHaveBeenCalledWith('NYCTMP1', 110_004)
    trading.forgetAssetNumber.mockReturnValue(false)
    expect(() => calls.forgetAssetNumber.run(number, window)).toThrow(
      'No learned number 110004 for NYCTMP1. It may have been forgotten already.',
    )
  })
})

describe('the confirmation of an action', () => {
  it('is asked about with the whole request and its result; declining never is', () => {
    const { confirmEstimate, confirmUnverified } = setUp().calls
    const yes = { actionId: 'waits', estimateId: 'estimate-7', accept: true }
    expect(confirmEstimate.loosens(yes, window)?.detail).toBe(
      [
        'Prediction',
        ...['Market: NYCTMP1', 'Target: 61.5 °F', 'Direction: long', 'Size: 3 contracts', 'Worst price: 563', ''],
        ...["The venue's estimate", 'Average price: 561.2', 'Worst price: 562', ''],
        'not verified: the venue named no price',
      ].join('\n'),
    )
    expect(confirmUnverified.loosens(yes, window)?.detail).toContain('not verified: the venue named no price')
    expect(confirmEstimate.loosens({ ...yes, accept: false }, window)).toBeNull()
    expect(confirmUnverified.loosens({ ...yes, accept: false }, window)).toBeNull()
  })

  it('for an action that does not wait, or another estimate, asks nothing', () => {
    const { confirmEstimate, confirmUnverified } = setUp().calls
    expect(confirmEstimate.loosens({ actionId: 'waits', estimateId: 'older', accept: true }, window)).toBeNull()
    expect(confirmUnverified.loosens({ actionId: 'gone', accept: true }, window)).toBeNull()
  })

  it('from a window that may not give it is refused before anybody is asked, and again when it is executed', () => {
    const { calls, trading } = setUp({ armed: false })
    const yes = { actionId: 'waits', estimateId: 'estimate-7', accept: true }
    for (const name of ['confirmEstimate', 'confirmUnverified'] as const) {
      expect(() => calls[name].loosens(yes, window)).toThrow('Not armed.')
      expect(() => calls[name].run(yes, window)).toThrow('Not armed.')
    }
    expect(trading.confirmEstimate).not.toHaveBeenCalled()
    expect(trading.confirmUnverified).not.toHaveBeenCalled()
  })
})
