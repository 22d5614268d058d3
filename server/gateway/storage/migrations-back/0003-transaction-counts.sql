DROP TABLE transaction_counts;
DELETE FROM kysely_migration WHERE name = '0003-transaction-counts';
