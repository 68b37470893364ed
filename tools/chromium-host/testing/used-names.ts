/** Names of what main and the preload use of Electron, as types. A test writes the same file out, plain, for the programs it compiles. */
import type { usedApis } from '../used-apis.ts'

type Apis = typeof usedApis

/** By part: the members and the events. */
export type Used = {
  readonly [P in keyof Apis]: {
    readonly members: keyof Apis[P]['members']
    readonly events: Apis[P] extends { readonly events: infer Events } ? keyof Events : never
  }
}
