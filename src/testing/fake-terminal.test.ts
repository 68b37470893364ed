import { describe, expect, it } from 'vitest'
import { callNames } from '../../contract/ipc.ts'
import { block } from '../../contract/safe-text.ts'
import { PLAIN_TOPICS, type Topic } from '../../contract/topics.ts'
import { createFakeTerminal, recordedInput } from './fake-terminal.ts'

const BOOK = { kind: 'book', asset: 'NYCTMP1', step: null, levels: 3 } as const

async function following(...keys: string[]) {
  const terminal = createFakeTerminal()
  const pushed: [string, unknown][] = []
  terminal.bridge.onFrame(({ updates }) => void pushed.push(...(updates as typeof pushed)))
  for (const topic of keys) await terminal.bridge.watch({ topic })
  return { terminal, pushed }
}

describe('the fake terminal', () => {
  it('refuses the input that main refuses, with the field', async () => {
    const { bridge } = createFakeTerminal()
    const answer = await bridge.submit({ requestId: 'twice', intent: { kind: 'binary_setup' } })
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad_input', about: 'requestId' } })
    expect(await bridge.saveSettings({ nonsense: true } as never)).toMatchObject({ ok: false })
  })
  it.each(['nonsense', 'book/NYCTMP1/-/101', 'ticker/', 'crosshair/99'])('refuses the topic %s', async (topic) => {
    const { bridge, watched } = createFakeTerminal()
    expect(await bridge.watch({ topic })).toMatchObject({ ok: false, error: { code: 'bad_input' } })
    expect(watched).toEqual(new Set())
  })
  it('answers every call except those that a test answers itself', async () => {
    const { bridge, answer } = createFakeTerminal()
    expect(await bridge.kill({ requestId: crypto.randomUUID(), distances: null })).toMatchObject({
      error: { code: 'no_answer' },
    })
    answer('readFees', () => ({
      ok: false,
      error: { code: 'offline', message: block`gone`, status: 503, about: null },
    }))
    expect(await bridge.readFees({})).toMatchObject({ error: { code: 'offline', status: 503 } })
  })
  it.each(callNames.filter((name) => name.startsWith('read') && name !== 'readOutcomeOrderStatus'))(
    'was recorded with an answer of %s',
    async (name) => {
      const { bridge } = createFakeTerminal()
      const inputs: Record<string, object> = {
        readForecastSkill: { asset: 'NYCTMP1' },
        readProblemReport: { details: true },
      }
      expect(await bridge[name]((inputs[name] ?? recordedInput(name)) as never)).toMatchObject({ ok: true })
    },
  )
  it.each(PLAIN_TOPICS)('was recorded with the topic %s', (kind) => {
    expect(createFakeTerminal().payload({ kind } as Topic)).toBeDefined()
  })
  it('pushes watched topics, and nothing else', async () => {
    const { terminal, pushed } = await following('bucket')
    expect(pushed.map(([key]) => key)).toEqual(['bucket'])
    terminal.publish({ kind: 'account_version' }, 7)
    terminal.change({ kind: 'bucket' }, { stale: true })
    await Promise.resolve()
    expect(pushed.at(-1)).toMatchObject(['bucket', { stale: true }])
    expect(pushed.some(([key]) => key === 'account_version')).toBe(false)
  })
  it('truncates a book to the requested levels, and plays the recording', async () => {
    const { terminal, pushed } = await following('book/NYCTMP1/-/3')
    const [[, first] = []] = pushed as [string, { bids: unknown[]; asks: unknown[] }][]
    expect([first?.bids.length, first?.asks.length]).toEqual([3, 3])
    terminal.play(3000)
    await Promise.resolve()
    expect(pushed.length).toBeGreaterThan(1)
    expect(terminal.payload(BOOK)).not.toEqual(first)
    expect(terminal.clock.monotonic()).toBe(3000)
  })
  it('keeps a published payload for good', async () => {
    const { terminal } = await following('bucket')
    terminal.change({ kind: 'bucket' }, { stale: true })
    terminal.play(3000)
    expect(terminal.payload({ kind: 'bucket' }).stale).toBe(true)
  })
})
