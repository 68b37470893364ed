/** Orders, cancels, conversions and collateral transfers of the outcome family. */
import { money, price, size } from '../../../../contract/decimal.ts'
import type { FamilyCase } from './family-case.ts'
import { AGENT_SIGNED, CLOID, HASH, ISO, NOON, PREPARED, SIGNATURE, SUBMITTED, signed } from './samples.ts'

export const outcomeActions: readonly FamilyCase[] = [
  {
    name: 'a limit order for an outcome',
    call: (service) =>
      service.prepareOutcomeOrder({
        outcomeId: 3601,
        sideIndex: 1,
        side: 'buy',
        size: size('10.00'),
        mode: { kind: 'limit', price: price('0.010') },
      }),
    route: 'outcomeOrderPrepare',
    asks: 'POST /v1/outcomes/orders/prepare {"outcomeId":3601,"side":1,"isBuy":true,"sz":"10.00","mode":{"kind":"limit","limitPx":"0.010"}}',
    ...PREPARED,
  },
  {
    name: 'a market order for an outcome',
    call: (service) =>
      service.prepareOutcomeOrder({
        outcomeId: 3601,
        sideIndex: 0,
        side: 'sell',
        size: size('2'),
        mode: { kind: 'market', slippageBps: 150 },
      }),
    route: 'outcomeOrderPrepare',
    asks: 'POST /v1/outcomes/orders/prepare {"outcomeId":3601,"side":0,"isBuy":false,"sz":"2","mode":{"kind":"market","slippageBps":150}}',
    ...PREPARED,
  },
  {
    name: 'a signed outcome order',
    call: (service) => service.submitPrepared('outcome_order', signed),
    route: 'outcomeOrderSubmit',
    asks: `POST /v1/outcomes/orders/submit ${AGENT_SIGNED}`,
    ...SUBMITTED,
  },
  {
    name: 'the cancel of an outcome order',
    call: (service) => service.prepareOutcomeCancel({ outcomeId: 3601, sideIndex: 0, cloid: CLOID }),
    route: 'outcomeCancelPrepare',
    asks: `POST /v1/outcomes/cancel/prepare {"outcomeId":3601,"side":0,"cloid":"${CLOID}"}`,
    ...PREPARED,
  },
  {
    name: 'a signed cancel of an outcome order',
    call: (service) => service.submitPrepared('outcome_cancel', signed),
    route: 'outcomeCancelSubmit',
    asks: `POST /v1/outcomes/cancel/submit ${AGENT_SIGNED}`,
    ...SUBMITTED,
  },
  {
    name: 'a conversion',
    call: (service) =>
      service.prepareConversion({ kind: 'negate', outcomeId: 3601, questionId: 36, amount: size('12.50') }),
    route: 'conversionPrepare',
    asks: 'POST /v1/outcomes/conversions/prepare {"kind":"negate","outcomeId":3601,"questionId":36,"amount":"12.50"}',
    ...PREPARED,
  },
  {
    name: 'a conversion of all there is',
    call: (service) => service.prepareConversion({ kind: 'merge', outcomeId: 3601, questionId: null, amount: null }),
    route: 'conversionPrepare',
    asks: 'POST /v1/outcomes/conversions/prepare {"kind":"merge","outcomeId":3601}',
    ...PREPARED,
  },
  {
    name: 'a signed conversion',
    call: (service) => service.submitPrepared('conversion', signed),
    route: 'conversionSubmit',
    asks: `POST /v1/outcomes/conversions/submit ${AGENT_SIGNED}`,
    ...SUBMITTED,
  },
]

const transferType = 'HyperliquidTransaction:UsdClassTransfer'
const transferTypes = { [transferType]: [{ name: 'amount', type: 'string' }] }
const transferMessage = { hyperliquidChain: 'Testnet', amount: '200', toPerp: false, nonce: NOON }

export const transfers: readonly FamilyCase[] = [
  {
    name: 'a collateral transfer',
    call: (service) => service.prepareTransfer(money('200.50')),
    route: 'transferPrepare',
    asks: 'POST /v1/outcomes/transfer/prepare {"amount":"200.50"}',
    venue: {
      actionHash: HASH,
      eip712Domain: { name: 'HyperliquidSignTransaction', version: '1', chainId: 421614 },
      types: transferTypes,
      primaryType: transferType,
      message: transferMessage,
    },
    result: {
      actionHash: HASH,
      domain: { name: 'HyperliquidSignTransaction', version: '1', chainId: 421614 },
      types: transferTypes,
      primaryType: transferType,
      message: transferMessage,
    },
    other: {
      data: {
        action_hash: HASH,
        domain: { name: 'HyperliquidSignTransaction', chain_id: '0x66eee' },
        types: transferTypes,
        primary_type: transferType,
        message: transferMessage,
        expires: ISO,
      },
    },
    otherResult: {
      actionHash: HASH,
      domain: { name: 'HyperliquidSignTransaction', chainId: 421614 },
      types: transferTypes,
      primaryType: transferType,
      message: transferMessage,
    },
    required: ['actionHash', 'eip712Domain', 'types', 'primaryType', 'message'],
  },
  {
    name: 'a signed collateral transfer',
    call: (service) => service.submitTransfer(signed),
    route: 'transferSubmit',
    asks: `POST /v1/outcomes/transfer/submit {"actionHash":"${HASH}","signature":"${SIGNATURE}"}`,
    isSubmit: true,
    venue: { status: 'accepted' },
    result: { status: 'accepted' },
    other: { result: { STATUS: 'queued', txHash: HASH } },
    otherResult: { status: 'queued' },
    required: ['status'],
  },
]
