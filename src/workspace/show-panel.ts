/** Bringing another panel to the front from inside a panel. The docking does it; panels know only the kind or the id of the other one. */

type Options = Readonly<Record<string, unknown>>

interface Shows {
  readonly kind: (kind: string, options?: Options) => void
  /** A panel that is open, by its id. */
  readonly instance: (id: string) => void
}

const NONE: Shows = { kind: () => undefined, instance: () => undefined }
let shows = NONE

/** Names how panels are brought to the front. Gives back how to stop. */
export function showsPanels(run: Shows): () => void {
  shows = run
  return () => {
    if (shows === run) shows = NONE
  }
}

/**
 * Brings the panel of a kind that was used last to the front, opening one when there is none; does nothing while there is no docking.
 * @param options what is chosen inside it as it comes
 * @throws when there is no such kind of panel.
 */
export const showPanel = (kind: string, options?: Options): void => shows.kind(kind, options)

/** Brings a panel that is open to the front of its tabs; one that is there already stays as it is. */
export const bringToFront = (id: string): void => shows.instance(id)
