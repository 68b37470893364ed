/** `GET /v1/runtime-config` */
import type { RuntimeConfig } from '../types.ts'
import type { Wire } from '../wire.ts'

export function runtimeConfigOf(answer: Wire): RuntimeConfig {
  const config = answer.unwrapped('runtime_config', 'config')
  return {
    waitlistEnabled: config.at('waitlist_enabled').flag(),
    outcomesEnabled: config.at('outcomes_enabled').flag(),
  }
}
