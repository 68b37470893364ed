/** The profiles that there are, by name: the practice venue's, the one of the command line, and those that were added. */
import { CallError } from '../errors/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import { PRACTICE, type ProfileStore } from './profile-store.ts'

interface KnownProfiles {
  /** The profile for a window that remembers none. */
  usual(): string
  /** Whether there is one of that name. */
  has(name: string): boolean
  /** The one of that name, as it can be had without starting anything: null for the practice venue's, and for none. */
  find(name: string): DeploymentProfile | null
  /** The same; the practice venue is started for its own. @throws CallError for an unknown name; Error in words when the venue does not start. */
  get(name: string): Promise<DeploymentProfile>
}

export function createKnownProfiles(on: {
  readonly store: ProfileStore
  /** The profile that was given on the command line, if any; it stands before a stored one of its name. */
  readonly given: DeploymentProfile | null
  /** The profile of the practice venue, which is started when it is first wanted. */
  readonly practice: () => Promise<DeploymentProfile>
}): KnownProfiles {
  const { store, given, practice } = on
  const find = (name: string): DeploymentProfile | null => (given?.name === name ? given : store.find(name))
  return {
    usual: () => given?.name ?? store.active() ?? PRACTICE,
    has: (name) => name === PRACTICE || find(name) !== null,
    find,
    async get(name) {
      if (name === PRACTICE && given?.name !== PRACTICE) return practice()
      const profile = find(name)
      if (profile === null) throw unknownProfile(name)
      return profile
    },
  }
}

export const unknownProfile = (name: string): CallError =>
  new CallError('unknown_profile', `There is no profile named "${name}".`, 'name')
