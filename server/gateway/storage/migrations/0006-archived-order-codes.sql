-- Order codes that stay refused although their orders may have been removed.
CREATE TABLE archived_order_codes (
  partner_code text NOT NULL REFERENCES partners (code),
  order_id text NOT NULL,
  CONSTRAINT archived_order_codes_key PRIMARY KEY (partner_code, order_id)
);
