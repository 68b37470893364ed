/** Connecting to a service by its address: looked at first, and added only as it was found. No access token is ever sent for a look. */
import { z } from 'zod'
import {
  CONNECT_NETWORKS,
  LARGEST_PROFILE,
  LONGEST_ADDRESS,
  type ProfileFileFound,
  type ServiceFound,
} from '../connect.ts'
import { safeLine } from '../safe-schema.ts'
import { call, nothing } from './call.ts'

const id = z.string().min(1).max(40)

export const connectCalls = {
  /**
   * Asks the service at an address what it is and what it offers; nothing is saved.
   * @param name that it would be added under; after its host where it is empty.
   * @param file of `chooseProfileFile`, which must be for the same address and network; null without one.
   */
  lookAtService: call<ServiceFound>()(
    { from: 'any', rate: 'looks', hand: 'loosening' },
    z.strictObject({
      address: z.string().max(LONGEST_ADDRESS),
      network: z.enum(CONNECT_NETWORKS),
      name: safeLine(60),
      file: id.nullable(),
    }),
  ),
  /** Gives up the look that is under way in this window; it then fails with `cancelled`. */
  cancelLook: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, nothing),
  /** Has the trader choose a profile file in a box of the system, and reads it; null where none was chosen. */
  chooseProfileFile: call<ProfileFileFound | null>()({ from: 'any', rate: 'exports', hand: 'no' }, nothing),
  /** Reads a pasted profile (docs/service/deployment.md#profile) as a file is read; nothing is asked or saved. */
  takeProfileText: call<ProfileFileFound>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ json: z.string().max(LARGEST_PROFILE) }),
  ),
  /** Adds the service that this window looked at last, as main found it. */
  addFoundService: call<{ readonly name: string }>()(
    { from: 'any', rate: 'saves', hand: 'loosening' },
    z.strictObject({ id }),
  ),
} as const
