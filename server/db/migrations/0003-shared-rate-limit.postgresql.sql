-- Calls of the last minute of each credential, counted by half seconds up to the instant `counted_until`; shared by every node.
create table rate_limit (
  client_id text primary key,
  counted_until bigint not null,
  calls integer[] not null
);
