/**
 * The schema of the journal. Until the first release it is never migrated: a change raises its number, and a file of another number is set aside by
 * name (`journal-database.ts`).
 */
import type { DatabaseSync } from 'node:sqlite'
import { FIGURE_TABLES } from './figure-tables.ts'
import { TRADE_FIGURES } from './trade-figures.ts'

/** Its number, stored in the file as `PRAGMA user_version`; 0 is a file without tables. */
export const SCHEMA = 46

const TABLES = `
  CREATE TABLE actions (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- the action as JSON, without its steps
    body TEXT NOT NULL,
    account TEXT NOT NULL,
    oid TEXT,
    cloid TEXT,
    kind TEXT NOT NULL,
    -- the asset whose leverage it sets; null of every other action
    leverage_of TEXT,
    -- the order that it cancels; null of every other action
    cancels TEXT
  ) STRICT;
  CREATE INDEX actions_by_canceled ON actions (profile, account, cancels) WHERE cancels IS NOT NULL;
  CREATE INDEX actions_by_age ON actions (profile, created_at);
  CREATE INDEX actions_by_oid ON actions (profile, account, oid) WHERE oid IS NOT NULL;
  CREATE INDEX actions_by_cloid ON actions (profile, account, cloid) WHERE cloid IS NOT NULL;
  -- A start resumes what is at work: it is few, whatever the journal has become.
  CREATE INDEX actions_at_work ON actions (profile, created_at)
    WHERE state NOT IN ('filled', 'cancelled', 'done', 'refused', 'rejected', 'expired');
  CREATE INDEX transfers_of_wallet ON actions (profile, account, created_at) WHERE kind = 'transfer';
  CREATE INDEX leverages_of_asset ON actions (profile, account, leverage_of, created_at)
    WHERE leverage_of IS NOT NULL AND state = 'done';
  CREATE TABLE steps (
    action_id TEXT NOT NULL REFERENCES actions (id),
    number INTEGER NOT NULL,
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    detail TEXT,
    PRIMARY KEY (action_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE nonces (
    signer TEXT PRIMARY KEY,
    nonce INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE conditionals (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- 1 where its market ended and that is still to be reported
    report_due INTEGER NOT NULL,
    -- the conditional order as JSON, with its steps
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX conditionals_report_due ON conditionals (profile) WHERE report_due = 1;
  CREATE INDEX conditionals_by_state ON conditionals (profile, state);
  CREATE TABLE alerts (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- the alert as JSON, with what it saw last
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE alert_settings (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE fills (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    -- as fillIdOf has it
    id TEXT NOT NULL,
    time INTEGER NOT NULL,
    oid TEXT,
    -- the fill as JSON
    body TEXT NOT NULL,
    -- null of a body that is no JSON, which must not fail every look at the table
    asset TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN body ->> '$.asset' END) VIRTUAL,
    cause TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN body ->> '$.cause' END) VIRTUAL,
    PRIMARY KEY (profile, account, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX fills_by_time ON fills (profile, account, time);
  CREATE INDEX fills_by_order ON fills (profile, account, oid) WHERE oid IS NOT NULL;
  CREATE INDEX fills_of_settlements ON fills (profile, account, asset, time) WHERE cause = 'settlement';
  CREATE INDEX fills_of_no_order ON fills (profile, account, asset, time) WHERE oid IS NULL;
  -- Stretches of time of which every fill was read, the service's time; what lies between them is a gap.
  CREATE TABLE fills_read (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (profile, account, since)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE flattens (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    state TEXT NOT NULL,
    -- when it was asked for, by the service's clock
    at INTEGER NOT NULL,
    -- the flatten as JSON, with the ids of its actions
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX flattens_by_state ON flattens (profile, state);
  -- Open orders that no action made, once they were told.
  CREATE TABLE foreign_orders (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    oid TEXT NOT NULL,
    PRIMARY KEY (profile, account, oid)
  ) STRICT, WITHOUT ROWID;
  -- Wallets that another client trades for with the trader's knowledge.
  CREATE TABLE other_clients (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    PRIMARY KEY (profile, account)
  ) STRICT, WITHOUT ROWID;
  -- Positions as reads show them, for alerts and for what ends with them.
  CREATE TABLE held (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    asset TEXT NOT NULL,
    -- the position as JSON, with its name and the orders in its asset
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, asset)
  ) STRICT, WITHOUT ROWID;
  -- Ends of positions that were told.
  CREATE TABLE endings (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    -- the service's time
    at INTEGER NOT NULL,
    -- the end as JSON
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX endings_by_time ON endings (profile, account, at);
  -- Orders as they were last read, open or over.
  CREATE TABLE orders (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    oid TEXT NOT NULL,
    -- when it was made, the service's time
    time INTEGER NOT NULL,
    -- the order as JSON
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, oid, time)
  ) STRICT, WITHOUT ROWID;
  -- The exchange's numbers of assets, by where the service is: no two assets share one.
  CREATE TABLE asset_numbers (
    origin TEXT NOT NULL,
    network TEXT NOT NULL,
    asset TEXT NOT NULL,
    number INTEGER NOT NULL,
    -- null for the asset's own number, else the asset in which what was signed under it showed up
    shown_as TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (origin, network, asset, number)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX asset_numbers_of_asset ON asset_numbers (origin, network, asset) WHERE shown_as IS NULL;
  CREATE UNIQUE INDEX asset_numbers_once ON asset_numbers (origin, network, number) WHERE shown_as IS NULL;
  -- Numbers that the trader took on their word, each for one action, and what the reads told of it.
  CREATE TABLE asset_number_words (
    action_id TEXT PRIMARY KEY,
    origin TEXT NOT NULL,
    network TEXT NOT NULL,
    asset TEXT NOT NULL,
    listed INTEGER,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT
  ) STRICT;
  CREATE INDEX asset_number_words_open ON asset_number_words (origin, network) WHERE outcome IS NULL;
  -- Since when the terminal has seen a wallet at a service.
  CREATE TABLE wallets (
    profile TEXT NOT NULL,
    origin TEXT NOT NULL,
    account TEXT NOT NULL,
    -- the service's time
    since INTEGER NOT NULL,
    PRIMARY KEY (profile, origin, account)
  ) STRICT, WITHOUT ROWID;
  -- Moves of orders and reversals of positions, each as JSON with the ids of its actions; their time is the service's time.
  CREATE TABLE moves (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX moves_by_state ON moves (profile, state);
  CREATE INDEX moves_by_time ON moves (profile, at);
  CREATE TABLE reversals (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX reversals_by_state ON reversals (profile, state);
  CREATE INDEX reversals_by_time ON reversals (profile, at);
  -- Held work that was paused because its orders filled too fast, until the trader types a word.
  CREATE TABLE held_pauses (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    what TEXT NOT NULL,
    fills INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    -- the terminal's time
    at INTEGER NOT NULL,
    PRIMARY KEY (profile, account, id)
  ) STRICT, WITHOUT ROWID;
  -- Algo orders, each as JSON with the ids of its children; their time is the service's time.
  CREATE TABLE algos (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX algos_by_state ON algos (profile, state);
  CREATE INDEX algos_by_time ON algos (profile, at);
  -- Conversions of shares, with the coins that they took and gave as JSON.
  CREATE TABLE conversions (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    -- the service's time
    time INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX conversions_by_time ON conversions (profile, account, time);
  -- From when on a wallet's books are to be worked out again, the service's time: what came in since they were.
  CREATE TABLE books_due (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (profile, account)
  ) STRICT, WITHOUT ROWID;
  -- What each UTC day made, as JSON, with the books as they stood at its end.
  CREATE TABLE book_days (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    -- its start
    day INTEGER NOT NULL,
    results TEXT NOT NULL,
    ending TEXT NOT NULL,
    PRIMARY KEY (profile, account, day)
  ) STRICT, WITHOUT ROWID;
  -- Closed trades, as JSON.
  CREATE TABLE trades (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    -- the service's time
    closed_at INTEGER NOT NULL,
    asset TEXT NOT NULL,
    family TEXT NOT NULL,
    -- 1, 0 or -1 after fees; null where the result is not known
    sign INTEGER,
    body TEXT NOT NULL,
    -- what of the body the excursion follows from: where that changes, it is to be worked out again
    life TEXT NOT NULL,
    -- how far the price went for and against it, as JSON; null until that was worked out
    excursion TEXT,
    -- its money in micro-units, rounded; null where that is not known
    adverse INTEGER,
    favourable INTEGER,
    PRIMARY KEY (profile, account, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX trades_by_time ON trades (profile, account, closed_at, family, sign, adverse, favourable);
  CREATE INDEX trades_without_excursion ON trades (profile, account, closed_at) WHERE excursion IS NULL;
  -- What every bucket settled at, by the service that tells it; marks are null where its candles did not tell them.
  CREATE TABLE bucket_settlements (
    service TEXT NOT NULL,
    -- the service's time
    ends_at INTEGER NOT NULL,
    asset TEXT NOT NULL,
    mark TEXT,
    before60 TEXT,
    before30 TEXT,
    PRIMARY KEY (service, ends_at)
  ) STRICT, WITHOUT ROWID;
  -- Profiles that were given the alerts that a deployment begins with.
  CREATE TABLE alert_defaults (
    profile TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  -- Notes of the trader's; tags stand in their text.
  CREATE TABLE notes (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    -- what it stands on: day/2026-11-25, market/NYCTMP1
    about TEXT NOT NULL,
    -- the terminal's time
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (profile, account, about)
  ) STRICT, WITHOUT ROWID;
  -- Ends of markets of which no fill tells the settlement, as the terminal worked them out, as JSON; one of the service in its place counts alone.
  CREATE TABLE computed_settlements (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    asset TEXT NOT NULL,
    -- all the service's time: the end, and between which moments a fill would be its settlement
    time INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX computed_settlements_by_time ON computed_settlements (profile, account, time);
  CREATE INDEX computed_settlements_by_asset ON computed_settlements (profile, account, asset, time);
  ${FIGURE_TABLES}
  -- What each fill got against what was shown when its order was sent: better is positive, worse negative.
  CREATE TABLE slippages (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    fill TEXT NOT NULL,
    -- start of its UTC day
    day INTEGER NOT NULL,
    family TEXT NOT NULL,
    asset TEXT NOT NULL,
    kind TEXT NOT NULL,
    sign INTEGER NOT NULL,
    -- both in millionths
    size INTEGER NOT NULL,
    money INTEGER NOT NULL,
    PRIMARY KEY (profile, account, fill)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX slippages_by_day ON slippages (profile, account, day, family, asset, kind, sign, size, money);
  -- Sums of the excursions of the trades of each day that are known: whatever writes a trade keeps them.
  CREATE TABLE excursion_days (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    day INTEGER NOT NULL,
    is_usdh INTEGER NOT NULL,
    sign INTEGER NOT NULL,
    trades INTEGER NOT NULL,
    adverse INTEGER NOT NULL,
    favourable INTEGER NOT NULL,
    PRIMARY KEY (profile, account, day, is_usdh, sign)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER excursion_goes AFTER DELETE ON trades WHEN OLD.adverse IS NOT NULL AND OLD.sign IS NOT NULL BEGIN
    UPDATE excursion_days SET trades = trades - 1, adverse = adverse - OLD.adverse, favourable = favourable - OLD.favourable
      WHERE profile = OLD.profile AND account = OLD.account AND day = OLD.closed_at - OLD.closed_at % 86400000
      AND is_usdh = (OLD.family = 'outcome') AND sign = OLD.sign;
  END;
  CREATE TRIGGER excursion_changes AFTER UPDATE ON trades WHEN OLD.adverse IS NOT NULL AND OLD.sign IS NOT NULL BEGIN
    UPDATE excursion_days SET trades = trades - 1, adverse = adverse - OLD.adverse, favourable = favourable - OLD.favourable
      WHERE profile = OLD.profile AND account = OLD.account AND day = OLD.closed_at - OLD.closed_at % 86400000
      AND is_usdh = (OLD.family = 'outcome') AND sign = OLD.sign;
  END;
  CREATE TRIGGER excursion_comes AFTER UPDATE ON trades WHEN NEW.adverse IS NOT NULL AND NEW.sign IS NOT NULL BEGIN
    INSERT INTO excursion_days (profile, account, day, is_usdh, sign, trades, adverse, favourable)
      VALUES (NEW.profile, NEW.account, NEW.closed_at - NEW.closed_at % 86400000, NEW.family = 'outcome', NEW.sign,
        1, NEW.adverse, NEW.favourable)
      ON CONFLICT (profile, account, day, is_usdh, sign) DO UPDATE SET trades = trades + 1,
        adverse = adverse + excluded.adverse, favourable = favourable + excluded.favourable;
  END;
  -- What a share of each coin paid in the end: the service lists a market that is over for a while only.
  CREATE TABLE payouts (
    profile TEXT NOT NULL,
    coin TEXT NOT NULL,
    price TEXT NOT NULL,
    PRIMARY KEY (profile, coin)
  ) STRICT, WITHOUT ROWID;
  -- The ledger of a wallet, as JSON: what it holds and has made, by all that is booked.
  CREATE TABLE ledgers (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account)
  ) STRICT, WITHOUT ROWID;
  -- Fills, conversions and settlements since the ledger began that are yet to be booked in it, as JSON, in the order in which they came.
  CREATE TABLE unbooked (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX unbooked_of_wallet ON unbooked (profile, account, number);
  -- Positions that the ledger shows as ended, as JSON, until their end is reported.
  CREATE TABLE closed_positions (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    -- when it ended, the service's time
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, id)
  ) STRICT, WITHOUT ROWID;
  -- What a wallet was worth, as JSON.
  CREATE TABLE equity_samples (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    -- the service's time
    at INTEGER NOT NULL,
    agrees INTEGER NOT NULL,
    -- 1 where it is left when older ones are thinned
    stays INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, at)
  ) STRICT, WITHOUT ROWID;
  -- Changes of money that nothing explains, as JSON, with what the trader calls them.
  CREATE TABLE balance_changes (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    name TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, id)
  ) STRICT, WITHOUT ROWID;
  -- Which sides and questions outcome markets have, as JSON: one that ended is listed for a while only.
  CREATE TABLE outcome_markets (
    profile TEXT NOT NULL,
    outcome INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile, outcome)
  ) STRICT, WITHOUT ROWID;
  -- Fills that were not yet held against what was shown, in the order in which they came.
  CREATE TABLE slippages_due (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    fill TEXT NOT NULL
  ) STRICT;
  CREATE INDEX slippages_due_of_wallet ON slippages_due (profile, account, number);
  CREATE TRIGGER fills_due AFTER INSERT ON fills BEGIN
    INSERT INTO slippages_due (profile, account, fill) VALUES (NEW.profile, NEW.account, NEW.id);
  END;
  -- What decides binary buckets, and how they ended: for good, and for whoever is signed in.
  CREATE TABLE binary_settlements (
    -- what tells them: the same text for the same service
    service TEXT NOT NULL,
    ends_at INTEGER NOT NULL,
    asset TEXT NOT NULL,
    -- the mark above which UP wins; null where it was not seen
    midpoint TEXT,
    -- 1 or 0 for UP, where the price of its last second told it
    up TEXT,
    PRIMARY KEY (service, ends_at, asset)
  ) STRICT, WITHOUT ROWID;
  -- Conversions of which nothing says what they took and gave, as JSON: their market was never listed while the terminal ran.
  CREATE TABLE conversions_not_booked (
    profile TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    time INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, id)
  ) STRICT, WITHOUT ROWID;
  ${TRADE_FIGURES}
  -- What was done to the trader's own safety catches: kills, limits that were loosened, orders that went all the same.
  CREATE TABLE safety_records (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX safety_records_of_profile ON safety_records (profile, id);
  -- In which form a service takes an amount, where that is not the published one.
  CREATE TABLE amount_forms (
    profile TEXT NOT NULL,
    -- route and field
    field TEXT NOT NULL,
    form TEXT NOT NULL CHECK (form IN ('text', 'number')),
    PRIMARY KEY (profile, field)
  ) STRICT, WITHOUT ROWID;
  -- Temperatures as weather stations reported them; what they stand for follows from them. Those of the practice venue are its own.
  CREATE TABLE weather_readings (
    service TEXT NOT NULL,
    station TEXT NOT NULL,
    -- by the station's clock, and by the terminal's
    observed_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    source TEXT NOT NULL,
    kind TEXT NOT NULL,
    celsius TEXT NOT NULL,
    is_corrected INTEGER NOT NULL,
    -- the whole report; null of a five-minute value
    raw TEXT,
    PRIMARY KEY (service, station, observed_at)
  ) STRICT, WITHOUT ROWID;
  -- Forecasts as they were issued, with their points as JSON.
  CREATE TABLE weather_forecasts (
    service TEXT NOT NULL,
    station TEXT NOT NULL,
    source TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (service, station, source, issued_at)
  ) STRICT, WITHOUT ROWID;
  -- One row that is written only to find out whether the file can be.
  CREATE TABLE write_probe (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    writes INTEGER NOT NULL
  ) STRICT;
  -- Records that could not be read, whole, as they were found.
  CREATE TABLE unreadable_rows (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name TEXT NOT NULL,
    id TEXT NOT NULL,
    profile TEXT NOT NULL,
    body TEXT NOT NULL,
    -- of an action its steps as JSON; null for everything else
    steps TEXT,
    -- the terminal's time
    found_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX unreadable_rows_by_id ON unreadable_rows (table_name, id);
`

/** The schema number of a file. */
export const schemaIn = (database: DatabaseSync): number =>
  (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version

/** Creates the tables in a file that has none. @throws Error when it has those of another schema. */
export function createTables(database: DatabaseSync): void {
  const found = schemaIn(database)
  if (found === SCHEMA) return
  if (found !== 0) throw new Error(`The journal has schema ${found}; this version reads ${SCHEMA}.`)
  database.exec(`BEGIN IMMEDIATE; ${TABLES} PRAGMA user_version = ${SCHEMA}; COMMIT;`)
}
