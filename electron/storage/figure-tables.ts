/**
 * Tables of figures beside fills and orders, for paged reads of the past: narrow rows that SQLite sorts, filters and sums by the million. Triggers
 * update them in the same write as a fill or an order, so that they never differ.
 */

/** Decimals are stored as integers with this many decimal places. */
export const FIGURE_PLACES = 9

const ZEROS = '0'.repeat(FIGURE_PLACES)
/** Maximum number of integer digits, with their sign, of a 64-bit number beside these places. */
const MAX_WHOLE = 9

/** Decimal text as such an integer: digits are moved, nothing is computed. Null stays null. */
export const unitsOf = (text: string): string => {
  const dot = `instr(${text}, '.')`
  const whole = `substr(${text}, 1, ${dot} - 1)`
  const places = `substr(substr(${text}, ${dot} + 1) || '${ZEROS}', 1, ${FIGURE_PLACES})`
  return `CAST(CASE WHEN ${dot} = 0 THEN ${text} || '${ZEROS}' ELSE ${whole} || ${places} END AS INTEGER)`
}

/** Whether the integer loses digits of the text: sums then use the text. */
export const isRough = (text: string): string =>
  `(COALESCE(instr(${text} || '.', '.') - 1 > ${MAX_WHOLE} OR ` +
  `(instr(${text}, '.') > 0 AND length(${text}) - instr(${text}, '.') > ${FIGURE_PLACES}), 0))`

/** A row with missing fields is stored all the same: these tables refuse nothing. */
const assetOf = (row: string): string => `COALESCE(${row}.body ->> '$.asset', '')`

/** The ids of a row's wallet and asset. */
export const numberOf = (row: string) => ({
  wallet: `(SELECT id FROM past_wallets WHERE profile = ${row}.profile AND account = ${row}.account)`,
  asset: `(SELECT id FROM past_assets WHERE profile = ${row}.profile AND asset = ${assetOf(row)})`,
})

const knownOf = (row: string): string => `
    INSERT INTO past_wallets (profile, account) VALUES (${row}.profile, ${row}.account) ON CONFLICT DO NOTHING;
    INSERT INTO past_assets (profile, asset) VALUES (${row}.profile, ${assetOf(row)}) ON CONFLICT DO NOTHING;`

/** Same rule as `familyOfFill`: coins are outcomes', a price up to 1 is a probability. */
const familyOf = (body: string): string =>
  `CASE WHEN ${body} ->> '$.asset' LIKE '#%' THEN 2 WHEN ${unitsOf(`(${body} ->> '$.price')`)} <= 1${ZEROS} THEN 1 ELSE 0 END`

const FILL_COLUMNS =
  'wallet, asset, time, fill, oid, cause, family, is_buy, is_maker, price, size, fee, realised, is_rough'
const fillValues = (row: string): string => {
  const at = (name: string) => `(${row}.body ->> '$.${name}')`
  const { wallet, asset } = numberOf(row)
  return `${wallet}, ${asset}, ${row}.time, ${row}.id, ${row}.oid, ${at('cause')}, ${familyOf(`${row}.body`)}, ${at('side')} = 'buy',
      CASE ${at('liquidity')} WHEN 'maker' THEN 1 WHEN 'taker' THEN 0 END,
      ${['price', 'size', 'fee', 'realizedPnl'].map((name) => unitsOf(at(name))).join(',\n      ')},
      ${['price', 'size', 'fee', 'realizedPnl'].map((name) => isRough(at(name))).join('\n      OR ')}`
}

const ORDER_COLUMNS = 'wallet, asset, time, oid, family, is_buy, status, is_open, tif, price, size, filled, is_rough'
const orderValues = (row: string): string => {
  const at = (name: string) => `(${row}.body ->> '$.${name}')`
  const { wallet, asset } = numberOf(row)
  return `${wallet}, ${asset}, ${row}.time, ${row}.oid, ${familyOf(`${row}.body`)}, ${at('side')} = 'buy', ${at('status')},
      COALESCE(${at('status')} IN ('resting', 'partially_filled'), 0), ${at('tif')},
      ${['price', 'size', 'filled'].map((name) => unitsOf(at(name))).join(',\n      ')},
      ${['price', 'size', 'filled'].map((name) => isRough(at(name))).join('\n      OR ')}`
}
const ORDER_CHANGES = ORDER_COLUMNS.split(', ')
  .filter((name) => !['wallet', 'time', 'oid'].includes(name))
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')

/** The price that a window showed; same rule as `shownPriceOf`. */
const shownOf = (body: string): string => `COALESCE(${body} ->> '$.shown.average', ${body} ->> '$.estimate.average',
      CASE WHEN ${body} ->> '$.intent.kind' = 'close' THEN ${body} ->> '$.shown.mark' END)`
const keepShown = (select: string): string =>
  `INSERT INTO order_shown (profile, account, oid, price, units) ${select}
     ON CONFLICT DO UPDATE SET price = excluded.price, units = excluded.units;`

const keepOrder = (row: string): string => `${knownOf(row)}
    INSERT INTO order_figures (${ORDER_COLUMNS}) VALUES (${orderValues(row)})
     ON CONFLICT (wallet, oid, time) DO UPDATE SET ${ORDER_CHANGES};`

/** Their part of the schema. */
export const FIGURE_TABLES = `
  -- Wallets and assets by number.
  CREATE TABLE past_wallets (
    id INTEGER PRIMARY KEY, profile TEXT NOT NULL, account TEXT NOT NULL, UNIQUE (profile, account)
  ) STRICT;
  CREATE TABLE past_assets (
    id INTEGER PRIMARY KEY, profile TEXT NOT NULL, asset TEXT NOT NULL,
    -- what a person called it when it was last listed
    name TEXT,
    UNIQUE (profile, asset)
  ) STRICT;
  -- Figures of fills and orders, in units of 10^-${FIGURE_PLACES}; family 0 scalar, 1 binary, 2 outcome.
  CREATE TABLE fill_figures (
    id INTEGER PRIMARY KEY, wallet INTEGER NOT NULL, asset INTEGER NOT NULL, time INTEGER NOT NULL, fill TEXT NOT NULL,
    oid TEXT, cause TEXT, family INTEGER NOT NULL, is_buy INTEGER, is_maker INTEGER, price INTEGER, size INTEGER, fee INTEGER, realised INTEGER,
    -- a figure has more places or digits than these numbers hold
    is_rough INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE order_figures (
    id INTEGER PRIMARY KEY, wallet INTEGER NOT NULL, asset INTEGER NOT NULL, time INTEGER NOT NULL, oid TEXT NOT NULL,
    family INTEGER NOT NULL, is_buy INTEGER, status TEXT, is_open INTEGER NOT NULL, tif TEXT,
    price INTEGER, size INTEGER, filled INTEGER, is_rough INTEGER NOT NULL,
    UNIQUE (wallet, oid, time)
  ) STRICT;
  -- What a window showed when an order was sent.
  CREATE TABLE order_shown (
    profile TEXT NOT NULL, account TEXT NOT NULL, oid TEXT NOT NULL, price TEXT NOT NULL, units INTEGER NOT NULL,
    PRIMARY KEY (profile, account, oid)
  ) STRICT, WITHOUT ROWID;
  -- All that sums need: they read nothing but this.
  CREATE INDEX fill_figures_by_time ON fill_figures (wallet, time, id, family, fee, realised, size, is_rough, cause);
  CREATE INDEX fill_figures_by_asset ON fill_figures (wallet, asset, time);
  CREATE INDEX fill_figures_by_order ON fill_figures (wallet, oid) WHERE oid IS NOT NULL;
  CREATE INDEX order_figures_by_time ON order_figures (wallet, is_open, time, id, family, filled, is_rough);
  CREATE TRIGGER fills_kept AFTER INSERT ON fills BEGIN${knownOf('NEW')}
    INSERT INTO fill_figures (${FILL_COLUMNS}) VALUES (${fillValues('NEW')});
  END;
  CREATE TRIGGER fills_dropped AFTER DELETE ON fills BEGIN
    DELETE FROM fill_figures WHERE wallet = ${numberOf('OLD').wallet} AND time = OLD.time AND fill = OLD.id;
  END;
  CREATE TRIGGER orders_kept AFTER INSERT ON orders BEGIN${keepOrder('NEW')}
  END;
  CREATE TRIGGER orders_changed AFTER UPDATE ON orders BEGIN${keepOrder('NEW')}
  END;
  CREATE TRIGGER orders_dropped AFTER DELETE ON orders BEGIN
    DELETE FROM order_figures WHERE wallet = ${numberOf('OLD').wallet} AND oid = OLD.oid AND time = OLD.time;
  END;
  CREATE TRIGGER actions_shown AFTER INSERT ON actions WHEN NEW.oid IS NOT NULL AND NEW.account IS NOT NULL
    AND ${shownOf('NEW.body')} IS NOT NULL BEGIN
    ${keepShown(`SELECT NEW.profile, NEW.account, NEW.oid, shown, ${unitsOf('shown')} FROM (SELECT ${shownOf('NEW.body')} AS shown) WHERE true`)}
  END;
  CREATE TRIGGER actions_shown_later AFTER UPDATE ON actions WHEN NEW.oid IS NOT NULL AND NEW.account IS NOT NULL
    AND ${shownOf('NEW.body')} IS NOT NULL BEGIN
    ${keepShown(`SELECT NEW.profile, NEW.account, NEW.oid, shown, ${unitsOf('shown')} FROM (SELECT ${shownOf('NEW.body')} AS shown) WHERE true`)}
  END;
  -- How far back each wallet's order history was read, page by page, the service's time; done once it had no more.
  CREATE TABLE history_read (
    profile TEXT NOT NULL, account TEXT NOT NULL, kind TEXT NOT NULL, back_to INTEGER NOT NULL, is_done INTEGER NOT NULL,
    PRIMARY KEY (profile, account, kind)
  ) STRICT, WITHOUT ROWID;
`
