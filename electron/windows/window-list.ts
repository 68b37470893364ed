/** The windows of a deployment, as the menus of its windows name them. */
import type { WebContents } from 'electron'
import { type TopicSource, topicOf } from '../topics/index.ts'
import type { WindowManager } from './window-manager.ts'

/** The topic of one window. */
export function windowListOf(windows: WindowManager, contents: WebContents): TopicSource {
  const name = windows.nameOf(contents)
  const profile = windows.profileOf(contents)
  return topicOf(
    'windows',
    () => windows.on(profile).map((each) => ({ name: each.name, title: each.title, isThis: each.name === name })),
    windows.onListChange,
  )
}
