/** Names of the Electron APIs that main and the preload use, as types. A test writes the same file, in plain form, for the programs it compiles. */
import type { usedApis } from '../used-apis.ts'

type Apis = typeof usedApis

/** Members and events by part. */
export type Used = {
  readonly [P in keyof Apis]: {
    readonly members: keyof Apis[P]['members']
    readonly events: Apis[P] extends { readonly events: infer Events } ? keyof Events : never
  }
}
