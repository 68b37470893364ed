/** Strips have one height, which follows the size of the text: the docking is told it, and told again when the text is another. */
import type { DockviewApi } from 'dockview-react'
import { keepingSizes } from './keeping-sizes.ts'
import { panelKind } from './panel-table.tsx'

/**
 * Gives every strip its height in text `scale` times as large as usual; what stretches gives or takes the room.
 * @param kindOf the kind of an open panel; null where it is not known.
 */
export function fitStrips(
  api: DockviewApi,
  scale: number,
  kindOf: (id: string) => string | null,
  stretches: (id: string) => boolean,
): void {
  for (const group of api.groups) {
    const strip = group.panels.flatMap(({ id }) => {
      const kind = kindOf(id)
      return kind === null ? [] : (panelKind(kind).strip ?? [])
    })[0]
    if (strip === undefined) continue
    const height = Math.round(strip * scale)
    keepingSizes(
      api,
      group.panels.map(({ id }) => id),
      stretches,
      () => {
        group.api.setConstraints({ minimumHeight: height, maximumHeight: height })
        if (group.api.height !== height) group.api.setSize({ height })
      },
    )
  }
}
