/** Named arrangements of windows. */
import { z } from 'zod'
import { LONGEST_EXPORT, MOST_WINDOWS, type WorkspacePreview, windowLayout, workspaceName } from '../workspace.ts'
import { call, nothing } from './call.ts'

/** Arrangements, by their names. */
export const workspaceCalls = {
  /** Saves the arrangement of the deployment's windows under the name of the current workspace. A window saves its own layout first. */
  saveWorkspace: call<null>()({ from: 'any', rate: 'workspaces', hand: 'no' }, nothing),
  /** Saves it under another name, which is current from then on. */
  saveWorkspaceAs: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ name: workspaceName }),
  ),
  /**
   * Arranges the windows of the deployment as a workspace has them: opens, closes, moves and loads them again. What is typed is kept for each
   * window, those that close too. Fails with `unsaved_changes` where the present arrangement would be lost, unless `discard`.
   */
  openWorkspace: call<null>()(
    { from: 'any', rate: 'windows', hand: 'no' },
    z.strictObject({ name: workspaceName, discard: z.boolean() }),
  ),
  /** The same for an arrangement that the window brings along: one layout for each window, the first where this one is. */
  openTemplate: call<null>()(
    { from: 'any', rate: 'windows', hand: 'no' },
    z.strictObject({
      name: workspaceName,
      layouts: z.array(windowLayout).min(1).max(MOST_WINDOWS),
      discard: z.boolean(),
    }),
  ),
  /** Arranges the windows again as the current workspace was saved. */
  resetWorkspace: call<null>()({ from: 'any', rate: 'windows', hand: 'no' }, nothing),
  renameWorkspace: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ name: workspaceName, to: workspaceName }),
  ),
  duplicateWorkspace: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ name: workspaceName, to: workspaceName }),
  ),
  /** The windows stay as they are. */
  deleteWorkspace: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'loosening' },
    z.strictObject({ name: workspaceName }),
  ),
  exportWorkspace: call<{ readonly text: string }>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ name: workspaceName }),
  ),
  /** What an exported workspace would add; `kinds`: the panels that the window knows. */
  previewWorkspace: call<WorkspacePreview>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ text: z.string().max(LONGEST_EXPORT), kinds: z.array(z.string().max(60)).max(200) }),
  ),
  /** Adds it to the list under a name. */
  importWorkspace: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ text: z.string().max(LONGEST_EXPORT), name: workspaceName }),
  ),
} as const
