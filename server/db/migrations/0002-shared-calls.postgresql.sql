-- When each credential last called, oldest first, as epoch milliseconds: what every node counts its limit by.
create table client_calls (
  client_id text primary key,
  times bigint[] not null
);
