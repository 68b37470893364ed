/** Opening and closing panels without moving the others. */
import type { DockviewApi } from 'dockview-react'
import { GAP } from './kept-places.ts'

/**
 * Changes the docking and gives the groups that stay their size again, their heads and tabs counted in; what stretches takes what is
 * left.
 * @param ids the panels that come or go.
 */
export function keepingSizes(
  api: DockviewApi,
  ids: readonly string[],
  stretches: (id: string) => boolean,
  change: () => void,
): void {
  const sizes = api.groups
    .filter(({ panels }) => panels.every(({ id }) => !stretches(id) && !ids.includes(id)))
    .map((group) => ({ group, size: { width: group.api.width, height: group.api.height } }))
  change()
  for (const { group, size } of sizes) {
    if (!api.groups.includes(group) || isAt(group, size)) continue
    group.api.setSize(size)
    // The docking takes its gaps off what it is told; how much that is shows only afterwards.
    const { width, height } = group.api
    const [across, down] = [size.width - width, size.height - height]
    if (isGap(across) || isGap(down)) {
      group.api.setSize({
        width: size.width + (isGap(across) ? across : 0),
        height: size.height + (isGap(down) ? down : 0),
      })
    }
  }
}

interface Box {
  readonly width: number
  readonly height: number
}
const isAt = ({ api }: { readonly api: Box }, { width, height }: Box): boolean =>
  Math.abs(api.width - width) < 1 && Math.abs(api.height - height) < 1
const isGap = (difference: number): boolean => difference > 0 && difference <= GAP
