/** Reaches the routes of a deployment: by the interface's own paths, or by the profile's (docs/service/deployment.md#profile-routes). */
import { ServiceError } from './errors.ts'
import type { Call, HttpClient } from './http-client.ts'
import type { DeploymentProfile } from './profile.ts'
import { OPEN_ROUTES, type RouteName } from './profile-routes.ts'
import type { Wire } from './wire.ts'

/** Why a feature is off, in words, or null when the profile has its route. */
const switchedOff = (profile: DeploymentProfile, name: RouteName): string | null =>
  profile.routes[name] === null
    ? `${OPEN_ROUTES[name].purpose} is switched off: the deployment profile "${profile.name}" has no route for it.`
    : null

/** Requests of one deployment. */
export class Routes {
  readonly profile: DeploymentProfile
  readonly #client: HttpClient

  constructor(profile: DeploymentProfile, client: HttpClient) {
    this.profile = profile
    this.#client = client
  }

  /** The profile's path. @throws ServiceError of kind `switched_off`. */
  open(name: RouteName): string {
    const path = this.profile.routes[name]
    if (path !== null) return path
    throw new ServiceError({
      kind: 'switched_off',
      route: name,
      code: 'switched_off',
      message: switchedOff(this.profile, name) ?? '',
    })
  }

  read(route: string, more: Partial<Pick<Call, 'address' | 'query' | 'needsToken' | 'as'>> = {}): Promise<Wire> {
    return this.#client.send({ method: 'GET', phase: 'read', needsToken: false, route, ...more })
  }

  /** A read that is asked with a body. */
  ask(route: string, body: unknown): Promise<Wire> {
    return this.#client.send({ method: 'POST', phase: 'read', needsToken: true, route, body })
  }

  prepare(route: string, body: unknown): Promise<Wire> {
    return this.#client.send({ method: 'POST', phase: 'prepare', needsToken: true, route, body })
  }

  /** Sent once, whatever happens. */
  submit(route: string, body: unknown): Promise<Wire> {
    return this.#client.send({ method: 'POST', phase: 'submit', needsToken: true, route, body })
  }
}
