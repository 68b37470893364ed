/** Named workspaces in `workspaces.json`, and by which of them each deployment is arranged. */
import { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import { MOST_WINDOWS, windowName, workspaceName, workspaceWindow } from '../../contract/workspace.ts'
import type { SetAside, WorkspaceStore } from './interface.ts'
import { JsonFile } from './json-file.ts'

const schema = z.object({
  version: z.literal(1),
  workspaces: z.array(
    z.object({
      name: workspaceName,
      savedAt: z.number().int(),
      windows: z
        .array(workspaceWindow.extend({ window: windowName }))
        .min(1)
        .max(MOST_WINDOWS),
    }),
  ),
  current: z.record(
    z.string(),
    z.object({ name: workspaceName, from: z.enum(['saved', 'template']), changed: z.boolean() }),
  ),
})

/** Largest file, characters: it is written whole. */
const LARGEST = 8_000_000

export function openWorkspaces(
  directory: string,
  clock: Pick<Clock, 'now'>,
): WorkspaceStore & { readonly setAside: SetAside | null } {
  const initial: z.output<typeof schema> = { version: 1, workspaces: [], current: {} }
  const file = new JsonFile({ directory, name: 'workspaces', schema, initial, clock })
  return {
    setAside: file.setAside,
    get workspaces() {
      return file.value.workspaces
    },
    get current() {
      return file.value.current
    },
    save(change) {
      const next = { ...file.value, ...change } as z.output<typeof schema>
      if (JSON.stringify(next).length > LARGEST) {
        throw new Error(
          `All workspaces together would take more than ${LARGEST / 1_000_000} MB. Delete one you do not need.`,
        )
      }
      file.save(next)
    },
  }
}
