import { describe, expect, it } from 'vitest'
import { createPastQueue, Outdated, type PastAnswer, type PastRequest } from './past-reader.ts'
import { asking } from './testing/stored-past.ts'

/** A thread that answers when the test decides. */
function open() {
  const requests: PastRequest[] = []
  let report: (answer: PastAnswer) => void = () => undefined
  let cell: Int32Array = new Int32Array(1)
  let started = 0
  const queue = createPastQueue((stopped) => {
    cell = stopped
    started++
    return {
      postMessage: (request: PastRequest) => void requests.push(request),
      terminate: () => Promise.resolve(0),
      unref: () => undefined,
      on(event: string, listener: never) {
        if (event === 'message') report = listener
      },
    } as never
  }, 'closed')
  const wordsOf = (filter: string) => asking('fills', { filter })
  return {
    queue,
    sent: requests,
    stopped: () => cell[0],
    starts: () => started,
    page: (filter: string, turn = 'fills') => {
      const answer = queue.ask({ kind: 'page', query: wordsOf(filter), after: null, limit: 5 }, `page ${turn}`)
      return answer.then(
        ({ id }) => `answer ${id}`,
        (error: Error) => (error instanceof Outdated ? 'outdated' : error.message),
      )
    },
    sums: (filter: string, turn = 'fills') =>
      queue.ask({ kind: 'totals', query: wordsOf(filter) }, `totals ${turn}`).then(
        ({ id }) => `answer ${id}`,
        (error: Error) => (error instanceof Outdated ? 'outdated' : error.message),
      ),
    async answer() {
      const last = requests.at(-1)
      if (last === undefined) throw new Error('nothing was asked')
      report({ id: last.id, kind: 'page', page: { kind: 'fills', rows: [], next: null } })
      for (let i = 0; i < 5; i++) await Promise.resolve()
    },
  }
}

describe('questions to the reading thread', () => {
  it('of a typing user are at most the current one and the newest', async () => {
    const { page, sent, answer, stopped } = open()
    const typed = ['n', 'ny', 'nyc', 'nyct'].map((filter) => page(filter))
    expect(sent).toHaveLength(1)
    expect(stopped()).toBe(sent[0]?.id)
    expect(await Promise.all(typed.slice(0, 3))).toEqual(['outdated', 'outdated', 'outdated'])
    await answer()
    expect(sent.map((one) => 'query' in one && one.query.filter)).toEqual(['n', 'nyct'])
    await answer()
    expect(await typed[3]).toBe('answer 2')
  })

  it('that repeat the current one wait for it, without aborting it', async () => {
    const { sums, sent, answer, stopped } = open()
    const [first, second, third] = [sums(''), sums(''), sums('')]
    expect(await second).toBe('outdated')
    expect(stopped()).toBe(0)
    await answer()
    expect(await first).toBe('answer 1')
    await answer()
    expect([await third, sent.length]).toEqual(['answer 2', 2])
  })

  it('displace nobody else’s, and pages come before sums', async () => {
    const { page, sums, sent, answer } = open()
    const answers = [sums('a'), sums('b', 'orders'), page('c'), page('d', 'orders')]
    for (let i = 0; i < 4; i++) await answer()
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 4', 'answer 2', 'answer 3'])
    expect(sent.map((one) => 'query' in one && one.query.filter)).toEqual(['a', 'c', 'd', 'b'])
  })

  it('fail when the records are closed', async () => {
    const { queue, page, starts } = open()
    const waiting = [page('a'), page('b', 'orders')]
    queue.end('over')
    expect(await Promise.all([...waiting, page('c')])).toEqual(['over', 'over', 'closed'])
    expect(starts()).toBe(1)
  })
})
