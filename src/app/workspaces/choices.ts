/** What of workspaces and templates is offered: the tabs of the top bar, and what can be done with the one that is open. Pure. */
import type { SessionView } from '../../../contract/session.ts'
import type { WorkspacesView } from '../../../contract/workspace.ts'
import { FIRST_TEMPLATE, TEMPLATE_TITLES, type TemplateId } from '../../../contract/workspace-names.ts'
import type { Goal } from './questions.ts'

export type Features = SessionView['features']

interface Template {
  readonly id: TemplateId
  readonly name: string
  /** The features that its panels are for: without the first it has nothing to show. */
  readonly needs: keyof Features
}

/** In the order in which they are shown. */
export const TEMPLATES: readonly Template[] = [
  { id: 'scalar', name: TEMPLATE_TITLES.scalar, needs: 'scalar' },
  { id: 'scalp', name: TEMPLATE_TITLES.scalp, needs: 'scalar' },
  { id: 'binary', name: TEMPLATE_TITLES.binary, needs: 'binary' },
  { id: 'outcomes', name: TEMPLATE_TITLES.outcomes, needs: 'outcomes' },
  { id: 'settlement', name: TEMPLATE_TITLES.settlement, needs: 'scalar' },
  { id: 'books', name: TEMPLATE_TITLES.books, needs: 'scalar' },
  { id: 'everything', name: TEMPLATE_TITLES.everything, needs: 'scalar' },
]

/** Something that a click opens. */
export interface Choice {
  readonly goal: Goal
  readonly isCurrent: boolean
  /** Whether a hand has changed the windows since it was opened or saved. */
  readonly isChanged: boolean
  /** Why it cannot be opened; null while it can. */
  readonly impossible: string | null
}

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

/** The tabs: what is saved, and beside it the template that is open; the templates while nothing is saved. */
export function tabChoices(view: WorkspacesView, features: Features | undefined): readonly Choice[] {
  const saved = savedChoices(view)
  const templates = templateChoices(view, features)
  if (saved.length === 0) return templates.filter(({ impossible, isCurrent }) => isCurrent || impossible === null)
  return [...saved, ...templates.filter(({ isCurrent }) => isCurrent)]
}

/** The saved workspace that the windows are arranged by; null while they are by none. */
export const savedCurrent = ({ current }: WorkspacesView): string | null =>
  current?.from === 'saved' ? current.name : null

/** Why what is open cannot be saved under its name; null while it can. */
export function unsavable({ current }: WorkspacesView): string | null {
  if (current?.from !== 'saved') return 'save it under a name first'
  return current.changed ? null : 'nothing has changed'
}

/**
 * Whether the strip offers the other templates: as long as the first one is all that there is. That something was changed does not take it
 * away: everything below it would move under the hand that changes it.
 */
export const offersTemplates = ({ current, list }: WorkspacesView): boolean =>
  list.length === 0 && current?.from === 'template' && current.name === FIRST_TEMPLATE
