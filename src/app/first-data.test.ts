import { expect, it, vi } from 'vitest'
import type { Answer, OutputOf } from '../../contract/ipc.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { TopicStore } from '../market-data/index.ts'
import { createFakeBridge, createFakeClock } from '../testing/index.ts'
import { readFirstData } from './first-data.ts'

const LAYOUT = { ok: true, value: { version: 2 } } as const

function open() {
  const fake = createFakeBridge()
  const clock = createFakeClock()
  const store = new TopicStore({ bridge: fake.bridge, clock, onError: (error) => expect.unreachable(String(error)) })
  store.start()
  const layout = Promise.withResolvers<Answer<OutputOf<'readLayout'>>>()
  fake.answer('readLayout', () => layout.promise)
  fake.publish({ kind: 'settings' }, DEFAULT_SETTINGS)
  const rendered = vi.fn()
  const bridge = readFirstData({ bridge: fake.bridge, store, clock }).then((ready) => {
    rendered()
    return ready
  })
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return { fake, clock, store, layout, rendered, bridge, settled }
}

it('a window renders as soon as its layout and its settings have arrived, in either order', async () => {
  const { fake, store, layout, rendered, settled } = open()
  fake.flush()
  await settled()
  expect(rendered).not.toHaveBeenCalled()
  layout.resolve(LAYOUT)
  await settled()
  expect(rendered).toHaveBeenCalledOnce()
  expect(store.read({ kind: 'settings' })).toEqual(DEFAULT_SETTINGS)

  const other = open()
  other.layout.resolve(LAYOUT)
  await other.settled()
  expect(other.rendered).not.toHaveBeenCalled()
  other.fake.flush()
  await other.settled()
  expect(other.rendered).toHaveBeenCalledOnce()
})

it('a window whose layout or settings are late, or refused, renders without them', async () => {
  const { clock, rendered, settled } = open()
  clock.advance(199)
  await settled()
  expect(rendered).not.toHaveBeenCalled()
  clock.advance(1)
  await settled()
  expect(rendered).toHaveBeenCalledOnce()

  const refused = open()
  refused.layout.reject(new Error('refused'))
  refused.fake.flush()
  await refused.settled()
  expect(refused.rendered).toHaveBeenCalledOnce()
})

it('the layout is requested once: the answer is the one that the window renders', async () => {
  const { fake, layout, bridge } = open()
  layout.resolve(LAYOUT)
  fake.flush()
  const { readLayout } = await bridge
  expect(await readLayout({})).toBe(LAYOUT)
  expect(fake.calls.filter(({ name }) => name === 'readLayout')).toHaveLength(1)
})

it('the first topics stay watched until what renders has subscribed, and no longer', async () => {
  const { fake, clock, store, layout, bridge } = open()
  layout.resolve(LAYOUT)
  fake.flush()
  await bridge
  const stop = store.subscribe({ kind: 'settings' }, () => undefined)
  clock.advance(4999)
  expect(fake.watched).toContain('links')
  clock.advance(1001)
  expect([...fake.watched].toSorted()).toEqual(['connection', 'settings'])
  stop()
})
