DROP TABLE archived_order_codes;
DELETE FROM kysely_migration WHERE name = '0006-archived-order-codes';
