import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Decimal, money, price, size } from '../../contract/decimal.ts'
import { FOR } from './purpose.ts'
import { prepared } from './testing/families/samples.ts'
import { type Answerer, json, Loopback, problem, serviceFor } from './testing/setup.ts'
import type { TradingService } from './trading-service.ts'

const loopback = { server: new Loopback(), url: '' }
beforeEach(async () => {
  loopback.server = new Loopback()
  loopback.url = await loopback.server.start()
})
afterEach(() => loopback.server.stop())

const bodies = (): string[] => loopback.server.asked.map(({ body }) => body)
const WIDE = '20' as Decimal
const predict = (service: TradingService, amount = '36.8100') =>
  service.prepareBinaryPredict({ asset: 'GBETA', direction: 'UP', amount: money(amount), slippagePct: WIDE })
const close = (service: TradingService) =>
  service.prepareBinaryClose({ asset: 'GBETA', direction: 'UP', contracts: size('36.81'), slippagePct: WIDE })
const place = (service: TradingService) =>
  service.prepareOrder({
    ...{ asset: 'NYCTMP1', side: 'buy', price: price('571.20'), size: size('2.5000') },
    ...{ tif: 'GTC', reduceOnly: false, cloid: null },
  } as never)

/** A service that accepts amounts in one form, and refuses any other with its own message. */
const strict =
  (isTaken: (body: string) => boolean, refusal: Answerer): Answerer =>
  (request, response) =>
    (isTaken(request.body) ? json(prepared) : refusal)(request, response)

const takesText = (body: string): boolean => !/"(amount_usdc|contracts|sz|limitPx)":[0-9]/.test(body)
const takesNumbers = (body: string): boolean => !/"(amount_usdc|contracts|sz|limitPx)":"/.test(body)

describe('an amount', () => {
  it('is sent in its published form, digit by digit', async () => {
    loopback.server.answer = json(prepared)
    const { service } = serviceFor(loopback.url)
    await predict(service)
    await close(service)
    await place(service)
    expect(bodies()).toEqual([
      '{"asset":"GBETA","direction":"UP","amount_usdc":36.8100,"slippage_pct":20}',
      '{"asset":"GBETA","direction":"UP","contracts":36.81,"slippage_pct":20}',
      '{"asset":"NYCTMP1","isBuy":true,"limitPx":"571.20","sz":"2.5000","tif":"GTC","reduceOnly":false,"cloid":null}',
    ])
  })

  it.each([
    ['amount_usdc: expected string, received number.', 400],
    ['invalid type: floating point `36.81`, expected a string at line 1 column 60', 422],
    ['amount_usdc must be plain decimal text such as "12.5"', 400],
  ])('is sent once more as text where the refusal asks for that, and stays text: %s', async (text, status) => {
    loopback.server.answer = strict(takesText, problem(status, 'bad_request', text))
    const { service } = serviceFor(loopback.url)
    await predict(service)
    await predict(service.for(FOR.close), '5')
    expect(bodies()).toEqual([
      '{"asset":"GBETA","direction":"UP","amount_usdc":36.8100,"slippage_pct":20}',
      '{"asset":"GBETA","direction":"UP","amount_usdc":"36.8100","slippage_pct":20}',
      '{"asset":"GBETA","direction":"UP","amount_usdc":"5","slippage_pct":20}',
    ])
  })

  it('keeps the form that the deployment accepts across restarts', async () => {
    const kept = new Map<string, 'text' | 'number'>()
    const amountForms = {
      all: () => kept,
      keep: (field: string, form: 'text' | 'number') => void kept.set(field, form),
    }
    loopback.server.answer = strict(takesText, problem(400, 'bad_request', 'amount_usdc: expected string.'))
    await predict(serviceFor(loopback.url, { amountForms }).service)
    loopback.server.asked.length = 0
    await predict(serviceFor(loopback.url, { amountForms }).service)
    expect(bodies()).toEqual(['{"asset":"GBETA","direction":"UP","amount_usdc":"36.8100","slippage_pct":20}'])
  })

  it('is sent once more as a number, for every amount that the refusal means', async () => {
    const text = 'invalid type: string "571.20", expected f64 at line 1 column 52'
    loopback.server.answer = strict(takesNumbers, problem(422, 'http_422', text))
    const { service } = serviceFor(loopback.url)
    await place(service)
    expect(bodies()[1]).toContain('"limitPx":571.20,"sz":2.5000')
    expect(bodies()).toHaveLength(2)
  })

  it.each([
    ['names another field', problem(400, 'bad_request', 'slippage_pct: expected string, received number.')],
    ['concerns the amount itself', problem(400, 'bad_request', 'amount_usdc: must be more than 0.')],
    ['wants the form that was sent', problem(400, 'bad_request', 'amount_usdc must be a number above 5.')],
    ['concerns the account', problem(409, 'insufficient_margin', 'expected string')],
    ['comes from no service that has looked at it', problem(502, 'http_502', 'expected string')],
  ])('is not sent again where the refusal %s', async (_, refusal) => {
    loopback.server.answer = refusal
    await expect(predict(serviceFor(loopback.url).service)).rejects.toThrow()
    expect(bodies()).toHaveLength(1)
  })

  it('is sent in the other form only once, and a form that is refused too is not kept', async () => {
    loopback.server.answer = (request, response) => {
      const text = `amount_usdc: expected ${takesText(request.body) ? 'number' : 'string'}.`
      problem(400, 'bad_request', text)(request, response)
    }
    const { service } = serviceFor(loopback.url)
    for (const _ of [1, 2]) await expect(predict(service)).rejects.toThrow('amount_usdc: expected number.')
    expect(bodies().map((body) => takesText(body))).toEqual([false, true, false, true])
  })

  it('keeps the other form where the service then refuses the prepare for another reason', async () => {
    const margin = problem(409, 'insufficient_margin', 'Not enough.')
    const type = problem(400, 'bad_request', 'expected string')
    loopback.server.answer = (request, response) => (takesText(request.body) ? margin : type)(request, response)
    const { service } = serviceFor(loopback.url)
    for (const _ of [1, 2]) await expect(predict(service)).rejects.toThrow('Not enough.')
    expect(bodies().map((body) => takesText(body))).toEqual([false, true, true])
  })
})
