/** One request of a market family, and what it gives from answers in two shapes. */
import type { DeploymentProfile } from '../../profile.ts'
import type { TradingService } from '../../trading-service.ts'

export interface FamilyCase {
  readonly name: string
  readonly call: (service: TradingService) => Promise<unknown>
  /** Route of the profile that it goes to. */
  readonly route: keyof DeploymentProfile['routes']
  /** Method, URL and body. */
  readonly asks: string
  /** How errors name it, where that is not its method and URL. */
  readonly named?: string
  readonly public?: true
  readonly isSubmit?: true
  readonly venue: unknown
  readonly result: unknown
  readonly other: unknown
  readonly otherResult: unknown
  /** Paths of fields in the venue's shape without which it cannot be read. */
  readonly required: readonly string[]
}
