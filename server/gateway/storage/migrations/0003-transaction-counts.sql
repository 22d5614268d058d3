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
