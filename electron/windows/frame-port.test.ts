import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { createFramePort, type PortChannel } from './window-topics.ts'

/** Ports whose far end is the test. */
function setUp() {
  const made: (EventEmitter & { said: unknown[]; started: boolean; closed: boolean })[] = []
  const handed: unknown[] = []
  const painted: (readonly [number, number | null])[] = []
  let destroyed = false
  const port = createFramePort({
    contents: {
      isDestroyed: () => destroyed,
      postMessage: (_channel: string, _message: unknown, [given]: unknown[]) => void handed.push(given),
    } as unknown as WebContents,
    makeChannel() {
      const port1 = Object.assign(new EventEmitter(), {
        said: [] as unknown[],
        started: false,
        closed: false,
        postMessage: (batch: unknown) => void port1.said.push(batch),
        start() {
          port1.started = true
        },
        close() {
          port1.closed = true
        },
      })
      made.push(port1)
      return { port1, port2: { of: made.length } } as unknown as PortChannel
    },
    painted: (...terms) => void painted.push(terms),
  })
  const destroy = (): void => {
    destroyed = true
  }
  return { port, made, handed, painted, destroy }
}

describe('the port of a window', () => {
  it('goes to the page on request, and carries what is sent', () => {
    const { port, made, handed } = setUp()
    port.send({ seq: 1, updates: [] })
    port.open()
    port.send({ seq: 2, updates: [] })
    expect(handed).toEqual([{ of: 1 }])
    expect(made[0]).toMatchObject({ started: true, said: [{ seq: 2, updates: [] }] })
  })

  it('accepts only reports of painted batches, for any message of the page', () => {
    const { port, made, painted } = setUp()
    port.open()
    const good = [
      [3, 1000.5],
      [5, null],
    ]
    const terms = [
      ...good,
      [4],
      [4, 1, 1],
      ['4', 1],
      [4, '1'],
      [4.5, 1],
      [4, Number.NaN],
      [4, undefined],
      null,
      {},
      '4,1',
    ]
    for (const data of terms) made[0]?.emit('message', { data, ports: [] })
    expect(painted).toEqual(good)
  })

  it('is one at a time: a page that asks again receives only on the new one, and the old one is ignored', () => {
    const { port, made, painted } = setUp()
    port.open()
    port.open()
    made[0]?.emit('message', { data: [1, 1], ports: [] })
    made[1]?.emit('message', { data: [2, 2], ports: [] })
    port.send({ seq: 3, updates: [] })
    expect(made.map(({ closed }) => closed)).toEqual([true, false])
    expect(made.map(({ said }) => said.length)).toEqual([0, 1])
    expect(painted).toEqual([[2, 2]])
  })

  it('is never created for a page that is gone, and closes with the window', () => {
    const { port, made, destroy } = setUp()
    port.open()
    port.close()
    port.send({ seq: 1, updates: [] })
    destroy()
    port.open()
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ closed: true, said: [] })
  })
})
