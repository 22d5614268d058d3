-- Orders by their deadline and by partner, and orders at a bank. Final orders are in neither index.
CREATE INDEX transactions_expiring ON transactions (
  partner_code, (created_at + CASE WHEN source_of_funds IS NULL THEN 900000 ELSE 300000 END)
) WHERE status = 'pending';
CREATE INDEX transactions_undecided ON transactions (bank_code, asked_at) WHERE status = 'processing';
DROP INDEX transactions_due;
