/** Actions on workspaces, for tabs, menu, commands and dialogs. */
import { useMemo } from 'react'
import { create } from 'zustand'
import type { SessionView } from '../../../contract/session.ts'
import type { WorkspacesView } from '../../../contract/workspace.ts'
import { TEMPLATE_TITLES, type TemplateId } from '../../../contract/workspace-names.ts'
import { TerminalFailure, useCall } from '../../bridge/index.ts'
import { layoutSaved } from '../../workspace/index.ts'
import { reportRefusal } from '../bars/index.ts'
import { templateLayout } from '../docking/index.ts'

/** What to open once the current layout is saved or dropped. */
type Goal = { readonly kind: 'workspace'; readonly name: string } | { readonly kind: 'template'; readonly name: string }

export type Question =
  /** A name to save the layout under; `next` is opened once it is saved. */
  | { readonly kind: 'save-as'; readonly next: Goal | null }
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'duplicate'; readonly name: string }
  /** The current layout would be lost. */
  | { readonly kind: 'leave'; readonly goal: Goal }
  | { readonly kind: 'reset'; readonly name: string }
  | { readonly kind: 'export'; readonly name: string; readonly text: string }
  | { readonly kind: 'import' }

const useStore = create<{ readonly question: Question | null }>(() => ({ question: null }))

/** The open question about workspaces in this window: at most one. */
export const useQuestion = (): Question | null => useStore(({ question }) => question)
export const ask = (question: Question): void => useStore.setState({ question })
export const closeQuestion = (): void => useStore.setState({ question: null })

export type Features = SessionView['features']

/** The features that the panels of each template need, in display order: without the feature it would be empty. */
const NEEDS: Readonly<Record<TemplateId, keyof Features>> = {
  scalar: 'scalar',
  scalp: 'scalar',
  binary: 'binary',
  outcomes: 'outcomes',
  settlement: 'scalar',
  books: 'scalar',
  everything: 'scalar',
}

/** In display order. */
export const TEMPLATES = (Object.keys(NEEDS) as readonly TemplateId[]).map((id) => ({
  id,
  name: TEMPLATE_TITLES[id],
  needs: NEEDS[id],
}))

/** A choice that a click opens. */
export interface Choice {
  readonly goal: Goal
  readonly isCurrent: boolean
  /** Whether the trader has changed the windows since it was opened or saved. */
  readonly isChanged: boolean
  /** Why it cannot be opened; null while it can. */
  readonly impossible: string | null
}

/** The choices of workspaces and templates: the tabs of the top bar, and the actions on the open one. */
export function templateChoices({ current }: WorkspacesView, features: Features | undefined): readonly Choice[] {
  return TEMPLATES.map(({ name, needs }) => {
    const isCurrent = current?.from === 'template' && current.name === name
    const feature = features?.[needs]
    return {
      goal: { kind: 'template', name },
      isCurrent,
      isChanged: isCurrent && current.changed,
      impossible: feature === undefined || feature.on ? null : feature.reason,
    }
  })
}

export function savedChoices({ current, list }: WorkspacesView): readonly Choice[] {
  return list.map(({ name }) => {
    const isCurrent = current?.from === 'saved' && current.name === name
    return { goal: { kind: 'workspace', name }, isCurrent, isChanged: isCurrent && current.changed, impossible: null }
  })
}

/** The tabs: saved workspaces, then the templates that can be opened; not one whose name a saved workspace has, unless it is open. */
export function tabChoices(view: WorkspacesView, features: Features | undefined): readonly Choice[] {
  const saved = savedChoices(view)
  const names = new Set(saved.map(({ goal }) => goal.name))
  const templates = templateChoices(view, features).filter(
    ({ goal, impossible, isCurrent }) => isCurrent || (impossible === null && !names.has(goal.name)),
  )
  return [...saved, ...templates]
}

/** The saved workspace of the current windows; null where there is none. */
export const savedCurrent = ({ current }: WorkspacesView): string | null =>
  current?.from === 'saved' ? current.name : null

/** Why the open layout cannot be saved under its name; null while it can. */
export function unsavable({ current }: WorkspacesView): string | null {
  if (current?.from !== 'saved') return 'save it under a name first'
  return current.changed ? null : 'nothing has changed'
}

export interface WorkspaceActions {
  /** Opens a workspace or a template; asks first where the current layout would be lost. */
  open(goal: Goal): void
  /** The same without asking; rejects with a displayable message. */
  openAnyway(goal: Goal): Promise<unknown>
  save(): void
  /** Each of these rejects with a displayable message. */
  saveAs(name: string): Promise<unknown>
  rename(name: string, to: string): Promise<unknown>
  duplicate(name: string, to: string): Promise<unknown>
  reset(): Promise<unknown>
  /** Main asks for confirmation. */
  remove(name: string): void
  /** Shows the text of a workspace, to be stored elsewhere. */
  showExport(name: string): void
}

/** The interface of commands and menu to the window. */
export interface WorkspacePort {
  readonly actions: Pick<WorkspaceActions, 'open' | 'save' | 'remove' | 'showExport'>
  readonly ask: (question: Question) => void
}

/** Each action first has this window save its own layout, so that its current state is included. */
export function useWorkspaceActions(): WorkspaceActions {
  const call = useCall()
  return useMemo(() => {
    const openBy = async (goal: Goal, discard: boolean): Promise<unknown> => {
      await layoutSaved()
      const { kind, name } = goal
      if (kind === 'workspace') return call('openWorkspace', { name, discard })
      const template = TEMPLATES.find((one) => one.name === name)
      if (template === undefined) throw new Error(`No template named ${name}.`)
      return call('openTemplate', { name, layouts: [templateLayout(template.id)], discard })
    }
    return {
      open(goal) {
        const opened = openBy(goal, false).catch((error: unknown) => {
          if (!(error instanceof TerminalFailure) || error.code !== 'unsaved_changes') throw error
          ask({ kind: 'leave', goal })
        })
        reportRefusal(`${goal.name} not opened`, opened)
      },
      openAnyway: (goal) => openBy(goal, true),
      save() {
        reportRefusal(
          'Workspace not saved',
          layoutSaved().then(() => call('saveWorkspace', {})),
        )
      },
      saveAs: (name) => layoutSaved().then(() => call('saveWorkspaceAs', { name })),
      rename: (name, to) => call('renameWorkspace', { name, to }),
      duplicate: (name, to) => call('duplicateWorkspace', { name, to }),
      reset: () => layoutSaved().then(() => call('resetWorkspace', {})),
      remove: (name) => reportRefusal(`${name} not deleted`, call('deleteWorkspace', { name })),
      showExport(name) {
        const shown = call('exportWorkspace', { name }).then(({ text }) => ask({ kind: 'export', name, text }))
        reportRefusal('Workspace not exported', shown)
      },
    }
  }, [call])
}
