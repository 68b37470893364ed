/** Binary prices are those of UP; whoever trades DOWN sees what is left to 1. */
import { ONE, type Price, subtract } from '../../contract/decimal.ts'

/** What a contract of the other direction costs: 1 − price. */
export const otherSide = (price: Price): Price => subtract(ONE, price)
