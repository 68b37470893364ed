/**
 * Every trading term of the terminal, explained once: for label hints, the `F1` help, the glossary, and `docs/glossary.md`, which `node
 * tools/scripts/glossary.mjs` generates from here. Messages use the name of a term, never one of its `avoid`.
 */

import { LIMIT_FIELDS } from './limits.ts'
import { MESSAGES as COMMON } from './messages.ts'

export const SECTIONS = [
  'Market info',
  'Buckets and settlement',
  'Binary markets',
  'Outcome markets',
  'Orders',
  'Prices and books',
  'Positions and money',
  'Exits and automated orders',
  'Safety',
  'Account and keys',
] as const
export type Section = (typeof SECTIONS)[number]

/** One term, or one concept with several names. */
export interface Term {
  /** As it appears on screen. */
  readonly name: string
  /** Other forms that appear on screen. */
  readonly also?: readonly string[]
  /** Words that a message must not use in its place; a test scans for them. */
  readonly avoid?: readonly string[]
  readonly section: Section
  /** One to three sentences, for traders of other products. */
  readonly text: string
}

const marketInfo: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Mark',
    also: ['Mark price', 'Scalar price'],
    text: 'The price of a scalar market: 500 + the temperature at the weather station in °F, so 68.0 °F is 568.0. P&L, margin and settlement use it.',
  },
  {
    name: 'Scalar market',
    also: ['Scalar', 'Temperature market'],
    text: 'A market whose price is a temperature. One contract gains or loses 1 USDC per °F and settles at the end of its bucket.',
  },
  {
    name: 'Contract value',
    also: ['Contract', 'Contracts'],
    text: 'A scalar contract moves 1 USDC per °F. A binary contract pays 1 USDC to the winning side. An outcome share pays 1 USDH or USDC.',
  },
  {
    name: 'Weather station',
    also: ['Station', 'At the station', 'Station time'],
    text: 'The station whose temperature settles a market. The deployment names it and its time zone; other stations in the city may read differently.',
  },
  {
    name: 'Asset',
    text: 'The venue’s name for a market. Two scalar assets alternate, NYCTMP1 and NYCTMP2: one trades in this bucket, the other in the next.',
  },
  {
    name: 'Live market',
    also: ['Live', 'Active', 'Auto-roll'],
    text: 'Follows the asset that is trading now. A panel on it rolls to the next bucket automatically.',
  },
  {
    name: 'Venue',
    avoid: ['the service'],
    text: 'The exchange that holds your account, orders and positions. Resting orders stay there when Isotherm is closed.',
  },
  {
    name: 'Deployment',
    also: ['Deployments', 'Profile'],
    text: 'One venue you are connected to, with its own address, accounts, keys and rules. The practice venue is one of them.',
  },
  {
    name: 'Practice venue',
    also: ['Practice', 'Practice money'],
    text: 'A complete venue inside Isotherm with play money and simulated weather. It needs no account.',
  },
]

const buckets: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Bucket',
    also: ['Scalar bucket'],
    text: 'The 120 minutes in which one asset trades, aligned to UTC. At its end, positions settle and resting orders expire.',
  },
  {
    name: 'TWAP-120',
    also: ['TWAP', 'TWAP so far', 'Settlement average'],
    text: 'The time-weighted average of the mark over the last 120 s of a bucket: the settlement price. A jump in the last second moves it by 1/120 of the jump.',
  },
  {
    name: 'Final window',
    also: ['Averaging window', 'TWAP window'],
    text: 'The last 120 s of a bucket, in which the settlement average forms. The more of it has passed, the less the rest can change it.',
  },
  {
    name: 'Settlement',
    also: ['Settled', 'Settled at', 'Settles at', 'Settles'],
    text: 'The end of a bucket or market: positions close at the settlement price without an order. “Computed” means the venue reported no fill and Isotherm derived it.',
  },
  {
    name: 'Settling',
    text: 'The seconds between the close of a bucket and the opening of the next. Trading is closed.',
  },
  {
    name: 'Phase',
    also: ['Status'],
    text: 'What a market allows now: trading, final window, settling, waiting, close-only or paused.',
  },
  {
    name: 'P&L at TWAP',
    also: ['P&L if settled here', 'P&L if closed here'],
    avoid: ['If settled now', 'If it settles here'],
    text: 'P&L of the position if the market settled at this price: size × (price − entry), before fees still to come.',
  },
  {
    name: 'Needed average',
    avoid: ['Rest must average'],
    text: 'The average mark needed over the rest of the final window for the bucket to settle at this level.',
  },
  {
    name: 'Settlement desk',
    also: ['Settlement distribution', 'Probability of each level'],
    avoid: ['Where it may settle'],
    text: 'A forecast of the settlement from past marks of the asset. It is Isotherm’s own model, checked against past settlements; the venue plays no part in it.',
  },
  {
    name: 'Remaining volatility',
    also: ['Volatility', 'Volatility of the mark'],
    avoid: ['Volatility of the rest'],
    text: 'The standard deviation of the remaining average, in °F.',
  },
  {
    name: 'Drift',
    text: 'The expected move of the mark by time of day and recent path. Used only where it has beaten a forecast without drift.',
  },
]

const binary: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Binary market',
    also: ['Binary', 'Up or down'],
    text: 'A bet on whether a bucket settles above or below a midpoint. The winning side pays 1 USDC per contract, the other nothing. Leverage is always 2×.',
  },
  {
    name: 'Midpoint',
    also: ['Price to beat'],
    text: 'The mark that decides a binary market: UP wins above it, DOWN below. It is fixed when the bucket starts.',
  },
  {
    name: 'UP',
    also: ['UP price'],
    text: 'The side that wins above the midpoint. Binary prices are UP prices between 0 and 1: 0.62 means 62 %.',
  },
  {
    name: 'DOWN',
    also: ['DOWN price'],
    text: 'The side that wins below the midpoint. Its price is 1 minus the UP price.',
  },
  {
    name: 'Entry cutoff',
    also: ['Cutoff', 'Time left for entries'],
    avoid: ['cut-off'],
    text: 'The time after which a binary market accepts no new predictions in this bucket. Closes may still work for a while.',
  },
  {
    name: 'Staging',
    also: ['Ramp'],
    text: 'Phases of a binary bucket: staging before it opens, trading, ramp while the average forms (closes may work), settled.',
  },
  {
    name: 'Binary setup',
    also: ['Leverage 2'],
    text: 'Binary contracts trade at exactly 2× leverage: you post half of their cost and borrow the rest. You sign this once, before the first prediction.',
  },
]

const outcomes: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Outcome market',
    also: ['Outcome', 'Outcomes', 'Question'],
    text: 'A question with named outcomes and an expiry. A share of the winning outcome pays 1 USDH or USDC, every other nothing, so a price reads as a probability.',
  },
  {
    name: 'Yes',
    also: ['No', 'Side of an outcome'],
    text: 'The two sides of an outcome. Exactly one pays 1, so buying Yes at 0.60 equals selling No at 0.40.',
  },
  {
    name: 'Share',
    also: ['Shares', 'Your shares'],
    text: 'One contract of one side of an outcome, paid in full. You cannot lose more than its cost.',
  },
  {
    name: 'Exclusive question',
    text: 'Exactly one of its outcomes wins, so one Yes of each is worth 1 together.',
  },
  {
    name: 'Split',
    also: ['Split USDH into shares'],
    text: 'Turns 1 of the collateral into one share of each side, without a trade.',
  },
  { name: 'Merge', text: 'Turns one share of each side back into 1 of the collateral.' },
  { name: 'Merge question', text: 'Turns one Yes of each outcome of an exclusive question into 1 of the collateral.' },
  {
    name: 'Negate',
    text: 'Turns a No of one outcome of an exclusive question into a Yes of every other outcome, which is worth the same.',
  },
  {
    name: 'Hedged shares',
    also: ['Complete set', 'Complete sets'],
    avoid: ['in sets', 'Sets of shares'],
    text: 'One share of each side, or one Yes of each outcome of an exclusive question: together they pay 1 either way.',
  },
  {
    name: 'Expiry',
    also: ['End', 'Expires'],
    text: 'When trading in an outcome market stops and its result is decided. Of an exit or order: when it stops working.',
  },
  { name: 'Odds', text: 'Payout per unit staked: 1 ÷ probability. A price of 0.25 is odds of 4.00.' },
]

const orders: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Limit order',
    also: ['Limit', 'Limit price', 'Signed limit'],
    text: 'Trades at its price or better. Size that does not fill at once rests in the book if its time in force allows.',
  },
  { name: 'Price', text: 'In scalar markets a mark or its temperature; in others a probability between 0 and 1.' },
  {
    name: 'Size',
    also: ['Amount'],
    text: 'Contracts, shares or money, as the unit beside the field says. It is rounded down to the lot, never up.',
  },
  {
    name: 'Market order',
    text: 'Fills at once against the book, no worse than its worst price. Unfilled size is canceled.',
  },
  {
    name: 'Prediction',
    also: ['Predict'],
    text: 'A market order toward a target. The venue estimates it first; it is sent only after you confirm that estimate.',
  },
  { name: 'Time in force', also: ['TIF'], text: 'How long an order lives: GTC, IOC or ALO.' },
  {
    name: 'GTC',
    also: ['Good till canceled'],
    text: 'Good till canceled: rests in the book until it fills, you cancel it, or its market ends.',
  },
  {
    name: 'IOC',
    also: ['Immediate or cancel'],
    avoid: ['at once or not at all'],
    text: 'Immediate or cancel: fills what it can at once and cancels the rest. It never rests.',
  },
  {
    name: 'ALO',
    also: ['Add liquidity only', 'Post only', 'Post-only'],
    text: 'Add liquidity only (post-only): rejected if it would trade at once, so it is never a taker.',
  },
  { name: 'Reduce only', also: ['Reduce-only'], text: 'Can only make a position smaller, never open or reverse one.' },
  {
    name: 'Worst price',
    text: 'The price beyond which an order never trades. It is fixed when you press and is signed.',
  },
  {
    name: 'Slippage',
    also: ['Max slippage', 'Slippage vs preview', 'Slippage cap'],
    avoid: ['cents worse', '°F worse', 'Got against preview'],
    text: 'How much worse than expected an order may fill. Of a fill: its price against the average in the preview.',
  },
  {
    name: 'Crosses',
    also: ['Crosses the book', 'Fills now'],
    text: 'The price reaches the other side of the book, so the order trades at once as a taker.',
  },
  {
    name: 'Resting',
    also: ['Rests', 'Open orders', 'Working'],
    text: 'An open order in the book, waiting for a counterparty.',
  },
  {
    name: 'Fill',
    also: ['Fills', 'Filled', 'Partially filled'],
    avoid: ['part filled', 'partly filled'],
    text: 'A trade of your order, full or partial, at one price.',
  },
  {
    name: 'Maker',
    also: ['Taker', 'Liquidity'],
    text: 'The maker’s order rested in the book; the taker’s order traded on arrival. Their fees differ.',
  },
  {
    name: 'Cancel & replace',
    also: ['Move', 'Cancel/replace'],
    text: 'Moving an order: it is canceled and a new one is placed, which loses its queue position.',
  },
  {
    name: 'Direct order',
    also: ['Sign with', 'Sign with wallet'],
    text: 'An order signed by your own wallet instead of the agent and sent on a separate route.',
  },
  {
    name: 'Slices',
    also: ['TWAP order', 'Scale', 'Chase', 'Algo order'],
    text: 'Automated orders: Isotherm sends a large order in parts over time (slices) or prices (scale). They work only while Isotherm is running.',
  },
]

const prices: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Bid',
    also: ['Bids', 'Best bid'],
    text: 'A price someone offers to pay. The best bid is the highest: what you get if you sell now.',
  },
  {
    name: 'Ask',
    also: ['Asks', 'Best ask', 'Offer'],
    text: 'A price someone asks for. The best ask is the lowest: what you pay if you buy now.',
  },
  { name: 'Mid', avoid: ['the middle'], text: 'The price halfway between the best bid and the best ask.' },
  { name: 'Spread', text: 'Best ask minus best bid: the cost of buying and selling at once.' },
  {
    name: 'Order book',
    also: ['Book', 'Depth'],
    text: 'All resting orders by price. Depth adds up their sizes from the best price outward.',
  },
  { name: 'Ladder', text: 'The book with fixed price rows, for orders with one click.' },
  { name: 'Tick', also: ['One tick', 'Tick size'], text: 'The smallest price step of a market.' },
  {
    name: 'Queue',
    also: ['Queue ≤', 'Queue position'],
    avoid: ['Ahead ≤', 'place in the queue'],
    text: 'The most size that can be ahead of your order at its price. It is an upper bound, not a promise.',
  },
  {
    name: 'Stale',
    also: ['Old prices'],
    avoid: ['out of date'],
    text: 'No update for longer than usual: the market may have moved. Stale data is dimmed and shows its age.',
  },
  { name: 'Volume', text: 'Contracts or shares traded.' },
]

const money: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Position',
    also: ['Positions', 'Long', 'Short'],
    text: 'What you hold. A long gains when the price rises, a short when it falls.',
  },
  { name: 'Entry', also: ['Entry price', 'Average'], text: 'The average price at which the position was opened.' },
  {
    name: 'Unrealized',
    also: ['Unrealized P&L', 'Open P&L'],
    text: 'P&L of an open position at the current mark. It changes with the mark.',
  },
  {
    name: 'Realized',
    also: ['Realized P&L', 'P&L'],
    text: 'Final P&L of closed positions, before or after fees as the column says.',
  },
  {
    name: 'P&L if closed now',
    avoid: ['Exit value'],
    text: 'P&L of closing the whole position now through the depth of the book, less the taker fee where known.',
  },
  {
    name: 'Leverage',
    also: ['Isolated'],
    text: 'Position value ÷ margin. At 10×, a 10 % move loses the margin. Isolated: a position can lose only its own margin.',
  },
  {
    name: 'Margin',
    also: ['Margin used'],
    text: 'Collateral reserved for a position or order. It is the most an isolated position can lose, plus fees.',
  },
  {
    name: 'Liquidation',
    also: ['Liquidation price', 'If liquidated'],
    text: 'The mark at which the venue closes a position because its margin is used up.',
  },
  {
    name: 'Equity',
    text: 'Current account value: all collateral plus unrealized P&L plus shares at their mark.',
  },
  { name: 'Available', also: ['Free'], text: 'Collateral that new orders can use as margin.' },
  { name: 'Fee', also: ['Fees'], text: 'What the venue charges per fill, at your maker and taker rates.' },
  {
    name: 'USDC',
    also: ['Collateral'],
    text: 'The dollar token of scalar and binary markets, and of outcome markets at venues that use it.',
  },
  {
    name: 'USDH',
    also: ['Outcomes balance'],
    avoid: ['outcome trading'],
    text: 'The dollar token of outcome markets at most venues. Transfers move it into the outcomes balance and back.',
  },
  {
    name: 'Unexplained',
    text: 'A change of equity that no fill, fee, settlement or transfer explains: a deposit, funding, or another client.',
  },
  {
    name: 'Drawdown',
    also: ['Max drawdown'],
    avoid: ['Largest fall'],
    text: 'Decline of equity from its previous high.',
  },
  {
    name: 'MAE',
    also: ['MFE'],
    text: 'Max adverse and max favorable excursion: the largest open loss and the largest open profit of a trade.',
  },
  {
    name: 'Calibration',
    also: ['Brier score', 'Brier'],
    text: 'Whether what you bought at 60 % won six times in ten. The Brier score is the mean squared error: 0 is perfect, 0.25 a coin flip.',
  },
]

const exits: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Stop',
    also: ['Stop at', 'Stop loss', 'Stop…'],
    text: 'Closes the position when the price moves against you to its trigger. Local: it works only while Isotherm is running.',
  },
  {
    name: 'Take-profit',
    also: ['Take profit', 'Target', 'Target size in'],
    text: 'Closes all or part of the position when the price moves in your favor to its trigger.',
  },
  {
    name: 'Trailing stop',
    also: ['Trail by', 'Trail start'],
    text: 'A stop that follows the price at a distance and never moves back.',
  },
  {
    name: 'Break-even',
    also: ['Stop at break-even'],
    text: 'The price at which the position neither gains nor loses, fees included.',
  },
  {
    name: 'Exit plan',
    also: ['Exits', 'Bracket'],
    text: 'Stop, targets and time exit of one entry. It is armed at the first fill and covers what has filled.',
  },
  {
    name: 'Trigger',
    also: ['Trigger on'],
    text: 'The price at which a local exit is sent, and the price source it watches.',
  },
  {
    name: 'Local',
    also: ['Local exits', 'Automated orders'],
    avoid: ['held by this terminal', 'held here'],
    text: 'Run by Isotherm, unknown to the venue: stops, exits, scales, slices. They stop when Isotherm stops; resting orders at the venue do not.',
  },
  { name: 'Flatten', text: 'Cancels all orders and closes all positions of this deployment, after one confirmation.' },
]

const safety: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Arm',
    also: ['Armed', 'Disarmed', 'Armed until'],
    text: 'A window must be armed before it can open or add to positions. It disarms after a time, on sleep and on screen lock.',
  },
  {
    name: 'One-click',
    also: ['Trading keys'],
    text: 'Orders with one click in an armed ladder or one armed key, without confirmation.',
  },
  {
    name: 'Max loss, all positions and orders',
    also: ['Max loss'],
    avoid: ['Worst case', 'Loses at most', 'What can still be lost'],
    text: COMMON.maxLossExplained,
  },
  {
    name: 'Kill switch',
    also: ['Kill'],
    avoid: ['is killed', 'lift the kill'],
    text: 'Stops trading on a deployment: no order that adds exposure is sent, even after a restart, until you type its name and confirm in a system dialog.',
  },
  {
    name: 'Override',
    also: ['Send anyway'],
    text: 'Sends one refused order beyond a limit, once, within 60 s, after you confirm it in a system dialog. The limit stays unchanged.',
  },
  {
    name: 'Self-cross',
    text: 'An order that would trade with your own resting order. It is refused before it is signed.',
  },
  {
    name: 'Not verified',
    also: ['Unverified', 'Unverified actions'],
    text: 'The venue sent too little to check that the action to be signed matches your order.',
  },
  // Each limit is explained where it is defined.
  ...Object.values(LIMIT_FIELDS).map(({ name, explanation }) => ({ name, text: explanation })),
]

const account: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Agent',
    also: ['Agent wallet', 'Agent key'],
    text: 'A key created here that can trade for your account but never withdraw. Your wallet approves it.',
  },
  {
    name: 'Wallet',
    also: ['Wallet key'],
    text: 'Your own key. It approves the agent and signs direct orders and transfers.',
  },
  {
    name: 'Access token',
    also: ['Access'],
    avoid: ['token runs out', 'token ran out'],
    text: 'Signs you in to the venue. It expires; then import a new one.',
  },
  {
    name: 'Keychain',
    text: 'The secret store of your system. Keys and tokens are kept there, never in a file or a window.',
  },
  { name: 'Nonce', text: 'A number used once in each signature, so that it cannot be replayed.' },
  {
    name: 'Other client',
    also: ['Another client'],
    avoid: ['not from here', 'closed elsewhere', 'converted elsewhere'],
    text: 'Another program trading with your wallet: an order or fill that Isotherm did not send.',
  },
  {
    name: 'Link group',
    also: ['Group', 'Link'],
    text: 'Panels with the same number show the same market: change it in one and all follow.',
  },
  {
    name: 'Layout',
    avoid: ['arrangement'],
    text: 'The panels of a window and their places. A workspace saves the layout of all windows.',
  },
  {
    name: 'Remote notifications',
    avoid: ['told elsewhere'],
    text: 'Alerts and warnings sent to a webhook or ntfy, and a heartbeat that reveals when Isotherm is down.',
  },
]

const of = (section: Section, terms: readonly Omit<Term, 'section'>[]): readonly Term[] =>
  terms.map((term) => ({ ...term, section }))

/** By section, each in a natural order of explanation. */
export const GLOSSARY: readonly Term[] = [
  ...of('Market info', marketInfo),
  ...of('Buckets and settlement', buckets),
  ...of('Binary markets', binary),
  ...of('Outcome markets', outcomes),
  ...of('Orders', orders),
  ...of('Prices and books', prices),
  ...of('Positions and money', money),
  ...of('Exits and automated orders', exits),
  ...of('Safety', safety),
  ...of('Account and keys', account),
]

/** What messages must not say though no term explains it, and the right word. */
export const AVOIDED: Readonly<Record<string, string>> = {
  'by hand': 'manual, manually',
  'of its own': 'its own',
  'by itself': 'automatically',
  'by themselves': 'automatically',
  'all the same': 'anyway',
  cancelled: 'canceled',
  'put away': 'dismiss',
  'taken out': 'removed',
  'given out': 'exported',
  'at work': 'running',
  'goes on': 'continues, resumes',
  'under way': 'in progress',
  'ran out': 'expired',
  'per cent': 'percent',
  colour: 'color',
  favourite: 'favorite',
  'nobody is signed in': 'not signed in',
  'is told': 'is reported',
  'was told': 'was reported',
}
