-- What decided whether a member got in, kept for 30 days: calls for a link that were refused, links that were, and what
-- was done to the access. It says why and when, and names the call by its X-Request-Id; nothing of what was in it.
create table access_event (
  partner_id text not null,
  member_id text not null,
  -- The X-Request-Id of the call or of the exchange; a UUIDv7 of its own where the panel did it. In order of time.
  id text not null,
  at bigint not null,
  kind text not null,
  -- Refusals of the same hour that came before this one, and have no row of their own.
  omitted integer not null default 0,
  constraint access_event_key primary key (partner_id, member_id, id)
);
create index access_event_call on access_event (partner_id, id);
