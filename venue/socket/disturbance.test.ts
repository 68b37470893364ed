import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Disturbance, type FeedFaults, hugeMessage, NO_FAULTS } from './disturbance.ts'

const sent = (faults: Partial<FeedFaults>, messages: readonly string[]): string[] => {
  const line = new Disturbance(() => ({ ...NO_FAULTS, ...faults }))
  return [...messages.flatMap((text) => line.apply(Buffer.from(text))), ...line.release()].map(String)
}

describe('a disturbed connection', () => {
  it('changes nothing without a fault', () => {
    expect(sent({}, ['1', '2', '3'])).toEqual(['1', '2', '3'])
  })

  it('sends everything twice', () => {
    expect(sent({ duplicate_feed: true }, ['1', '2'])).toEqual(['1', '1', '2', '2'])
  })

  it('swaps messages in pairs, and loses none', () => {
    expect(sent({ reorder_feed: true }, ['1', '2', '3', '4', '5'])).toEqual(['2', '1', '4', '3', '5'])
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), (messages) => {
        expect(sent({ reorder_feed: true }, messages).sort()).toEqual([...messages].sort())
      }),
    )
  })

  it('inserts garbage before each message, none of it a message of the service', () => {
    const out = sent(
      { garbage_feed: true },
      Array.from({ length: 20 }, (_, i) => `${i}`),
    )
    expect(out).toHaveLength(40)
    expect(out.filter((_, i) => i % 2 === 1)).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`))
    const notJson = out.filter((text) => {
      try {
        JSON.parse(text)
        return false
      } catch {
        return true
      }
    })
    expect(notJson.length).toBeGreaterThanOrEqual(3)
  })

  it('has a well-formed message of 5 MB', () => {
    const message = hugeMessage()
    expect(message.length).toBeGreaterThanOrEqual(5_000_000)
    expect(JSON.parse(String(message)).data.coin).toBe('HUGE')
  })
})
