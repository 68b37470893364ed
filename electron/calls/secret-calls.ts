/** The calls that put a secret in or take one away. Neither can be taken back, so that the trader is asked in a native box whatever was pressed. */
import type { WebContents } from 'electron'
import type { ImportableKind } from '../identity/index.ts'
import type { Handlers, Hands, Question } from '../ipc/index.ts'
import type { RunningDeployment, RunningDeployments } from '../profiles/index.ts'
import type { SecretKind } from '../secrets/index.ts'
import type { CallDeployment } from './call-deployment.ts'
import { saidAs } from './in-words.ts'
import { askToForgetSecret, askToRemove, askToReplace } from './questions.ts'

export interface SecretCallsOptions {
  /** The deployment of the window that calls. */
  readonly on: (window: WebContents) => CallDeployment
  readonly deployments: Pick<RunningDeployments<RunningDeployment>, 'remove'>
  readonly hands: Pick<Hands, 'prove'>
  /**
   * Imports a secret for a deployment from the clipboard; answers its masked description. `mayReplace` is asked before one takes the place of
   * another, with both in words, and throws when it may not.
   */
  readonly importSecret: (
    kind: ImportableKind,
    profile: CallDeployment['profile'],
    mayReplace: (stored: string, given: string, isRenewal: boolean) => Promise<void>,
  ) => Promise<string>
  readonly forgetSecret: (kind: SecretKind, profile: CallDeployment['profile']) => Promise<void>
  readonly tryKeychainAgain: () => Promise<void>
}

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
      const description = await importSecret(kind, profile, (stored, given, isRenewal) =>
        hands.prove(window, (): Question => askToReplace(profile.name, stored, given, isRenewal)),
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
