import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { memoryJournal } from '../testing/memory-journal.ts'
import { createActionLog } from './action-log.ts'

const CLOSE = { kind: 'close', asset: 'NYCTMP1', size: null, slippagePct: '1' } as never
const refusal = { code: 'market_paused' as never, message: 'Paused.', field: null }

function logOf(journal = memoryJournal()) {
  const actionLog = createActionLog({ journal, clock: createFakeClock(), profileName: 'p' })
  const shown = () => actionLog.recordsOf('').map(({ id }) => id)
  const opened = (id: string, number: number, of = 'stop') =>
    actionLog.open(id, CLOSE, { account: '', cloid: null, attempt: { of, number } })
  const refused = async (id: string, number: number, of = 'stop') => {
    opened(id, number, of)
    await actionLog.apply(id, { type: 'refused', refusal, mismatches: [] })
  }
  return { journal, actionLog, shown, opened, refused }
}

describe('a close that is tried again and again', () => {
  it('shows as its newest try, also after a restart; the journal has them all', async () => {
    const { journal, actionLog, shown, refused } = logOf()
    actionLog.open('by hand', CLOSE, { account: '', cloid: null })
    for (let number = 1; number <= 40; number++) await refused(`try ${number}`, number)
    await refused('another', 1, 'other stop')
    expect(shown()).toEqual(['another', 'try 40', 'by hand'])
    expect(actionLog.records()[1]?.attempt).toEqual({ of: 'stop', number: 40 })
    expect(actionLog.get('try 3')?.state).toBe('refused')
    expect(journal.writes.filter(({ state }) => state === 'refused')).toHaveLength(41)
    expect(logOf(journal).shown()).toEqual(['another', 'try 40', 'by hand'])
  })

  it('keeps every try that was sent, and the one that is under way', async () => {
    const { actionLog, shown, opened, refused } = logOf()
    opened('sent', 1)
    for (const type of ['check_passed', 'journalled'] as const) await actionLog.apply('sent', { type })
    const prepared = { orderId: 'o', actionHash: '0x' as const, nonce: 1, expiresAt: null }
    await actionLog.apply('sent', { type: 'prepared', prepared, cloid: null, detail: null })
    await actionLog.apply('sent', { type: 'verified', detail: null })
    await actionLog.apply('sent', { type: 'signed', detail: null })
    await actionLog.apply('sent', { type: 'sent' })
    await actionLog.apply('sent', { type: 'rejected', refusal })
    await refused('second', 2)
    opened('third', 3)
    expect(shown()).toEqual(['third', 'sent'])
    opened('fourth', 4)
    expect(shown()).toEqual(['fourth', 'third', 'sent'])
  })
})
