import { describe, expect, it, vi } from 'vitest'
import { FRAMES_PORT } from '../../contract/channels.ts'
import type { Answer, TerminalCalls } from '../../contract/ipc.ts'
import { block } from '../../contract/safe-text.ts'
import { connectBridge } from './bridge.tsx'

const ORIGIN = 'app://ui'

function setUp(answer: Answer<null> = { ok: true, value: null }) {
  const onError = vi.fn()
  const asked = vi.fn(async () => answer)
  const received: ((event: object) => void)[] = []
  const page = {
    location: { origin: ORIGIN },
    addEventListener: (_type: string, listener: (event: object) => void) => void received.push(listener),
  }
  const bridge = connectBridge({ openFrames: asked } as unknown as TerminalCalls, { window: page as never, onError })
  const batches: unknown[] = []
  bridge.onFrame((batch) => batches.push(batch))
  const port = () => ({ onmessage: null as ((event: object) => void) | null, postMessage: vi.fn(), close: vi.fn() })
  const hear = (event: object): void => {
    for (const listener of received) listener({ source: page, origin: ORIGIN, data: FRAMES_PORT, ports: [], ...event })
  }
  return { bridge, batches, port, hear, onError, asked }
}

describe('the frames of a window', () => {
  it('arrive on the requested port, and paint acknowledgements are returned on it', () => {
    const { bridge, batches, port, hear, asked } = setUp()
    expect(asked).toHaveBeenCalledWith({})
    bridge.painted(1, 5)
    const given = port()
    hear({ ports: [given] })
    given.onmessage?.({ data: { seq: 2, updates: [] } })
    bridge.painted(2, 6.5)
    expect(batches).toEqual([{ seq: 2, updates: [] }])
    expect(given.postMessage.mock.calls).toEqual([[[2, 6.5]]])
  })

  it('are accepted from no other window, origin or message', () => {
    const { bridge, port, hear } = setUp()
    const strangers = [port(), port(), port(), port(), port()] as const
    hear({ source: {}, ports: [strangers[0]] })
    hear({ origin: 'https://evil', ports: [strangers[1]] })
    hear({ data: 'terminal:frames', ports: [strangers[2]] })
    hear({ ports: [strangers[3], strangers[4]] })
    hear({ ports: [] })
    bridge.painted(1, 1)
    for (const { onmessage, postMessage } of strangers) {
      expect(onmessage).toBeNull()
      expect(postMessage).not.toHaveBeenCalled()
    }
  })

  it('continue with the newest port when another one arrives', () => {
    const { bridge, port, hear } = setUp()
    const [first, second] = [port(), port()]
    hear({ ports: [first] })
    hear({ ports: [second] })
    bridge.painted(3, 4)
    expect(first.close).toHaveBeenCalled()
    expect(first.postMessage).not.toHaveBeenCalled()
    expect(second.postMessage).toHaveBeenCalledWith([3, 4])
  })

  it('that main refuses are reported', async () => {
    const { onError } = setUp({
      ok: false,
      error: { code: 'too_often', message: block`wait`, status: null, about: null },
    })
    await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(new Error('frames: wait')))
  })
})
