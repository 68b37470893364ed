/** What all deployments and windows of the terminal share: the files, the settings, the secrets, the notices, the practice venue. */
import { shell } from 'electron'
import type { Feature } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import { type AllNotifications, desktopNotifications, isHeadless, type StartOptions, say } from '../app/index.ts'
import type { Log } from '../log/index.ts'
import { createPracticeHost, type PracticeHost } from '../practice/index.ts'
import { openProfiles, PRACTICE, type ProfileStore } from '../profiles/index.ts'
import { createSecretStore, type SecretStore } from '../secrets/index.ts'
import { TerminalSettings } from '../settings/index.ts'
import { NonceAllocator } from '../signing/index.ts'
import { openStorage, type Storage, setAsideWords } from '../storage/index.ts'
import { Notices, ValueTopic } from '../topics/index.ts'
import { createOpenExternal, type OpenExternal } from '../wallet/index.ts'

export interface SharedParts {
  readonly storage: Storage
  readonly profiles: ProfileStore
  readonly settings: TerminalSettings
  readonly secrets: SecretStore
  /** One for all deployments: nonces rise over all of them. */
  readonly nonces: NonceAllocator
  readonly notices: Notices
  readonly desktop: ValueTopic<'desktop'>
  readonly notifications: AllNotifications
  readonly practice: PracticeHost
  readonly openExternal: OpenExternal
}

/**
 * Opens the data folder, and makes the rest; nothing runs yet.
 * @throws Error in words when the files cannot be used; one that is damaged is set aside, and a notice says so.
 */
export function openSharedParts(
  { line, dataFolder, practiceAt }: StartOptions,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): SharedParts {
  const notices = new Notices(clock)
  const storage = openStorage({ directory: dataFolder, clock, log })
  const profiles = openProfiles(dataFolder, clock)
  for (const file of [...storage.setAside, profiles.setAside].filter((file) => file !== null)) {
    const { title, detail } = setAsideWords(file)
    notices.add('warning', title, detail)
  }
  if (storage.settingResets.length > 0) {
    notices.add(
      'warning',
      'Settings could not be used',
      `${storage.settingResets.join(' ')} All others are as they were saved. Set them again where you want another value.`,
    )
  }
  const secrets = createSecretStore({ clock, log })
  secrets.onChange(() => {
    const view = secrets.view()
    if (view.mode === 'waiting') notices.put('keychain', 'warning', 'The keychain waits for you', view.reason)
    else notices.clear('keychain')
  })
  return {
    storage,
    profiles,
    settings: new TerminalSettings(storage.settings),
    secrets,
    nonces: new NonceAllocator({ store: storage.nonces }),
    notices,
    desktop: new ValueTopic('desktop', { screenLock: NOT_ASKED, isKeptAwake: false }),
    notifications: desktopNotifications(log),
    practice: createPracticeHost({ name: PRACTICE, directory: dataFolder, at: practiceAt, clock, notices }),
    openExternal: createOpenExternal({
      open: (url) => shell.openExternal(url),
      display: !isHeadless(line),
      print: say,
      hosts: [],
    }),
  }
}

/** Before the app is ready. */
const NOT_ASKED: Feature = { on: false, reason: 'The system was not asked yet.', unread: 'pending' }
