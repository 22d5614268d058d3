-- The request that placed an order, and the order's request and the trace of an event, so that each attempt is logged with them.
ALTER TABLE transactions ADD COLUMN request_id text;
ALTER TABLE deliveries ADD COLUMN request_id text;
ALTER TABLE deliveries ADD COLUMN traceparent text;
