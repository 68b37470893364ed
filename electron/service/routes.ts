/** Reaches the routes of a deployment: by the interface's own paths, or by the deployment's (docs/service/deployment.md#profile-routes). */
import { safeText } from '../../contract/safe-text.ts'
import { ServiceError } from './errors.ts'
import type { Call, HttpClient } from './http-client.ts'
import type { DeploymentProfile } from './profile.ts'
import { OPEN_ROUTES, type RouteName } from './profile-routes.ts'
import { FOR, type Purpose } from './purpose.ts'
import type { Wire } from './wire.ts'

/** Why a feature is off, or null when the deployment has its route. */
const switchedOff = (profile: DeploymentProfile, name: RouteName): string | null =>
  profile.routes[name] === null
    ? `${OPEN_ROUTES[name].purpose}: off. The deployment profile "${profile.name}" has no route for it.`
    : null

/** Requests of one deployment. */
export class Routes {
  readonly profile: DeploymentProfile
  readonly #client: HttpClient
  readonly #purpose: Purpose | null

  /** @param purpose of all requests; without one reads are for display, and everything else is the trader's. */
  constructor(profile: DeploymentProfile, client: HttpClient, purpose: Purpose | null) {
    this.profile = profile
    this.#client = client
    this.#purpose = purpose
  }

  /** The deployment's path. @throws ServiceError of kind `switched_off`. */
  open(name: RouteName): string {
    const path = this.profile.routes[name]
    if (path !== null) return path
    throw new ServiceError({
      kind: 'switched_off',
      route: name,
      code: 'switched_off',
      message: safeText(switchedOff(this.profile, name) ?? ''),
    })
  }

  read(
    route: string,
    more: Partial<Pick<Call, 'address' | 'query' | 'needsToken' | 'purpose' | 'as'>> = {},
  ): Promise<Wire> {
    const purpose = this.#purpose ?? (more.address !== undefined || more.needsToken === true ? FOR.account : FOR.market)
    return this.#client.send({ method: 'GET', phase: 'read', purpose, needsToken: false, route, ...more })
  }

  /** A read with a request body. */
  ask(route: string, body: unknown): Promise<Wire> {
    const purpose = this.#purpose ?? FOR.account
    return this.#client.send({ method: 'POST', phase: 'read', purpose, needsToken: true, route, body })
  }

  /** @param purpose overrides the common one. */
  prepare(route: string, body: unknown, purpose: Purpose = this.#purpose ?? FOR.order): Promise<Wire> {
    return this.#client.send({ method: 'POST', phase: 'prepare', purpose, needsToken: true, route, body })
  }

  /** Sent once in any case. */
  submit(route: string, body: unknown, purpose: Purpose = this.#purpose ?? FOR.order): Promise<Wire> {
    return this.#client.send({ method: 'POST', phase: 'submit', purpose, needsToken: true, route, body })
  }
}
