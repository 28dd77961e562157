-- A partitioned table needs the partition key in every unique constraint.
alter table member drop constraint member_pkey, add constraint member_key primary key (partner_id, id);

-- Instants of each credential's last calls, oldest first: the sliding window that all nodes limit it by.
create table client_calls (
  client_id text primary key,
  times bigint[] not null
);
