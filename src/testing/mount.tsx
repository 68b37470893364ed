/**
 * Puts a window with the panels that a test names into the page, over a fake terminal.
 *
 * ```tsx
 * const { terminal, panel } = await mount([['book', 'scalar/live']], { settings: { theme: 'light' } })
 * await expect.element(panel('Order book')).toBeVisible()
 * ```
 */
import type { QueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import { App, type KindId } from '../app/index.ts'
import { TopicStore, type WindowClock } from '../market-data/index.ts'
import { createQueryClient } from '../queries/index.ts'
import { STILL_AFTER_MS } from '../ui/index.ts'
import { createFakeTerminal, type FakeTerminal } from './fake-terminal.ts'
import { layoutOf, type SavedPanel } from './layout.ts'
import { frames, panel } from './screen.ts'
import { resetStores } from './zustand.ts'
import '../styles/tokens.css'
import '../styles/base.css'
import './still.css'

/** A panel: its kind, and its market where it has one (`scalar/live`, `binary/active`, `{ group: 1 }`). */
type Shown = KindId | readonly [kind: KindId, market: SavedPanel['market']]

interface MountOptions {
  readonly settings?: Partial<Settings>
  /** Of the window, px. */
  readonly size?: { readonly width: number; readonly height: number }
  /** The query cache, for a test that triggers refetches. */
  readonly client?: QueryClient
  /** Publishes and answers before the window opens. */
  readonly before?: (terminal: FakeTerminal) => void
}

export interface Mounted {
  readonly terminal: FakeTerminal
  readonly panel: typeof panel
  /** Advances time: pushes what was recorded in that span, and lets the window paint it. */
  play(ms: number): Promise<void>
  /**
   * Advances time until every region takes presses: one that moved takes none for a while, and on a busy machine a layout follows some frames after
   * its cause.
   */
  still(): Promise<void>
}

let count = 0
/** Removes the window from the page. */
let unmount = (): void => undefined

/**
 * One window at a time: a new one replaces the previous one.
 * @param panels side by side; a nested list is a column; null is the layout of a first start
 */
export async function mount(
  panels: readonly (Shown | readonly (readonly [KindId, SavedPanel['market']?])[])[] | null,
  { settings, size = { width: 1600, height: 960 }, client = createQueryClient(), before }: MountOptions = {},
): Promise<Mounted> {
  unmount()
  const terminal = createFakeTerminal()
  count += 1
  const layout = panels && layoutOf(`test${count}`, panels.map(columnOf), size)
  terminal.answer('readLayout', () => ({ ok: true, value: layout }))
  terminal.publish({ kind: 'settings' }, { ...DEFAULT_SETTINGS, offerTemplates: false, lessMotion: true, ...settings })
  before?.(terminal)
  await page.viewport(size.width, size.height)
  const container = document.createElement('div')
  container.id = 'root'
  document.body.append(container)
  const root = createRoot(container)
  const clock = windowClock(terminal)
  const store = new TopicStore({
    bridge: terminal.bridge,
    clock,
    // An uncaught error fails the run.
    onError: (error) => reportError(error),
  })
  const stop = store.start()
  unmount = () => {
    unmount = () => undefined
    root.unmount()
    stop()
    container.remove()
    resetStores()
  }
  onTestFinished(() => unmount())
  // With its effects: a key pressed right afterwards finds the window listening.
  flushSync(() => root.render(<App bridge={terminal.bridge} store={store} clock={clock} client={client} />))
  const play = async (ms: number): Promise<void> => {
    terminal.play(ms)
    await frames()
  }
  return {
    terminal,
    panel,
    play,
    async still() {
      do await play(STILL_AFTER_MS)
      while (document.querySelector('[data-moved]') !== null)
    },
  }
}

function columnOf(shown: Shown | readonly (readonly [KindId, SavedPanel['market']?])[]): SavedPanel[] {
  if (typeof shown === 'string') return [{ kind: shown }]
  if (typeof shown[0] === 'string') return [keptOf(shown as readonly [KindId, SavedPanel['market']])]
  return (shown as readonly (readonly [KindId, SavedPanel['market']?])[]).map(keptOf)
}
const keptOf = ([kind, market]: readonly [KindId, SavedPanel['market']?]): SavedPanel =>
  market === undefined ? { kind } : { kind, market }

/** The test's clock, with the page's own frames. */
const windowClock = ({ clock }: FakeTerminal): WindowClock => ({
  now: clock.now,
  monotonic: clock.monotonic,
  after: clock.after,
  every: clock.every,
  nextFrame: (run) => void requestAnimationFrame(() => run(clock.now())),
})
