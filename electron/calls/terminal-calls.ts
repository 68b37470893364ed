/** Calls about the terminal itself: added services, secrets, remote notification services, the key of Open-Meteo, updates and problem reports. */

import { writeFile } from 'node:fs/promises'
import type { WebContents } from 'electron'
import { text } from '../../contract/safe-text.ts'
import type { Settings } from '../../contract/settings-table.ts'
import type { Connections } from '../connect/index.ts'
import { CallError } from '../errors.ts'
import type { ImportableKind, StoredSecret } from '../identity/index.ts'
import type { Handlers, UserInput } from '../ipc/index.ts'
import type { RunningDeployment, RunningDeployments } from '../profiles/index.ts'
import type { RemoteNotifications } from '../remote-notifications/index.ts'
import { problemReport, type ReportFacts } from '../report.ts'
import type { SecretKind } from '../secrets/index.ts'
import type { TerminalSettings } from '../settings/index.ts'
import type { Updater } from '../updates/index.ts'
import type { OpenMeteoKey } from '../weather/index.ts'
import type { FileKind } from '../windows/index.ts'
import { type CallDeployment, inText, noResult, withCallError } from './call-deployment.ts'
import {
  askToAdd,
  askToForgetOpenMeteoKey,
  askToForgetSecret,
  askToLook,
  askToNotifyRemotely,
  askToRemove,
  askToReplace,
  askToStore,
  askToStoreOpenMeteoKey,
  confirmRemovalOfTarget,
} from './questions.ts'

export interface ConnectCallsOptions {
  readonly connections: Connections<WebContents>
  /** Asks the trader for a file to read; null where none is chosen. */
  readonly chooseFileToRead: (window: WebContents, kind: FileKind) => Promise<string | null>
}

const PROFILE: FileKind = {
  filter: 'Profile',
  extension: 'json',
  title: 'Open a profile file',
  question: text`Choose a profile file to read?`,
}

/** The calls that inspect and add a service. The page names an address and gets messages: added data stays in main. */
export function connectCalls({
  connections,
  chooseFileToRead,
}: ConnectCallsOptions): Pick<
  Handlers,
  'lookAtService' | 'cancelLook' | 'chooseProfileFile' | 'takeProfileText' | 'addFoundService'
> {
  return {
    lookAtService: {
      // Any request to an address reaches its owner: a page that chooses the address could put data into it.
      loosens: (request, window) => askToLook(connections.profileOf(window, request)),
      run: (request, window) => connections.look(window, request),
    },
    cancelLook: (_input, window) => noResult(connections.cancel(window)),
    async chooseProfileFile(_input, window) {
      const path = await chooseFileToRead(window, PROFILE)
      return path === null ? null : connections.takeFile(window, path)
    },
    takeProfileText: ({ json }, window) => connections.takeText(window, json),
    addFoundService: {
      loosens({ id }, window) {
        const profile = connections.lookedAt(window, id)
        return profile === null ? null : askToAdd(profile)
      },
      run: ({ id }, window) => inText('not_saved', () => connections.add(window, id)),
    },
  }
}

export interface SecretCallsOptions {
  /** The deployment of the calling window. */
  readonly on: (window: WebContents) => CallDeployment
  readonly deployments: Pick<RunningDeployments<RunningDeployment>, 'remove'>
  readonly userInput: Pick<UserInput, 'prove'>
  /**
   * Imports a secret for a deployment from the clipboard; returns its masked description. `mayStore` is called before one is stored, and throws when
   * it may not be.
   */
  readonly importSecret: (
    kind: ImportableKind,
    profile: CallDeployment['profile'],
    mayStore: (given: string, stored: StoredSecret | null) => Promise<void>,
  ) => Promise<string>
  readonly forgetSecret: (kind: SecretKind, profile: CallDeployment['profile']) => Promise<void>
  readonly tryKeychainAgain: () => Promise<void>
}

/** The calls that store or remove a secret. Neither can be undone, so a native dialog always asks the trader, even after a click. */
export function secretCalls({
  on,
  deployments,
  userInput,
  importSecret,
  forgetSecret,
  tryKeychainAgain,
}: SecretCallsOptions): Pick<Handlers, 'importSecret' | 'tryKeychainAgain' | 'forgetSecret' | 'removeProfile'> {
  return {
    importSecret: async ({ kind }, window) => {
      const { profile, identity } = on(window)
      const description = await importSecret(kind, profile, (given, stored) =>
        userInput.prove(window, () =>
          stored === null
            ? askToStore(profile, given)
            : askToReplace(profile.name, stored.description, given, stored.isRenewal),
        ),
      )
      await identity.reload()
      return { description }
    },
    tryKeychainAgain: async (_, window) => {
      await tryKeychainAgain()
      await on(window).identity.reload()
      return null
    },
    forgetSecret: {
      loosens: ({ kind }, window) => askToForgetSecret(on(window).profile.name, kind, on(window).identity.view()),
      async run({ kind }, window) {
        const { profile, identity } = on(window)
        if (kind === 'agent-key') {
          await identity.forgetAgent()
          return null
        }
        await forgetSecret(kind, profile)
        await identity.reload()
        return null
      },
    },
    removeProfile: {
      loosens: ({ name }) => askToRemove(name),
      run: ({ name }) => deployments.remove(name).catch(withCallError('not_saved')).then(noResult),
    },
  }
}

export interface RemoteNotificationCallsOptions {
  readonly remoteNotifications: Pick<RemoteNotifications, 'set' | 'test' | 'forget'>
  readonly userInput: Pick<UserInput, 'prove'>
  readonly settings: { readonly current: Pick<Settings, 'remoteNotificationDetails'> }
}

/** The calls about remote notification services. A native dialog always confirms the use of an address, even after a click. */
export const remoteNotificationCalls = ({
  remoteNotifications,
  userInput,
  settings,
}: RemoteNotificationCallsOptions): Pick<
  Handlers,
  'setRemoteNotification' | 'testRemoteNotification' | 'forgetRemoteNotification'
> => ({
  setRemoteNotification: async (input, window: WebContents) => {
    const mayUse = (host: string, shown: string): Promise<void> =>
      userInput.prove(window, () =>
        askToNotifyRemotely(input.kind, { host, shown }, settings.current.remoteNotificationDetails),
      )
    return { host: await remoteNotifications.set(input, mayUse).catch(withCallError('not_saved')) }
  },
  testRemoteNotification: ({ kind }) => remoteNotifications.test(kind),
  forgetRemoteNotification: {
    loosens: ({ kind }) => confirmRemovalOfTarget(kind),
    run: ({ kind }) => remoteNotifications.forget(kind).catch(withCallError('not_saved')).then(noResult),
  },
})

export interface OpenMeteoKeyCallsOptions {
  readonly openMeteoKey: Pick<OpenMeteoKey, 'set' | 'forget'>
  readonly userInput: Pick<UserInput, 'prove'>
  readonly settings: Pick<TerminalSettings, 'current' | 'change'>
}

/** The calls about the key of Open-Meteo: storing it turns the second forecast on, removing it turns it off where it needs the key. */
export const openMeteoKeyCalls = ({
  openMeteoKey,
  userInput,
  settings,
}: OpenMeteoKeyCallsOptions): Pick<Handlers, 'setOpenMeteoKey' | 'forgetOpenMeteoKey'> => ({
  setOpenMeteoKey: async ({ key }, window: WebContents) => {
    const mayStore = (): Promise<void> => userInput.prove(window, () => askToStoreOpenMeteoKey)
    await openMeteoKey.set(key, mayStore).catch(withCallError('not_saved'))
    inText('not_saved', () => settings.change({ openMeteo: 'key' }))
    return null
  },
  forgetOpenMeteoKey: {
    loosens: () => askToForgetOpenMeteoKey,
    async run() {
      if (settings.current.openMeteo === 'key') inText('not_saved', () => settings.change({ openMeteo: 'off' }))
      await openMeteoKey.forget().catch(withCallError('not_saved'))
      return null
    },
  },
})

/** A later failure is published in the topic `update`. */
export const updateHandlers = (
  updates: Pick<Updater, 'check' | 'download' | 'cancel' | 'restart' | 'dismissNews'>,
): Pick<Handlers, 'checkForUpdate' | 'downloadUpdate' | 'cancelDownload' | 'restartToUpdate' | 'dismissWhatsNew'> => ({
  checkForUpdate: () => updates.check().then(noResult),
  downloadUpdate: () => noResult(updates.download()),
  cancelDownload: () => noResult(updates.cancel()),
  restartToUpdate: () => updates.restart().then(noResult),
  dismissWhatsNew: () => noResult(inText('not_saved', () => updates.dismissNews())),
})

export interface ReportCallsOptions {
  readonly reportFacts: (window: WebContents) => ReportFacts
  readonly chooseFile: (window: WebContents, name: string, kind: FileKind) => Promise<string | null>
}

const TEXT: FileKind = {
  filter: 'Text',
  extension: 'txt',
  title: 'Save the report',
  question: text`Choose where to save the report?`,
}

/** Problem reports of a window: shows a text, and writes exactly that text. */
export function reportCalls({
  reportFacts,
  chooseFile,
}: ReportCallsOptions): Pick<Handlers, 'readProblemReport' | 'saveProblemReport'> {
  /** The last text shown in each window: the page never supplies what is written. */
  const shown = new WeakMap<WebContents, string>()
  return {
    readProblemReport({ details }, window) {
      const text = problemReport(reportFacts(window), details)
      shown.set(window, text)
      return { text }
    },
    async saveProblemReport(_input, window) {
      const text = shown.get(window)
      if (text === undefined) throw new CallError('bad_input', 'Open the report in this window first.')
      const path = await chooseFile(window, 'isotherm-report.txt', TEXT)
      if (path === null) return { saved: false }
      await writeFile(path, text, { mode: 0o600 }).catch(withCallError('not_saved'))
      return { saved: true }
    },
  }
}
