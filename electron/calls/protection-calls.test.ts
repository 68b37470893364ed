import type { WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { protectionCalls } from './protection-calls.ts'

const window = { id: 1 } as WebContents
const STOP = { id: 'stop-1', label: 'Stop on NYCTMP1 at 565.00', plan: { id: 'plan-1' } }
const ALERT = { id: 'alert-1', rule: { kind: 'phase', phase: null }, repeat: true, state: 'on' }

const ORDERS = [
  { asset: 'NYCTMP1', side: 'sell', size: '5', price: '575.00', reduceOnly: true },
  { asset: 'NYCTMP1', side: 'buy', size: '7', price: '560.00', reduceOnly: false },
  { asset: 'NYCTMP2', side: 'sell', size: '9', price: '580.00', reduceOnly: true },
]

/** The calls over a terminal with one stop and one alert. */
function setUp(isPressed: boolean) {
  const records: string[] = []
  const reported: { readonly title: string; readonly text: string; readonly about: unknown }[] = []
  const deployment = {
    trading: {
      safety: { add: (_kind: string, text: string) => void records.push(text) },
      action: () => ({ intent: { kind: 'close', asset: 'NYCTMP1' } }),
      stopClosing: (id: string) => id === 'close-1',
      dismissFlatten: () => undefined,
      cancelAll: async () => ({ actionIds: [] }),
      readOpenOrders: async () => ({ orders: ORDERS, old: null }),
      topics: {
        view: () => [
          { id: 'slices-1', reduceOnly: true },
          { id: 'scale-1', reduceOnly: false },
        ],
      },
      algos: {
        watchEntries: () => [
          { id: 'slices-1', label: 'Slices, sell 5 NYCTMP1' },
          { id: 'scale-1', label: 'Scale, buy 5 NYCTMP1' },
        ],
        pause: () => undefined,
        stop: () => undefined,
      },
    },
    conditionals: {
      watchEntries: () => [STOP],
      topics: { view: () => [STOP] },
      cancel: () => undefined,
      cancelPlan: () => undefined,
      move: async () => ({ trigger: '560.00' }),
    },
    alerts: {
      topics: { view: () => ({ alerts: [ALERT], settings: { notifications: true } }) },
      remove: () => undefined,
      save: () => ({ id: ALERT.id }),
      saveSettings: () => undefined,
      report: (title: string, message: string, about: unknown) => void reported.push({ title, text: message, about }),
    },
  }
  const calls = protectionCalls({
    on: () => deployment as never,
    running: () => [deployment as never],
    userInput: { isPressed: () => isPressed },
  })
  return { calls, records, reported }
}

type Calls = ReturnType<typeof setUp>['calls']
const removals: readonly (readonly [string, (calls: Calls) => unknown, RegExp])[] = [
  [
    'a stop that is canceled',
    ({ cancelConditional }) => cancelConditional({ id: STOP.id }, window),
    /^Canceled: Stop on/,
  ],
  [
    'an exit plan that is canceled',
    ({ cancelExitPlan }) => cancelExitPlan({ plan: 'plan-1' }, window),
    /^Canceled: Stop on/,
  ],
  ['an alert that is deleted', ({ removeAlert }) => removeAlert({ id: ALERT.id }, window), /^Alert deleted: /],
  [
    'an alert that is switched off',
    ({ saveAlert }) => saveAlert({ ...(ALERT as never as object), on: false } as never, window),
    /^Alert turned off: /,
  ],
  [
    'desktop notifications that are switched off',
    ({ saveAlertSettings }) => saveAlertSettings({ notifications: false }, window),
    /Desktop notifications turned off\./,
  ],
]

/** Each is already a step in its own row of Activity. */
const STEPS: typeof removals = [
  [
    'a stop that is moved',
    ({ moveConditional }) => moveConditional({ id: STOP.id, trigger: '560.00' as never }, window),
    /^Moved to 560.00: Stop on/,
  ],
  [
    'a close that is stopped',
    ({ stopClosing }) => stopClosing({ actionId: 'close-1' }, window),
    /^Stopped: close of NYCTMP1\./,
  ],
  [
    'a flatten that is ended as it is',
    ({ dismissFlatten }) => dismissFlatten({ id: 'flatten-1' }, window),
    /^Dismissed: Flatten\./,
  ],
  [
    'an alert that is changed',
    ({ saveAlert }) =>
      saveAlert(
        { ...(ALERT as never as object), on: true, rule: { kind: 'phase', phase: 'settling' } } as never,
        window,
      ),
    /^Alert changed: Market state, repeats → Market state, phase settling, repeats\./,
  ],
  [
    'reduce-only orders, canceled with all others of a market',
    ({ cancelAll }) => cancelAll({ requestId: 'one', asset: 'NYCTMP1' }, window),
    /^Canceled: reduce-only sell 5 NYCTMP1 at 575\.00\. /,
  ],
  [
    'reducing slices that are paused',
    ({ pauseAlgo }) => pauseAlgo({ id: 'slices-1' }, window),
    /^Paused: Slices, sell/,
  ],
  [
    'reducing slices that are stopped',
    ({ stopAlgo }) => stopAlgo({ id: 'slices-1', cancel: false }, window),
    /^Stopped: Slices, sell/,
  ],
]

describe('protection that a window removes', () => {
  it.each(removals)('is a row in Activity after a click: %s', async (_, remove, text) => {
    const { calls, records, reported } = setUp(true)
    await remove(calls)
    expect([records, reported]).toEqual([[expect.stringMatching(text)], []])
  })

  it.each([...removals, ...STEPS])(
    'is notified where no page can remove it, without a click: %s',
    async (_, remove, text) => {
      const { calls, records, reported } = setUp(false)
      await remove(calls)
      expect(records).toEqual([expect.stringMatching(/No key press or click preceded it\.$/)])
      expect(reported).toEqual([
        {
          title: 'Protection removed without a click',
          text: expect.stringMatching(text),
          about: { isActing: true, always: true },
        },
      ])
    },
  )

  it.each(STEPS)('after a click is only a step of its own row: %s', async (_, remove) => {
    const { calls, records, reported } = setUp(true)
    await remove(calls)
    expect([records, reported]).toEqual([[], []])
  })

  it('is not recorded where automated orders that open a position are paused or stopped', () => {
    const { calls, records, reported } = setUp(false)
    calls.pauseAlgo({ id: 'scale-1' }, window)
    calls.stopAlgo({ id: 'scale-1', cancel: true }, window)
    expect([records, reported]).toEqual([[], []])
  })

  it('is reported on one line, with any names from a page', () => {
    const { calls, records, reported } = setUp(false)
    const rule = { kind: 'fill', asset: 'NYCTMP1\nAll is well.\u202e' }
    calls.saveAlert({ ...(ALERT as never as object), on: true, rule } as never, window)
    for (const text of [...records, ...reported.map((one) => one.text)]) {
      expect(text).toContain('asset NYCTMP1 All is well. , repeats')
    }
  })

  it('is not recorded where an alert is saved unchanged', () => {
    const { calls, reported } = setUp(false)
    calls.saveAlert({ ...(ALERT as never as object), on: true } as never, window)
    expect(reported).toEqual([])
  })

  it('is not recorded where there is no close to stop', () => {
    const { calls, records } = setUp(false)
    expect(() => calls.stopClosing({ actionId: 'close-2' }, window)).toThrow('This close has already finished.')
    expect(records).toEqual([])
  })
})
