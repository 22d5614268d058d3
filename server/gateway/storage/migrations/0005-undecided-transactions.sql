-- Transactions that had no result when their period was counted. `transaction_counts` leaves them out for good.
CREATE TABLE undecided_transactions (
  partner_code text NOT NULL REFERENCES partners (code),
  since bigint NOT NULL,
  until bigint NOT NULL,
  transaction_id text NOT NULL,
  CONSTRAINT undecided_transactions_key PRIMARY KEY (partner_code, until, transaction_id)
);
