/**
 * Every trading term of the terminal, explained once: for label hints, the `F1` help, the glossary, and `docs/glossary.md`, which `node
 * tools/scripts/glossary.mjs` generates from here.
 */
import { LIMIT_FIELDS } from './limits.ts'

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
  readonly section: Section
  /** One to three sentences, for traders of other products. */
  readonly text: string
}

const traded: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Mark',
    also: ['Mark price', 'Scalar price'],
    text: 'The price of a scalar market: 500 + the temperature at the weather station in °F, so that 68.0 °F is 568.0. Profit and loss, margin and settlement are counted by it.',
  },
  {
    name: 'Scalar market',
    also: ['Scalar', 'Temperature market'],
    text: 'A market whose price is a temperature. One contract wins or loses 1 USDC for each °F that the mark goes, and is settled at the end of its bucket.',
  },
  {
    name: 'Contract value',
    also: ['Contract', 'Contracts'],
    text: 'What a size counts. A scalar contract makes 1 USDC a °F; a binary contract pays 1 USDC to the side that is right; a share of an outcome pays 1 of its collateral, USDH or USDC.',
  },
  {
    name: 'Weather station',
    also: ['Station', 'At the station'],
    text: 'Where the temperature is measured that a market settles by. The deployment names its station and its time zone; another station of the same city may read another temperature.',
  },
  {
    name: 'Asset',
    text: 'What a market trades as at the service. Two scalar assets take turns, NYCTMP1 and NYCTMP2: one trades in this bucket, the other in the next. Live always means the one whose turn it is.',
  },
  {
    name: 'Live market',
    also: ['Live', 'Active', 'Follows'],
    text: 'Follows whichever asset has its turn, so that a panel on it goes on with the next bucket by itself.',
  },
  {
    name: 'Deployment',
    also: ['Deployments', 'Profile'],
    text: 'One installation of the trading service, with an address, accounts, keys and rules of its own. The practice venue inside this terminal is one, too.',
  },
  {
    name: 'Practice venue',
    also: ['Practice', 'Practice money'],
    text: 'A whole trading service inside this terminal, with play money and weather of its own. Nothing in it is real, and nothing in it needs an account.',
  },
]

const buckets: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Bucket',
    also: ['Scalar bucket'],
    text: 'The 120 minutes in which one asset trades, aligned to UTC. At its end every position in it is closed at the settlement price, and orders that rest expire.',
  },
  {
    name: 'TWAP-120',
    also: ['TWAP', 'TWAP so far', 'Settlement average'],
    text: 'The time-weighted average of the mark over the last 120 s of a bucket: the price at which it settles. A mark that leaps in the last second moves it by a 120th.',
  },
  {
    name: 'Final window',
    also: ['Averaging window'],
    text: 'The last 120 s of a bucket, in which the settlement average is being formed. Each second of it that has passed makes the rest count less.',
  },
  {
    name: 'Settlement',
    also: ['Settled', 'Settled at', 'Settles at', 'Settles'],
    text: 'The end of a bucket or a market: positions are closed at its settlement price, without an order of yours. *Computed* says that this terminal worked it out because the service told no fill for it.',
  },
  {
    name: 'Settling',
    text: 'The seconds between the close of a bucket and the opening of the next. Nothing can be traded in them.',
  },
  {
    name: 'Phase',
    also: ['Status'],
    text: 'What can be done in a market now: trading, the final window, settling, waiting for its turn, closes only, or paused by who runs it.',
  },
  {
    name: 'If settled now',
    also: ['If it settles here', 'If closed here'],
    text: 'What the position would make if the market ended at this very price: size × the way from the entry. Fees that are still to come are not in it.',
  },
  {
    name: 'Rest must average',
    text: 'What the mark must average over the rest of the final window for the bucket to settle at exactly this level.',
  },
  {
    name: 'Settlement desk',
    also: ['Where it may settle', 'Probability of each level'],
    text: 'A forecast of where the bucket settles, from past marks of the same asset: this terminal’s own model, held against past settlements. The service tells nothing of it.',
  },
  {
    name: 'Volatility of the rest',
    also: ['Volatility', 'Volatility of the mark'],
    text: 'How far what is still to come usually strays from what is expected, as a standard deviation in °F.',
  },
  {
    name: 'Drift',
    text: 'How far the mark is expected to go by itself, by the time of day and its own past. Used only where it has proven to be worth it.',
  },
]

const binary: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Binary market',
    also: ['Binary', 'Up or down'],
    text: 'Whether a bucket settles above or below a midpoint. A contract of the side that is right pays 1 USDC, of the other nothing. It is always traded at leverage 2.',
  },
  {
    name: 'Midpoint',
    text: 'The mark that decides a binary market: UP wins if the bucket settles above it, DOWN if below. It is set as the bucket begins and does not move.',
  },
  {
    name: 'UP',
    also: ['UP price'],
    text: 'The side that wins above the midpoint. Binary prices are those of UP, between 0 and 1: 0.62 says 62 %.',
  },
  {
    name: 'DOWN',
    also: ['DOWN price'],
    text: 'The side that wins below the midpoint. Its price is what the price of UP leaves to 1.',
  },
  {
    name: 'Entry cutoff',
    also: ['Cutoff', 'Time left for entries'],
    text: 'From here on a binary market takes no new predictions in this bucket. Closes may go on for a while.',
  },
  {
    name: 'Staging',
    also: ['Ramp'],
    text: 'Phases of a binary bucket: staging before it opens, trading, ramp while the average is formed (closes may work), settled.',
  },
  {
    name: 'Setup of binary trading',
    also: ['Binary setup', 'Leverage 2'],
    text: 'Binary contracts trade at leverage 2 exactly: half of their cost is posted, the other half is lent. It is signed once, before the first prediction.',
  },
]

const outcomes: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Outcome market',
    also: ['Outcome', 'Outcomes', 'Question'],
    text: 'A question with named answers and an expiry. A share of the answer that comes true pays 1 of the collateral, USDH or USDC, every other nothing, so that its price reads as a probability.',
  },
  {
    name: 'Yes',
    also: ['No', 'Side of an outcome'],
    text: 'The two sides of an outcome. Exactly one of them pays 1: to buy Yes at 0.60 is worth the same as to sell No at 0.40.',
  },
  {
    name: 'Share',
    also: ['Shares', 'Your shares'],
    text: 'One contract of an outcome’s side. It is paid in full when it is bought; you cannot lose more than its cost.',
  },
  {
    name: 'Exclusive question',
    text: 'Exactly one of its outcomes comes true, so that a Yes of every one of them is worth 1 together.',
  },
  {
    name: 'Split',
    also: ['Split USDH into shares'],
    text: 'Turns 1 of the collateral into one share of each side of an outcome, without a trade.',
  },
  { name: 'Merge', text: 'Turns one share of each side of an outcome back into 1 of the collateral.' },
  { name: 'Merge question', text: 'Turns a Yes of every outcome of an exclusive question into 1 of the collateral.' },
  {
    name: 'Negate',
    text: 'Turns a No of one outcome of an exclusive question into a Yes of every other outcome, which is worth the same.',
  },
  {
    name: 'Set of shares',
    also: ['Sets of shares', 'Complete set', 'Complete sets'],
    text: 'One share of every side, or a Yes of every outcome of an exclusive question: it pays 1 whatever happens.',
  },
  {
    name: 'Expiry',
    also: ['Ends', 'Expires'],
    text: 'When an outcome market stops trading and its answer is decided.',
  },
  { name: 'Odds', text: 'What one unit at stake pays back if it wins: 1 ÷ the probability. 0.25 is 4.00.' },
]

const orders: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Limit order',
    also: ['Limit', 'Limit price', 'Signed limit'],
    text: 'Trades at its price or a better one, never at a worse. What does not fill at once rests in the book, if its time in force lets it.',
  },
  {
    name: 'Price',
    text: 'Of a scalar market a mark, or the temperature that it stands for; of the others a probability between 0 and 1.',
  },
  {
    name: 'Size',
    also: ['Amount'],
    text: 'How many contracts or shares, or what they come to, in the unit beside the field. It is rounded down to what the market takes, never up.',
  },
  {
    name: 'Market order',
    text: 'Fills at once against what rests in the book, no worse than the worst price that it names. What does not fill is canceled.',
  },
  {
    name: 'Prediction',
    also: ['Predict'],
    text: 'An order at market towards a target: the service estimates it first, and it is sent only after you confirm exactly that estimate.',
  },
  { name: 'Time in force', also: ['TIF'], text: 'How long an order may live: GTC, IOC or ALO.' },
  {
    name: 'GTC',
    also: ['Good till canceled'],
    text: 'Good till canceled: rests in the book until it is filled or canceled, or its market ends.',
  },
  {
    name: 'IOC',
    also: ['Immediate or cancel'],
    text: 'Immediate or cancel: fills what it can at once, and the rest is canceled. It never rests.',
  },
  {
    name: 'ALO',
    also: ['Add liquidity only', 'Post only'],
    text: 'Add liquidity only: refused if it would trade at once, so that it is never a taker.',
  },
  { name: 'Reduce only', also: ['Reduce-only'], text: 'May only make a position smaller, never open or turn one.' },
  {
    name: 'Worst price',
    text: 'The price beyond which an order never trades. It is fixed at the press and is part of what is signed.',
  },
  {
    name: 'Slippage',
    text: 'How much worse than shown an order filled, or may fill: of a fill, against the average price of the preview that you saw.',
  },
  {
    name: 'Crosses',
    also: ['Crosses the book', 'Fills now'],
    text: 'The price reaches the other side of the book, so that the order trades at once as a taker.',
  },
  {
    name: 'Resting',
    also: ['Rests', 'Open orders', 'Working'],
    text: 'In the book, waiting for somebody to trade with it.',
  },
  {
    name: 'Fill',
    also: ['Fills', 'Filled', 'Partly filled'],
    text: 'A trade of your order, whole or in part, at one price.',
  },
  {
    name: 'Maker',
    also: ['Taker', 'Liquidity'],
    text: 'Maker is whose order rested, taker whose order came to it. They pay different fees.',
  },
  {
    name: 'Direct order',
    also: ['Sign with', 'Sign with wallet'],
    text: 'An order that your own wallet signs, instead of the agent. The service takes it on another route.',
  },
  {
    name: 'Slices',
    also: ['TWAP order', 'Scale', 'Chase'],
    text: 'Automated orders: this terminal sends a large order in parts, over time, over prices, or following the best price. It works only while the terminal runs.',
  },
]

const prices: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Bid',
    also: ['Bids', 'Best bid'],
    text: 'What somebody offers to pay. The best bid is the highest: it is what a sale gets now.',
  },
  {
    name: 'Ask',
    also: ['Asks', 'Best ask', 'Offer'],
    text: 'What somebody wants to be paid. The best ask is the lowest: it is what a purchase pays now.',
  },
  {
    name: 'Spread',
    text: 'The way between the best bid and the best ask: what it costs to buy and sell again at once.',
  },
  {
    name: 'Order book',
    also: ['Book', 'Depth'],
    text: 'All orders that rest, by price. Depth adds their sizes up from the best price outwards.',
  },
  { name: 'Ladder', text: 'The book with prices that keep their place, for orders by one press.' },
  { name: 'Tick', also: ['One tick', 'Tick size'], text: 'The smallest step of a price in this market.' },
  {
    name: 'Ahead',
    also: ['Ahead ≤'],
    text: 'At most so much rests at your price that came before your order and trades before it. It is a bound, not a promise.',
  },
  {
    name: 'Stale',
    also: ['Out of date', 'Old prices'],
    text: 'No news came for longer than is usual: the market may be elsewhere by now. What is shown is marked so.',
  },
  { name: 'Volume', also: ['Traded'], text: 'How many contracts changed hands.' },
]

const money: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Position',
    also: ['Positions', 'Long', 'Short'],
    text: 'What you hold. Long wins when the price rises, short when it falls.',
  },
  { name: 'Entry', also: ['Entry price', 'Average'], text: 'The average price at which the position was opened.' },
  {
    name: 'Unrealized',
    also: ['Unrealized P&L', 'Open result'],
    text: 'What a position has won or lost at the present mark, and would still lose or win again.',
  },
  {
    name: 'Realized',
    also: ['Realized P&L', 'Result'],
    text: 'What closed positions have won or lost for good, before or after fees as the column says.',
  },
  {
    name: 'Leverage',
    also: ['Isolated'],
    text: 'How many times its margin a position is worth. At 10× a move of 10 % of the price loses the margin. Isolated: no more than its own margin can be lost.',
  },
  {
    name: 'Margin',
    also: ['Margin used'],
    text: 'What a position ties up. It is what can be lost in an isolated position, fees apart.',
  },
  {
    name: 'Liquidation',
    also: ['Liquidation price', 'If liquidated'],
    text: 'The mark at which the service closes a position because its margin is used up.',
  },
  {
    name: 'Equity',
    text: 'What the account is worth now: all collateral, with what open positions have won or lost, and shares at their price.',
  },
  { name: 'Available', also: ['Free'], text: 'What new orders may use as margin.' },
  { name: 'Fee', also: ['Fees'], text: 'What the service takes of each fill, by your rates as maker and as taker.' },
  {
    name: 'USDC',
    also: ['Collateral'],
    text: 'The dollar token in which scalar and binary markets are paid, and outcome markets of services that name it.',
  },
  {
    name: 'USDH',
    text: 'The dollar token in which outcome markets are paid, unless the service names USDC. It is moved to outcome trading and back by transfers.',
  },
  {
    name: 'Unexplained',
    text: 'A change of equity that no fill, fee, settlement or transfer explains: a deposit, funding, another client. It is shown, never hidden.',
  },
  { name: 'Drawdown', text: 'How far the equity lies below the highest it ever was.' },
  {
    name: 'MAE',
    also: ['MFE'],
    text: 'The furthest that the price went against a trade (MAE) and for it (MFE) while it was open.',
  },
  {
    name: 'Calibration',
    also: ['Brier score', 'Brier'],
    text: 'Whether what was bought at 60 % came true six times in ten. The Brier score is the mean squared miss: 0 is perfect, 0.25 is a coin.',
  },
]

const held: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Stop',
    also: ['Stop at', 'Stop loss', 'Stop…'],
    text: 'Closes the position once the price reaches it against you. This terminal holds it: nothing watches it while the terminal does not run.',
  },
  {
    name: 'Take-profit',
    also: ['Take profit', 'Targets close'],
    text: 'Closes the position, or a part, once the price reaches it in your favour.',
  },
  {
    name: 'Trailing stop',
    also: ['Trail by', 'Trail begins'],
    text: 'A stop that follows the price at a distance and never goes back.',
  },
  {
    name: 'Break-even',
    also: ['Stop at break-even'],
    text: 'The price at which the position neither wins nor loses, fees counted.',
  },
  {
    name: 'Exit plan',
    also: ['Exits'],
    text: 'Stop, targets and an exit by time for one entry, armed at its first fill and as large as what has filled.',
  },
  { name: 'Trigger', text: 'The price that makes a held order go out.' },
  {
    name: 'Held by this terminal',
    also: ['Automated orders', 'Held'],
    text: 'Stops, exits and algo orders that this terminal watches. They end with it; orders that rest at the service do not.',
  },
  { name: 'Flatten', text: 'Cancels every order and closes every position of this deployment, after one question.' },
]

const safety: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Arm',
    also: ['Armed', 'Disarmed', 'Armed until'],
    text: 'A window must be armed by hand before it may send what opens or adds. It disarms itself after a while, at sleep and at the lock of the screen.',
  },
  {
    name: 'One-click',
    also: ['Trading keys'],
    text: 'Orders by one press, without asking, in a ladder or by keys that were armed for it.',
  },
  {
    name: 'Max loss, all positions and orders',
    also: ['What can still be lost'],
    text: 'What could be lost from here if every order filled and every stop slipped to its bound.',
  },
  {
    name: 'Kill',
    text: 'Nothing that adds exposure is sent on this deployment, over restarts, until its name is typed and a box of the system is answered.',
  },
  {
    name: 'Override',
    also: ['Send this one anyway', 'Sent anyway'],
    text: 'One order that goes beyond a limit of yours that refused it, with your confirmation in a box of the system: that very order, once, within 60 s. The limit stays as it is.',
  },
  {
    name: 'Self-cross',
    text: 'An order that would trade with your own resting order. It is refused before it is signed.',
  },
  {
    name: 'Not verified',
    also: ['Unverified', 'Actions that cannot be verified'],
    text: 'The service gave too little to check that what would be signed is what you asked for.',
  },
  // Each limit is explained where it is defined.
  ...Object.values(LIMIT_FIELDS).map(({ name, explanation }) => ({ name, text: explanation })),
]

const account: readonly Omit<Term, 'section'>[] = [
  {
    name: 'Agent',
    also: ['Agent wallet', 'Agent key'],
    text: 'A key made by this terminal that may trade for your account and can never withdraw. Your own wallet approves it.',
  },
  {
    name: 'Wallet',
    also: ['Wallet key'],
    text: 'Your own key. It approves the agent, and signs direct orders and transfers.',
  },
  {
    name: 'Access token',
    also: ['Access'],
    text: 'What signs you in at the service. It runs out, and you import a new one.',
  },
  {
    name: 'Keychain',
    text: 'Where the system keeps secrets. Keys and tokens lie there, never in a file and never in a window.',
  },
  { name: 'Nonce', text: 'A number used once in each signature, so that nobody can send it a second time.' },
  {
    name: 'Other client',
    also: ['Another client'],
    text: 'Something else trades with this wallet: an order or fill that this terminal did not send.',
  },
  {
    name: 'Link group',
    also: ['Group', 'Link'],
    text: 'Panels of one number show the same market: choose it in one, and all of them go there.',
  },
]

const of = (section: Section, terms: readonly Omit<Term, 'section'>[]): readonly Term[] =>
  terms.map((term) => ({ ...term, section }))

/** By section, each in a natural order of explanation. */
export const GLOSSARY: readonly Term[] = [
  ...of('Market info', traded),
  ...of('Buckets and settlement', buckets),
  ...of('Binary markets', binary),
  ...of('Outcome markets', outcomes),
  ...of('Orders', orders),
  ...of('Prices and books', prices),
  ...of('Positions and money', money),
  ...of('Exits and automated orders', held),
  ...of('Safety', safety),
  ...of('Account and keys', account),
]
