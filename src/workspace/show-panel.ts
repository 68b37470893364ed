/** Bringing another panel to the front from inside a panel. The docking does it; panels know only the other one's kind. */

type Options = Readonly<Record<string, unknown>>

let show: (kind: string, options?: Options) => void = () => undefined

/** Names how a panel is brought to the front. Gives back how to stop. */
export function showsPanels(run: (kind: string, options?: Options) => void): () => void {
  show = run
  return () => {
    if (show === run) show = () => undefined
  }
}

/**
 * Brings the panel of a kind that was used last to the front, opening one when there is none; does nothing while there is no docking.
 * @param options what is chosen inside it as it comes
 * @throws when there is no such kind of panel.
 */
export const showPanel = (kind: string, options?: Options): void => show(kind, options)
