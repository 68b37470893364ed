import type { WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { protectionCalls } from './protection-calls.ts'

const window = { id: 1 } as WebContents
const STOP = { id: 'stop-1', label: 'Stop on NYCTMP1 at 565.00', plan: { id: 'plan-1' } }
const ALERT = { id: 'alert-1', rule: { kind: 'phase', phase: null }, repeat: true, state: 'on' }

/** The calls over a terminal with one stop and one alert. */
function setUp(isPressed: boolean) {
  const records: string[] = []
  const reported: { readonly title: string; readonly words: string; readonly about: unknown }[] = []
  const deployment = {
    trading: { safety: { add: (_kind: string, words: string) => void records.push(words) } },
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
      report: (title: string, words: string, about: unknown) => void reported.push({ title, words, about }),
    },
  }
  const calls = protectionCalls({
    on: () => deployment as never,
    running: () => [deployment as never],
    hands: { isPressed: () => isPressed },
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
    /^Alert switched off: /,
  ],
  [
    'desktop notifications that are switched off',
    ({ saveAlertSettings }) => saveAlertSettings({ notifications: false }, window),
    /were switched off/,
  ],
]

describe('protection that a window removes', () => {
  it.each(removals)('is a row in Activity after a press: %s', async (_, remove, words) => {
    const { calls, records, reported } = setUp(true)
    await remove(calls)
    expect([records, reported]).toEqual([[expect.stringMatching(words)], []])
  })

  it.each([
    ...removals,
    [
      'a stop that is moved',
      ({ moveConditional }: Calls) => moveConditional({ id: STOP.id, trigger: '560.00' as never }, window),
      /^Moved to 560.00: Stop on/,
    ] as const,
  ])('is notified where no page can take it away, without a press: %s', async (_, remove, words) => {
    const { calls, records, reported } = setUp(false)
    await remove(calls)
    expect(records).toEqual([expect.stringMatching(/No key or click in the window came before it\.$/)])
    expect(reported).toEqual([
      {
        title: 'Protection was removed without a click',
        words: expect.stringMatching(words),
        about: { isActing: true, always: true },
      },
    ])
  })

  it('that is moved by a press is a step of its own row', async () => {
    const { calls, records, reported } = setUp(true)
    await calls.moveConditional({ id: STOP.id, trigger: '560.00' as never }, window)
    expect([records, reported]).toEqual([[], []])
  })
})
