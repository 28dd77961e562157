-- Of the entries whose address is still there: what the sweep looks for, the oldest first.
create index audit_with_address on audit (id) where address <> '';
