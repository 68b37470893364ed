/**
 * Every request of the binary and outcome families once: how it is made, and what it gives from answers in the practice venue's shape and
 * in that of another deployment, which wraps, spells, counts and leaves out differently.
 */
import type { Address, Cloid, Hex } from '../../../contract/address.ts'
import { type Decimal, money, price, size } from '../../../contract/decimal.ts'
import type { TradingService } from '../interface.ts'
import type { DeploymentProfile } from '../profile.ts'

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

export const ADDRESS = `0x${'ab'.repeat(20)}` as Address
const HASH = `0x${'cd'.repeat(32)}` as Hex
const SIGNATURE = `0x${'11'.repeat(65)}` as Hex
const CLOID = '0xd2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2' as Cloid
const signed = { orderId: 'o-1', actionHash: HASH, signature: SIGNATURE }
const ONE_SIGNED = `{"submit":[{"actionHash":"${HASH}","hlSignature":"${SIGNATURE}"}]}`
const AGENT_SIGNED = `{"orderId":"o-1","actionHash":"${HASH}","hlSignature":"${SIGNATURE}"}`
const NOON = Date.UTC(2026, 6, 1, 12)
const ISO = '2026-07-01T12:00:00Z'

const prepared = {
  orderId: 'o-1',
  actionHash: HASH,
  action: { type: 'order', orders: [{ a: 2, b: true, p: '0.679' }], grouping: 'na' },
  nonce: NOON,
  connectionId: HASH,
  eip712Domain: { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: `0x${'00'.repeat(20)}` },
  agentMessage: { source: 'b', connectionId: HASH },
  expiresAt: NOON,
  estimate: { avg_px: '0.5660', worst_px: '0.566', contracts: '36.81' },
}
const readPrepared = {
  orderId: 'o-1',
  actionHash: HASH,
  action: prepared.action,
  nonce: NOON,
  expiresAfter: null,
  connectionId: HASH,
  domain: prepared.eip712Domain,
  agentMessage: prepared.agentMessage,
  expiresAt: NOON,
  estimate: { average: '0.5660', worst: '0.566', targetMark: null, contracts: '36.81' },
}
/** Without action, nonce and connection id: nothing to verify. */
const otherPrepared = {
  order_id: 17,
  action_hash: HASH,
  eip712_domain: { name: 'Exchange', version: 1, chain_id: '0x539', verifying_contract: `0x${'00'.repeat(20)}` },
  agent_message: { source: 'b', connection_id: HASH },
  expires_at: ISO,
  estimate: { avgPx: 0.566, extra: true },
  ttl: 30,
}
const readOther = {
  ...readPrepared,
  orderId: '17',
  action: null,
  nonce: null,
  connectionId: null,
  estimate: { average: '0.566', worst: null, targetMark: null, contracts: null },
}
const PREPARED = {
  venue: prepared,
  result: readPrepared,
  other: { data: { prepared: otherPrepared } },
  otherResult: readOther,
  required: ['orderId', 'actionHash', 'eip712Domain', 'agentMessage'],
} as const

const SUBMITTED = {
  isSubmit: true,
  venue: { status: 'accepted', oid: '1094', cloid: CLOID },
  result: { status: 'accepted', oid: '1094', cloid: CLOID },
  other: { data: { result: { Status: 'accepted', oid: 1094, extra: [] } } },
  otherResult: { status: 'accepted', oid: '1094', cloid: null },
  required: ['status'],
} as const

const BINARY_SUBMITTED = {
  isSubmit: true,
  venue: { status: 'filled', oid: '1092', filled_contracts: '36.81', avg_px: '0.5660' },
  result: { status: 'filled', oid: '1092', cloid: null, filled: '36.81' },
  other: { results: [{ data: { status: 'partially_filled', oid: 1092, filledContracts: 12.5 } }] },
  otherResult: { status: 'partially_filled', oid: '1092', cloid: null, filled: '12.5' },
  required: ['status'],
} as const

const order = {
  family: 'outcome',
  oid: '1094',
  cloid: CLOID,
  asset: '#20634060',
  side: 'buy',
  price: '0.010',
  size: '10.00',
  filled: '0.00',
  tif: 'GTC',
  reduce_only: false,
  status: 'resting',
  time: NOON,
}
const readOrder = {
  oid: '1094',
  cloid: CLOID,
  asset: '#20634060',
  side: 'buy',
  price: '0.010',
  size: '10.00',
  filled: '0.00',
  tif: 'GTC',
  reduceOnly: false,
  status: 'resting',
  statusText: 'resting',
  time: NOON,
}
const otherOrder = {
  orderId: 1094,
  coin: '#20634060',
  isBuy: true,
  limitPx: 0.01,
  sz: 10,
  filled: 2.5,
  Status: 'PartiallyFilled',
  timestamp: ISO,
  user: ADDRESS,
}
const readOtherOrder = {
  ...readOrder,
  cloid: null,
  price: '0.01',
  size: '10',
  filled: '2.5',
  tif: null,
  status: 'partially_filled',
  statusText: 'PartiallyFilled',
}
const ORDER_FIELDS = ['oid', 'asset', 'side', 'price', 'size', 'filled', 'status', 'time'] as const

const binaryReads: readonly FamilyCase[] = [
  {
    name: 'the binary markets',
    call: (service) => service.binaryMarkets(),
    route: 'binaryMarkets',
    asks: 'GET /v1/binary/markets',
    public: true,
    venue: [
      { asset: 'GBETA', status: 'active', midpoint: '577.855', asset_id: 2, sz_decimals: 2, tick_size: '0.001' },
      { asset: 'GBETB', status: 'waiting', midpoint: null, asset_id: 3, sz_decimals: 2, tick_size: '0.001' },
    ],
    result: [
      {
        asset: 'GBETA',
        assetId: 2,
        status: 'active',
        statusText: 'active',
        midpoint: '577.855',
        sizeDecimals: 2,
        tickSize: '0.001',
      },
      {
        asset: 'GBETB',
        assetId: 3,
        status: 'waiting',
        statusText: 'waiting',
        midpoint: null,
        sizeDecimals: 2,
        tickSize: '0.001',
      },
    ],
    other: {
      data: { markets: [{ coin: 'GBETA', Status: 'Simmering', midPoint: 577.855, szDecimals: '2', icon: 'x' }] },
    },
    otherResult: [
      {
        asset: 'GBETA',
        assetId: null,
        status: 'unknown',
        statusText: 'Simmering',
        midpoint: '577.855',
        sizeDecimals: 2,
        tickSize: null,
      },
    ],
    required: ['[0].asset', '[1].status'],
  },
  {
    name: 'the state of the binary markets',
    call: (service) => service.binaryStatus(),
    route: 'binaryStatus',
    asks: 'GET /v1/binary/status',
    public: true,
    venue: { paused: false, active_asset: 'GBETA', phase: 'TRADING', entry_cutoff: NOON, seconds_to_cutoff: 6390 },
    result: { paused: false, activeAsset: 'GBETA', phase: 'trading', phaseText: 'TRADING', entryCutoff: NOON },
    other: { status: { isPaused: true, activeAsset: null, phase: 'Intermission', entryCutoff: ISO } },
    otherResult: {
      paused: true,
      activeAsset: null,
      phase: 'unknown',
      phaseText: 'Intermission',
      entryCutoff: NOON,
    },
    required: ['paused'],
  },
  {
    name: 'the binary bucket',
    call: (service) => service.binaryBucket(),
    route: 'binaryBucket',
    asks: 'GET /v1/binary/bucket',
    public: true,
    venue: {
      asset: 'GBETA',
      start: NOON - 7_200_000,
      end: NOON,
      phase: 'RAMP',
      midpoint: '577.855',
      server_time: NOON - 1,
    },
    result: {
      asset: 'GBETA',
      start: NOON - 7_200_000,
      end: NOON,
      phase: 'ramp',
      phaseText: 'RAMP',
      midpoint: '577.855',
      serverTime: NOON - 1,
    },
    other: { data: { bucket: { activeAsset: 'GBETA', endTime: ISO, midPoint: 577.5 }, serverTime: ISO } },
    otherResult: {
      asset: 'GBETA',
      start: null,
      end: NOON,
      phase: 'unknown',
      phaseText: null,
      midpoint: '577.5',
      serverTime: NOON,
    },
    required: [],
  },
]

const binaryActions: readonly FamilyCase[] = [
  {
    name: 'the actions of a binary setup',
    call: (service) => service.prepareBinarySetup(),
    route: 'binarySetup',
    asks: 'POST /v1/binary/setup {}',
    venue: { actions: [prepared, prepared] },
    result: [readPrepared, readPrepared],
    other: { data: [{ prepared: otherPrepared }] },
    otherResult: [readOther],
    required: ['actions', 'actions[1].orderId', 'actions[0].actionHash', 'actions[0].agentMessage'],
  },
  {
    name: 'a signed binary setup',
    call: (service) => service.submitBinarySetup([signed, signed]),
    route: 'binarySetupSubmit',
    asks: `POST /v1/binary/setup ${ONE_SIGNED.replace(/\[(.*)\]/, '[$1,$1]')}`,
    isSubmit: true,
    venue: { leverage: 2, ready: true },
    result: { leverage: 2, ready: true },
    other: { result: { Leverage: '2', note: 'set' } },
    otherResult: { leverage: 2, ready: null },
    required: [],
  },
  {
    name: 'a binary prediction',
    call: (service) =>
      service.prepareBinaryPredict({
        asset: 'GBETA',
        direction: 'UP',
        amount: money('25.50'),
        slippagePct: '0.50' as Decimal,
      }),
    route: 'binaryPredict',
    asks: 'POST /v1/binary/predict {"asset":"GBETA","direction":"UP","amount_usdc":"25.50","slippage_pct":0.50}',
    ...PREPARED,
  },
  {
    name: 'a signed binary prediction',
    call: (service) => service.submitPrepared('binary_predict', signed),
    route: 'binaryPredictSubmit',
    asks: `POST /v1/binary/predict ${ONE_SIGNED}`,
    ...BINARY_SUBMITTED,
  },
  {
    name: 'the close of a part of a binary position',
    call: (service) =>
      service.prepareBinaryClose({
        asset: 'GBETA',
        direction: 'DOWN',
        contracts: size('12.5'),
        slippagePct: '3' as Decimal,
      }),
    route: 'binaryClose',
    asks: 'POST /v1/binary/close {"asset":"GBETA","direction":"DOWN","contracts":"12.5","slippage_pct":3}',
    ...PREPARED,
  },
  {
    name: 'the close of a whole binary position',
    call: (service) =>
      service.prepareBinaryClose({
        asset: 'GBETA',
        direction: 'UP',
        contracts: null,
        slippagePct: '30' as Decimal,
      }),
    route: 'binaryClose',
    asks: 'POST /v1/binary/close {"asset":"GBETA","direction":"UP","slippage_pct":30}',
    ...PREPARED,
  },
  {
    name: 'a signed binary close',
    call: (service) => service.submitPrepared('binary_close', signed),
    route: 'binaryCloseSubmit',
    asks: `POST /v1/binary/close ${ONE_SIGNED}`,
    ...BINARY_SUBMITTED,
  },
]

const outcomeReads: readonly FamilyCase[] = [
  {
    name: 'the outcome markets',
    call: (service) => service.outcomes(),
    route: 'outcomesMeta',
    asks: 'GET /v1/outcomes/meta',
    public: true,
    venue: [
      {
        outcomeId: 3601,
        name: 'Above 75.0 °F at 11:30 UTC',
        sides: [
          { index: 0, name: 'Yes', coin: '#36010' },
          { index: 1, name: 'No', coin: '#36011' },
        ],
        expiry: NOON,
        expired: true,
        settling: false,
        winner: 1,
        questions: [
          { id: 36, title: 'How warm?', rules: 'Yes above 75.0 °F.', exclusive: true, outcomes: [3601, 3602] },
        ],
        sz_decimals: 2,
        tick_size: '0.001',
      },
    ],
    result: [
      {
        outcomeId: 3601,
        name: 'Above 75.0 °F at 11:30 UTC',
        sides: [
          { index: 0, name: 'Yes', coin: '#36010' },
          { index: 1, name: 'No', coin: '#36011' },
        ],
        questions: [
          { id: 36, title: 'How warm?', rules: 'Yes above 75.0 °F.', exclusive: true, outcomes: [3601, 3602] },
        ],
        expiry: NOON,
        expired: true,
        settling: false,
        winner: 1,
        sizeDecimals: 2,
        tickSize: '0.001',
      },
    ],
    other: {
      outcomes: [
        {
          outcome_id: '3601',
          name: 'Above 75.0 °F',
          sides: [{ name: 'Yes', coin: '#36010', volume: 5 }, { coin: '#36011' }],
          expires_at: ISO,
          expired: false,
          settling: true,
          questions: [{ question_id: 36, title: 'How warm?', outcomes: [{ outcome_id: 3601 }], tags: [] }],
          tickSize: 0.001,
        },
        { outcomeId: 7, name: 'Snow', sides: [], expired: false, settling: false },
      ],
    },
    otherResult: [
      {
        outcomeId: 3601,
        name: 'Above 75.0 °F',
        sides: [
          { index: 0, name: 'Yes', coin: '#36010' },
          { index: 1, name: '#36011', coin: '#36011' },
        ],
        questions: [{ id: 36, title: 'How warm?', rules: null, exclusive: null, outcomes: [3601] }],
        expiry: NOON,
        expired: false,
        settling: true,
        winner: null,
        sizeDecimals: null,
        tickSize: '0.001',
      },
      {
        outcomeId: 7,
        name: 'Snow',
        sides: [],
        questions: [],
        expiry: null,
        expired: false,
        settling: false,
        winner: null,
        sizeDecimals: null,
        tickSize: null,
      },
    ],
    required: [
      '[0].outcomeId',
      '[0].name',
      '[0].sides',
      '[0].sides[1].coin',
      '[0].expired',
      '[0].settling',
      '[0].questions[0].id',
      '[0].questions[0].title',
    ],
  },
  {
    name: 'the price history of outcomes',
    call: (service) => service.outcomePriceHistory(['#36010', '#36011', '#36020']),
    route: 'outcomePriceHistory',
    asks: 'GET /v1/outcomes/price-history?coins=%2336010%2C%2336011%2C%2336020',
    named: 'GET /v1/outcomes/price-history',
    public: true,
    venue: {
      '#36010': [
        { time: NOON, price: '0.072' },
        { time: NOON - 60_000, price: '0.071' },
      ],
      '#36011': [],
      '#99990': 'not asked for',
    },
    result: {
      '#36010': [
        { time: NOON - 60_000, price: '0.071' },
        { time: NOON, price: '0.072' },
      ],
      '#36011': [],
    },
    other: { data: { history: { '#36011': [[ISO, 0.5]], '#36020': { prices: [{ t: NOON, px: 1e-3, v: 5 }] } } } },
    otherResult: { '#36011': [{ time: NOON, price: '0.5' }], '#36020': [{ time: NOON, price: '0.001' }] },
    required: ['#36010[0].time', '#36010[1].price'],
  },
  {
    name: 'the open outcome orders',
    call: (service) => service.openOutcomeOrders(ADDRESS),
    route: 'outcomeOpenOrders',
    asks: `GET /v1/outcomes/orders/open/${ADDRESS}`,
    named: 'GET /v1/outcomes/orders/open/{address}',
    venue: [order],
    result: [readOrder],
    other: { orders: [otherOrder] },
    otherResult: [readOtherOrder],
    required: ORDER_FIELDS.map((field) => `[0].${field}`),
  },
  {
    name: 'the status of an outcome order by its id',
    call: (service) => service.outcomeOrderStatus(ADDRESS, { oid: '1094' }),
    route: 'outcomeOrderStatus',
    asks: `POST /v1/outcomes/order-status {"address":"${ADDRESS}","oid":"1094"}`,
    venue: { order, status: 'resting' },
    result: { order: readOrder, statusText: 'resting' },
    other: { data: otherOrder },
    otherResult: { order: readOtherOrder, statusText: 'PartiallyFilled' },
    required: ORDER_FIELDS.map((field) => `order.${field}`),
  },
  {
    name: 'the status of an outcome order by its client order id',
    call: (service) => service.outcomeOrderStatus(ADDRESS, { cloid: CLOID }),
    route: 'outcomeOrderStatus',
    asks: `POST /v1/outcomes/order-status {"address":"${ADDRESS}","cloid":"${CLOID}"}`,
    venue: { order: null, status: 'filled' },
    result: { order: null, statusText: 'filled' },
    other: { data: { Status: 'Vanished', order: null, since: ISO } },
    otherResult: { order: null, statusText: 'Vanished' },
    required: ['status'],
  },
  {
    name: 'the conversions',
    call: (service) => service.conversions(),
    route: 'conversionsHistory',
    asks: 'GET /v1/outcomes/conversions/history',
    venue: [
      { id: '18', kind: 'split', outcomeId: 3601, questionId: null, amount: '12.50', time: NOON - 1 },
      { id: '19', kind: 'negate', outcomeId: 3601, questionId: 36, amount: '2.00', time: NOON },
    ],
    result: [
      {
        id: '19',
        kind: 'negate',
        kindText: 'negate',
        outcomeId: 3601,
        questionId: 36,
        amount: '2.00',
        time: NOON,
      },
      {
        id: '18',
        kind: 'split',
        kindText: 'split',
        outcomeId: 3601,
        questionId: null,
        amount: '12.50',
        time: NOON - 1,
      },
    ],
    other: {
      conversions: [
        { conversionId: 19, type: 'mergeQuestion', question_id: '36', timestamp: ISO, hash: HASH },
        { id: 18, kind: 'Teleport', amount: 12.5, time: ISO },
      ],
    },
    otherResult: [
      {
        id: '19',
        kind: 'merge_question',
        kindText: 'mergeQuestion',
        outcomeId: null,
        questionId: 36,
        amount: null,
        time: NOON,
      },
      {
        id: '18',
        kind: null,
        kindText: 'Teleport',
        outcomeId: null,
        questionId: null,
        amount: '12.5',
        time: NOON,
      },
    ],
    required: ['[0].id', '[1].kind', '[0].time'],
  },
]

const outcomeActions: readonly FamilyCase[] = [
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

const transfer: readonly FamilyCase[] = [
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

export const FAMILY_CASES: readonly FamilyCase[] = [
  ...binaryReads,
  ...binaryActions,
  ...outcomeReads,
  ...outcomeActions,
  ...transfer,
]
