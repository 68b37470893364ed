/** Shared by all deployments and windows of the terminal: the files, the settings, the secrets, the notices, the practice venue. */
import { shell } from 'electron'
import type { Feature } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import { WEATHER_PAGES } from '../../contract/weather/index.ts'
import { type AllNotifications, desktopNotifications, isHeadless, type StartOptions, say } from '../app/index.ts'
import type { Log } from '../log/index.ts'
import { createPracticeHost, type PracticeHost } from '../practice.ts'
import { openProfiles, PRACTICE, type ProfileStore } from '../profiles/index.ts'
import { boundSecrets, createSecretStore, type SecretStore } from '../secrets/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import { TerminalSettings } from '../settings/index.ts'
import { NonceAllocator } from '../signing/index.ts'
import { openStorage, type Storage, setAsideText, unreadablePastText, unreadableText } from '../storage/index.ts'
import { Notices, ValueTopic } from '../topics/index.ts'
import { createOpenExternal, type OpenExternal } from '../wallet/index.ts'
import { createOpenMeteoKey, type OpenMeteoKey } from '../weather/index.ts'

export interface SharedParts {
  readonly storage: Storage
  readonly profiles: ProfileStore
  /** Reports damaged and unusable data, once the remote notifications listen. */
  readonly reportFinds: () => void
  readonly settings: TerminalSettings
  readonly secrets: SecretStore
  readonly openMeteoKey: OpenMeteoKey
  /** One for all deployments: nonces rise across all of them. */
  readonly nonces: NonceAllocator
  readonly notices: Notices
  readonly desktop: ValueTopic<'desktop'>
  readonly notifications: AllNotifications
  readonly practice: PracticeHost
  readonly openExternal: OpenExternal
}

/**
 * Opens the data folder, and creates the rest; nothing runs yet.
 * @throws Error with the reason when the files cannot be used; a damaged one is set aside, which `reportFinds` reports.
 */
export function openSharedParts(
  { line, dataFolder, practiceAt }: StartOptions,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): SharedParts {
  const notices = new Notices(clock)
  const storage = openStorage({ directory: dataFolder, clock, log })
  const profiles = openProfiles(dataFolder, clock)
  const secrets = createSecretStore({ clock, log })
  secrets.onChange(() => {
    const view = secrets.view()
    if (view.mode === 'waiting') notices.put('keychain', 'warning', 'Keychain locked', view.reason)
    else notices.clear('keychain')
  })
  return {
    storage,
    profiles,
    reportFinds: () => reportFinds({ storage, profiles, notices }),
    settings: new TerminalSettings(storage.settings),
    secrets,
    openMeteoKey: createOpenMeteoKey({ secrets, origins: storage.secretOrigins }),
    nonces: new NonceAllocator({ store: storage.nonces }),
    notices,
    desktop: new ValueTopic('desktop', { screenLock: NOT_ASKED, isKeptAwake: false }),
    notifications: desktopNotifications({ clock, log }),
    practice: createPracticeHost({ name: PRACTICE, directory: dataFolder, at: practiceAt, clock, notices }),
    openExternal: createOpenExternal({
      open: (url) => shell.openExternal(url),
      display: !isHeadless(line),
      print: say,
      hosts: [WEATHER_PAGES],
    }),
  }
}

/** A damaged file, and a damaged record, are notices like any other: an error reaches the trader away from the machine too. */
function reportFinds({
  storage: { setAside, settingResets, unreadable, onUnreadablePast },
  profiles,
  notices,
}: {
  readonly storage: Pick<Storage, 'setAside' | 'settingResets' | 'unreadable' | 'onUnreadablePast'>
  readonly profiles: Pick<ProfileStore, 'setAside'>
  readonly notices: Notices
}): void {
  for (const file of [...setAside, profiles.setAside].filter((file) => file !== null)) {
    const { level, title, detail } = setAsideText(file)
    notices.add(level, title, detail)
  }
  for (const { level, title, detail, profile } of unreadableText(unreadable)) {
    notices.add(level, title, detail, profile)
  }
  onUnreadablePast((rows) => {
    for (const { level, title, detail, profile } of unreadablePastText(rows)) notices.add(level, title, detail, profile)
  })
  if (settingResets.length > 0) {
    notices.add(
      'warning',
      'Settings reset',
      `${settingResets.join(' ')} All other settings were kept. Change them again if needed.`,
    )
  }
}

/** Before the app is ready. */
const NOT_ASKED: Feature = { on: false, reason: 'Not requested from the system yet.', unread: 'pending' }

type Parts = Pick<SharedParts, 'secrets' | 'storage' | 'practice' | 'notices'>

/** A secret stored for another address under the same name is reported once, and not used. */
export function secretsOf({ secrets, storage, practice, notices }: Parts, profile: DeploymentProfile): SecretStore {
  const { name } = profile
  // The embedded venue has another port at each start.
  const origin = practice.traderOf(profile) === null ? new URL(profile.baseUrl).origin : PRACTICE
  return boundSecrets(secrets, {
    origins: storage.secretOrigins,
    origin,
    onOther: (other) =>
      notices
        .of(name)
        .put(
          'secrets-of-another-address',
          'warning',
          'Stored keys not used',
          `The keys stored under ${name} were imported for ${other ?? 'an unknown address'}; this deployment is at ${origin}. Import them again in Account if they belong to ${origin}.`,
        ),
  })
}
