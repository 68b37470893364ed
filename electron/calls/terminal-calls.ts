/** Calls about the terminal itself: services that are added, secrets, remote places, updates and reports of a problem. */

import { writeFile } from 'node:fs/promises'
import type { WebContents } from 'electron'
import type { Settings } from '../../contract/settings-table.ts'
import type { Connections } from '../connect/index.ts'
import { CallError } from '../errors.ts'
import type { ImportableKind, StoredSecret } from '../identity/index.ts'
import type { Handlers, Hands } from '../ipc/index.ts'
import type { Outward } from '../outward/index.ts'
import type { RunningDeployment, RunningDeployments } from '../profiles/index.ts'
import { problemReport, type ReportFacts } from '../report.ts'
import type { SecretKind } from '../secrets/index.ts'
import type { Updater } from '../updates/index.ts'
import type { FileKind } from '../windows/index.ts'
import { type CallDeployment, inText, saidAs } from './call-deployment.ts'
import {
  askToAdd,
  askToForgetOutward,
  askToForgetSecret,
  askToLook,
  askToRemove,
  askToReplace,
  askToSendOutside,
  askToStore,
} from './questions.ts'

export interface ConnectCallsOptions {
  readonly connections: Connections<WebContents>
  /** Asks the trader for a file to read; null where none is chosen. */
  readonly chooseFileToRead: (window: WebContents, kind: FileKind) => Promise<string | null>
}

const PROFILE: FileKind = { words: 'profile', extension: 'json' }

/** The calls by which a service is looked at and added. The page names an address and gets words: what is added stays in main. */
export function connectCalls({
  connections,
  chooseFileToRead,
}: ConnectCallsOptions): Pick<
  Handlers,
  'lookAtService' | 'cancelLook' | 'chooseProfileFile' | 'takeProfileText' | 'addFoundService'
> {
  return {
    lookAtService: {
      // Whatever is asked of an address tells its owner something: the address itself, chosen by a page, could.
      loosens: (asked, window) => askToLook(connections.profileOf(window, asked)),
      run: (asked, window) => connections.look(window, asked),
    },
    cancelLook(_input, window) {
      connections.cancel(window)
      return null
    },
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
  /** The deployment of the window that calls. */
  readonly on: (window: WebContents) => CallDeployment
  readonly deployments: Pick<RunningDeployments<RunningDeployment>, 'remove'>
  readonly hands: Pick<Hands, 'prove'>
  /**
   * Imports a secret for a deployment from the clipboard; answers its masked description. `mayStore` is asked before one is stored, and throws
   * when it may not.
   */
  readonly importSecret: (
    kind: ImportableKind,
    profile: CallDeployment['profile'],
    mayStore: (given: string, stored: StoredSecret | null) => Promise<void>,
  ) => Promise<string>
  readonly forgetSecret: (kind: SecretKind, profile: CallDeployment['profile']) => Promise<void>
  readonly tryKeychainAgain: () => Promise<void>
}

/** The calls that put a secret in or take one away. Neither can be taken back, so that the trader is asked in a native box whatever was pressed. */
export function secretCalls({
  on,
  deployments,
  hands,
  importSecret,
  forgetSecret,
  tryKeychainAgain,
}: SecretCallsOptions): Pick<Handlers, 'importSecret' | 'tryKeychainAgain' | 'forgetSecret' | 'removeProfile'> {
  return {
    importSecret: async ({ kind }, window) => {
      const { profile, identity } = on(window)
      const description = await importSecret(kind, profile, (given, stored) =>
        hands.prove(window, () =>
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
      async run({ name }) {
        await deployments.remove(name).catch(saidAs('not_saved'))
        return null
      },
    },
  }
}

export interface OutwardCallsOptions {
  readonly outward: Pick<Outward, 'set' | 'test' | 'forget'>
  readonly hands: Pick<Hands, 'prove'>
  readonly settings: { readonly current: Pick<Settings, 'outwardDetails'> }
}

/** What main does for the calls about places outside. Whether an address may be used is asked in a native box whatever was pressed. */
export const outwardCalls = ({
  outward,
  hands,
  settings,
}: OutwardCallsOptions): Pick<Handlers, 'setOutward' | 'testOutward' | 'forgetOutward'> => ({
  setOutward: async (input, window: WebContents) => {
    const mayUse = (host: string, shown: string): Promise<void> =>
      hands.prove(window, () => askToSendOutside(input.kind, { host, shown }, settings.current.outwardDetails))
    return { host: await outward.set(input, mayUse).catch(saidAs('not_saved')) }
  },
  testOutward: ({ kind }) => outward.test(kind),
  forgetOutward: {
    loosens: ({ kind }) => askToForgetOutward(kind),
    async run({ kind }) {
      await outward.forget(kind).catch(saidAs('not_saved'))
      return null
    },
  },
})

/** Where one fails later on, the topic `update` says so. */
export const updateHandlers = (
  updates: Pick<Updater, 'check' | 'download' | 'cancel' | 'restart' | 'putAwayNews'>,
): Pick<Handlers, 'checkForUpdate' | 'downloadUpdate' | 'cancelDownload' | 'restartToUpdate' | 'putAwayWhatsNew'> => ({
  checkForUpdate: async () => {
    await updates.check()
    return null
  },
  downloadUpdate: () => {
    updates.download()
    return null
  },
  cancelDownload: () => {
    updates.cancel()
    return null
  },
  restartToUpdate: async () => {
    await updates.restart()
    return null
  },
  putAwayWhatsNew: () => {
    inText('not_saved', () => updates.putAwayNews())
    return null
  },
})

export interface ReportCallsOptions {
  readonly reportFacts: (window: WebContents) => ReportFacts
  readonly chooseFile: (window: WebContents, name: string, kind: FileKind) => Promise<string | null>
}

const TEXT: FileKind = { words: 'text', extension: 'txt' }

/** What main does for a window that reports a problem: shows a text, and writes that text alone. */
export function reportCalls({
  reportFacts,
  chooseFile,
}: ReportCallsOptions): Pick<Handlers, 'readProblemReport' | 'saveProblemReport'> {
  /** What each window was shown last: the page never says what is written. */
  const shown = new WeakMap<WebContents, string>()
  return {
    readProblemReport({ details }, window) {
      const text = problemReport(reportFacts(window), details)
      shown.set(window, text)
      return { text }
    },
    async saveProblemReport(_input, window) {
      const text = shown.get(window)
      if (text === undefined) throw new CallError('bad_input', 'No report was shown in this window: open it first.')
      const path = await chooseFile(window, 'isotherm-report.txt', TEXT)
      if (path === null) return { saved: false }
      await writeFile(path, text, { mode: 0o600 }).catch(saidAs('not_saved'))
      return { saved: true }
    },
  }
}
