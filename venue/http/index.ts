/** The venue's HTTP side: routes, request checks, and errors as problem+json. */
export type { MarketMode, OracleState, VenueContext } from './context.ts'
export { decimalText, numberText, parse } from './input.ts'
export { type ListenerOptions, RequestListener } from './listener.ts'
export { badRequest, type Problem, problemOf } from './problem.ts'
export { RateLimit } from './rate-limit.ts'
export { refuse, refuseUnreadable } from './raw-answer.ts'
export { Answer, open, type Route, Router } from './router.ts'
export { BOOK_LEVELS, serviceRoutes } from './routes/index.ts'
