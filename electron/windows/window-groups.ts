/**
 * Window groups: the windows that are on one deployment. A window belongs to exactly one group for its whole life; moving it replaces it by a new one
 * on the other deployment, so that no page ever has data of two.
 */

import type { WebContents } from 'electron'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { MAX_WINDOWS } from '../../contract/workspace.ts'
import { CallError } from '../errors.ts'
import { type DeploymentPlace, PRACTICE, type RunningDeployment, type RunningDeployments } from '../profiles/index.ts'
import type { Notices } from '../topics/index.ts'
import type { AttachedWindow, WindowHome } from './open-windows.ts'
import type { WindowManager } from './window-manager.ts'

interface WindowGroupsOptions<Running extends RunningDeployment> {
  readonly deployments: RunningDeployments<Running>
  readonly windows: WindowManager
  /** Connects a window to main: everything it is sent comes from this deployment only. */
  readonly attach: (contents: WebContents, name: string, deployment: Running) => AttachedWindow
  readonly notices: Pick<Notices, 'add'>
}

export interface WindowGroups<Running> {
  /**
   * Opens the windows that were open at the last quit, each on its deployment; at least one.
   * @param ready resolves when windows can be created; deployments start before that.
   * @throws Error with the reason when no window can be opened.
   */
  restore(ready?: Promise<unknown>): Promise<void>
  /**
   * Opens one more window, on the deployment of the requesting window.
   * @param prepare called with its name right before it opens; returns an undo function, should it not open.
   * @throws CallError at the maximum number of windows, and what `prepare` throws.
   */
  openAnother(from: WebContents | null, prepare?: (name: string) => () => void): Promise<string>
  /** Opens a window of a free name on a deployment. */
  openNamed(profile: string, name: string): Promise<void>
  /**
   * Moves only this window to a deployment.
   * @throws CallError when there is none of that name, or the window is gone; Error with the reason when it cannot be started.
   */
  move(contents: WebContents, profile: string): Promise<void>
  /** The deployment of the calling window, independent of anything that the window claims. @throws CallError when it has closed. */
  deploymentOf(contents: WebContents): Running
  /** The name of that deployment. @throws CallError when the window has closed. */
  profileOf(contents: WebContents): string
}

export function createWindowGroups<Running extends RunningDeployment>(
  options: WindowGroupsOptions<Running>,
): WindowGroups<Running> {
  const { deployments, windows, notices } = options
  const places = new Map<WebContents, DeploymentPlace<Running>>()
  const moving = new Set<WebContents>()
  /** Windows waiting for their deployment to start. */
  let opening = 0
  /** Already under way when the terminal is started a second time in between. */
  let restoring: Promise<void> | null = null

  /** Titles include the deployment only where windows are on several. */
  function nameDeployments(): void {
    windows.nameDeployments(new Set([...places.values()].map(({ profile }) => profile.name)).size > 1)
  }

  const homeOn = (place: DeploymentPlace<Running>): WindowHome => ({
    profile: place.profile.name,
    attach(contents, name) {
      places.set(contents, place)
      nameDeployments()
      const attached = options.attach(contents, name, place.deployment)
      return {
        setVisible: (visible) => attached.setVisible(visible),
        reset: () => attached.reset(),
        detach() {
          attached.detach()
          places.delete(contents)
          place.release()
          nameDeployments()
        },
      }
    },
  })

  function placeOf(contents: WebContents): DeploymentPlace<Running> {
    const place = places.get(contents)
    if (place === undefined) throw new CallError('window_closed', COMMON.windowClosed)
    return place
  }

  /** The deployment of each window; one whose deployment is gone opens on the practice venue, with a notice. */
  function rememberedPlaces(): readonly { readonly name: string; readonly profile: string }[] {
    const remembered = windows.remembered()
    if (remembered.length === 0) return [{ name: 'window-1', profile: deployments.usual }]
    // A deployment from the command line that had no window applies to all of them.
    if (deployments.given !== null && !remembered.some(({ profile }) => profile === deployments.given)) {
      return remembered.map(({ name }) => ({ name, profile: deployments.usual }))
    }
    const gone = new Set<string>()
    const found = remembered.map(({ name, profile }) => {
      if (deployments.knows(profile)) return { name, profile }
      gone.add(profile)
      return { name, profile: PRACTICE }
    })
    for (const profile of gone) {
      notices.add(
        'warning',
        `Deployment ${profile} no longer exists`,
        'Its windows were opened on the practice venue instead. Add it again in Account, or start with --profile.',
      )
    }
    return found
  }

  async function openAll(ready: Promise<unknown>): Promise<void> {
    const opening = rememberedPlaces().map(async ({ name, profile }) => ({
      name,
      profile,
      place: await deployments.takePlace(profile),
    }))
    const [results] = await Promise.all([Promise.allSettled(opening), ready])
    const failed = results.filter((result) => result.status === 'rejected')
    if (failed.length === results.length) throw failed[0]?.reason
    for (const result of results) {
      if (result.status === 'fulfilled') windows.open(result.value.name, homeOn(result.value.place))
    }
    for (const reason of new Set(failed.map(({ reason }) => wordsOf(reason)))) {
      notices.add('error', 'Window could not be opened', reason)
    }
  }

  async function open(profile: string, nameOf: () => string, prepare?: (name: string) => () => void): Promise<string> {
    opening += 1
    try {
      const place = await deployments.takePlace(profile)
      let undo: (() => void) | undefined
      try {
        const name = nameOf()
        undo = prepare?.(name)
        windows.open(name, homeOn(place))
        return name
      } catch (error) {
        place.release()
        undo?.()
        throw error
      }
    } finally {
      opening -= 1
    }
  }

  return {
    restore(ready = Promise.resolve()) {
      restoring ??= openAll(ready).finally(() => {
        restoring = null
      })
      return restoring
    },
    async openAnother(from, prepare) {
      if (windows.windows.length + opening >= MAX_WINDOWS) {
        throw new CallError('too_many_windows', `${MAX_WINDOWS} windows are open, the maximum. Close one first.`)
      }
      const profile = (from === null ? undefined : places.get(from)?.profile.name) ?? deployments.usual
      const name = await open(profile, () => windows.freeName(), prepare)
      windows.userChanged(profile)
      return name
    },
    async openNamed(profile, name) {
      await open(profile, () => name)
    },
    async move(contents, profile) {
      if (placeOf(contents).profile.name === profile) return
      if (moving.has(contents)) throw new CallError('moving', 'This window is switching to another deployment.')
      moving.add(contents)
      try {
        const place = await deployments.takePlace(profile)
        // No await from here to the end: the window has one deployment, never none and never both.
        try {
          if (!windows.has(contents)) throw new CallError('window_closed', COMMON.windowClosed)
          deployments.remember(profile)
          const before = placeOf(contents).profile.name
          windows.replace(contents, homeOn(place))
          for (const changed of [before, profile]) windows.userChanged(changed)
        } catch (error) {
          place.release()
          throw error
        }
      } finally {
        moving.delete(contents)
      }
    },
    deploymentOf: (contents) => placeOf(contents).deployment,
    profileOf: (contents) => placeOf(contents).profile.name,
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
