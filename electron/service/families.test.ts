import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { certaintyOf } from './certainty.ts'
import type { ServiceError } from './errors.ts'
import { profileRoutes } from './profile-routes.ts'
import { FAMILY_CASES } from './testing/families/all-families.ts'
import type { FamilyCase } from './testing/families/family-case.ts'
import { json, Loopback, plain, serviceFor } from './testing/setup.ts'

const loopback = { server: new Loopback(), url: '' }
beforeEach(async () => {
  loopback.server = new Loopback()
  loopback.url = await loopback.server.start()
})
afterEach(() => loopback.server.stop())

const failure = (promise: Promise<unknown>): Promise<ServiceError> =>
  promise.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: ServiceError) => error,
  )
const effectOf = async (submit: Promise<unknown>) => certaintyOf(await failure(submit), 'submit').effect
const asked = (): string[] =>
  loopback.server.asked.map(({ method, url, body }) => `${method} ${url}${body === '' ? '' : ` ${body}`}`)
/** `POST /v1/binary/predict` */
const nameOf = ({ asks, named }: FamilyCase): string => named ?? asks.split(' ').slice(0, 2).join(' ')

/** A copy without the field at `path`, such as `[0].sides[1].coin`. */
function without(value: unknown, path: string): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(value))
  const keys = path.split(/\.|\[|\]/).filter((key) => key !== '')
  const last = keys.pop() ?? ''
  const inner = keys.reduce((object, key) => (object as Record<string, unknown>)[key], copy)
  if (!Object.hasOwn(inner as object, last)) throw new Error(`there is no ${path}`)
  delete (inner as Record<string, unknown>)[last]
  return copy
}

const each = it.each(FAMILY_CASES.map((one) => [one.name, one] as const))

describe('a request of the binary and outcome families', () => {
  each('reads %s as the practice venue gives it', async (_, one) => {
    loopback.server.answer = json(one.venue)
    expect(await one.call(serviceFor(loopback.url).service)).toEqual(one.result)
    expect(asked()).toEqual([one.asks])
  })

  each('reads %s as another deployment gives it', async (_, one) => {
    loopback.server.answer = json(one.other)
    expect(await one.call(serviceFor(loopback.url).service)).toEqual(one.otherResult)
    expect(asked()).toEqual([one.asks])
  })

  const lacking = FAMILY_CASES.flatMap((one) => one.required.map((path) => [one.name, path, one] as const))
  it.each(lacking)('reports for %s without %s which route lacks which field', async (_, path, one) => {
    loopback.server.answer = json(without(one.venue, path))
    const error = await failure(one.call(serviceFor(loopback.url).service))
    expect(error).toMatchObject({
      kind: 'unreadable',
      route: nameOf(one),
      field: path,
      message: `The response from ${nameOf(one)} cannot be read: ${path} is missing.`,
    })
    expect(asked()).toEqual([one.asks])
  })

  each('cannot read %s from an answer that is none', async (_, one) => {
    for (const answer of ['[]', '"hello"', 'null', '7']) {
      loopback.server.answer = plain(answer)
      const outcome = await one.call(serviceFor(loopback.url).service).catch((error: ServiceError) => error.kind)
      expect(outcome).toEqual(answer === '[]' && Array.isArray(one.result) ? [] : 'unreadable')
    }
  })

  each('says that %s is not available where its route is hidden', async (_, one) => {
    loopback.server.answer = plain('not found\n', 404)
    expect(await failure(one.call(serviceFor(loopback.url).service))).toMatchObject({
      kind: 'problem',
      status: 404,
      message: `${nameOf(one)} is not available in this deployment (404 Not Found).`,
    })
    expect(asked()).toHaveLength(1)
  })

  each('sends nothing for %s where the profile has no route for it, and says why', async (_, one) => {
    const { service } = serviceFor(loopback.url, { profile: { routes: { [one.route]: null } } })
    const error = await failure(one.call(service))
    expect(error).toMatchObject({ kind: 'switched_off' })
    expect(error.message).toMatch(/^\w.+: off\. The deployment profile "test" has no route for it\.$/)
    expect(asked()).toEqual([])
  })

  each('asks for %s with a token, or without one where it is public', async (_, one) => {
    loopback.server.answer = json(one.venue)
    const { service } = serviceFor(loopback.url, { token: null })
    if (one.public) expect(await one.call(service)).toEqual(one.result)
    else expect(await failure(one.call(service))).toMatchObject({ kind: 'signed_out' })
    expect(asked()).toEqual(one.public ? [one.asks] : [])
  })

  each('goes to the route of the profile for %s', async (_, one) => {
    loopback.server.answer = json(one.venue)
    const { service } = serviceFor(loopback.url, { profile: { routes: { [one.route]: '/elsewhere' } } })
    expect(await one.call(service)).toEqual(one.result)
    expect(
      asked()[0]
        ?.replace(/[?{].*/, '')
        .trim(),
    ).toMatch(/^(GET|POST) \/elsewhere$/)
  })

  it('that submits is sent once, and a failing server leaves its effect open', async () => {
    for (const one of FAMILY_CASES.filter(({ isSubmit }) => isSubmit)) {
      loopback.server.asked.length = 0
      loopback.server.answer = plain('', 503)
      expect(await effectOf(one.call(serviceFor(loopback.url).service))).toBe('not_known')
      loopback.server.answer = (_, response) => response.destroy()
      expect(await effectOf(one.call(serviceFor(loopback.url).service))).toBe('not_known')
      expect(asked()).toEqual([one.asks, one.asks])
    }
  })
})

describe('the end of entries', () => {
  const cutoff = async (status: object, headers: Record<string, string> = {}) => {
    loopback.server.answer = (request, response) => {
      response.sendDate = false
      json({ paused: false, ...status }, 200, headers)(request, response)
    }
    return (await serviceFor(loopback.url).service.binaryStatus()).entryCutoff
  }
  const date = 'Wed, 01 Jul 2026 12:00:00 GMT'
  const noon = Date.UTC(2026, 6, 1, 12)

  it('is the time that the service reports', async () => {
    expect(await cutoff({ entryCutoff: 7, secondsToCutoff: 60 }, { date })).toBe(7)
  })

  it('is the reported remaining time, counted from the answer by the service’s clock', async () => {
    expect(await cutoff({ secondsToCutoff: '90.5', serverTime: noon + 1 }, { date })).toBe(noon + 90_501)
    expect(await cutoff({ seconds_to_cutoff: 90 }, { date })).toBe(noon + 90_000)
  })

  it('is unknown when the answer has no time', async () => {
    expect(await cutoff({ seconds_to_cutoff: 90 })).toBeNull()
    expect(await cutoff({ seconds_to_cutoff: 90 }, { date: 'today' })).toBeNull()
    expect(await cutoff({}, { date })).toBeNull()
    expect(await failure(cutoff({ seconds_to_cutoff: '9'.repeat(40) }, { date }))).toMatchObject({
      kind: 'unreadable',
      field: 'seconds_to_cutoff',
    })
  })
})

describe('a signed action of a binary market', () => {
  it.each(['Setup', 'Predict', 'Close'] as const)('goes to the route that prepared it: %s', (what) => {
    const moved = profileRoutes.parse({ [`binary${what}`]: '/v2/act' })
    expect(moved[`binary${what}Submit`]).toBe('/v2/act')
    const split = profileRoutes.parse({ [`binary${what}`]: '/v2/act', [`binary${what}Submit`]: '/v2/submit' })
    expect([split[`binary${what}`], split[`binary${what}Submit`]]).toEqual(['/v2/act', '/v2/submit'])
    expect(profileRoutes.parse({ [`binary${what}Submit`]: null })[`binary${what}Submit`]).toBeNull()
    expect(profileRoutes.parse({ [`binary${what}`]: null })[`binary${what}Submit`]).toBeNull()
  })

  it('is acknowledged as one result or as a list of one', async () => {
    const { service } = serviceFor(loopback.url)
    const submit = () => service.submitPrepared('binary_predict', { orderId: 'o', actionHash: '0x1', signature: '0x2' })
    for (const answer of [[{ status: 'filled' }], { data: [{ status: 'filled' }] }, { data: { status: 'filled' } }]) {
      loopback.server.answer = json(answer)
      expect(await submit()).toMatchObject({ status: 'filled', filled: null })
    }
    loopback.server.answer = json([{ status: 'filled' }, { status: 'cancelled' }])
    expect(await failure(submit())).toMatchObject({ kind: 'unreadable' })
  })

  it('needs no setup when the service says that it is ready', async () => {
    const { service } = serviceFor(loopback.url)
    for (const answer of [{ actions: [] }, [], { ready: true, leverage: 2 }, { data: { ready: true } }]) {
      loopback.server.answer = json(answer)
      expect(await service.prepareBinarySetup()).toEqual([])
    }
    loopback.server.answer = json({ ready: false })
    expect(await failure(service.prepareBinarySetup())).toMatchObject({ kind: 'unreadable', field: 'actions' })
  })
})

describe('the sides of an outcome market', () => {
  const market = (sides: object[]) => json([{ outcomeId: 3601, name: 'x', sides, expired: false, settling: false }])
  const sides = async (list: object[]) => {
    loopback.server.answer = market(list)
    const [only] = await serviceFor(loopback.url).service.outcomes()
    return only?.sides.map(({ index, coin }) => `${index} ${coin}`)
  }

  it('use their index, else their coin, else their place in the list', async () => {
    expect(await sides([{ index: 4, coin: '#x' }])).toEqual(['4 #x'])
    expect(await sides([{ coin: '#36011' }, { coin: '#36010' }])).toEqual(['1 #36011', '0 #36010'])
    expect(await sides([{ coin: '#yes' }, { coin: '#no' }])).toEqual(['0 #yes', '1 #no'])
    expect(await sides([{ coin: '#99991' }])).toEqual(['0 #99991'])
  })

  it('with an index other than that of their coin are an error: an order would go to the wrong one', async () => {
    const error = await failure(sides([{ index: 0, coin: '#36011' }]))
    expect(error).toMatchObject({ kind: 'unreadable', field: '[0].sides[0].index' })
    expect(error.message).toContain('should be 1, as in #36011')
  })

  it('need a valid coin', async () => {
    expect(await failure(sides([{ coin: '36010' }]))).toMatchObject({ field: '[0].sides[0].coin' })
  })
})

describe('a price history', () => {
  const history = (answer: unknown, coins = ['#36010']) => {
    loopback.server.answer = json(answer)
    return serviceFor(loopback.url).service.outcomePriceHistory(coins)
  }

  it.each([
    ['a list', [{ time: 2, price: 0.5 }]],
    ['pairs', [[2, '0.5']]],
    ['a wrapped list', { data: [{ time: 2, price: '0.5' }] }],
    ['a list under its name', { prices: [[2, 0.5]] }],
    ['a list wrapped twice', { data: { history: [{ time: 2, price: '0.5' }] } }],
  ])('of one coin may be %s', async (_, answer) => {
    expect(await history(answer)).toEqual({ '#36010': [{ time: 2, price: '0.5' }] })
  })

  it('of several coins is never taken from a list', async () => {
    expect(await failure(history([], ['#36010', '#36011']))).toMatchObject({ kind: 'unreadable' })
  })

  it('with half a pair is an error', async () => {
    expect(await failure(history([[2]]))).toMatchObject({ kind: 'unreadable', field: '[0]' })
  })

  it('of no coins is not requested', async () => {
    expect(await history({}, [])).toEqual({})
    expect(asked()).toEqual([])
  })
})
