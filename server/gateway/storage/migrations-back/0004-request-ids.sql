ALTER TABLE transactions DROP COLUMN request_id;
ALTER TABLE deliveries DROP COLUMN request_id;
ALTER TABLE deliveries DROP COLUMN traceparent;
DELETE FROM kysely_migration WHERE name = '0004-request-ids';
