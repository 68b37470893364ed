/** From a size as it is typed, in contracts, money, per cent or risk, to what is sent: what all families share of it. */
export { lotsIn, type SizeRead, type StopFacts, sizeRead, stopLoss, type TypedSize, typedAmount } from './typed-size.ts'
