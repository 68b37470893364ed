/** Configuration and access (docs/service/deployment.md#runtime-config, docs/service/access.md#self). */

import type { Secret } from '../secrets/index.ts'
import { accessOf, accessRequestOf } from './adapters/access.ts'
import { runtimeConfigOf } from './adapters/runtime-config.ts'
import { FOR } from './purpose.ts'
import type { Routes } from './routes.ts'

export const configuration = (routes: Routes) => ({
  runtimeConfig: async () => runtimeConfigOf(await routes.read('/v1/runtime-config')),
  /** @param as whose identity is read; without it, theirs who are signed in. */
  accessSelf: async (as?: Secret) => {
    /** As urgent as a close: nobody closes anything before it is known who they are. */
    const more = { needsToken: true, purpose: FOR.close, ...(as === undefined ? {} : { as }) }
    return accessOf(await routes.read('/v1/access/self', more))
  },
  /** What the service says became of it. Sent once. */
  requestAccess: async ({ email, note }: { readonly email: string; readonly note: string | null }) => {
    const answer = await routes.submit('/v1/access/request', note === null ? { email } : { email, note })
    return { status: accessRequestOf(answer) }
  },
})
