-- The build before counts anew from the first undecided transaction of a partner on.
DELETE FROM transaction_counts WHERE EXISTS (
  SELECT 1 FROM undecided_transactions
  WHERE undecided_transactions.partner_code = transaction_counts.partner_code
    AND undecided_transactions.until <= transaction_counts.until
);
DROP TABLE undecided_transactions;
DELETE FROM kysely_migration WHERE name = '0005-undecided-transactions';
