-- Since when all of a partner is being removed, at the end of its contract: its last reports were written before.
alter table partner add column purge_started_at bigint;
