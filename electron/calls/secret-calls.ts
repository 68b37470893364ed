/** The calls that put a secret in or take one away. Neither can be taken back, so that the trader is asked in a native box whatever was pressed. */
import type { WebContents } from 'electron'
import type { ImportableKind, StoredSecret } from '../identity/index.ts'
import type { Handlers, Hands } from '../ipc/index.ts'
import type { RunningDeployment, RunningDeployments } from '../profiles/index.ts'
import type { SecretKind } from '../secrets/index.ts'
import type { CallDeployment } from './call-deployment.ts'
import { saidAs } from './in-words.ts'
import { askToForgetSecret, askToRemove, askToReplace, askToStore } from './questions.ts'

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
