/** One request of a market family, and its result from answers in two shapes. */
import type { DeploymentProfile } from '../../profile.ts'
import type { TradingService } from '../../trading-service.ts'

export interface FamilyCase {
  readonly name: string
  readonly call: (service: TradingService) => Promise<unknown>
  /** Its route in the deployment's settings. */
  readonly route: keyof DeploymentProfile['routes']
  /** Method, URL and body. */
  readonly asks: string
  /** Its name in errors, where that is not its method and URL. */
  readonly named?: string
  readonly public?: true
  readonly isSubmit?: true
  readonly venue: unknown
  readonly result: unknown
  readonly other: unknown
  readonly otherResult: unknown
  /** Paths of required fields in the venue's shape. */
  readonly required: readonly string[]
}
