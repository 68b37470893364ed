import { describe, expect, it } from 'vitest'
import { serviceFor } from '../service/testing/setup.ts'
import { startVenueProcess } from '../service/testing/venue-process.ts'
import { createFamilyWatch, featuresOf } from './features.ts'

const ON = { on: true }

async function featuresOn(...flags: string[]) {
  const venue = await startVenueProcess(...flags)
  try {
    const { service, clock } = serviceFor(venue.url, { token: null })
    const families = createFamilyWatch({ service, clock, log: { warn() {} }, onChange() {} })
    await families.probe()
    return featuresOf(service.profile, await service.runtimeConfig(), families.current())
  } finally {
    await venue.stop()
  }
}

describe('the families of a practice venue', () => {
  it.each([
    [[], { scalar: ON, binary: ON, outcomes: ON }],
    [
      ['--mode', 'scalar'],
      {
        scalar: ON,
        binary: { on: false, reason: 'This deployment does not offer binary markets.' },
        outcomes: ON,
      },
    ],
    [
      ['--mode', 'binary', '--no-outcomes'],
      {
        scalar: { on: false, reason: 'This deployment does not offer scalar markets.' },
        binary: ON,
        outcomes: { on: false, reason: 'Outcome markets are off in this deployment.' },
        outcomeTransfer: { on: false },
        outcomeConversion: { on: false },
      },
    ],
  ])('started with %j are on as they can be traded there', async (flags, expected) => {
    expect(await featuresOn(...flags)).toMatchObject(expected)
  })
})
