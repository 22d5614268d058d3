CREATE TABLE partners (
  code text NOT NULL,
  owner_type integer NOT NULL,
  payment_methods text NOT NULL,
  bank_codes text NOT NULL,
  customer_fees text NOT NULL,
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_secret_until bigint,
  callback_url text,
  disabled_at bigint,
  CONSTRAINT partners_key PRIMARY KEY (code)
);

CREATE TABLE sub_accounts (
  partner_code text NOT NULL REFERENCES partners (code),
  ref_id text NOT NULL,
  CONSTRAINT sub_accounts_key PRIMARY KEY (partner_code, ref_id)
);

CREATE TABLE transactions (
  id text NOT NULL,
  partner_code text NOT NULL REFERENCES partners (code),
  sub_account text,
  order_id text NOT NULL,
  order_info text NOT NULL,
  extra_data text,
  notify_url text NOT NULL,
  redirect_url text NOT NULL,
  deeplink_url text,
  installment_notify_url text,
  category_code text,
  status text NOT NULL,
  failure text,
  order_amount bigint NOT NULL,
  customer_fee bigint NOT NULL,
  currency text NOT NULL,
  bank_code text NOT NULL,
  payment_method text NOT NULL,
  payment_type text NOT NULL,
  action text NOT NULL,
  token_digest text,
  bank_reference text,
  source_of_funds text,
  card_mask text,
  card_brand text,
  card_month text,
  card_year text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  asked_at bigint NOT NULL,
  cards_tried integer NOT NULL,
  request_id text,
  CONSTRAINT transactions_key PRIMARY KEY (id)
);

CREATE TABLE verifications (
  id text NOT NULL,
  transaction_id text NOT NULL REFERENCES transactions (id),
  method text NOT NULL,
  status text NOT NULL,
  otp_digest text NOT NULL,
  wrong_otps integer NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  CONSTRAINT verifications_key PRIMARY KEY (id)
);

CREATE TABLE authentications (
  id text NOT NULL,
  partner_code text NOT NULL REFERENCES partners (code),
  sub_account text,
  merchant_ref_id text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  token_id_sealed text,
  card_mask text NOT NULL,
  card_month text NOT NULL,
  card_year text NOT NULL,
  card_type text NOT NULL,
  card_brand text NOT NULL,
  card_country text NOT NULL,
  eci text,
  three_ds_version text,
  return_url text,
  created_at bigint NOT NULL,
  CONSTRAINT authentications_key PRIMARY KEY (id)
);

CREATE TABLE authorizations (
  id text NOT NULL,
  partner_code text NOT NULL REFERENCES partners (code),
  sub_account text,
  merchant_ref_id text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  authorized_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  reversal_id text,
  CONSTRAINT authorizations_key PRIMARY KEY (id)
);

CREATE TABLE reversals (
  id text NOT NULL,
  authorization_id text NOT NULL REFERENCES authorizations (id),
  merchant_ref_id text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  reversed_at bigint,
  asked_at bigint NOT NULL,
  error_code bigint,
  error_message text,
  error_details text,
  CONSTRAINT reversals_key PRIMARY KEY (id)
);

CREATE TABLE saved_cards (
  id text NOT NULL,
  digest text NOT NULL,
  partner_code text NOT NULL REFERENCES partners (code),
  sub_account text,
  status text NOT NULL,
  card_mask text NOT NULL,
  card_brand text NOT NULL,
  card_month text NOT NULL,
  card_year text NOT NULL,
  bank_reference text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  CONSTRAINT saved_cards_key PRIMARY KEY (id)
);

CREATE TABLE settings (
  name text NOT NULL,
  value text NOT NULL,
  CONSTRAINT settings_key PRIMARY KEY (name)
);

CREATE TABLE history (
  id text NOT NULL,
  entity text NOT NULL,
  record_id text NOT NULL,
  from_state text,
  event text NOT NULL,
  to_state text NOT NULL,
  at bigint NOT NULL,
  who text NOT NULL,
  why text NOT NULL,
  CONSTRAINT history_key PRIMARY KEY (id)
);

CREATE TABLE deliveries (
  id text NOT NULL,
  partner_code text NOT NULL REFERENCES partners (code),
  kind text NOT NULL,
  url text NOT NULL,
  subject_id text NOT NULL,
  content_sealed text NOT NULL,
  status text NOT NULL,
  tries integer NOT NULL,
  held_back integer NOT NULL,
  created_at bigint NOT NULL,
  due_at bigint NOT NULL,
  receiver text NOT NULL,
  lease_id text,
  leased_until bigint NOT NULL,
  request_id text,
  traceparent text,
  CONSTRAINT deliveries_key PRIMARY KEY (id)
);

CREATE TABLE attempts (
  delivery_id text NOT NULL REFERENCES deliveries (id),
  number integer NOT NULL,
  at bigint NOT NULL,
  outcome text NOT NULL,
  status bigint,
  CONSTRAINT attempts_key PRIMARY KEY (delivery_id, number)
);

CREATE TABLE closed_receivers (
  partner_code text NOT NULL REFERENCES partners (code),
  url text NOT NULL,
  closed_at bigint NOT NULL,
  CONSTRAINT closed_receivers_key PRIMARY KEY (partner_code, url)
);

CREATE TABLE delivery_faults (
  id text NOT NULL,
  partner_code text NOT NULL REFERENCES partners (code),
  kind text NOT NULL,
  times_left integer NOT NULL,
  delay_ms bigint,
  CONSTRAINT delivery_faults_key PRIMARY KEY (id)
);

-- How many of a partner's transactions were made after `since`, up to `until`. Each is final and is in one period, and the
-- periods follow each other.
CREATE TABLE transaction_counts (
  partner_code text NOT NULL REFERENCES partners (code),
  since bigint NOT NULL,
  until bigint NOT NULL,
  status text NOT NULL,
  payment_method text NOT NULL,
  count integer NOT NULL,
  CONSTRAINT transaction_counts_key PRIMARY KEY (partner_code, until, status, payment_method)
);

-- Transactions that had no result when their period was counted. `transaction_counts` leaves them out for good.
CREATE TABLE undecided_transactions (
  partner_code text NOT NULL REFERENCES partners (code),
  since bigint NOT NULL,
  until bigint NOT NULL,
  transaction_id text NOT NULL,
  CONSTRAINT undecided_transactions_key PRIMARY KEY (partner_code, until, transaction_id)
);

-- Refuses duplicate order codes, also of concurrent requests.
CREATE UNIQUE INDEX transactions_order ON transactions (partner_code, order_id);
-- One index for each filter of the list, newest first, so that a page costs the same for any number of transactions.
CREATE INDEX transactions_newest ON transactions (partner_code, created_at, id);
CREATE INDEX transactions_newest_by_status ON transactions (partner_code, status, created_at, id);
CREATE INDEX transactions_newest_by_method ON transactions (partner_code, payment_method, created_at, id);
CREATE INDEX transactions_newest_by_status_and_method ON transactions (partner_code, status, payment_method, created_at, id);
CREATE UNIQUE INDEX verifications_transaction ON verifications (transaction_id);
CREATE INDEX verifications_due ON verifications (status, expires_at);
CREATE INDEX authorizations_due ON authorizations (status, authorized_at);
-- One reversal for each reference of the merchant.
CREATE UNIQUE INDEX reversals_request ON reversals (authorization_id, merchant_ref_id);
CREATE INDEX reversals_due ON reversals (status, asked_at);
CREATE UNIQUE INDEX saved_cards_digest ON saved_cards (digest);
CREATE INDEX history_of_record ON history (entity, record_id);
CREATE INDEX deliveries_newest ON deliveries (partner_code, created_at, id);
CREATE INDEX deliveries_subject ON deliveries (subject_id);
-- By partner, kind of attempt and receiver, so that finding one queue does not read another's backlog.
CREATE INDEX deliveries_due ON deliveries (
  partner_code, (CASE WHEN tries = 0 THEN 0 ELSE 1 END), receiver, due_at, id, leased_until
) WHERE status = 'pending';
-- Finds deliveries that have just become due without reading the backlog.
CREATE INDEX deliveries_due_lately ON deliveries (due_at) WHERE status = 'pending';
CREATE INDEX deliveries_held_back ON deliveries (partner_code) WHERE held_back = 1 AND status = 'pending';
CREATE INDEX deliveries_ended ON deliveries (due_at) WHERE status <> 'pending';
CREATE INDEX deliveries_dead ON deliveries (id) WHERE status = 'dead';
-- Orders by their deadline and by partner, and orders at a bank. Final orders are in neither index.
CREATE INDEX transactions_expiring ON transactions (
  partner_code, (created_at + CASE WHEN source_of_funds IS NULL THEN 900000 ELSE 300000 END)
) WHERE status = 'pending';
CREATE INDEX transactions_undecided ON transactions (bank_code, asked_at) WHERE status = 'processing';
