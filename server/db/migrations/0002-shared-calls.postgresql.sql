-- Instants of each credential's last calls, oldest first: the sliding window that all nodes limit it by.
create table client_calls (
  client_id text primary key,
  times bigint[] not null
);
