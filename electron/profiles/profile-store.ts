/** The deployment profiles that the trader added, and which one is chosen, in `profiles.json`. */
import { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors/index.ts'
import { type DeploymentProfile, parseProfile } from '../service/index.ts'
import { JsonFile, type SetAside } from '../storage/index.ts'
import { sharedDomainWords, signsForThoseOf } from './shared-domain.ts'

/** The name of the embedded practice venue's profile; no other profile may have it. */
export const PRACTICE = 'practice'

const profileOf = (raw: unknown): DeploymentProfile => parseProfile(JSON.stringify(raw), 'in profiles.json')

/** Profiles are kept as they were given: a later version of the terminal reads them by its own rules. */
const schema = z.object({
  active: z.string().nullable().default(null),
  profiles: z
    .array(
      z.unknown().superRefine((raw, context) => {
        try {
          profileOf(raw)
        } catch (error) {
          context.addIssue({ code: 'custom', message: (error as Error).message })
        }
      }),
    )
    .default([]),
})

export interface ProfileStore {
  readonly setAside: SetAside | null
  all(): readonly DeploymentProfile[]
  find(name: string): DeploymentProfile | null
  /** Name of the chosen profile; null for the practice venue. */
  active(): string | null
  /**
   * The profile that a JSON text is, if it could be added.
   * @param beside profiles that are not stored, whose signing domains it may not have either.
   * @throws CallError naming the field that is wrong, or saying that the name is taken.
   */
  check(json: string, beside?: readonly DeploymentProfile[]): DeploymentProfile
  /**
   * Adds a profile from its JSON text.
   * @param beside as of `check`.
   * @throws CallError naming the field that is wrong, or saying that the name is taken; Error when it cannot be written.
   */
  add(json: string, beside?: readonly DeploymentProfile[]): DeploymentProfile
  remove(name: string): void
  choose(name: string | null): void
}

/** Opens the file; a damaged one is set aside, and the terminal starts on the practice venue. */
export function openProfiles(directory: string, clock: Pick<Clock, 'now'>): ProfileStore {
  const file = new JsonFile({ directory, name: 'profiles', schema, initial: { active: null, profiles: [] }, clock })
  const all = (): readonly DeploymentProfile[] => file.value.profiles.map(profileOf)
  const find = (name: string): DeploymentProfile | null => all().find((profile) => profile.name === name) ?? null
  const check = (json: string, beside: readonly DeploymentProfile[] = []): DeploymentProfile => {
    const profile = read(json)
    const same = (name: string): boolean => name.toLowerCase() === profile.name.toLowerCase()
    if (same(PRACTICE)) throw bad(`"${profile.name}" is the name of the practice venue; choose another.`, 'name')
    if (all().some((stored) => same(stored.name))) {
      throw bad(`There is a profile named "${profile.name}" already. Remove it first, or choose another name.`, 'name')
    }
    const other = signsForThoseOf(profile, [...all(), ...beside])
    if (other !== null) throw bad(`"${profile.name}" ${sharedDomainWords(profile, other)}.`, 'directOrder.domain')
    return profile
  }
  return {
    setAside: file.setAside,
    all,
    find,
    active: () => (file.value.active !== null && find(file.value.active) !== null ? file.value.active : null),
    check,
    add(json, beside) {
      const profile = check(json, beside)
      file.save({ ...file.value, profiles: [...file.value.profiles, JSON.parse(json)] })
      return profile
    },
    remove: (name) =>
      file.save({ ...file.value, profiles: file.value.profiles.filter((raw) => profileOf(raw).name !== name) }),
    choose: (name) => file.save({ ...file.value, active: name }),
  }
}

function read(json: string): DeploymentProfile {
  try {
    return parseProfile(json, 'as pasted')
  } catch (error) {
    const { message } = error as Error
    const field = /^profile as pasted: "([^"]+)"/.exec(message)?.[1] ?? null
    throw bad(
      message.replace(/^profile as pasted:? ?/, 'The profile: ').replace('The profile: is', 'The profile is'),
      field,
    )
  }
}

const bad = (message: string, about: string | null): CallError => new CallError('bad_profile', message, about)
