-- Calls a minute of all ordinary credentials of a partner together, in each environment.
alter table partner add column rate_limit integer not null default 600;
-- What the credentials of an environment add up to is read at every call, from the index alone.
create index credential_limit on credential (partner_id, environment, revoked_at, rate_limit);
drop index credential_partner;
