/** Restores a layout of a deployment's windows: open ones take their layouts, others open or close. */
import type { WebContents } from 'electron'
import { MAX_WINDOWS, type WindowLayout, type WindowPlace } from '../../contract/workspace.ts'
import { CallError } from '../errors.ts'
import type { LayoutStore } from '../storage/index.ts'
import { assertSmall } from './window-layouts.ts'
import type { WindowManager } from './window-manager.ts'

/** A window of the layout. */
export interface LayoutWindow {
  /** Its former name; another window replaces it when that name belongs to another deployment, and any when it is null. */
  readonly window: string | null
  /** Null leaves the place to the system. */
  readonly place: WindowPlace | null
  /** Null for the layout of a first start. */
  readonly layout: WindowLayout | null
}

interface OpenLayoutOptions {
  readonly windows: Pick<WindowManager, 'on' | 'windows' | 'isOpen' | 'freeName' | 'reload' | 'dismiss' | 'places'>
  readonly layouts: Pick<LayoutStore, 'saveLayouts'>
  /** Opens a window on the deployment. */
  readonly open: (name: string) => Promise<void>
}

/** @throws CallError when there would be too many windows, and nothing is changed; Error with the reason when one cannot be opened. */
export async function openLayout(
  profile: string,
  wanted: readonly LayoutWindow[],
  { windows, layouts, open }: OpenLayoutOptions,
): Promise<void> {
  const mine = windows.on(profile)
  const others = windows.windows.length - mine.length
  if (others + wanted.length > MAX_WINDOWS) {
    throw new CallError(
      'too_many_windows',
      `Too many windows: ${wanted.length} needed, ${others} open on other deployments, maximum ${MAX_WINDOWS}. Close some first.`,
    )
  }
  for (const { layout } of wanted) if (layout !== null) assertSmall(layout)
  const parts = assign(wanted, mine, (name) => windows.isOpen(name))
  layouts.saveLayouts(Object.fromEntries(parts.flatMap(({ to, at }) => (at === null ? [] : [[at.name, to.layout]]))))
  for (const { to, at } of parts) {
    if (at === null) continue
    if (to.place !== null) windows.places.put(at.name, to.place)
    windows.reload(at.contents)
  }
  for (const { to, at } of parts) {
    if (at !== null) continue
    const name = to.window === null || windows.isOpen(to.window) ? windows.freeName() : to.window
    layouts.saveLayouts({ [name]: to.layout })
    if (to.place !== null) windows.places.put(name, to.place)
    await open(name)
  }
  const stay = new Set(parts.map(({ at }) => at?.name))
  for (const { name, contents } of mine) if (!stay.has(name)) windows.dismiss(contents)
}

interface Mine {
  readonly name: string
  readonly contents: WebContents
}

/** Assigns open windows to parts: each keeps its own. A part whose name belongs to another deployment, or to nobody, goes to any free window. */
function assign(
  wanted: readonly LayoutWindow[],
  mine: readonly Mine[],
  isOpen: (name: string) => boolean,
): readonly { to: LayoutWindow; at: Mine | null }[] {
  const named = new Set<string | null>(wanted.map(({ window }) => window))
  const spare = mine.filter(({ name }) => !named.has(name))
  return wanted.map((to) => {
    const own = mine.find(({ name }) => name === to.window)
    const anybody = to.window === null || isOpen(to.window)
    return { to, at: own ?? (anybody ? (spare.shift() ?? null) : null) }
  })
}
