import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { ChangeReader } from './use-changes.ts'

function open() {
  const clock = createFakeClock()
  const requests: number[] = []
  const taken: number[] = []
  const answers: { resolve: (version: number) => void; reject: () => void }[] = []
  const reader = new ChangeReader<{ version: number }>({
    read: (since) => {
      requests.push(since)
      return new Promise((resolve, reject) => {
        answers.push({ resolve: (version) => resolve({ version }), reject: () => reject(new Error('no')) })
      })
    },
    take: ({ version }) => taken.push(version),
    after: clock.after,
  })
  const settle = (): Promise<void> => clock.advanceAsync(0)
  return { clock, asked: requests, taken, answers, reader, settle }
}

describe('changes are read', () => {
  it('from version 0 first, then from the known version, and not while nothing has changed', async () => {
    const { asked, taken, answers, reader, settle } = open()
    reader.want(5)
    answers[0]?.resolve(5)
    await settle()
    reader.want(5)
    reader.want(7)
    answers[1]?.resolve(7)
    await settle()
    expect([asked, taken]).toEqual([
      [0, 5],
      [5, 7],
    ])
  })

  it('one read at a time, and again at once for changes in the meantime', async () => {
    const { asked, answers, reader, settle } = open()
    reader.want(5)
    reader.want(6)
    reader.want(7)
    expect(asked).toEqual([0])
    answers[0]?.resolve(6)
    await settle()
    expect(asked).toEqual([0, 6])
    answers[1]?.resolve(7)
    await settle()
    expect(asked).toHaveLength(2)
  })

  it('again two seconds after a failed read, but not without a reader', async () => {
    const { clock, asked, answers, reader, settle } = open()
    reader.want(5)
    answers[0]?.reject()
    await settle()
    expect(asked).toEqual([0])
    await clock.advanceAsync(2000)
    expect(asked).toEqual([0, 0])
    answers[1]?.reject()
    await settle()
    reader.want(undefined)
    await clock.advanceAsync(10_000)
    expect(asked).toHaveLength(2)
    expect(clock.waiting).toBe(0)
  })
})
