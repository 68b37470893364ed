/** Bringing another panel to the front from inside a panel. The docking does it; panels know only the other one's id. */

let show: (id: string) => void = () => undefined

/** Names how a panel is brought to the front. Gives back how to stop. */
export function showsPanels(run: (id: string) => void): () => void {
  show = run
  return () => {
    if (show === run) show = () => undefined
  }
}

/**
 * Brings a panel to the front, opening it when it was closed; does nothing while there is no docking.
 * @throws when there is no panel of this id.
 */
export const showPanel = (id: string): void => show(id)
