/**
 * Panels that arrive from other windows. Main tells of each until this window has taken it, which writes it into the window's layout; until
 * then it is main's. What main refuses to write is not in this window: it waits, the trader is told why, and may try again.
 */
import type { ArrivingPanel } from '../../../contract/workspace.ts'

interface ArrivalsDeps {
  /** Opens the panel with all it holds; gives its id and title, null when this version has no such kind. */
  readonly open: (arrival: ArrivingPanel) => { readonly id: string; readonly title: string } | null
  /** Takes the panel out again; gives it as it is by now. */
  readonly takeOut: (panel: string) => ArrivingPanel['panel'] | null
  /** Has main write the window with the panel in it; what that throws is why it did not. */
  readonly take: (arrival: string) => Promise<unknown>
  /** What waits, and the way to try again; null once nothing does. */
  readonly tell: (
    refused: { readonly titles: readonly string[]; readonly why: unknown; readonly again: () => void } | null,
  ) => void
}

interface Refused {
  readonly arrival: ArrivingPanel
  readonly title: string
}

/** Gives what is to be called with each list of arriving panels. */
export function createArrivals({
  open,
  takeOut,
  take,
  tell,
}: ArrivalsDeps): (arriving: readonly ArrivingPanel[]) => void {
  let present: ReadonlySet<string> = new Set()
  /** Open, and told to main. */
  const taking = new Set<string>()
  const refused = new Map<string, Refused>()

  function begin(arrival: ArrivingPanel): void {
    const opened = open(arrival)
    if (opened === null) return
    const { id } = arrival
    taking.add(id)
    take(id).catch((why: unknown) => {
      taking.delete(id)
      const panel = takeOut(opened.id) ?? arrival.panel
      // It went to another window meanwhile.
      if (!present.has(id)) return
      refused.set(id, { arrival: { id, panel }, title: opened.title })
      tell({ titles: [...refused.values()].map(({ title }) => title), why, again })
    })
  }

  function again(): void {
    const waiting = [...refused.values()]
    refused.clear()
    tell(null)
    for (const { arrival } of waiting) begin(arrival)
  }

  return (arriving) => {
    present = new Set(arriving.map(({ id }) => id))
    for (const id of taking) if (!present.has(id)) taking.delete(id)
    const waited = refused.size
    for (const id of refused.keys()) if (!present.has(id)) refused.delete(id)
    if (waited > 0 && refused.size === 0) tell(null)
    for (const arrival of arriving) if (!taking.has(arrival.id) && !refused.has(arrival.id)) begin(arrival)
  }
}

/** What the trader is told of panels that wait. */
export function waitingText(titles: readonly string[], why: string): string {
  const one = titles.length === 1
  const who = one ? `The panel ${titles[0]}` : `${titles.length} panels (${titles.join(', ')})`
  return `${who} came from another window, and could not be saved in this one. ${why.replace(/\.?$/, '.')} ${one ? 'It waits with all it holds' : 'They wait with all they hold'}, and ${one ? 'goes' : 'go'} back when this window closes.`
}
