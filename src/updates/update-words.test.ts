import { describe, expect, it } from 'vitest'
import { millis } from '../../contract/time.ts'
import type { UpdateState, UpdateView } from '../../contract/update.ts'
import { checkedWords, markWords, stateWords, type UpdateAct, whyNot } from './update-words.ts'

const release = { version: '1.2.0', notes: '', bytes: 86_400_000 }
const failed = (during: 'check' | 'download' | 'restart'): UpdateState => ({
  ...{ kind: 'failed', during, reason: 'A reason.', advice: 'Do this.' },
  release: during === 'check' ? null : release,
})
const STATES = {
  off: { kind: 'off', reason: 'Updates are off: this runs from its sources.' },
  idle: { kind: 'idle' },
  checking: { kind: 'checking' },
  available: { kind: 'available', release },
  downloading: { kind: 'downloading', release, percent: 43 },
  ready: { kind: 'ready', release },
  failedCheck: failed('check'),
  failedDownload: failed('download'),
  failedRestart: failed('restart'),
} as const satisfies Readonly<Record<string, UpdateState>>
const view = (state: UpdateState, more: Partial<UpdateView> = {}): UpdateView => ({
  ...{ running: '1.1.0', channel: 'stable', checkedAt: null, reached: null, heldBack: null, whatsNew: null },
  state,
  ...more,
})

describe('what can be asked for', () => {
  it.each<[keyof typeof STATES, readonly UpdateAct[]]>([
    ['off', []],
    ['idle', ['check']],
    ['checking', []],
    ['available', ['check', 'download']],
    ['downloading', ['cancel']],
    ['ready', ['check', 'restart']],
    ['failedCheck', ['check']],
    ['failedDownload', ['check', 'download']],
    ['failedRestart', ['check', 'restart']],
  ])('of %s is %j, and everything else has its reason', (name, can) => {
    const acts: readonly UpdateAct[] = ['check', 'download', 'cancel', 'restart']
    expect(acts.filter((act) => whyNot(STATES[name], act) === null)).toEqual(can)
    for (const act of acts) if (!can.includes(act)) expect(whyNot(STATES[name], act)).not.toBe('')
  })

  it('is nothing before main has said anything', () => {
    expect(whyNot(undefined, 'check')).toContain('not said yet')
  })
})

describe('the state in words', () => {
  it('is a sentence for each', () => {
    expect(stateWords(view(STATES.off))).toEqual({
      ...{ tone: 'good', title: 'Updates are off', detail: 'This runs from its sources.' },
    })
    expect(stateWords(view(STATES.idle)).title).toBe('Not looked for yet')
    expect(stateWords(view(STATES.idle, { checkedAt: millis(1) })).title).toBe('1.1.0 is the newest version')
    expect(stateWords(view(STATES.idle, { heldBack: '1.2.0 is given out by and by.' })).detail).toContain('by and by')
    expect(stateWords(view(STATES.available)).detail).toContain('86.4 MB to download')
    expect(stateWords(view(STATES.failedCheck))).toMatchObject({ tone: 'warning', detail: 'A reason. Do this.' })
    expect(stateWords(view(STATES.failedDownload))).toMatchObject({ tone: 'error', title: '1.2.0 was not downloaded' })
    expect(stateWords(view(STATES.failedRestart)).title).toBe('1.2.0 was not installed')
  })

  it('says when it was looked last, and that nobody was reached since', () => {
    expect(checkedWords({ checkedAt: null, reached: null })).toBe('Never')
    expect(checkedWords({ checkedAt: null, reached: false })).toBe('Never; the release host could not be reached since')
    expect(checkedWords({ checkedAt: millis(0), reached: true })).toMatch(/^1970-01-01 00:00/)
  })

  it('marks only what the trader may do something about', () => {
    const marks = Object.entries(STATES).map(([name, state]) => [name, markWords(state)?.words ?? null])
    expect(marks.filter(([, words]) => words !== null)).toEqual([
      ['available', 'Update 1.2.0'],
      ['downloading', 'Update 43 %'],
      ['ready', 'Update ready'],
      ['failedDownload', 'Update failed'],
      ['failedRestart', 'Update failed'],
    ])
    expect(markWords(undefined)).toBeNull()
  })

  it('says sizes in megabytes', () => {
    const words = (bytes: number) => stateWords(view({ kind: 'available', release: { ...release, bytes } })).detail
    expect(words(86_412_345)).toContain('86.4 MB')
    expect(words(1_234_500_000)).toContain('1,234.5 MB')
  })
})
