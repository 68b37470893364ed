/** Runs a refresh one at a time: asked for again while one runs, it runs once more after it. The last state always gets read. */
export function createRefresher(refresh: () => Promise<unknown>): () => void {
  let running = false
  let again = false
  const run = (): void => {
    running = true
    again = false
    refresh()
      .catch(() => undefined)
      .finally(() => {
        running = false
        if (again) run()
      })
      .catch(() => undefined)
  }
  return () => {
    again = true
    if (!running) run()
  }
}
