-- What each credential asked of the Partner API, kept for 30 days: what was called and how it ended, and nothing of what
-- was in it.
create table request_log (
  partner_id text not null,
  environment text not null,
  -- The X-Request-Id, a UUIDv7: in order of time.
  id text not null,
  at bigint not null,
  client_id text not null,
  method text not null,
  -- The pattern of the route; null for an address that there is not.
  route text,
  -- 499: the client left before the end of the answer.
  status integer not null,
  code text,
  ms integer not null,
  -- Refused calls of the same credential and minute that came after this one, and have no row of their own.
  omitted integer not null,
  constraint request_log_key primary key (partner_id, environment, id)
);
create index request_log_at on request_log (at);
create index request_log_client on request_log (partner_id, environment, client_id, id);
create index request_log_refused on request_log (partner_id, environment, id) where status >= 400;
create index request_log_client_refused on request_log (partner_id, environment, client_id, id) where status >= 400;

-- How many requests the service answered in each minute, and how long they took, by what was asked and how it ended.
create table request_minute (
  -- Minutes since the epoch.
  minute bigint not null,
  surface text not null,
  -- The first digit of the status.
  status_class integer not null,
  calls bigint not null,
  ms_total bigint not null,
  ms_max integer not null,
  constraint request_minute_key primary key (minute, surface, status_class)
);

-- Why the link was last refused to whoever opened it, and when that reason was first given.
alter table launch add column refused_at bigint;
alter table launch add column refused_reason text;
create index launch_partner on launch (partner_id, environment, id, member_id);
