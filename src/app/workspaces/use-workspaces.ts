/** What can be done with workspaces, for tabs, menu, commands and dialogs. */
import { useMemo } from 'react'
import { TerminalFailure, useCall } from '../../bridge/index.ts'
import { layoutKept } from '../../workspace/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { templateLayout } from '../docking/index.ts'
import { TEMPLATES } from './choices.ts'
import { ask, type Goal } from './questions.ts'

export interface WorkspaceActions {
  /** Opens a workspace or a template; asks first where the present arrangement would be lost. */
  open(goal: Goal): void
  /** The same without asking; fails in words. */
  openAnyway(goal: Goal): Promise<unknown>
  save(): void
  /** Each of these fails in words. */
  saveAs(name: string): Promise<unknown>
  rename(name: string, to: string): Promise<unknown>
  duplicate(name: string, to: string): Promise<unknown>
  reset(): Promise<unknown>
  /** Main asks before it does. */
  remove(name: string): void
  /** Shows the text of a workspace, to be kept elsewhere. */
  showExport(name: string): void
}

/** Every one of them has this window keep its own layout first, so that what it shows now counts. */
export function useWorkspaceActions(): WorkspaceActions {
  const call = useCall()
  return useMemo(() => {
    const openBy = async (goal: Goal, discard: boolean): Promise<unknown> => {
      await layoutKept()
      const { kind, name } = goal
      if (kind === 'workspace') return call('openWorkspace', { name, discard })
      const template = TEMPLATES.find((one) => one.name === name)
      if (template === undefined) throw new Error(`There is no template ${name}.`)
      return call('openTemplate', { name, layouts: [templateLayout(template.id)], discard })
    }
    return {
      open(goal) {
        const opened = openBy(goal, false).catch((error: unknown) => {
          if (!(error instanceof TerminalFailure) || error.code !== 'unsaved_changes') throw error
          ask({ kind: 'leave', goal })
        })
        tellRefusal(`${goal.name} was not opened`, opened)
      },
      openAnyway: (goal) => openBy(goal, true),
      save() {
        tellRefusal(
          'The workspace was not saved',
          layoutKept().then(() => call('saveWorkspace', {})),
        )
      },
      saveAs: (name) => layoutKept().then(() => call('saveWorkspaceAs', { name })),
      rename: (name, to) => call('renameWorkspace', { name, to }),
      duplicate: (name, to) => call('duplicateWorkspace', { name, to }),
      reset: () => layoutKept().then(() => call('resetWorkspace', {})),
      remove: (name) => tellRefusal(`${name} was not deleted`, call('deleteWorkspace', { name })),
      showExport(name) {
        const shown = call('exportWorkspace', { name }).then(({ text }) => ask({ kind: 'export', name, text }))
        tellRefusal('The workspace was not exported', shown)
      },
    }
  }, [call])
}
