/**
 * Panels that move between windows of a deployment. Each change of a panel's place is one write: out of the layout of the one window into the list of
 * arrivals of the other, and from there into its layout. A panel is therefore never lost or doubled, even if main ends in between.
 */
import { z } from 'zod'
import { Listeners } from '../../contract/listeners.ts'
import { type ArrivingPanel, type WindowLayout, windowLayout, windowName } from '../../contract/workspace.ts'
import { CallError } from '../errors.ts'
import type { LayoutStore } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import { assertSmall, layoutWrites } from './window-layouts.ts'

/** A window on its deployment. */
export interface WindowAt {
  readonly name: string
  readonly profile: string
}

export type PanelMoves = ReturnType<typeof createPanelMoves>

interface PanelMovesOptions {
  readonly layouts: Pick<LayoutStore, 'readLayout' | 'saveLayouts'>
  /** Names of the windows that are open on a deployment. */
  readonly openOn: (profile: string) => readonly string[]
  readonly newId: () => string
}

const KEY = '#arriving'
/** A page takes arrivals within a frame: a user never causes more than this at once. */
const MAX = 50

const arrivals = z.record(
  z.string(),
  z.array(z.object({ id: z.string(), panel: windowLayout, to: windowName, from: windowName })),
)
type Arrivals = Readonly<z.output<typeof arrivals>>
type Arrival = Arrivals[string][number]

export function createPanelMoves({ layouts, openOn, newId }: PanelMovesOptions) {
  const listeners = new Listeners()

  function all(): Arrivals {
    const parsed = arrivals.safeParse(layouts.readLayout(KEY))
    return parsed.success ? parsed.data : {}
  }
  const of = (profile: string): readonly Arrival[] => all()[profile] ?? []

  /** In one write; a failed one is undone in memory too. */
  function write(changes: Readonly<Record<string, unknown>>): () => void {
    const before = Object.fromEntries(Object.keys(changes).map((key) => [key, layouts.readLayout(key)]))
    const undo = (): void => {
      layouts.saveLayouts(before)
    }
    try {
      layouts.saveLayouts(changes)
    } catch (error) {
      try {
        undo()
      } catch {
        // The disk refuses this too; memory is unchanged.
      }
      throw error
    } finally {
      listeners.notify()
    }
    return undo
  }

  const withArrivals = (profile: string, next: readonly Arrival[]) => ({ [KEY]: { ...all(), [profile]: next } })

  /** Redirects arrivals of missing windows to others. */
  function redirect(profile: string, to: (arrival: Arrival) => string): void {
    const now = of(profile)
    const next = now.map((arrival) => ({ ...arrival, to: to(arrival) }))
    if (next.every(({ to: window }, index) => window === now[index]?.to)) return
    try {
      write(withArrivals(profile, next))
    } catch {
      // On a full disk they wait for the next window that opens.
    }
  }

  return {
    /**
     * Takes a panel out of a window, whose layout lacks it from here on, and sends it to another.
     * @throws CallError when that is not open on the deployment; Error with the reason when it cannot be written, and everything is then unchanged.
     */
    move(
      { name, profile }: WindowAt,
      to: string,
      { panel, layout }: { readonly panel: WindowLayout; readonly layout: WindowLayout },
    ): void {
      if (to === name || !openOn(profile).includes(to)) {
        throw new CallError('window_closed', 'The target window has closed. The panel was not moved.', 'to')
      }
      if (of(profile).length >= MAX) throw new CallError('busy', 'Earlier panel moves are still in progress.', 'to')
      assertSmall(panel)
      const next = [...of(profile), { id: newId(), panel: { ...panel }, to, from: name }]
      write({ ...layoutWrites(layouts, name, profile, layout), ...withArrivals(profile, next) })
    },
    /** Moves it out of a window into the layout of one that is about to open. @returns an undo function, should it not open. */
    moveToNew: (
      { name, profile }: WindowAt,
      to: string,
      { layout, newWindow }: { readonly layout: WindowLayout; readonly newWindow: WindowLayout },
    ): (() => void) =>
      write({ ...layoutWrites(layouts, name, profile, layout), ...layoutWrites(layouts, to, profile, newWindow) }),
    /** A window has put arriving panels into its layout. @throws CallError when one of them no longer arrives there. */
    take({ name, profile }: WindowAt, ids: readonly string[], layout: WindowLayout): void {
      const now = of(profile)
      const waiting = new Set(now.flatMap(({ id, to }) => (to === name ? [id] : [])))
      if (!ids.every((id) => waiting.has(id))) {
        throw new CallError('not_waiting', 'A panel moved here has gone to another window.', 'ids')
      }
      const next = now.filter(({ id }) => !ids.includes(id))
      write({ ...layoutWrites(layouts, name, profile, layout), ...withArrivals(profile, next) })
    },
    /** A window's arrivals, as one of its topics. */
    arrivingAt: ({ name, profile }: WindowAt): TopicSource =>
      topicOf(
        'arriving_panels',
        (): readonly ArrivingPanel[] =>
          of(profile).flatMap(({ id, panel, to }) => (to === name ? [{ id, panel }] : [])),
        listeners.on,
      ),
    /** A window opened: arrivals for missing windows go to it. */
    opened({ name, profile }: WindowAt): void {
      const open = openOn(profile)
      redirect(profile, ({ to }) => (open.includes(to) ? to : name))
    },
    /** A window closed: its pending arrivals return to where they came from, else to any other window of the deployment. */
    closed({ name, profile }: WindowAt): void {
      const open = openOn(profile).filter((each) => each !== name)
      redirect(profile, ({ to, from }) => (to !== name ? to : open.includes(from) ? from : (open[0] ?? to)))
    },
  }
}
