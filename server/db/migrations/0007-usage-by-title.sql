-- What each title adds to the figures of a month's report: the rows of a month sum to its totals. Spread over shards, so that
-- the members of one popular title do not wait for one row.
create table usage_title (
  partner_id text not null,
  environment text not null,
  month text not null,
  -- Empty for what was counted before titles were counted apart.
  publication_id text not null,
  shard integer not null,
  active_users bigint not null,
  titles_started bigint not null,
  listening_seconds bigint not null,
  reading_chapters bigint not null,
  -- As the title was called when the month began to count it: a closed month's file never changes.
  title text not null,
  author text not null,
  constraint usage_title_key primary key (partner_id, environment, month, publication_id, shard)
);
insert into usage_title
  select partner_id, environment, month, '', 0, count(*), sum(titles_started), sum(listening_ms / 1000),
    sum(chapters_read), '', ''
  from usage_month
  where listening_ms >= 1000 or chapters_read > 0
  group by partner_id, environment, month;

-- Members whose month is more than one would think a person's: written once, when it crosses the line.
create table usage_anomaly (
  partner_id text not null,
  environment text not null,
  month text not null,
  member_id text not null,
  kind text not null,
  at bigint not null,
  -- What it had come to: seconds heard, or titles started.
  value bigint not null,
  constraint usage_anomaly_key primary key (partner_id, environment, month, member_id, kind)
);
create index usage_anomaly_month on usage_anomaly (month);

-- Few members are blocked, and few accounts wait for an identifier: each is found without looking at all.
create index member_blocked on member (partner_id, environment, external_user_id) where revoked_at is not null;
create index member_blocked_email on member (partner_id, environment, email_key) where revoked_at is not null;
create index member_unlinked on member (partner_id, environment, email_key) where external_user_id is null;
create index member_session_member on member_session (partner_id, member_id);
