/** Configuration and access: what the deployment offers, and who the caller is. */
import { z } from 'zod'
import { VenueError } from '../../market/index.ts'
import type { VenueContext } from '../context.ts'
import { parse } from '../input.ts'
import { Answer, identified, open, type Route } from '../router.ts'

const accessRequest = z.object({ email: z.email('must be an e-mail address'), note: z.string().max(2000).nullish() })

/** GET /v1/runtime-config, GET /v1/access/self, POST /v1/access/request. */
export const configurationRoutes = ({ core, sessions, store, outcomes }: VenueContext): Route[] => [
  open('GET', '/v1/runtime-config', () => ({
    waitlist_enabled: sessions.waitlist,
    outcomes_enabled: outcomes !== null,
  })),
  identified('GET', '/v1/access/self', (_, { wallet, email, access }) => ({ wallet, email, access })),
  identified('POST', '/v1/access/request', ({ body }, { subject }) => {
    const { email, note } = parse(accessRequest, body)
    store.saveAccessRequest(subject, email, note ?? null, core.now())
    return new Answer(202, { status: 'received' })
  }),
  ...['/v1/ws', '/ws'].map((path) =>
    open('GET', path, () => {
      throw new VenueError(426, 'upgrade_required', `${path} is a WebSocket; ask for it with an upgrade request.`)
    }),
  ),
]
