-- While a partner is suspended its calls, launches and member sessions are refused; nothing of it is lost.
alter table partner add column suspended_at bigint;
create index partner_suspended_at on partner (suspended_at);

-- Name and slug as they are searched: lower case, without accents.
alter table partner add column search_text text;
update partner set search_text = lower(name) || ' ' || replace(slug, '-', ' ');

-- What an act changed, as JSON: the limit before and after.
alter table audit add column detail text;
-- 1 when an operator acted on a partner: the partner sees the act, and not which of them it was.
alter table audit add column by_operator integer not null default 0;

-- What looks like a wrong secret, or too many calls: few rows, found without reading the rest of the day.
create index request_log_unwelcome on request_log (at) where status in (401, 429);
