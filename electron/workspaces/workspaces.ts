/** The workspaces of the terminal, and the one that each deployment's windows use. */

import { Listeners } from '../../contract/listeners.ts'
import type { Clock } from '../../contract/time.ts'
import {
  type CurrentWorkspace,
  MAX_WORKSPACES,
  type WindowLayout,
  type WorkspacePreview,
  type WorkspacesView,
} from '../../contract/workspace.ts'
import { FIRST_TEMPLATE, freeName, isSameName, templateNamed } from '../../contract/workspace-names.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import type { StoredWorkspace, WorkspaceStore } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import type { LayoutWindow } from '../windows/index.ts'
import { exportText, readExported, undrafted } from './exported.ts'
import { previewOf } from './previewed.ts'

/** Parts of a layout that do not belong to a workspace: the docking library's focus state, the window's drafts, and the order of rows. */
const BESIDE: ReadonlySet<string> = new Set(['activeGroup', 'activeView', 'activePanel', 'drafts', 'sort'])
/** Market fields of a linked panel. */
const OF_ITS_GROUP: ReadonlySet<string> = new Set(['shown', 'stays'])

/**
 * Whether two layouts are the same for a workspace. The front tab and the order of a table's rows do not matter, nor does the market of a link group: the groups' markets belong to
 * the deployment, and change without any user action in the windows that show them.
 */
export const sameLayout = (a: WindowLayout | null, b: WindowLayout | null): boolean => textOf(a) === textOf(b)

const textOf = (layout: WindowLayout | null): string =>
  JSON.stringify(layout, function (this: unknown, key, value: unknown) {
    return BESIDE.has(key) || (OF_ITS_GROUP.has(key) && isLink(this)) ? undefined : value
  })

const isLink = (market: unknown): boolean =>
  typeof market === 'object' && market !== null && 'by' in market && market.by === 'link'

/** What workspaces need from the windows of a deployment. */
interface WindowLayouts {
  /** The current windows, by their numbers. */
  read(profile: string): readonly (LayoutWindow & { readonly window: string })[]
  /** Opens, closes, moves and reloads windows. @throws Error with the reason when it cannot be done. */
  apply(profile: string, windows: readonly LayoutWindow[]): Promise<void>
}

export type Workspaces = ReturnType<typeof createWorkspaces>

interface Template {
  readonly name: string
  readonly layouts: readonly WindowLayout[]
  readonly discard: boolean
  /** The window whose place the first layout takes. */
  readonly first: string
}

interface LayoutChange {
  readonly before: WindowLayout | null
  readonly after: WindowLayout
  readonly isUserChange: boolean
}

interface WorkspacesOptions {
  readonly store: WorkspaceStore
  readonly windowLayouts: WindowLayouts
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn'>
}

/** Every failure throws a `CallError`, or an Error with the reason where the disk refuses; nothing has changed then. */
export function createWorkspaces({ store, windowLayouts, clock, log }: WorkspacesOptions) {
  const listeners = new Listeners()
  /** Deployments whose windows are being laid out, with their workspace: changes meanwhile are not the user's. */
  const opening = new Map<string, CurrentWorkspace>()

  const currentOf = (profile: string): CurrentWorkspace | null => store.current[profile] ?? null

  function save(change: Parameters<WorkspaceStore['save']>[0]): void {
    store.save(change)
    listeners.notify()
  }

  const saveCurrent = (profile: string, current: CurrentWorkspace): void =>
    save({ current: { ...store.current, [profile]: current } })

  const called = (name: string): StoredWorkspace | undefined =>
    store.workspaces.find((workspace) => isSameName(workspace.name, name))

  const freeLike = (name: string): string =>
    freeName(
      name,
      store.workspaces.map((workspace) => workspace.name),
    )

  function known(name: string): StoredWorkspace {
    const found = called(name)
    if (found === undefined) throw new CallError('unknown', `Workspace ${name} no longer exists.`, 'name')
    return found
  }

  /** @param renamed one that is about to get the name; it may keep its current name, even that of a template. */
  function assertFree(name: string, field: string, renamed?: StoredWorkspace): void {
    if (renamed !== undefined && isSameName(renamed.name, name)) return
    const other = called(name)
    if (other !== undefined) {
      throw new CallError('taken', `A workspace named ${other.name} already exists. Choose another name.`, field)
    }
    const template = templateNamed(name)
    if (template === undefined) return
    const text = `${template} is the name of a template. Choose another name: ${freeLike(template)}.`
    throw new CallError('taken', text, field)
  }

  function withOne(workspace: StoredWorkspace): readonly StoredWorkspace[] {
    if (store.workspaces.length >= MAX_WORKSPACES) {
      throw new CallError('too_many', `${MAX_WORKSPACES} workspaces is the maximum. Delete one first.`)
    }
    return [...store.workspaces, workspace]
  }

  function existing(profile: string, name: string): StoredWorkspace {
    const windows = windowLayouts
      .read(profile)
      .flatMap(({ window, place, layout }) => (place === null ? [] : [{ window, place, layout: undrafted(layout) }]))
    return { name, savedAt: clock.now(), windows }
  }

  /** A mix of windows of two workspaces is not a layout that could be stored. */
  function assertLaidOut(profile: string): void {
    if (opening.has(profile)) throw new CallError('busy', 'The windows are still opening. Save when they are ready.')
  }

  /** A workspace keeps its name while windows are being laid out by it. */
  function assertAtRest({ name }: StoredWorkspace): void {
    for (const { from, name: of } of opening.values()) {
      if (from === 'saved' && of === name) throw new CallError('busy', `Workspace ${name} is opening.`)
    }
  }

  const replacing = (before: StoredWorkspace, after: StoredWorkspace): readonly StoredWorkspace[] =>
    store.workspaces.map((each) => (each === before ? after : each))

  /** The current layout must not be lost silently. */
  function assertSaved(profile: string, discard: boolean): void {
    const current = currentOf(profile)
    if (discard || (current !== null && !current.changed)) return
    const unsaved =
      current === null
        ? 'The current windows and panels are not saved.'
        : `The changes to ${current.name} are not saved.`
    throw new CallError('unsaved_changes', `${unsaved} Save first, or continue without saving.`)
  }

  async function apply(profile: string, windows: readonly LayoutWindow[], current: CurrentWorkspace): Promise<void> {
    if (opening.has(profile)) throw new CallError('busy', 'A workspace is already opening.')
    opening.set(profile, current)
    try {
      await windowLayouts.apply(profile, windows)
      saveCurrent(profile, current)
    } finally {
      opening.delete(profile)
    }
  }

  /** The user has changed windows or panels of a deployment. */
  function userChanged(profile: string): void {
    const current = currentOf(profile)
    if (current === null || current.changed || opening.has(profile)) return
    try {
      saveCurrent(profile, { ...current, changed: true })
    } catch (error) {
      log.warn({ err: error }, 'that a workspace was changed could not be saved')
    }
  }

  const saved = (name: string): CurrentWorkspace => ({ name, from: 'saved', changed: false })

  return {
    topics: (profile: string): TopicSource =>
      topicOf(
        'workspaces',
        (): WorkspacesView => ({
          current: currentOf(profile),
          list: store.workspaces
            .map(({ name, windows, savedAt }) => ({ name, windows: windows.length, savedAt }))
            .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
        }),
        listeners.on,
      ),
    save(profile: string): void {
      assertLaidOut(profile)
      const current = currentOf(profile)
      if (current === null || current.from !== 'saved') {
        throw new CallError('not_saved', 'These windows are not a saved workspace yet. Save them under a name.')
      }
      const workspaces = replacing(known(current.name), existing(profile, current.name))
      save({ workspaces, current: { ...store.current, [profile]: saved(current.name) } })
    },
    saveAs(profile: string, name: string): void {
      assertLaidOut(profile)
      assertFree(name, 'name')
      save({
        workspaces: withOne(existing(profile, name)),
        current: { ...store.current, [profile]: saved(name) },
      })
    },
    async open(profile: string, name: string, discard: boolean): Promise<void> {
      const { windows, name: written } = known(name)
      assertSaved(profile, discard)
      await apply(profile, windows, saved(written))
    },
    async openTemplate(profile: string, { name, layouts, discard, first }: Template): Promise<void> {
      assertSaved(profile, discard)
      const windows = layouts.map((layout, index) => ({
        window: index === 0 ? first : null,
        place: null,
        layout: undrafted(layout),
      }))
      await apply(profile, windows, { name, from: 'template', changed: false })
    },
    async reset(profile: string): Promise<void> {
      const current = currentOf(profile)
      if (current === null || current.from !== 'saved') {
        throw new CallError('not_saved', 'These windows are not a saved workspace, so there is nothing to revert to.')
      }
      await apply(profile, known(current.name).windows, saved(current.name))
    },
    rename(name: string, to: string): void {
      const before = known(name)
      assertAtRest(before)
      assertFree(to, 'to', before)
      const renamed = ([profile, current]: [string, CurrentWorkspace]): [string, CurrentWorkspace] => [
        profile,
        current.from === 'saved' && current.name === before.name ? { ...current, name: to } : current,
      ]
      save({
        workspaces: replacing(before, { ...before, name: to }),
        current: Object.fromEntries(Object.entries(store.current).map(renamed)),
      })
    },
    duplicate(name: string, to: string): void {
      assertFree(to, 'to')
      save({ workspaces: withOne({ ...known(name), name: to, savedAt: clock.now() }) })
    },
    remove(name: string): void {
      const gone = known(name)
      assertAtRest(gone)
      const left = ([, { from, name: of }]: [string, CurrentWorkspace]): boolean => from !== 'saved' || of !== gone.name
      save({
        workspaces: store.workspaces.filter((each) => each !== gone),
        current: Object.fromEntries(Object.entries(store.current).filter(left)),
      })
    },
    exportText: (name: string): string => exportText(known(name)),
    async preview(text: string, kinds: readonly string[]): Promise<WorkspacePreview> {
      const exported = await readExported(text)
      return previewOf(exported, freeLike(exported.name), kinds)
    },
    async take(text: string, name: string): Promise<void> {
      const exported = await readExported(text)
      // Checked after the read: another may have taken the name meanwhile.
      assertFree(name, 'name')
      const windows = exported.windows.map((each, index) => ({ ...each, window: `window-${index + 1}` }))
      save({ workspaces: withOne({ name, savedAt: clock.now(), windows }) })
    },
    /** A window of a deployment has no layout yet: without a current workspace, it shows the first template. */
    firstStart(profile: string): void {
      if (currentOf(profile) !== null || windowLayouts.read(profile).some(({ layout }) => layout !== null)) return
      try {
        saveCurrent(profile, { name: FIRST_TEMPLATE, from: 'template', changed: false })
      } catch (error) {
        log.warn({ err: error }, 'which template is shown could not be saved')
      }
    },
    userChanged,
    /** A window saves its layout. @param isUserChange whether there was user input in it since its page started. */
    layoutSaved(profile: string, { before, after, isUserChange }: LayoutChange): void {
      if (isUserChange && !sameLayout(before, after)) userChanged(profile)
    },
  }
}
