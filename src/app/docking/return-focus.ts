/** The focus after another market was chosen in a panel's own head: a market of another family has another panel body and a head of its own. */

/** Frames in which the panel may still be made anew. */
const FRAMES = 30

/**
 * Gives the focus back to the chooser of a panel whose own button is gone, in the frames in which the panel may be made anew. Whatever has the
 * focus keeps it. @param id of the panel
 */
export function returnFocusToChooser(id: string, frames = FRAMES): void {
  if (frames === 0) return
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) {
      document.querySelector<HTMLElement>(`[data-panel-id="${CSS.escape(id)}"] [data-market-chooser] button`)?.focus()
    }
    returnFocusToChooser(id, frames - 1)
  })
}
