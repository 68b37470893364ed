/** The deployments that the trader added, and which one is chosen, in `profiles.json`. */

import { z } from 'zod'
import { Listeners } from '../../contract/listeners.ts'
import type { ProfileChoice } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import { type DeploymentProfile, parseProfile } from '../service/index.ts'
import { JsonFile } from '../storage/index.ts'

// Whether the direct orders of one deployment would be valid on another: the trader's own wallet signs an order only for the EIP-712 domain in the
// deployment's settings. A play-money deployment with the domain of another one turns each of its orders into one there.

type Domain = NonNullable<DeploymentProfile['directOrder']>['domain']

/** The other deployment, at another origin, that signs for the same domain; null where there is none. */
function signsForThoseOf(profile: DeploymentProfile, others: readonly DeploymentProfile[]): DeploymentProfile | null {
  const { directOrder } = profile
  if (directOrder === null) return null
  const own = textOf(directOrder.domain)
  const { origin } = new URL(profile.baseUrl)
  return (
    others.find(
      (other) =>
        other.directOrder !== null &&
        new URL(other.baseUrl).origin !== origin &&
        textOf(other.directOrder.domain) === own,
    ) ?? null
  )
}

const textOf = ({ name, version, chainId, verifyingContract }: Domain): string =>
  JSON.stringify([name ?? null, version ?? null, chainId ?? null, verifyingContract?.toLowerCase() ?? null])

/** Why direct orders are refused there, with the remedy: whole sentences. */
const sharedDomainText = (profile: DeploymentProfile, other: DeploymentProfile): string =>
  `"${profile.name}" signs direct orders under the same signing domain as ${other.name} (${new URL(other.baseUrl).host}): orders for ${new URL(profile.baseUrl).host} would be valid there too. Ask the operator for its own domain, or set "directOrder" to null.`

/** The deployment, with direct orders off where they would be valid on another one. @param report receives the reason. */
export function withoutSharedDomain(
  profile: DeploymentProfile,
  others: readonly DeploymentProfile[],
  report: (text: string) => void,
): DeploymentProfile {
  const other = signsForThoseOf(profile, others)
  if (other === null) return profile
  report(`Direct orders of ${profile.name} are off. ${sharedDomainText(profile, other)}`)
  return { ...profile, directOrder: null }
}

/** The reserved name of the embedded practice venue's deployment. */
export const PRACTICE = 'practice'

const profileOf = (raw: unknown): DeploymentProfile => parseProfile(JSON.stringify(raw), 'in profiles.json')

/** Deployments are stored as they were given: a later version of the terminal reads them by its own rules. */
const profilesFile = z.object({
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

export type ProfileStore = ReturnType<typeof openProfiles>

/** Opens the file; a damaged one is set aside, and the terminal starts on the practice venue. */
export function openProfiles(directory: string, clock: Pick<Clock, 'now'>) {
  const file = new JsonFile({
    directory,
    name: 'profiles',
    schema: profilesFile,
    initial: { active: null, profiles: [] },
    clock,
  })
  const all = (): readonly DeploymentProfile[] => file.value.profiles.map(profileOf)
  const find = (name: string): DeploymentProfile | null => all().find((profile) => profile.name === name) ?? null
  const check = (json: string, beside: readonly DeploymentProfile[] = []): DeploymentProfile => {
    const profile = read(json)
    const same = (name: string): boolean => name.toLowerCase() === profile.name.toLowerCase()
    if (same(PRACTICE)) throw bad(`"${profile.name}" is the name of the practice venue; choose another.`, 'name')
    if (all().some((stored) => same(stored.name))) {
      throw bad(`A profile named "${profile.name}" already exists. Remove it first, or choose another name.`, 'name')
    }
    const other = signsForThoseOf(profile, [...all(), ...beside])
    if (other !== null) throw bad(sharedDomainText(profile, other), 'directOrder.domain')
    return profile
  }
  return {
    setAside: file.setAside,
    all,
    find,
    /** Name of the chosen deployment; null for the practice venue. */
    active: (): string | null =>
      file.value.active !== null && find(file.value.active) !== null ? file.value.active : null,
    /**
     * Parses a deployment's JSON text, if it could be added.
     * @param beside deployments that are not stored, whose signing domains it may not have either.
     * @throws CallError naming the invalid field, or that the name is taken.
     */
    check,
    /**
     * Adds a deployment from its JSON text.
     * @param beside as for `check`.
     * @throws CallError naming the invalid field, or that the name is taken; Error when it cannot be written.
     */
    add(json: string, beside?: readonly DeploymentProfile[]): DeploymentProfile {
      const profile = check(json, beside)
      file.save({ ...file.value, profiles: [...file.value.profiles, JSON.parse(json)] })
      return profile
    },
    remove: (name: string): void =>
      file.save({ ...file.value, profiles: file.value.profiles.filter((raw) => profileOf(raw).name !== name) }),
    choose: (name: string | null): void => file.save({ ...file.value, active: name }),
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

/** Current state of a deployment. */
type RunningView = Pick<ProfileChoice, 'running' | 'windows' | 'holds'>

/** The available deployments, by name: the practice venue, the one of the command line, added ones. */
export const NOT_RUNNING: RunningView = { running: false, windows: 0, holds: null }

/** @param given the deployment of the command line, which takes precedence over a stored one of its name. */
export function profileChoices(
  store: Pick<ProfileStore, 'all'>,
  given: DeploymentProfile | null,
  viewOf: (name: string) => RunningView,
): readonly ProfileChoice[] {
  const choice = ({ name, network, baseUrl }: DeploymentProfile, origin: ProfileChoice['origin']): ProfileChoice => ({
    name,
    network,
    baseUrl,
    origin,
    ...viewOf(name),
  })
  const practice: ProfileChoice = {
    name: PRACTICE,
    network: 'practice',
    baseUrl: null,
    origin: 'practice',
    ...viewOf(PRACTICE),
  }
  return [
    ...(given?.name === PRACTICE ? [] : [practice]),
    ...(given === null ? [] : [choice(given, 'command-line')]),
    ...store
      .all()
      .filter(({ name }) => name !== given?.name)
      .map((profile) => choice(profile, 'stored')),
  ]
}

/** The choices as last published. */
export function followChoices(read: () => readonly ProfileChoice[]) {
  const listeners = new Listeners()
  let current = read()
  let reported = JSON.stringify(current)
  return {
    current: (): readonly ProfileChoice[] => current,
    /** Publishes the choices if they have changed. */
    review(): void {
      const now = read()
      const text = JSON.stringify(now)
      if (text === reported) return
      current = now
      reported = text
      listeners.notify()
    },
    onChange: listeners.on,
  }
}
