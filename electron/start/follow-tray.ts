/** The icon in the tray: what is held, and the way back to windows where all were closed. */
import { app, Menu, nativeImage, Tray } from 'electron'
import type { Deployment } from '../deployment/index.ts'
import { createTray, type TrayDeed } from '../desktop/index.ts'
import type { Log } from '../log/index.ts'
import type { RunningDeployments } from '../profiles/index.ts'
import type { AskWindows } from './ask-windows.ts'

interface FollowTrayOptions {
  readonly deployments: Pick<RunningDeployments<Deployment>, 'choices' | 'onChange'>
  readonly askWindows: AskWindows
  readonly log: Log
}

/** Whether there is one; follows what is held from now on. */
export function followTray({ deployments, askWindows, log }: FollowTrayOptions): boolean {
  const does = (deed: TrayDeed): void => {
    if (deed.kind === 'quit') app.quit()
    else if (deed.profile === undefined) void askWindows(null, null)
    else void askWindows(deed.profile, { kind: 'command', id: deed.kind === 'kill' ? 'trade/kill' : 'trade/flatten' })
  }
  const tray = createTray({
    makeTray: (picture) => new Tray(picture),
    picture: (png, scaleFactor) => nativeImage.createFromBuffer(png, { scaleFactor }),
    makeMenu: (items) => Menu.buildFromTemplate(items),
    choices: () => deployments.choices(),
    does,
    platform: process.platform,
    log,
  })
  if (tray === null) return false
  deployments.onChange(() => tray.review())
  app.on('will-quit', () => tray.close())
  return true
}
